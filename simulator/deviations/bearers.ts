/**
 * Bearer tokens that are accepted or refused wrongly (section 5). No rule function sees the operation and
 * the token together, so for one operation calls are changed on their way in: a token is removed, or
 * replaced by a valid one.
 */
import { MINUTE } from '../../contracts/kit/durations.ts';
import { type GuardedOperationId, writeOperations } from '../../contracts/specification/operations.ts';
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import type { Call, Handle, Reply } from '../http/call.ts';
import { documentRules, type Rules } from '../options.ts';
import type { Simulator } from '../simulator.ts';
import { bearerOf, endOf, issueToken, operationFinder, tokenIn, withBearer } from './calls.ts';
import { type Affected, type Deviation, type DeviationsOf, type Effects, everywhere } from './deviation.ts';
import { anySpelling, eachSpelling } from './spellings.ts';

/** A token is refused this long before its end: less than clients renew it ahead. */
const TOO_EARLY = 45_000;

/** The token of a call. */
interface Seen {
  /** The Authorization header. */
  header: string | undefined;
  /** `undefined` without the header. */
  bearer: string | undefined;
  /** When it ends; `undefined` for what is not a JWT. */
  endsAt: number | undefined;
  /** Whether it was issued exactly so. */
  genuine: boolean;
  now: number;
}

/** What is done with the header; `hidden`: the call is carried out as with a good one, and then refused. */
type Handling = 'kept' | 'removed' | 'replaced' | 'hidden';

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

/** What a run tries on some operations only, unless it is thorough. */
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

export const authDeviations: DeviationsOf<'auth'> = {
  'auth/bearer-accepted': [
    bearers('refuses a valid token', () => 'removed', { also: ['devices/'] }),
    everywhere('accepts no token', () => ({ bearerToken: () => undefined }), noneAccepted),
    everywhere(
      'reads the token from `Authorization: Token`',
      () => ({ bearerToken: (authorization) => authorization?.match(/^Token (.+)$/)?.[1] }),
      noneAccepted,
    ),
  ],
  'auth/header-required': [
    bearers(
      'answers without an Authorization header',
      ({ bearer }) => (bearer === undefined ? 'replaced' : 'kept'),
      // Neither an empty one nor one of another scheme has a bearer.
      { also: ['auth/garbage-refused'] },
    ),
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
    bearers('accepts any text as a token', ({ bearer, endsAt }) =>
      bearer !== undefined && endsAt === undefined ? 'replaced' : 'kept',
    ),
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
    bearers("does not check a token's signature", ({ endsAt, genuine }) =>
      endsAt !== undefined && !genuine ? 'replaced' : 'kept',
    ),
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
    bearers('refuses a token shortly before it ends', ({ endsAt, now }) =>
      endsAt !== undefined && endsAt > now && endsAt - now <= TOO_EARLY ? 'removed' : 'kept',
    ),
    everywhere('ends a token a minute early', () => ({
      tokenInForce: (expiresAt, now) => now < expiresAt - MINUTE,
    })),
    everywhere('ends a token after half its life', () => ({
      tokenInForce: (expiresAt, now) => now < expiresAt - 30 * MINUTE,
    })),
  ],
  'auth/expired-refused': [
    bearers('accepts a token that has ended', ({ endsAt, genuine, now }) =>
      endsAt !== undefined && genuine && endsAt <= now ? 'replaced' : 'kept',
    ),
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
  'auth/no-way-round': [anySpelling, ...eachSpelling],
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

function bearers(does: string, handling: (seen: Seen) => Handling, effects: Effects = {}): Deviation {
  return {
    does,
    ...effects,
    around:
      ({ operations }) =>
      (handle, simulator) => {
        const operationOf = operationFinder(simulator);
        const book = new Book(handle, simulator);
        return async (call) => {
          const operation = operationOf(call);
          if (operation === undefined || !operations.has(operation)) return book.watched(call);
          const done = handling(book.seen(call));
          if (done === 'kept') return handle(call);
          const refused = withBearer(call, undefined);
          if (done === 'removed') return handle(refused);
          const carriedOut = await handle(withBearer(call, await book.own()));
          return done === 'hidden' ? handle(refused) : carriedOut;
        };
      },
  };
}

/** The tokens that were issued, and one of our own. */
class Book {
  readonly #handle: Handle;
  readonly #simulator: Simulator;
  readonly #issued = new Set<string>();
  #own: { token: string; endsAt: number } | undefined;

  constructor(handle: Handle, simulator: Simulator) {
    this.#handle = handle;
    this.#simulator = simulator;
  }

  /** Handles a call, and notes the token that it issues. */
  async watched(call: Call): Promise<Reply> {
    const reply = await this.#handle(call);
    const token = tokenIn(reply);
    if (token !== undefined) this.#issued.add(token);
    return reply;
  }

  seen(call: Call): Seen {
    const bearer = bearerOf(call);
    const { authorization } = call.headers;
    return {
      header: typeof authorization === 'string' ? authorization : undefined,
      bearer,
      endsAt: bearer === undefined ? undefined : endOf(bearer),
      genuine: bearer !== undefined && this.#issued.has(bearer),
      now: this.#simulator.clock.now(),
    };
  }

  /** A valid token; `undefined` while none is issued. */
  async own(): Promise<string | undefined> {
    if (this.#own && this.#own.endsAt > this.#simulator.clock.now()) return this.#own.token;
    const token = await issueToken(this.#handle, this.#simulator);
    this.#own = token === undefined ? undefined : { token, endsAt: endOf(token) ?? 0 };
    return token;
  }
}
