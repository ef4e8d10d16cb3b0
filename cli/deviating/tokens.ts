/**
 * Bearer tokens that count for too much or too little (section 5), operation by operation. No rule
 * function is told the operation and the token together, so calls are changed on their way in: a
 * token is taken away, or one that is good is put in its place.
 */
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Deviate, DeviationsOf, Scope } from './deviation.ts';

const MINUTE = 60_000;
/** So long before its end a token is refused: less than anybody renews it ahead. */
const TOO_EARLY = 45_000;

/** A token in a call, as the deviations see it. */
interface Seen {
  /** What stands after `Bearer`; `undefined` without the header. */
  bearer: string | undefined;
  /** When it ends, of a JWT; `undefined` for anything else. */
  endsAt: number | undefined;
  /** Whether it is as it was issued. */
  genuine: boolean;
  now: number;
}

/** What becomes of the header: it stays, it is taken away, or it is put right. */
type Verdict = 'stays' | 'dropped' | 'put-right';

export const authDeviations: DeviationsOf<'auth'> = {
  'auth/bearer-accepted': bearers('refuses a token that is in force', () => 'dropped'),
  'auth/header-required': bearers('answers without an Authorization header', ({ bearer }) =>
    bearer === undefined ? 'put-right' : 'stays',
  ),
  'auth/garbage-refused': bearers('takes any bearer for a token', ({ bearer, endsAt }) =>
    bearer !== undefined && endsAt === undefined ? 'put-right' : 'stays',
  ),
  'auth/tampered-refused': bearers("does not look at a token's signature", ({ endsAt, genuine }) =>
    endsAt !== undefined && !genuine ? 'put-right' : 'stays',
  ),
  'auth/valid-until-expiry': bearers('refuses a token before it ends', ({ endsAt, now }) =>
    endsAt !== undefined && endsAt > now && endsAt - now <= TOO_EARLY ? 'dropped' : 'stays',
  ),
  'auth/expired-refused': bearers('takes a token that has ended', ({ endsAt, genuine, now }) =>
    endsAt !== undefined && genuine && endsAt <= now ? 'put-right' : 'stays',
  ),
};

function bearers(does: string, judge: (seen: Seen) => Verdict): Deviate {
  return (scope) => ({
    does,
    around: (handle, simulator) => {
      const book = new Book(handle, simulator);
      return async (call) => {
        if (!concerns(scope, call, simulator)) return book.watched(call);
        const verdict = judge(book.seen(call));
        if (verdict === 'stays') return handle(call);
        return handle(withBearer(call, verdict === 'dropped' ? undefined : await book.own()));
      };
    },
  });
}

/** A token that is issued while another is in force works a minute later. */
export const renewedTokensWait: Deviate = () => ({
  does: 'lets a renewed token wait a minute before it works',
  around: (handle, simulator) => {
    const startsAt = new Map<string, number>();
    let inForceUntil = 0;
    return async (call) => {
      const now = simulator.clock.now();
      if ((startsAt.get(bearerOf(call) ?? '') ?? now) > now) return handle(withBearer(call, undefined));
      const reply = await handle(call);
      const token = tokenIn(reply);
      if (token !== undefined) {
        if (inForceUntil > now) startsAt.set(token, now + MINUTE);
        inForceUntil = Math.max(inForceUntil, endOf(token) ?? 0);
      }
      return reply;
    };
  },
});

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

  /** Handles a call, and notes the token where one is issued. */
  async watched(call: Call): Promise<Reply> {
    const reply = await this.#handle(call);
    const token = tokenIn(reply);
    if (token !== undefined) this.#issued.add(token);
    return reply;
  }

  seen(call: Call): Seen {
    const bearer = bearerOf(call);
    return {
      bearer,
      endsAt: bearer === undefined ? undefined : endOf(bearer),
      genuine: bearer !== undefined && this.#issued.has(bearer),
      now: this.#simulator.clock.now(),
    };
  }

  /** A token in force; `undefined` while none is issued. */
  async own(): Promise<string | undefined> {
    const { clock, fleet, profile } = this.#simulator;
    if (this.#own && this.#own.endsAt > clock.now()) return this.#own.token;
    const { userName, apiKey } = fleet.account;
    const reply = await this.#handle({
      method: 'POST',
      target: `${profile.basePath}/api/Auth/Token`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, apiKey }),
    });
    const token = tokenIn(reply);
    this.#own = token === undefined ? undefined : { token, endsAt: endOf(token) ?? 0 };
    return token;
  }
}

const patterns = operations.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function concerns({ operations: wanted }: Scope, call: Call, { profile }: Simulator): boolean {
  const path = call.target.split('?', 1)[0] ?? '';
  if (!path.startsWith(profile.basePath)) return false;
  const below = path.slice(profile.basePath.length);
  // The fixed paths stand before those with an id in the table: `users/countries` is no user.
  const found = patterns.find(({ method, pattern }) => method === call.method && pattern.test(below));
  return found !== undefined && wanted.has(found.id as OperationId);
}

function bearerOf({ headers }: Call): string | undefined {
  const { authorization } = headers;
  return typeof authorization === 'string' ? /^bearer (.*)$/i.exec(authorization)?.[1] : undefined;
}

function withBearer(call: Call, token: string | undefined): Call {
  const { authorization: _, ...headers } = call.headers;
  return {
    ...call,
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
  };
}

function tokenIn({ body }: Reply): string | undefined {
  if (!body.includes('"token"')) return undefined;
  const { token } = JSON.parse(body) as { token?: unknown };
  return typeof token === 'string' ? token : undefined;
}

/** `exp` of a JWT, in milliseconds. */
function endOf(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
