/** Matchers for the world of a test. All of them are asynchronous: `await expect(world).toHaveSent(…)`. */
import type { expect, MatcherState } from 'vitest';
import { ajvWith } from '../../contracts/kit/ajv.ts';
import { integer, orNull, string, type TSchema } from '../../contracts/kit/schema.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { message } from '../control/schemas/fleet.ts';
import type { JournalEntry, Message } from '../control/schemas/index.ts';
import { journalEntry } from '../control/schemas/service.ts';
import { TestWorld } from './world.ts';

type Fields<Facts> = { readonly [Name in keyof Facts]?: unknown };

/**
 * The messages that a test looks for: each field has to be equal, or to match, as `expect.stringContaining(…)` does.
 *
 * @example
 * import { expect } from 'vitest';
 * import { type MessageSought, test } from 'roadtest/vitest';
 *
 * const mails: MessageSought = { channel: 'email', deviceId: 'dev-1' };
 * test('finds messages by any of their fields', async ({ world }) => {
 *   await world.control('POST /devices/{id}/send', { id: 'dev-1', body: { channel: 'email' } });
 *   await expect(world).toHaveSent({ ...mails, count: 1 });
 * });
 */
export interface MessageSought extends Fields<Omit<Message, 'outcome' | 'reason'>> {
  /** Exactly so many. Default: at least one. */
  readonly count?: number;
}

interface Call {
  /** An operation of the document, such as `listDevices`. */
  operation: JournalEntry['operation'];
  method: string;
  /** Path and query, below the world. */
  target: string;
  /** The body of the request, as text. */
  body: string;
  /** The status of the reply. */
  status: number | null;
}

/**
 * The calls of the public API that a test looks for; fields as in `MessageSought`.
 *
 * @example
 * import { expect } from 'vitest';
 * import { type CallSought, test } from 'roadtest/vitest';
 *
 * const refused: CallSought = { operation: 'listDevices', status: 401 };
 * test('sees what a client sent', async ({ world }) => {
 *   await fetch(`${world.baseUrl}/api/devices`);
 *   await expect(world).toHaveReceivedCall(refused);
 * });
 */
export interface CallSought extends Fields<Call> {
  /** Exactly so many. Default: at least one. */
  readonly count?: number;
}

/**
 * The matchers as `expect(world)` has them. They are there where `test` is imported.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test, type WorldMatchers } from 'roadtest/vitest';
 *
 * type Moment = Parameters<WorldMatchers['toBeAt']>[0];
 * const ten: Moment = '2026-01-05T10:00:00Z';
 * test('two hours later', async ({ world }) => {
 *   await world.advance({ by: 'PT2H' });
 *   await expect(world).toBeAt(ten);
 * });
 */
export type WorldMatchers = Pick<Chai.Assertion, 'toHaveSent' | 'toHaveReceivedCall' | 'toBeAt'>;

/** What `expect` gives. Nothing but a world can be asked. */
type OfWorld<A> = A & (Received<A> extends Pick<TestWorld, 'controlUrl' | 'advance'> ? unknown : never);
/** Spoken of by `expect`: `Assertion` has other type parameters in Vitest 5 than before. */
type Received<A> = A extends ReturnType<typeof expect<infer T>> ? T : never;

declare global {
  namespace Chai {
    /** Every Vitest gives what it expects these members, whatever the type parameters of its own interfaces are. */
    interface Assertion {
      /** Messages were sent; those that were withheld do not count. */
      toHaveSent<A>(this: OfWorld<A>, sought?: MessageSought): Promise<void>;
      /** The public API was called. The newest 200 calls are known. */
      toHaveReceivedCall<A>(this: OfWorld<A>, sought?: CallSought): Promise<void>;
      /** The clock shows this moment: ISO 8601, a `Date`, or milliseconds since 1970 UTC. */
      toBeAt<A>(this: OfWorld<A>, moment: string | number | Date): Promise<void>;
    }
  }
}

type State = Pick<MatcherState, 'equals' | 'isNot'>;
interface Result {
  pass: boolean;
  message: () => string;
}

/**
 * The matchers, for an `expect` that is not Vitest's usual one.
 *
 * @example
 * import { expect } from 'vitest';
 * import { test, worldMatchers } from 'roadtest/vitest';
 *
 * expect.extend(worldMatchers);
 * test('nothing was sent yet', async ({ world }) => {
 *   await expect(world).not.toHaveSent();
 * });
 */
