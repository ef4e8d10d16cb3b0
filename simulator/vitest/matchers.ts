/** Matchers for the world of a test. All of them are asynchronous: `await expect(world).toHaveSent(…)`. */
import type { expect, MatcherState } from 'vitest';
import { checkOptions, type OptionNames } from '../../contracts/kit/option-names.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { ControlRefused } from '../control/client/call.ts';
import type { RequestFilter } from '../control/filters/requests.ts';
import { requestFields } from '../control/schemas/calls.ts';
import type { BodyOf, JournalEntry, Message } from '../control/schemas/index.ts';
import { type Channel, channels } from '../fleet/types.ts';
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

/**
 * The messages that a test looks for. In texts `*` stands for any characters.
 *
 * @example
 * import { expect } from 'vitest';
 * import { type MessageSought, test } from 'roadtest/vitest';
 *
 * const mails: MessageSought = { channel: 'email', deviceId: 'dev-1' };
 * test('finds messages by their fields', async ({ world }) => {
 *   await world.control.devices.send('dev-1', { channel: 'email' });
 *   await expect(world).toHaveSent({ ...mails, subject: 'Message from *', count: 1 });
 * });
 */
export interface MessageSought extends HowMany {
  readonly deviceId?: string | number;
  readonly channel?: Channel;
  readonly recipient?: string;
  readonly subject?: string;
}

/**
 * The calls of the public API that a test looks for, by the filters of the journal.
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
export interface CallSought extends HowMany, Omit<RequestFilter, 'limit'> {}

const messageNames: OptionNames<MessageSought> = {
  ...{ deviceId: true, channel: true, recipient: true, subject: true },
  ...{ count: true, within: true },
};
const { limit: _limit, ...filters } = requestFields;
const callNames = { ...filters, count: true, within: true };

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
      /** The public API was called. Fails, also negated, where the journal no longer keeps what it takes to say so: it has the newest 10,000 calls, and the bodies of 1,000. A failure names the nearest calls. */
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
    checkOptions(sought, messageNames, 'toHaveSent');
    const { deviceId, count, within, ...texts } = sought;
    const fields = Object.entries(texts).filter(([, text]) => text !== undefined);
    // Values that no message has would never be found: `not` would hold whatever happens.
    for (const [name, text] of fields)
      if (typeof text !== 'string')
        throw new TypeError(`The ${name} of a message is a text, in which * stands for any characters.`);
    if (texts.channel !== undefined && !channels.includes(texts.channel))
      throw new TypeError(`The channel of a message is email or sms, not ${quoted(texts.channel)}.`);
    const filter = {
      ...(deviceId !== undefined && { device: deviceId }),
      field: ['outcome:sent', ...fields.map(([name, text]) => `${name}:${text}`)],
    };
    return looked(this, worldOf(received), 'messages', filter, { count, within });
  },
  async toHaveReceivedCall(this: State, received: unknown, sought: CallSought = {}): Promise<Result> {
    checkOptions<object>(sought, callNames, 'toHaveReceivedCall');
    const { count, within, ...filter } = sought;
    const world = worldOf(received);
    const found = await looked(this, world, 'requests', filter, { count, within });
    if ((count === undefined && found.pass) || !(await isLost(world, filter))) return found;
    return {
      pass: this.isNot,
      message: () =>
        'This cannot be known: the journal no longer keeps older calls. Give since, the sequence before the part that is tested, or a larger journalSize.',
    };
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

type State = Pick<MatcherState, 'isNot'>;
interface Result {
  pass: boolean;
  message: () => string;
}

function worldOf(received: unknown): TestWorld {
  if (received instanceof TestWorld) return received;
  throw new TypeError('This matcher takes the world of a test: expect(world).');
}

/** How many entries a failure lists. */
const LISTED = 20;

/** Waits on the server until enough have come, or the time is over. */
async function looked(
  { isNot }: State,
  { control }: TestWorld,
  what: 'requests' | 'messages',
  filter: object,
  { count, within = '0s' }: { count: number | undefined; within: string | undefined },
): Promise<Result> {
  if (count !== undefined && !(Number.isSafeInteger(count) && count >= 0))
    throw new TypeError(`count must be a whole number from 0, not ${quoted(count)}.`);
  const sought = { for: what, ...filter, count: Math.max(count ?? 1, 1), timeout: within, limit: LISTED };
  const expected = `Expected ${isNot ? 'not ' : ''}${count ?? 'at least 1'} of the ${what}`;
  try {
    const came = await control.wait(sought as BodyOf<'POST /wait'>);
    const lines = [...came.requests.map(shownCall), ...came.messages.map(shownMessage)];
    return {
      pass: count === undefined || came.count === count,
      message: () => `${expected}, found ${came.count}:\n  ${lines.join('\n  ')}`,
    };
  } catch (error) {
    if (!(error instanceof ControlRefused && error.code === 'WAIT_TIMEOUT')) throw error;
    return { pass: count === 0, message: () => `${expected}. ${error.message}` };
  }
}

/** Tells whether calls that the journal no longer keeps may have been sought: it keeps none of before `since`. */
async function isLost({ control }: TestWorld, { since, field, device }: CallSought): Promise<boolean> {
  const { count, dropped, bare = 0, sequence } = await control.requests.list({ limit: 0 });
  const from = since instanceof Date ? since.toISOString() : since;
  const later =
    from === undefined ? sequence : (await control.requests.list({ since: from, limit: 0 })).count;
  // Older calls are kept without their bodies, in which a field or a device may have been.
  if (bare > 0 && (field ?? device) !== undefined && later > sequence - bare) return true;
  return dropped > 0 && (from === undefined || later === count);
}

function shownMessage({ channel, recipient, deviceId, subject }: Message): string {
  return `${channel} of ${deviceId} to ${recipient}: ${subject}`;
}

function shownCall({ request: { method, target }, reply }: JournalEntry): string {
  return `${method} ${target}: ${reply.status}`;
}
