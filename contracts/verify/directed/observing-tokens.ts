/** Openings about tokens as histories show them: whether one is issued again, and what older and live ones get. */

import type { Deployment } from '../../deployment/deployment.ts';
import type { Event } from '../../judge/event.ts';
import { exactJsonIn } from '../../kit/exact-json.ts';
import { nameIn } from '../../kit/tables.ts';
import { observeSights, type Sight } from './sight.ts';
import type { Shown } from './witness.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

export function observeTokens(session: Deployment, shown: readonly Shown[]): void {
  for (const one of shown) {
    for (const [step, fact] of one.facts.entries())
      if (fact.kind === 'issued') noteRefused(session, one, step, fact.credentials);
    observeSights(session, one, [...issuedIn(one), ...triedIn(one)]);
  }
}

/** Observes whether a token is another one where the last has not ended. */
function issuedIn({ facts }: Shown): Sight[] {
  let last: { fact: Of<'issued'>; step: number } | undefined;
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind === 'access') last = undefined;
    if (fact.kind !== 'issued' || !fact.issued || fact.credentials !== 'good') return [];
    const before = last;
    last = { fact, step };
    if (!before || fact.at >= (before.fact.expires ?? 0)) return [];
    const observed = before.fact.token === fact.token ? 'same' : 'new';
    return [{ opening: 'token.reissue', observed, at: [before.step, step] }];
  });
}

/** The fate of an older token while the newest one is served, and of one while API access is off. */
function triedIn({ facts, steps }: Shown): Sight[] {
  let [newest, isOff]: [string | undefined, boolean] = [undefined, false];
  const ends = new Map<string, number>();
  return facts.flatMap((fact, step): Sight[] => {
    if (fact.kind === 'access') isOff = !fact.enabled;
    if (fact.kind === 'issued' && fact.credentials === 'good' && fact.token !== undefined) {
      newest = fact.token;
      ends.set(newest, fact.expires ?? 0);
    }
    if (fact.kind !== 'called' || steps[step]?.do !== 'try' || typeof fact.bearer === 'string') return [];
    const isInForce = fact.at < (ends.get(fact.bearer.token) ?? 0);
    if (!isInForce || (fact.served !== 'yes' && fact.served !== 'no')) return [];
    const isServed = fact.served === 'yes';
    if (isOff)
      return [{ opening: 'token.live-when-disabled', observed: isServed ? 'works' : 'refused', at: [step] }];
    const before = facts[step - 1];
    const isNewestServed = before?.kind === 'called' && before.served === 'yes';
    if (!isNewestServed || fact.bearer.token === newest) return [];
    return [{ opening: 'token.older', observed: isServed ? 'works' : 'ends', at: [step - 1, step] }];
  });
}

/** The status of a refusal is an opening as well. */
function noteRefused(
  { tokens, transport }: Deployment,
  { exchanges }: Shown,
  step: number,
  credentials: string,
): void {
  const noted = { 'wrong-api-key': 'refused', 'missing-api-key': 'incomplete' } as const;
  const as = nameIn(noted, credentials);
  if (as === undefined) return;
  const exchange = exchanges[step]?.at(-1);
  const reply = exchange === undefined ? undefined : transport.exchanges[exchange]?.reply;
  if (exchange === undefined || !reply) return;
  tokens[noted[as]] ??= { status: reply.status, json: exactJsonIn(reply.body), exchange };
}
