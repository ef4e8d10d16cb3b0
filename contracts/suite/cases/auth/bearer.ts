/** The bearer token: accepted, required, and nothing but a genuine one (sections 4.2 and 5). */

import { toBase64Url as encoded } from '../../../kit/base64.ts';
import { itemAt } from '../../../kit/items.ts';
import { entriesOf } from '../../../kit/tables.ts';
import type { GuardedOperationId } from '../../../specification/operations.ts';
import { guardedOperation, guardedOperations } from '../../../specification/operations.ts';
import type { Auth } from '../../answer.ts';
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
        ...rare(context, operation, drawnNeverTokens(context)),
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
        const altered = ([shownAs, alteration]: readonly [string, Alteration]): BadManner[] => {
          const bearer = alter[alteration](jwt, context.nonce);
          return bearer === undefined ? [] : [{ auth: { bearer, shownAs }, with: `a token with ${shownAs}` }];
        };
        const drawn = [
          alterationOf(context, operation),
          ...rare(context, operation, Object.entries(rareAlterations)),
        ];
        const finding = await allMustBeRefused(context, operation, drawn.flatMap(altered));
        // What was altered may have been refused because a newer one had ended it.
        if (finding.verdict !== 'pass' || !(await context.mayBeEnded(token))) return finding;
      }
      return inconclusive('Newer tokens were issued each time, and may have ended the one that was altered.');
    },
  },
} satisfies Cases;

/** So many tokens are altered where others are issued meanwhile. */
const TOKENS = 6;

/** By each of them it shows whether the signature is checked at all: an operation gets one. */
const alterations = {
  'another payload': 'payload',
  'another signature': 'signature',
} as const satisfies { readonly [shownAs: string]: Alteration };

/** Some of them are drawn, each for one operation. */
const rareAlterations = {
  'the algorithm none': 'algorithm',
  'the algorithm None': 'None',
  'the algorithm NONE': 'NONE',
  'an empty signature': 'unsigned',
  'no signature': 'two parts',
  'an algorithm of another kind and an empty signature': 'confused',
  'a signature in other letters': 'letter case',
  'a signature cut short': 'cut',
} as const satisfies { readonly [shownAs: string]: Alteration };

/** Each way to alter a token, by how it is shown. */
export const alteredBearers = { ...alterations, ...rareAlterations };

/** One of several that are much alike; a thorough run tries each. */
function oneOf<T>(context: CaseContext, purpose: string, all: readonly T[]): readonly T[] {
  return context.thorough ? all : [context.chance.pick(purpose, all)];
}

/** What never was a token, by what it is. */
export const neverTokens = {
  'an empty bearer': () => ({ bearer: '', plain: true }),
  'an empty Authorization header': () => ({ scheme: '', bearer: '', plain: true }),
  'the bearer null': () => ({ bearer: 'null', plain: true }),
  'two made-up bearers': (nonce) => ({ bearer: `garbage-${nonce}, Bearer garbage2-${nonce}` }),
  'a made-up JWT': (nonce) => {
    const parts = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce];
    return { bearer: parts.map(encodedText).join('.'), shownAs: 'a made-up JWT' };
  },
  'a made-up bearer behind two schemes': (nonce) => ({ bearer: `Bearer garbage-${nonce}` }),
  'a made-up bearer with its scheme in small letters': (nonce) => ({
    scheme: 'bearer',
    bearer: `garbage-${nonce}`,
  }),
  'made-up Basic credentials': (nonce) => ({
    scheme: 'Basic',
    bearer: encodedText(`roadtest:${nonce}`),
    plain: true,
  }),
} as const satisfies { readonly [what: string]: (nonce: string) => Exclude<Auth, string> };

function encodedText(text: string): string {
  return encoded(new TextEncoder().encode(text));
}

/** Of those that are much alike one. */
function drawnNeverTokens(context: CaseContext): readonly BadManner[] {
  const manners = entriesOf<keyof typeof neverTokens, (nonce: string) => Exclude<Auth, string>>(
    neverTokens,
  ).map(([what, auth]): BadManner => ({ auth: auth(context.nonce), with: what }));
  const of = (...names: readonly (keyof typeof neverTokens)[]) =>
    manners.filter((manner) => names.some((name) => name === manner.with));
  return [
    ...oneOf(context, 'nothing for a token', of('an empty bearer', 'an empty Authorization header')),
    ...of('the bearer null', 'two made-up bearers', 'a made-up JWT'),
    ...oneOf(
      context,
      'the scheme of a made-up bearer',
      of('a made-up bearer behind two schemes', 'a made-up bearer with its scheme in small letters'),
    ),
    ...of('made-up Basic credentials'),
  ];
}

function alterationOf(context: CaseContext, operation: GuardedOperationId): readonly [string, Alteration] {
  const all = Object.entries(alterations);
  return itemAt(all, placeOf(context, operation) % all.length);
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
export async function refusedWithToken(
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
    return (await context.renewalEnds()) && !(again.status >= 400 && again.status < 500)
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
