/** The bodies that are posted: the sample of the profile, or else something that no deployment should mind. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId, WritableFacts } from '../profile/facts.ts';
import { recordFacts } from '../specification/records/index.ts';

const samples: { readonly [R in 'location' | 'alert']: { readonly [fact: string]: Json } } = {
  location: { latitude: 48.137, longitude: 11.575, speed: 30, course: 0 },
  // The least alarming of the kinds that people use; and no one is to be notified of it.
  alert: {
    type: 'maintenance-due',
    severity: 'info',
    text: 'Roadtest {nonce}: nothing is wrong.',
    channels: [],
  },
};

/** The facts of a report as of now, those alone that the dialect has a place for. */
export function sampleOf<R extends 'location' | 'alert'>(
  deployment: Deployment,
  resource: R,
): WritableFacts<R, AnyId> {
  const places: ReadonlySet<string> = new Set(deployment.lens.record(resource).facts);
  const kinds: { readonly [fact: string]: string } = recordFacts[resource];
  const moment = { [resource === 'location' ? 'deviceTime' : 'raisedAt']: deployment.clock.now() };
  const facts = Object.entries({
    ...moment,
    ...(deployment.profile.samples?.[resource] ?? samples[resource]),
  })
    .filter(([fact]) => places.has(fact))
    .map(([fact, value]) => [fact, filled(value, kinds[fact] === 'time', deployment.nonce)]);
  return Object.fromEntries(facts) as WritableFacts<R, AnyId>;
}

/** A sample gives a moment as text too. */
function filled(value: Json, isTime: boolean, nonce: string): Json {
  if (typeof value !== 'string') return value;
  return isTime ? Date.parse(value) : value.replaceAll('{nonce}', nonce);
}
