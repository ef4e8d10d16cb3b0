/**
 * Bearer tokens that are accepted or refused wrongly (section 5). No rule function sees the operation and
 * the token together, so for one operation calls are changed on their way in: a token is removed, or
 * replaced by a valid one.
 */
import { MINUTE } from '../../contracts/kit/durations.ts';
import { type GuardedOperationId, writeOperations } from '../../contracts/specification/operations.ts';
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import { bearers, type Handling, type Seen } from '../../simulator/deviations/bearers.ts';
import {
  type Affected,
  type Deviation,
  type Effects,
  everywhere,
} from '../../simulator/deviations/deviation.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import type { Further } from './further.ts';
import { eachSpelling } from './spellings.ts';

/** Operations that write what can be read back. */
const leavingTraces = writeOperations.map(({ id }) => id).filter((id) => id !== 'postAlerts');

/** Operations that can be judged although no list can be read: those without an id, and posts to a device that the run has made. */
const judgedWithoutLists = [
  'listDevices',
  'postLocations',
  'postAlerts',
  'listGroups',
  'createGroup',
  'listUsers',
  'createUser',
  'listCountries',
  'listTimeZones',
] as const satisfies readonly GuardedOperationId[];

const noneAccepted: Effects = {
  breaks: judgedWithoutLists.map((operation) => `auth/bearer-accepted/${operation}` as const),
  also: ['auth/bearer-accepted'],
};

/** Deviations that a run looks for on some operations only, unless it is thorough. */
const rarely: readonly Deviation[] = [
  counts('accepts the algorithm `none`', (algorithm) => algorithm === 'none'),
  counts(
    'compares only the start of the signature',
    (algorithm, given, expected) => algorithm === 'HS256' && given.slice(0, 4) === expected.slice(0, 4),
  ),
  counts('accepts the algorithm `NONE`', (algorithm) => algorithm === 'NONE'),
  counts('accepts an empty signature', (_, given) => given === ''),
  counts('compares only as much of the signature as there is', (_, given, expected) =>
    expected.startsWith(given),
  ),
  counts('checks the signatures of its own algorithm alone', (algorithm) => algorithm === 'RS256'),
];

export const authDeviations: Further<'auth'> = {
  'auth/bearer-accepted': [
    everywhere('accepts no token', () => ({ bearerToken: () => undefined }), noneAccepted),
    everywhere(
      'reads the token from `Authorization: Token`',
      () => ({ bearerToken: (authorization) => authorization?.match(/^Token (.+)$/)?.[1] }),
      noneAccepted,
    ),
  ],
  'auth/header-required': [
    carriesOut(
      'auth/header-required',
      'carries out what it refuses for want of a token',
      ({ bearer }) => (bearer === undefined ? 'hidden' : 'kept'),
      // An empty bearer is none.
      ['auth/garbage-refused'],
    ),
    everywhere('needs no token at all', () => ({ needsToken: () => false }), {
      breaks: [
        'auth/header-required',
        'auth/garbage-refused',
        'auth/tampered-refused',
        'auth/expired-refused',
      ],
    }),
  ],
  'auth/garbage-refused': [
    carriesOut(
      'auth/garbage-refused',
      'carries out what it refuses for a made-up token',
      ({ bearer, endsAt }) => (bearer !== undefined && endsAt === undefined ? 'hidden' : 'kept'),
    ),
    otherwise('accepts any Basic credentials', (header) => header.startsWith('Basic ')),
    otherwise('accepts an empty Authorization header', (header) => header.trim() === ''),
    otherwise('accepts what is behind two schemes', (header) => header.startsWith('Bearer Bearer ')),
  ],
  'auth/tampered-refused': [
    carriesOut(
      'auth/tampered-refused',
      'carries out what it refuses for an altered token',
      ({ endsAt, genuine }) => (endsAt !== undefined && !genuine ? 'hidden' : 'kept'),
      // A made-up JWT is one as well.
      ['auth/garbage-refused'],
    ),
    everywhere('checks no signature', () => ({ signatureCounts: () => true }), {
      // So that a made-up JWT is accepted, too.
      also: ['auth/garbage-refused'],
    }),
    ...rarely,
    everywhere('compares only the length of the signature', () => ({
      signatureCounts: (_, given, expected) => given.length === expected.length,
    })),
  ],
  'auth/valid-until-expiry': [
    everywhere('ends a token a minute early', () => ({
      tokenInForce: (expiresAt, now) => now < expiresAt - MINUTE,
    })),
    everywhere('ends a token after half its life', () => ({
      tokenInForce: (expiresAt, now) => now < expiresAt - 30 * MINUTE,
    })),
  ],
  'auth/expired-refused': [
    carriesOut(
      'auth/expired-refused',
      'carries out what it refuses for an expired token',
      ({ endsAt, genuine, now }) => (endsAt !== undefined && genuine && endsAt <= now ? 'hidden' : 'kept'),
    ),
    everywhere('never ends a token', () => ({ tokenInForce: () => true })),
    everywhere('accepts a token for ten seconds too long', () => ({
      tokenInForce: (expiresAt, now) => now < expiresAt + 10_000,
    })),
  ],
  'auth/no-way-round': [...eachSpelling],
};

/** Every operation that writes is carried out, and answered with the refusal. */
function carriesOut(
  rule: RuleId,
  does: string,
  handling: (seen: Seen) => Handling,
  also: readonly Affected[] = [],
): Deviation {
  const breaks = leavingTraces.map((operation) => `${rule}/${operation}` as Affected);
  return bearers(does, handling, { everywhere: true, breaks, also });
}

function counts(does: string, accepts: typeof documentRules.signatureCounts): Deviation {
  const rules = (): Partial<Rules> => ({
    signatureCounts: (...given) => documentRules.signatureCounts(...given) || accepts(...given),
  });
  return { ...everywhere(does, rules), thorough: true };
}

/** An Authorization header of another form is worth a token. */
function otherwise(does: string, accepts: (header: string) => boolean): Deviation {
  const handling = ({ header }: Seen): Handling =>
    header !== undefined && accepts(header) ? 'replaced' : 'kept';
  return { ...bearers(does, handling, { also: ['auth/garbage-refused'] }), thorough: true };
}
