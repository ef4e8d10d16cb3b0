/** Who may call: for all operations at once, and for one alone (sections 4.2 and 5). */
import {
  type GuardedOperationId,
  guardedOperations,
  type JudgedId,
} from '../../../contracts/specification/index.ts';
import { httpRules } from '../../../simulator/http/rules.ts';
import type { Mutant } from '../mutant.ts';
import { type Bearer, judgingBearers } from '../wrappers.ts';

const guarded = guardedOperations.map(({ id }) => id);
const MINUTE = 60_000;

type AuthRule =
  | 'bearer-accepted'
  | 'header-required'
  | 'garbage-refused'
  | 'tampered-refused'
  | 'valid-until-expiry'
  | 'expired-refused';
const everywhere = (rule: AuthRule) =>
  guarded.map((operation) => `auth/${rule}/${operation}`) as [JudgedId, ...JudgedId[]];

/** Those that can be looked at without an id: where no list can be read, no id is known. */
const withoutIds = [
  'listDevices',
  'postLocations',
  'postAlerts',
  'listGroups',
  'createGroup',
  'listUsers',
  'createUser',
  'listCountries',
  'listTimeZones',
] as const satisfies GuardedOperationId[];
const noneAccepted = withoutIds.map((operation) => `auth/bearer-accepted/${operation}` as const) as [
  JudgedId,
  ...JudgedId[],
];

const throughout: readonly Mutant[] = [
  {
    breaks: noneAccepted,
    what: 'no token is accepted',
    rules: () => ({ bearerToken: () => undefined }),
    also: ['auth/bearer-accepted/'],
  },
  {
    breaks: noneAccepted,
    what: 'the token is looked for in `Authorization: Token`',
    rules: () => ({ bearerToken: (authorization) => authorization?.match(/^Token (.+)$/)?.[1] }),
    also: ['auth/bearer-accepted/'],
  },
  {
    breaks: (['header-required', 'garbage-refused', 'tampered-refused', 'expired-refused'] as const).flatMap(
      everywhere,
    ) as [JudgedId, ...JudgedId[]],
    what: 'nothing needs a token',
    rules: () => ({ needsToken: () => false }),
  },
  {
    breaks: everywhere('header-required'),
    what: 'whoever sends no header is let in',
    wrap: () =>
      judgingBearers(
        () => true,
        ({ text }) => text === undefined,
        'a good token',
      ),
  },
  {
    breaks: everywhere('garbage-refused'),
    what: 'any bearer that is no JWT is good',
    wrap: () => judgingBearers(() => true, isGarbage, 'a good token'),
  },
  {
    breaks: everywhere('tampered-refused'),
    what: 'the signature does not count',
    rules: () => ({ signatureCounts: () => true }),
  },
  {
    breaks: everywhere('tampered-refused'),
    what: 'the algorithm `none` is accepted',
    rules: () => ({
      signatureCounts: (algorithm, given, expected) =>
        algorithm === 'none' || httpRules.signatureCounts(algorithm, given, expected),
    }),
  },
  {
    breaks: everywhere('tampered-refused'),
    what: 'only the length of the signature counts',
    rules: () => ({ signatureCounts: (_, given, expected) => given.length === expected.length }),
  },
  {
    breaks: everywhere('valid-until-expiry'),
    what: 'a token ends a minute before it should',
    rules: () => ({ tokenInForce: (expiresAt, now) => now < expiresAt - MINUTE }),
  },
  {
    breaks: everywhere('valid-until-expiry'),
    what: 'a token ends after half its life',
    rules: () => ({ tokenInForce: (expiresAt, now) => now < expiresAt - 30 * MINUTE }),
  },
  {
    breaks: everywhere('expired-refused'),
    what: 'a token never ends',
    rules: () => ({ tokenInForce: () => true }),
  },
  {
    breaks: everywhere('expired-refused'),
    what: 'a token works ten seconds too long',
    rules: () => ({ tokenInForce: (expiresAt, now) => now < expiresAt + 10_000 }),
  },
];

function isGarbage({ text }: Bearer): boolean {
  return text !== undefined && text.split('.').length !== 3;
}

function isTampered({ text, issued, left }: Bearer): boolean {
  return !issued && left !== undefined && text?.split('.').length === 3;
}

interface Defect {
  /** To be read after the name of the operation. */
  does: string;
  hits: (bearer: Bearer) => boolean;
  arrivesWith: 'a good token' | 'none';
  /** What cannot be reached any more through it. */
  also?: readonly string[];
}

const defects: { [R in AuthRule]: Defect } = {
  'bearer-accepted': {
    does: 'takes no token',
    hits: () => true,
    arrivesWith: 'none',
    also: ['devices/'],
  },
  'header-required': {
    does: 'needs no header',
    hits: ({ text }) => text === undefined,
    arrivesWith: 'a good token',
  },
  'garbage-refused': {
    does: 'takes any bearer that is no JWT',
    hits: isGarbage,
    arrivesWith: 'a good token',
  },
  'tampered-refused': { does: 'does not look at signatures', hits: isTampered, arrivesWith: 'a good token' },
  'valid-until-expiry': {
    does: 'refuses tokens in their last minute',
    hits: ({ issued, left }) => issued && left !== undefined && left < 60,
    arrivesWith: 'none',
  },
  'expired-refused': {
    does: 'takes tokens that have ended',
    hits: ({ issued, left }) => issued && left !== undefined && left <= 0,
    arrivesWith: 'a good token',
  },
};

/** A list, one record, a post, a create, a change, a delete, a choice: enough to see that each is judged apart. */
const sample: readonly GuardedOperationId[] = [
  'listDevices',
  'lastLocation',
  'postAlerts',
  'createGroup',
  'listTimeZones',
  'updateUser',
  'deleteUser',
];

function atOne(rule: AuthRule, operation: GuardedOperationId): Mutant {
  const { does, hits, arrivesWith, also } = defects[rule];
  return {
    breaks: [`auth/${rule}/${operation}`],
    what: `${operation} alone ${does}`,
    wrap: () => judgingBearers((one) => one === operation, hits, arrivesWith),
    ...(also && { also }),
  };
}

const apart = (Object.keys(defects) as AuthRule[]).flatMap((rule) =>
  (rule === 'header-required' ? guarded : sample).map((operation) => atOne(rule, operation)),
);

export const bearerMutants: readonly Mutant[] = [...throughout, ...apart];
