/** Matchers for the world of a test. All of them are asynchronous: `await expect(world).toHaveSent(…)`. */
import type { expect } from 'vitest';
import { groupWrites } from '../control/filters/requests.ts';
import type { JournalEntry, Message } from '../control/schemas/index.ts';
import { eventually } from './eventually.ts';
import {
  type Condition,
  callKind,
  found,
  messageKind,
  type Result,
  refuseUnknown,
  type State,
} from './sought.ts';
import { TestWorld } from './world.ts';

/**
 * How many are sought, and for how long.
 *
 * @example
 * import { expect } from 'vitest';
 * import { type HowMany, test } from 'roadtest/vitest';
 *
 * const twice: HowMany = { count: 2, within: '5s' };
 * test('waits for what the code under test does by itself', async ({ world }) => {
 *   for (const second of [1, 2]) setTimeout(() => fetch(`${world.baseUrl}/api/devices?${second}`), 10 * second);
 *   await expect(world).toHaveReceivedCall({ operation: 'listDevices', ...twice });
 * });
 */
export interface HowMany {
  /** Exactly so many. Default: at least one. */
  readonly count?: number;
  /** Waits for them so long, in real time, at most 5 minutes: `5s`. Default: looks once. */
  readonly within?: string;
}

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
 *   await world.control.devices.send('dev-1', { channel: 'email' });
 *   await expect(world).toHaveSent({ ...mails, count: 1 });
 * });
 */
export interface MessageSought extends Fields<Omit<Message, 'outcome' | 'reason'>>, HowMany {}

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
export interface CallSought extends Fields<Call>, HowMany {
  /** The id of a device, in the path or among the devices of a group in the body. */
  readonly device?: string | number;
  /** The path without its query; `*` stands for any characters. */
  readonly path?: string;
  /** A field of the JSON in the body: `name`, or with its value `name:North`, where `*` stands for any characters. */
  readonly field?: string;
  /** After this number, or of this instant of the fake clock and later. */
  readonly since?: number | string;
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

/** The result of `expect`. Nothing but a world can be asked. */
type OfWorld<A> = A & (Received<A> extends Pick<TestWorld, 'controlUrl' | 'advance'> ? unknown : never);
/** Spoken of by `expect`: `Assertion` has other type parameters in Vitest 5 than before. */
type Received<A> = A extends ReturnType<typeof expect<infer T>> ? T : never;

declare global {
  namespace Chai {
    /** Every Vitest gives what it expects these members, whatever the type parameters of its own interfaces are. */
    interface Assertion {
      /** Messages were sent; those that were withheld do not count. */
      toHaveSent<A>(this: OfWorld<A>, sought?: MessageSought): Promise<void>;
      /** The public API was called. Fails, also negated, where the journal no longer keeps what it takes to say so: it has the newest 10,000 calls, and the bodies of 1,000. A failure lists the nearest calls first. */
      toHaveReceivedCall<A>(this: OfWorld<A>, sought?: CallSought): Promise<void>;
      /** The clock shows this moment: ISO 8601, a `Date`, or milliseconds since 1970 UTC. */
      toBeAt<A>(this: OfWorld<A>, moment: string | number | Date): Promise<void>;
    }
  }
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
  async toHaveSent(this: State, received: unknown, sought: MessageSought = {}): Promise<Result> {
    const world = worldOf(received);
    refuseUnknown(sought, messageKind);
    // An unknown device would never be found.
    if (typeof sought.deviceId === 'string' || typeof sought.deviceId === 'number')
      await world.control.devices.read(sought.deviceId);
    const { within, ...wanted } = sought;
    return eventually(world, 'messages', within, async () => {
      const { messages, sent, withheld } = await world.control.outbox.list({ limit: 100_000 });
      const entries = messages.filter(({ outcome }) => outcome === 'sent');
      return { ...found(this, messageKind, wanted, entries, shownMessage), sequence: sent + withheld };
    });
  },
  async toHaveReceivedCall(this: State, received: unknown, sought: CallSought = {}): Promise<Result> {
    const world = worldOf(received);
    refuseUnknown(sought, callKind);
    const { within, ...wanted } = sought;
    const { device, path, field, since, ...facts } = wanted;
    const filters = Object.entries({ device, path, field, since });
    return eventually(world, 'requests', within, async () => {
      const { requests, sequence, dropped, bare = 0 } = await world.control.requests.list({ limit: 100_000 });
      const conditions = await Promise.all(
        filters.flatMap(([name, value]) => (value === undefined ? [] : [filteredBy(world, name, value)])),
      );
      const calls = requests.map(({ sequence, operation, request: { method, target, body }, reply }) => {
        return { sequence, operation, method, target, body, status: reply.status };
      });
      const [oldest] = calls;
      const isLate =
        oldest &&
        (Number(since) >= oldest.sequence - 1 ||
          conditions.some(({ name, holds }) => name === 'since' && !holds(oldest)));
      const lost = {
        count: isLate ? 0 : dropped,
        hides: (call: (typeof calls)[number], missed: readonly string[]) =>
          call.sequence <= bare && isInBody(call, missed),
      };
      return { ...found(this, callKind, facts, calls, shownCall, conditions, wanted, lost), sequence };
    });
  },
  async toBeAt(this: State, world: unknown, moment: string | number | Date): Promise<Result> {
    const wanted = new Date(moment);
    if (Number.isNaN(wanted.getTime()))
      throw new TypeError(`${moment} is not a moment. Write 2026-01-05T08:00:00Z.`);
    const { now } = await worldOf(world).control.clock.read();
    return {
      pass: Date.parse(now) === wanted.getTime(),
      message: () => `The clock shows ${now}${this.isNot ? '.' : `, not ${wanted.toISOString()}.`}`,
    };
  },
};

function worldOf(received: unknown): TestWorld {
  if (received instanceof TestWorld) return received;
  throw new TypeError('This matcher takes the world of a test: expect(world).');
}

/** Tells whether all that a call misses may have been in its body. */
function isInBody(
  { method, operation }: Pick<Call, 'method' | 'operation'>,
  missed: readonly string[],
): boolean {
  if (method === 'GET' || missed.length === 0) return false;
  const namesDevices = operation !== null && groupWrites.has(operation);
  return missed.every((name) => name === 'body' || name === 'field' || (name === 'device' && namesDevices));
}

/** The condition that the server finds a call by one of its filters. */
async function filteredBy(world: TestWorld, name: string, value: string | number): Promise<Condition> {
  const { requests } = await world.control.requests.list({ [name]: value, limit: 100_000 });
  const numbers = new Set(requests.map(({ sequence }) => sequence));
  return { name, holds: ({ sequence }) => sequence !== undefined && numbers.has(sequence) };
}

function shownMessage({ channel, recipient, deviceId, subject }: Message): string {
  return `${channel} of ${deviceId} to ${recipient}: ${subject}`;
}

function shownCall({ method, target, status }: Call): string {
  return `${method} ${target}: ${status}`;
}
