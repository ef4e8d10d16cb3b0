/** The bearer token: accepted, required, and nothing but a genuine one (sections 4.2 and 5). */

import { toBase64Url as encoded } from '../../../kit/base64.ts';
import { itemAt } from '../../../kit/items.ts';
import type { GuardedOperationId } from '../../../specification/operations.ts';
import { guardedOperation, guardedOperations } from '../../../specification/operations.ts';
import type { Cases } from '../../case.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect } from '../../finding.ts';
import type { Kit, Probe } from '../../kit.ts';
import { wordsOf } from '../../looks.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { type Alteration, alter, readJwt } from '../../reading/jwt.ts';
import { costOf, touches } from './footprint.ts';
import { allMustBeRefused, answersAlike, type BadManner, mustBeRefused } from './judging.ts';

export const bearerCases = {
  'auth/bearer-accepted': {
    touches,
    cost: (judged) => costOf(judged, 2),
    async judge(kit, judged) {
      const operation = guardedOperation(judged.operation);
      const served = await kit.probes.served(operation);
      const bare = await kit.probes.bare(operation);
      if (served.answer.look !== bare.answer.look || kit.probes.shows(served)) {
        return pass('With a token it is not refused as it is without one.', bare.answer, served.answer);
      }
      return refusedWithToken(kit, operation, served);
    },
  },
  'auth/header-required': {
    touches,
    cost: (judged) => costOf(judged, 0),
    async judge(kit, judged) {
      const operation = guardedOperation(judged.operation);
      const bare = await kit.probes.bare(operation);
      return mustBeRefused(kit, bare, 'no Authorization header');
    },
  },
  'auth/garbage-refused': {
    touches,
    cost: (judged) => costOf(judged, 1),
    async judge(kit, judged) {
      const operation = guardedOperation(judged.operation);
      return allMustBeRefused(kit, operation, [
        {
          auth: { bearer: `garbage-${kit.nonce}`, shownAs: 'never a token' },
          with: 'a bearer that never was a token',
        },
        ...rare(kit, operation, neverTokens(kit)),
      ]);
    },
  },
  'auth/tampered-refused': {
    touches,
    cost: (judged) => costOf(judged, 1),
    async judge(kit, judged) {
      const operation = guardedOperation(judged.operation);
      const { value } = await kit.token();
      const jwt = readJwt(value);
      if ('fault' in jwt) return inconclusive(`The token ${jwt.fault}: it cannot be altered as a JWT.`);
      const altered = ([alteration, shownAs]: readonly [Alteration, string]): BadManner[] => {
        const bearer = alter[alteration](jwt, kit.nonce);
        return bearer === undefined ? [] : [{ auth: { bearer, shownAs }, with: `a token with ${shownAs}` }];
      };
      const drawn = [alterationOf(kit, operation), ...rare(kit, operation, rareAlterations)];
      return allMustBeRefused(kit, operation, drawn.flatMap(altered));
    },
  },
} satisfies Cases;

/** By each of them it shows whether the signature is checked at all: an operation gets one. */
const alterations: readonly (readonly [Alteration, string])[] = [
  ['payload', 'another payload'],
  ['signature', 'another signature'],
];

/** Some of them are drawn, each for one operation. */
const rareAlterations: readonly (readonly [Alteration, string])[] = [
  ['algorithm', 'the algorithm none'],
  ['None', 'the algorithm None'],
  ['NONE', 'the algorithm NONE'],
  ['unsigned', 'an empty signature'],
  ['two parts', 'no signature'],
  ['confused', 'an algorithm of another kind and an empty signature'],
  ['letter case', 'a signature in other letters'],
  ['cut', 'a signature cut short'],
  ['lengthened', 'a fourth part'],
];

/** One of several that are much alike; a thorough run tries each. */
function oneOf<T>(kit: Kit, purpose: string, all: readonly T[]): readonly T[] {
  return kit.thorough ? all : [kit.chance.pick(purpose, all)];
}

