/** No other spelling of path or method serves an operation without a valid token (sections 4.2 and 5). */
import { nameIn } from '../../../kit/tables.ts';
import { forgeries } from '../../../specification/dangers/forgeries.ts';
import { guardedOperation, listedBy, operation as operationOf } from '../../../specification/operations.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Intrusion, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { forge, readJwt } from '../../reading/jwt.ts';
import { whereBound } from '../accepted.ts';
import { holdsData, leaksData, showsSameData } from './data.ts';
import { costOf, touches } from './footprint.ts';
import { twins, unlocks } from './judging.ts';
import { WAYS, type WayRound, waysRound } from './ways.ts';

/** Requests of one operation, at most, unless all are asked for: its ways, and the second page of a list. */
const REQUESTS = WAYS + 1;

export const roundCases = {
  'auth/no-way-round': {
    touches,
    cost: (judged) => costOf(judged, REQUESTS),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      const { served, bare } = await twins(context, operation);
      if (context.profile.openings['auth.roles']?.mayNotCall.includes(operation))
        return notApplicable(`The profile says that the account may not call ${operation}.`);
      if (
        bare.effect ||
        (bare.answer.fingerprint !== (await context.fingerprints.refusal()) && context.probes.shows(bare))
      )
        return inconclusive(`${operation} is served without a token: no way round is needed.`);
      const ways = waysRound(context, operation, {
        basePath: context.lens.basePath,
        readOnly: context.readOnly,
        nextPage: await context.probes.nextPage(operation),
        forged: await unsignedToken(context),
      });
      const intrusion = await context.probes.intrude(operation, ways.map(mannerOf));
      return (await breach(context, served, ways, intrusion)) ?? verdict(context, served, intrusion, ways);
    },
  },
} satisfies Cases;

/** Whether an answer to a call without a token, by a way round, is worth one; `undefined`: it does not say. */
export async function isServedBy(context: CaseContext, probe: Probe): Promise<boolean | undefined> {
  const { served } = await twins(context, probe.operation);
  if (await isServed(context, served, probe)) return true;
  const reads = operationOf(probe.operation).method === 'GET';
  const wouldShow =
    context.probes.shows(served) || (reads && holdsData(probe.operation, served.answer, served.id));
  return wouldShow ? false : undefined;
}

/** The token without a signature, by the word of its own header. */
async function unsignedToken(context: CaseContext): Promise<string> {
  const jwt = readJwt((await context.token()).value);
  return 'fault' in jwt ? context.nonce : (forge(jwt, forgeries['the algorithm none']) ?? context.nonce);
}

function mannerOf({ reshape }: WayRound) {
  return { auth: 'none', reshape } as const;
}

/** What of the operation was had without a token. */
async function breach(
  context: CaseContext,
  served: Probe,
  ways: readonly WayRound[],
  { probes, effect }: Intrusion,
): Promise<Finding | undefined> {
  const { operation } = served;
  if (effect) {
    // Several were sent before it was read back: one after the other they show which it was.
    for (const way of ways) {
      const again = await context.probes.intrude(operation, [mannerOf(way)]);
      const [probe] = again.probes;
      if (again.effect && probe)
        return breached(served, probe, way, `it was carried out: ${again.effect.what}`);
    }
    return suspect(
      `${operation} had its effect once without a token, and not again: ${effect.what}.`,
      effect,
    );
  }
  for (const [index, probe] of probes.entries()) {
    const way = ways[index];
    if (way && ((await isServed(context, served, probe)) || (await leaksData(context, served, probe))))
      return breached(served, probe, way, `it shows what it shows to a good token`);
  }
  return undefined;
}

/** Whether protected data is in an answer. Of a write that can be read back the effect alone counts. */
async function isServed(context: CaseContext, served: Probe, probe: Probe): Promise<boolean> {
  const { operation, answer } = probe;
  if (answer.fingerprint === (await context.fingerprints.refusal())) return false;
  if (operationOf(operation).method === 'GET')
    return context.probes.shows(probe) || showsSameData(context, served, probe);
  const posts = operation === 'postLocations' || operation === 'postAlerts';
  if (!posts || answer.fingerprint !== served.answer.fingerprint || !context.probes.shows(probe))
    return false;
  return answer.fingerprint !== (await context.probes.neighbour(operation)).fingerprint;
}

function breached(served: Probe, { operation, answer }: Probe, { by }: WayRound, what: string): Finding {
  return fail(
    `${operation} not to be served by ${by} without a token`,
    `${what}; it got ${describeAnswer(answer)}`,
    served.answer,
    answer,
  );
}

function verdict(
  context: CaseContext,
  served: Probe,
  { read, probes }: Intrusion,
  ways: readonly WayRound[],
): Finding {
  const { operation, answer, id } = served;
  const reads = operationOf(operation).method === 'GET';
  const wouldShow = context.probes.shows(served) || (reads ? holdsData(operation, answer, id) : read);
  if (!wouldShow && isEmpty(context, served))
    return inconclusive(`${operation} shows nothing, even with a good token.`, 'account');
  if (!wouldShow)
    return inconclusive(
      `It cannot be seen whether ${operation} did its work, even with a good token.`,
      ...unlocks(operation),
    );
  const names = [...new Set(ways.map(({ by }) => by))].join(', ');
  return pass(
    `It is not served without a token, tried by ${names}.`,
    answer,
    ...probes.map((probe) => probe.answer),
  );
}

/** Whether a list was answered as the profile has it, with nothing in it. */
function isEmpty({ lens, profile }: CaseContext, { operation, answer }: Probe): boolean {
  const { openings } = profile;
  const asked = { postLocations: 'locations', postAlerts: 'alerts' } as const;
  const posted = nameIn(asked, operation);
  const plain = nameIn(listedBy, operation);
  if (posted && openings[`${asked[posted]}.purpose`]?.does !== 'query') return false;
  const list = posted ? asked[posted] : plain && listedBy[plain];
  if (list === undefined || answer.status !== openings['operations.status']?.[operation]) return false;
  return whereBound(false, () => {
    const { records, issues } = lens.list(list).read(answer.json);
    return issues.length === 0 && records.length === 0;
  });
}
