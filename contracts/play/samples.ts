/** The bodies that are posted: the sample of the profile, or else something that no deployment should mind. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId, WritableFacts } from '../profile/facts.ts';
import { recordFacts } from '../specification/records/index.ts';

const samples: { readonly [R in 'location' | 'alert']: { readonly [fact: string]: Json } } = {
  location: { latitude: 48.137, longitude: 11.575, speed: 30, course: 0 },
  // The least alarming of the kinds that people use; and no one is to be notified of it.
  alert: {
    ...{ type: 'maintenance-due', severity: 'info', channels: [] },
    text: 'Roadtest {nonce}: nothing is wrong.',
  },
};

/** The facts of a report as of now, those alone that the dialect has a place for. A sample gives a moment as text too. */
export function sampleOf<R extends 'location' | 'alert'>(
  { lens, clock, profile, nonce }: Deployment,
  resource: R,
): WritableFacts<R, AnyId> {
  const kinds: { readonly [fact: string]: string } = recordFacts[resource];
  const moment = { [resource === 'location' ? 'deviceTime' : 'raisedAt']: clock.now() };
  const sample: { readonly [fact: string]: Json } = {
    ...moment,
    ...(profile.samples?.[resource] ?? samples[resource]),
  };
  const facts = lens.record(resource).facts.flatMap((fact): [string, Json][] => {
    const value = sample[fact];
    if (typeof value !== 'string') return value === undefined ? [] : [[fact, value]];
    return [[fact, kinds[fact] === 'time' ? Date.parse(value) : value.replaceAll('{nonce}', nonce)]];
  });
  return Object.fromEntries(facts) as WritableFacts<R, AnyId>;
}
