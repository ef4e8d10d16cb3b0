/** What can be expected of the world of a test. All of them are asynchronous: `await expect(world).toHaveSent(…)`. */
import type { MatcherState } from 'vitest';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { message } from '../control/schemas/fleet.ts';
import type { JournalEntry, Message } from '../control/schemas/index.ts';
import { TestWorld } from './world.ts';

type Fields<Facts> = { readonly [Name in keyof Facts]?: unknown };

/**
 * Which messages a test looks for: each field has to be equal, or to match, as `expect.stringContaining(…)` does.
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
  /** Of the reply. */
  status: number | null;
}

/**
 * Which calls of the public API a test looks for; fields as in `MessageSought`.
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
 * import { test, type TestWorld, type WorldMatchers } from 'roadtest/vitest';
 *
 * type Moment = Parameters<WorldMatchers<TestWorld>['toBeAt']>[0];
 * const ten: Moment = '2026-01-05T10:00:00Z';
 * test('two hours later', async ({ world }) => {
 *   await world.advance({ by: 'PT2H' });
 *   await expect(world).toBeAt(ten);
 * });
 */
export interface WorldMatchers<T> {
  /** Messages were sent; those that were withheld do not count. */
  toHaveSent: Of<T, (sought?: MessageSought) => Promise<void>>;
  /** The public API was called. The newest 200 calls are known. */
  toHaveReceivedCall: Of<T, (sought?: CallSought) => Promise<void>>;
  /** The clock shows this moment: ISO 8601, a `Date`, or milliseconds since 1970 UTC. */
  toBeAt: Of<T, (moment: string | number | Date) => Promise<void>>;
}

/** Nothing but a world can be asked. */
type Of<T, Matcher> = T extends Pick<TestWorld, 'controlUrl' | 'advance'> ? Matcher : never;

declare module 'vitest' {
  interface Assertion<T> extends WorldMatchers<T> {}
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
    const { messages } = await worldOf(world).control('GET /outbox', { query: { limit: 100_000 } });
    const sent = messages.filter(({ outcome }) => outcome === 'sent');
    return found(
      this,
      { what: 'message', fields: Object.keys(message.properties) },
      sought,
      sent,
      ({ channel, recipient, deviceId, subject }) => `${channel} of ${deviceId} to ${recipient}: ${subject}`,
    );
  },
  async toHaveReceivedCall(this: State, world: unknown, sought: CallSought = {}): Promise<Result> {
    const { requests } = await worldOf(world).control('GET /requests', { query: { limit: 100_000 } });
    const calls = requests.map(
      ({ operation, request: { method, target, body }, reply: { status } }): Call => {
        return { operation, method, target, body, status };
      },
    );
    return found(
      this,
      { what: 'call', fields: callFields },
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

const callFields = ['operation', 'method', 'target', 'body', 'status'] satisfies (keyof Call)[];

interface Kind {
  what: string;
  /** What can be asked of one. */
  fields: readonly string[];
}

/** A field that there is not would never match: `not` would hold for it whatever happens. */
function refuseUnknown(sought: object, { what, fields }: Kind): void {
  const known = ['count', ...fields];
  const unknown = Object.keys(sought).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = suggestion(unknown, known) ?? `It has ${fields.join(', ')}.`;
  throw new TypeError(`A ${what} has no ${quoted(unknown)}. ${hint}`);
}

function found<Entry extends object>(
  { equals, isNot }: State,
  kind: Kind,
  sought: { readonly count?: number },
  entries: readonly Entry[],
  shown: (entry: Entry) => string,
): Result {
  refuseUnknown(sought, kind);
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
