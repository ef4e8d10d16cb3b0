/** The bearer token: accepted, required, and nothing but a genuine one (sections 4.2 and 5). */

import { toBase64Url as encoded } from '../../../kit/base64.ts';
import { itemAt } from '../../../kit/items.ts';
import type { GuardedOperationId } from '../../../specification/operations.ts';
import { guardedOperation, guardedOperations } from '../../../specification/operations.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect } from '../../finding.ts';
import { wordsOf } from '../../fingerprint.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { type Alteration, alter, readJwt } from '../../reading/jwt.ts';
import { costOf, touches } from './footprint.ts';
import { allMustBeRefused, answersAlike, type BadManner, mustBeRefused, twins } from './judging.ts';

export const bearerCases = {
  'auth/bearer-accepted': {
    touches,
    cost: (judged) => costOf(judged, 2),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      const served = await context.probes.served(operation);
      const bare = await context.probes.bare(operation);
      if (served.answer.fingerprint !== bare.answer.fingerprint || context.probes.shows(served)) {
        return pass('With a token it is not refused as it is without one.', bare.answer, served.answer);
      }
      return refusedWithToken(context, operation, served);
    },
  },
  'auth/header-required': {
    touches,
    cost: (judged) => costOf(judged, 0),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      const bare = await context.probes.bare(operation);
      return mustBeRefused(context, bare, 'no Authorization header');
    },
  },
  'auth/garbage-refused': {
    touches,
    cost: (judged) => costOf(judged, 1),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      return allMustBeRefused(context, operation, [
        {
          auth: { bearer: `garbage-${context.nonce}`, shownAs: 'never a token' },
          with: 'a bearer that never was a token',
        },
        ...rare(context, operation, neverTokens(context)),
      ]);
    },
  },
  'auth/tampered-refused': {
    touches,
    cost: (judged) => costOf(judged, 1),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      await twins(context, operation);
      for (let attempt = 0; attempt < TOKENS; attempt++) {
        const token = await context.token();
        const jwt = readJwt(token.value);
        if ('fault' in jwt) return inconclusive(`The token ${jwt.fault}: it cannot be altered as a JWT.`);
        const altered = ([alteration, shownAs]: readonly [Alteration, string]): BadManner[] => {
          const bearer = alter[alteration](jwt, context.nonce);
          return bearer === undefined ? [] : [{ auth: { bearer, shownAs }, with: `a token with ${shownAs}` }];
        };
        const drawn = [alterationOf(context, operation), ...rare(context, operation, rareAlterations)];
        const finding = await allMustBeRefused(context, operation, drawn.flatMap(altered));
        // What was altered may have been refused because a newer one had ended it.
        if (finding.verdict !== 'pass' || !context.mayBeEnded(token)) return finding;
      }
      return inconclusive('Newer tokens were issued each time, and may have ended the one that was altered.');
    },
  },
} satisfies Cases;

/** So many tokens are altered where others are issued meanwhile. */
const TOKENS = 6;

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
];

/** One of several that are much alike; a thorough run tries each. */
function oneOf<T>(context: CaseContext, purpose: string, all: readonly T[]): readonly T[] {
  return context.thorough ? all : [context.chance.pick(purpose, all)];
}

function neverTokens(context: CaseContext): readonly BadManner[] {
  const { nonce } = context;
  const encodedText = (text: string) => encoded(new TextEncoder().encode(text));
  const jwt = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce].map(encodedText);
  const garbage = `garbage-${nonce}`;
  const basic = encodedText(`roadtest:${nonce}`);
  return [
    ...oneOf<BadManner>(context, 'nothing for a token', [
      { auth: { bearer: '', plain: true }, with: 'an empty bearer' },
      { auth: { scheme: '', bearer: '', plain: true }, with: 'an empty Authorization header' },
    ]),
    { auth: { bearer: 'null', plain: true }, with: 'the bearer null' },
    { auth: { bearer: `${garbage}, Bearer garbage2-${nonce}` }, with: 'two made-up bearers' },
    { auth: { bearer: jwt.join('.'), shownAs: 'a made-up JWT' }, with: 'a made-up JWT' },
    ...oneOf<BadManner>(context, 'the scheme of a made-up bearer', [
      { auth: { bearer: `Bearer ${garbage}` }, with: 'a made-up bearer behind two schemes' },
      {
        auth: { scheme: 'bearer', bearer: garbage },
        with: 'a made-up bearer with its scheme in small letters',
      },
    ]),
    { auth: { scheme: 'Basic', bearer: basic, plain: true }, with: 'made-up Basic credentials' },
  ];
}

function alterationOf(context: CaseContext, operation: GuardedOperationId): readonly [Alteration, string] {
  return itemAt(alterations, placeOf(context, operation) % alterations.length);
}

/** One of them for an operation, or none; all in a thorough run. */
function rare<T>(context: CaseContext, operation: GuardedOperationId, all: readonly T[]): readonly T[] {
  if (context.thorough) return all;
  const drawn = context.chance.shuffled(`rare ${all.length}`, all).slice(0, all.length / 3);
  const place = placeOf(context, operation);
  return drawn.slice(place, place + 1);
}

/** The place of an operation in an order that is drawn. */
function placeOf({ chance }: CaseContext, operation: GuardedOperationId): number {
  return chance.shuffled('order of operations', guardedOperations).findIndex(({ id }) => id === operation);
}

/** With a token in force it is answered as without any. */
async function refusedWithToken(
  context: CaseContext,
  operation: GuardedOperationId,
  served: Probe,
): Promise<Finding> {
  const { fingerprint } = served.answer;
  const refused =
    fingerprint === (await context.fingerprints.refusal()) ||
    fingerprint === (await context.probes.commonFingerprint());
  const roles = context.profile.openings['auth.roles'];
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
  if (
    sample &&
    !context.profile.samples?.[sample] &&
    fingerprint === (await context.probes.neighbour(operation)).fingerprint
  ) {
    return inconclusive(
      `Every refusal looks alike here: the body of ${operation} may not be good enough.`,
      `samples.${sample}`,
    );
  }
  if (!(await isRefusedForItsToken(context, served))) {
    return inconclusive(
      `${operation} is refused with a fresh token in other words than without one: it may have another cause.`,
    );
  }
  const { answer: again } = await context.probes.send(operation, 'token');
  if (again.fingerprint !== fingerprint) {
    // Another may have taken its place while it was on its way.
    return context.renewalEnds() && !(again.status >= 400 && again.status < 500)
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
async function isRefusedForItsToken(context: CaseContext, { operation, answer }: Probe): Promise<boolean> {
  const words = wordsOf(answer);
  if (words === wordsOf((await context.probes.bare(operation)).answer)) return true;
  const auth = { bearer: `garbage-${context.nonce}` };
  const { probes } = await context.probes.intrude(operation, [{ auth }]);
  return probes.some(({ answer }) => words === wordsOf(answer));
}

/** What of the profile makes the body of an operation a good one. */
function sampleOf(operation: GuardedOperationId): 'location' | 'alert' | 'group' | 'user' | undefined {
  if (operation === 'postLocations') return 'location';
  if (operation === 'postAlerts') return 'alert';
  const written = /^(?:create|replace|update)(Group|User)$/.exec(operation)?.[1];
  return written === 'Group' ? 'group' : written === 'User' ? 'user' : undefined;
}