export const worldMatchers = {
  async toHaveSent(this: State, world: unknown, sought: MessageSought = {}): Promise<Result> {
    refuseUnknown(sought, messageKind);
    // An unknown device would never be found.
    if (typeof sought.deviceId === 'string' || typeof sought.deviceId === 'number')
      await worldOf(world).control('GET /devices/{id}', { id: sought.deviceId });
    const { messages } = await worldOf(world).control('GET /outbox', { query: { limit: 100_000 } });
    const sent = messages.filter(({ outcome }) => outcome === 'sent');
    return found(
      this,
      messageKind,
      sought,
      sent,
      ({ channel, recipient, deviceId, subject }) => `${channel} of ${deviceId} to ${recipient}: ${subject}`,
    );
  },
  async toHaveReceivedCall(this: State, world: unknown, sought: CallSought = {}): Promise<Result> {
    refuseUnknown(sought, callKind);
    const { requests } = await worldOf(world).control('GET /requests', { query: { limit: 100_000 } });
    const calls = requests.map(
      ({ operation, request: { method, target, body }, reply: { status } }): Call => {
        return { operation, method, target, body, status };
      },
    );
    return found(
      this,
      callKind,
      sought,
      calls,
      ({ method, target, status }) => `${method} ${target}: ${status}`,
    );
  },
  async toBeAt(this: State, world: unknown, moment: string | number | Date): Promise<Result> {
    const wanted = new Date(moment);
    if (Number.isNaN(wanted.getTime()))
      throw new TypeError(`${moment} is not a moment. Write 2026-01-05T08:00:00Z.`);
    const { now } = await worldOf(world).control('GET /clock');
    return {
      pass: Date.parse(now) === wanted.getTime(),
      message: () => `The clock shows ${now}${this.isNot ? '.' : `, not ${wanted.toISOString()}.`}`,
    };
  },
};

/** How many entries a message about them lists. */
const LISTED = 20;

interface Kind {
  what: string;
  /** The facts of a call or message that can be asked, and their possible values. */
  fields: { readonly [name: string]: TSchema };
}

const messageKind: Kind = {
  what: 'message',
  fields: {
    ...message.properties,
    at: string({ pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.source }),
  },
};
const callFields: { readonly [Name in keyof Call]: TSchema } = {
  operation: journalEntry.properties.operation,
  method: string({ pattern: /^[A-Z]+$/.source }),
  target: string({ pattern: /^\//.source }),
  body: string(),
  status: orNull(integer({ minimum: 100, maximum: 599 })),
};
const callKind: Kind = { what: 'call', fields: callFields };
const ajv = ajvWith({});

/** A field that there is not, and a value that it never has, would match nothing: `not` would hold whatever happens. */
function refuseUnknown(sought: object, { what, fields }: Kind): void {
  const known: Kind['fields'] = { count: integer({ minimum: 0 }), ...fields };
  for (const [name, value] of Object.entries(sought)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!schema) {
      const hint = suggestion(name, Object.keys(known)) ?? `It has ${Object.keys(fields).join(', ')}.`;
      throw new TypeError(`A ${what} has no ${quoted(name)}. ${hint}`);
    }
    if (value === undefined || isMatcher(value) || ajv.validate(schema, value)) continue;
    throw new TypeError(`The ${name} of a ${what} is never ${quoted(value)}. ${possible(schema, value)}`);
  }
}

/** Such as `expect.stringContaining('x')`. */
function isMatcher(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
}

function possible(schema: TSchema, value: unknown): string {
  const {
    enum: given,
    pattern,
    type,
  }: { enum?: unknown[]; pattern?: string; type?: string | string[] } = { ...schema };
  if (given) return suggestion(String(value), given.map(String)) ?? `It is one of ${given.join(', ')}.`;
  return pattern === undefined
    ? `It is ${[type ?? 'another value'].flat().join(' or ')}.`
    : `It matches ${pattern}.`;
}

function found<Entry extends object>(
  { equals, isNot }: State,
  kind: Kind,
  sought: { readonly count?: number },
  entries: readonly Entry[],
  shown: (entry: Entry) => string,
): Result {
  const { count, ...fields } = sought;
  const wanted = Object.entries(fields);
  const matching = entries.filter((entry) => {
    const facts = new Map<string, unknown>(Object.entries(entry));
    return wanted.every(([name, value]) => equals(facts.get(name), value));
  });
  return {
    pass: count === undefined ? matching.length > 0 : matching.length === count,
    message() {
      const number = `${isNot ? 'not ' : ''}${count ?? 'at least 1'}`;
      const like = wanted.length === 0 ? '' : ` like ${JSON.stringify(fields)}`;
      const all = entries.slice(-LISTED).map((entry) => `\n  ${shown(entry)}`);
      const left = entries.length > LISTED ? `, of which the last ${LISTED}` : '';
      const list = all.length === 0 ? ' none' : `${left}${all.join('')}`;
      return `Expected ${number} ${kind.what}${like}, found ${matching.length}.\nAll ${entries.length}:${list}`;
    },
  };
}

function worldOf(received: unknown): TestWorld {
  if (received instanceof TestWorld) return received;
  throw new TypeError('This matcher takes the world of a test: expect(world).');
}