function neverTokens(kit: Kit): readonly BadManner[] {
  const { nonce } = kit;
  const encodedText = (text: string) => encoded(new TextEncoder().encode(text));
  const jwt = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce].map(encodedText);
  const garbage = `garbage-${nonce}`;
  const basic = encodedText(`roadtest:${nonce}`);
  return [
    ...oneOf<BadManner>(kit, 'nothing for a token', [
      { auth: { bearer: '', plain: true }, with: 'an empty bearer' },
      { auth: { scheme: '', bearer: '', plain: true }, with: 'an empty Authorization header' },
    ]),
    { auth: { bearer: 'null', plain: true }, with: 'the bearer null' },
    { auth: { bearer: `${garbage}, Bearer garbage2-${nonce}` }, with: 'two made-up bearers' },
    { auth: { bearer: jwt.join('.'), shownAs: 'a made-up JWT' }, with: 'a made-up JWT' },
    ...oneOf<BadManner>(kit, 'the scheme of a made-up bearer', [
      { auth: { bearer: `Bearer ${garbage}` }, with: 'a made-up bearer behind two schemes' },
      {
        auth: { scheme: 'bearer', bearer: garbage },
        with: 'a made-up bearer with its scheme in small letters',
      },
    ]),
    { auth: { scheme: 'Basic', bearer: basic, plain: true }, with: 'made-up Basic credentials' },
  ];
}

function alterationOf(kit: Kit, operation: GuardedOperationId): readonly [Alteration, string] {
  return itemAt(alterations, placeOf(kit, operation) % alterations.length);
}

/** One of them for an operation, or none; all in a thorough run. */
function rare<T>(kit: Kit, operation: GuardedOperationId, all: readonly T[]): readonly T[] {
  if (kit.thorough) return all;
  const drawn = kit.chance.shuffled(`rare ${all.length}`, all).slice(0, all.length / 3);
  const place = placeOf(kit, operation);
  return drawn.slice(place, place + 1);
}

/** Where an operation stands in an order that is drawn. */
function placeOf({ chance }: Kit, operation: GuardedOperationId): number {
  return chance.shuffled('order of operations', guardedOperations).findIndex(({ id }) => id === operation);
}

/** With a token in force it is answered as without any. */
async function refusedWithToken(kit: Kit, operation: GuardedOperationId, served: Probe): Promise<Finding> {
  const { look } = served.answer;
  const refused = look === (await kit.looks.refusal()) || look === (await kit.probes.allAlike());
  const roles = kit.profile.openings['auth.roles'];
  if (!refused || !served.good) return answersAlike(served, 'without a token');
  if (!roles)
    return inconclusive(
      `${operation} is refused with a fresh token: the account may not call it, it seems.`,
      'auth.roles',
    );
  if (roles.mayNotCall.includes(operation)) {
    return notApplicable(`The profile says that the account may not call ${operation}.`);
  }
  const sample = sampleOf(operation);
  if (sample && !kit.profile.samples?.[sample] && look === (await kit.probes.neighbour(operation)).look) {
    return inconclusive(
      `Every refusal looks alike here: the body of ${operation} may not be good enough.`,
      `samples.${sample}`,
    );
  }
  if (!(await isRefusedForItsToken(kit, served))) {
    return inconclusive(
      `${operation} is refused with a fresh token in other words than without one: it may have another cause.`,
    );
  }
  const { answer: again } = await kit.probes.send(operation, 'token');
  if (again.look !== look) {
    // Another may have taken its place while it was on its way.
    return kit.renewalEnds() && !(again.status >= 400 && again.status < 500)
      ? pass('With a token it is not refused as it is without one.', served.answer, again)
      : suspect(`${operation} was refused with a fresh token once, and then was not.`, served.answer, again);
  }
  return fail(
    'a fresh token to be accepted',
    `${operation} refuses it as it refuses a request without one: ${describeAnswer(served.answer)}`,
    served.answer,
  );
}

/** Where every refusal looks alike, its words still show what it is about. */
async function isRefusedForItsToken(kit: Kit, { operation, answer }: Probe): Promise<boolean> {
  const words = wordsOf(answer);
  if (words === wordsOf((await kit.probes.bare(operation)).answer)) return true;
  const auth = { bearer: `garbage-${kit.nonce}` };
  const { probes } = await kit.probes.intrude(operation, [{ auth }]);
  return probes.some(({ answer }) => words === wordsOf(answer));
}

/** What of the profile makes the body of an operation a good one. */
function sampleOf(operation: GuardedOperationId): 'location' | 'alert' | 'group' | 'user' | undefined {
  if (operation === 'postLocations') return 'location';
  if (operation === 'postAlerts') return 'alert';
  const written = /^(?:create|replace|update)(Group|User)$/.exec(operation)?.[1];
  return written === 'Group' ? 'group' : written === 'User' ? 'user' : undefined;
}
