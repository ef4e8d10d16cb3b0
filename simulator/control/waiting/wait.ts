/** A wait for a number of calls, events or messages. Nobody polls: what comes wakes it. No wait keeps the process alive. */
import { isoDuration, MINUTE, parseSpan } from '../../../contracts/kit/durations.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import type { Caller } from '../../http/call.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { type Filter, found, matches, type Numbered, readFilter } from '../filters/filter.ts';
import type { BodyOf, ReplyOf } from '../schemas/index.ts';
import { type Source, type Sources, sources } from './sources.ts';

/**
 * How many are waited for, and how long.
 *
 * @example
 * import { createSimulator, type WaitOptions } from 'roadtest';
 *
 * const simulator = createSimulator();
 * const soon: WaitOptions = { count: 1, timeout: '2s' };
 * const seen = simulator.journal.wait({ operation: 'listDevices' }, soon);
 * await simulator.fetch(new Request('http://localhost/api/devices'));
 * console.log((await seen).length); // 1
 */
export interface WaitOptions {
  /** Their number, with those that there are already. Default 1. */
  count?: number;
  /** Real time, such as `10s`, at most 5 minutes. Default 10 seconds. */
  timeout?: string;
}

const LONGEST = 5 * MINUTE;
const MAX_COUNT = 100_000;
/** The most that wait in one world at the same time. */
const MAX_WAITS = 100;
/** How many near misses are named. */
const NEAREST = 5;

interface Found<Shown> {
  /** How many matched. */
  count: number;
  /** The newest of all, to go on from. */
  sequence: number;
  /** The newest that are kept, as many as the filter gives, oldest first. */
  entries: Shown[];
}

/** The wait that a body asks for. */
export async function waitForBody(
  world: World,
  { for: what, count, timeout, ...given }: BodyOf<'POST /wait'>,
  caller: Caller | undefined,
): Promise<ReplyOf<'POST /wait'>> {
  const options = { ...(count && { count }), ...(timeout && { timeout }) };
  const { entries, ...rest } = await waitFor(world, what, given, options, caller);
  return { requests: [], events: [], messages: [], ...rest, [what]: entries };
}

/**
 * Waits until enough have come.
 *
 * @param given the conditions
 * @throws ControlError FILTER_INVALID, WAIT_INVALID, WAIT_TIMEOUT, WAIT_ENDED, WAITS_FULL
 */
export function waitFor<What extends keyof Sources>(
  world: World,
  what: What,
  given: object,
  options: WaitOptions,
  caller?: Caller,
): Promise<Found<ReturnType<Sources[What]['shown']>>>;
export async function waitFor(
  world: World,
  what: keyof Sources,
  given: object,
  { count = 1, timeout = '10s' }: WaitOptions,
  caller?: Caller,
): Promise<Found<unknown>> {
  // Its conditions are asked for its own entries alone.
  const source = sources[what](world, given) as Source<Numbered, unknown> & Source<never, unknown>;
  const known = [...Object.keys(source.conditions), 'since', 'limit'];
  const unfit = Object.keys(given).find((name) => !known.includes(name));
  if (unfit !== undefined)
    throw waitInvalid(unfit, `${what} have no ${unfit}.`, `Possible: ${known.join(', ')}.`);
  const filter = readFilter(given, source.conditions);
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_COUNT) {
    const message = `count must be a whole number from 1 to ${MAX_COUNT}, not ${quoted(count)}.`;
    throw waitInvalid('count', message, 'Write 1.');
  }
  const ms = typeof timeout === 'string' && timeout.length <= 100 ? parseSpan(timeout) : undefined;
  if (ms === undefined || ms < 0 || ms > LONGEST) {
    const message = `timeout must be a duration up to ${isoDuration(LONGEST)}, not ${quoted(timeout)}.`;
    throw waitInvalid('timeout', message, 'Write "10s" or "PT10S": real time.');
  }
  let matched = found(source.kept(), { ...filter, limit: 0 }).count;
  if (matched < count) await enough();
  const { entries } = found(source.kept(), filter);
  return { count: matched, sequence: source.head(), entries: entries.map((entry) => source.shown(entry)) };

  /** Settles as soon as enough have come. */
  async function enough(): Promise<void> {
    const { waits, pace, isStopped, secrets } = world;
    if (isStopped) throw ended('the world was stopped');
    if (waits.size >= MAX_WAITS)
      throw new ControlError(
        'WAITS_FULL',
        `${MAX_WAITS} calls are already waiting, the maximum of a world.`,
        {
          hint: 'Let some of them finish first.',
        },
      );
    const endings: (() => void)[] = [];
    let end = (_why: string): void => {};
    try {
      await new Promise<void>((resolve, reject) => {
        end = (why) => reject(ended(why));
        waits.add(end);
        endings.push(
          source.onAdded((entry, alike) => {
            if (!matches(filter, entry)) return;
            matched += alike;
            if (matched >= (count ?? 1)) resolve();
          }),
          pace.after(ms ?? 0, () => reject(late(secrets.redactor)), true),
          caller?.onLeft(() => end('the caller has gone, or the server stops')) ?? (() => {}),
        );
      });
    } finally {
      waits.delete(end);
      for (const stop of endings) stop();
    }
  }

  function late(redactor: World['secrets']['redactor']): ControlError {
    const nearest = nearestOf(source, filter);
    const message = `Waited ${timeout} for ${what}${conditionsIn(given)}: ${matched} of ${count} came.`;
    const more = { waitedFor: what, wanted: count, matched, nearest };
    return new ControlError('WAIT_TIMEOUT', redactor.text(message), { hint: hintOf(nearest), more });
  }
}

function waitInvalid(field: string, message: string, hint: string): ControlError {
  return new ControlError('WAIT_INVALID', message, { field, hint });
}

function ended(why: string): ControlError {
  return new ControlError('WAIT_ENDED', `The wait was cancelled: ${why}.`, {
    hint: 'Retry once the world is running.',
  });
}

function conditionsIn(given: object): string {
  const conditions = Object.entries(given)
    .filter(([name, value]) => value !== undefined && name !== 'limit')
    .map(([name, value]) => `${name} ${excerpt(value)}`);
  return conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`;
}

/** An entry that does not match, and the conditions that it does not meet. */
interface NearMiss {
  sequence: number;
  entry: string;
  missed: string[];
}

/** The newest of those that meet most conditions. */
function nearestOf<Entry extends Numbered>(
  source: Source<Entry, unknown>,
  { conditions, isSince }: Filter<Entry>,
): NearMiss[] {
  const misses = [...source.kept()].flatMap((entry) => {
    if (!isSince(entry)) return [];
    const missed = conditions.filter(({ holds }) => !holds(entry)).map(({ name }) => name);
    return missed.length === 0 ? [] : [{ entry, missed }];
  });
  misses.sort((a, b) => a.missed.length - b.missed.length || b.entry.sequence - a.entry.sequence);
  return misses.slice(0, NEAREST).map(({ entry, missed }) => ({
    sequence: entry.sequence,
    entry: source.inShort(entry),
    missed,
  }));
}

function hintOf(nearest: readonly NearMiss[]): string {
  if (nearest.length === 0) return 'Nothing else came either.';
  const lines = nearest.map(({ entry, missed }) => `${entry} (another ${missed.join(', another ')})`);
  return `Nearest: ${lines.join('; ')}.`;
}
