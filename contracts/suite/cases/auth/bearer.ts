/** The bearer token: accepted, required, and nothing but a genuine one (sections 4.2 and 5). */

import { toBase64, toBase64Url } from '../../../kit/base64.ts';
import { entriesOf, mapTable } from '../../../kit/tables.ts';
import { type MadeUp, madeUpBearers } from '../../../specification/dangers/bearers.ts';
import { type Forgery, forgeries } from '../../../specification/dangers/forgeries.ts';
import type { GuardedOperationId } from '../../../specification/operations.ts';
import { guardedOperation, guardedOperations } from '../../../specification/operations.ts';
import type { Auth } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect } from '../../finding.ts';
import { wordsOf } from '../../fingerprint.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { forge, type Jwt, readJwt } from '../../reading/jwt.ts';
import { costOf, touches } from './footprint.ts';
import { allMustBeRefused, answersAlike, type BadManner, mustBeRefused, twins } from './judging.ts';
import { mostOf, spreadOver } from './spread.ts';

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
    cost: (judged) => costOf(judged, 1 + mostOf(madeUp.length)),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      return allMustBeRefused(context, operation, [
        {
          auth: { bearer: `garbage-${context.nonce}`, shownAs: 'never a token' },
          with: 'a bearer that never was a token',
        },
        ...spreadOver(context, operation, 'made-up bearers', neverTokensFor(context)),
      ]);
    },
  },
  'auth/tampered-refused': {
    touches,
    cost: (judged) => costOf(judged, 1 + mostOf(forged.length)),
    async judge(context, judged) {
      const operation = guardedOperation(judged.operation);
      await twins(context, operation);
      for (let attempt = 0; attempt < TOKENS; attempt++) {
        const token = await context.token();
        const jwt = readJwt(token.value);
        if ('fault' in jwt) return inconclusive(`The token ${jwt.fault}: it cannot be altered as a JWT.`);
        const manners = forgedFor(context, operation, jwt);
        const finding = await allMustBeRefused(context, operation, manners);
        // What was altered may have been refused because a newer one had ended it.
        if (finding.verdict !== 'pass' || !(await context.mayBeEnded(token))) return finding;
      }
      return inconclusive('Newer tokens were issued each time, and may have ended the one that was altered.');
    },
  },
} satisfies Cases;

/** So many tokens are altered where others are issued meanwhile. */
const TOKENS = 6;

/** By each of them it shows whether the signature is checked at all: every operation gets one. */
const plain: readonly string[] = ['another payload', 'another signature'];
const forged = entriesOf<string, Forgery>(forgeries);
/** Forgeries of a token for an operation, as far as they make another of it. */
function forgedFor(context: CaseContext, operation: GuardedOperationId, jwt: Jwt): BadManner[] {
  const made = forged.flatMap(([shownAs, forgery]): BadManner[] => {
    const bearer = forge(jwt, forgery);
    return bearer === undefined ? [] : [{ auth: { bearer, shownAs }, with: `a token with ${shownAs}` }];
  });
  if (context.thorough) return made;
  const isPlain = (manner: BadManner) => plain.some((name) => manner.with.endsWith(` ${name}`));
  const place = context.chance
    .shuffled('plain forgeries', guardedOperations)
    .findIndex(({ id }) => id === operation);
  const always = made.filter(isPlain);
  const others = made.filter((manner) => !isPlain(manner));
  return [
    ...always.filter((_, index) => index === place % always.length),
    ...spreadOver(context, operation, 'forgeries', others),
  ];
}

type MadeUpAuth = (nonce: string) => Exclude<Auth, string>;

/** What never was a token, by what it is. */
export const neverTokens: { readonly [N in keyof typeof madeUpBearers | 'a made-up JWT']: MadeUpAuth } = {
  ...mapTable<keyof typeof madeUpBearers, MadeUp, MadeUpAuth>(madeUpBearers, authOf),
  'a made-up JWT': (nonce) => {
    const parts = ['{"alg":"HS256","typ":"JWT"}', `{"sub":"${nonce}","exp":4102444800}`, nonce];
    const bearer = parts.map((part) => toBase64Url(utf8(part))).join('.');
    return { bearer, shownAs: 'a made-up JWT' };
  },
};

const madeUp = entriesOf(neverTokens);

function authOf({ scheme, value, encoded }: MadeUp): MadeUpAuth {
  return (nonce) => ({
    bearer(userName) {
      const text = value.replaceAll('{garbage}', `garbage-${nonce}`).replaceAll('{name}', userName);
      return encoded ? toBase64(utf8(text)) : text;
    },
    ...(!value.includes('{garbage}') && { plain: true as const }),
    ...(scheme !== undefined && { scheme }),
  });
}

function neverTokensFor({ nonce }: CaseContext): BadManner[] {
  return madeUp.map(([what, auth]) => ({ auth: auth(nonce), with: what }));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
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
