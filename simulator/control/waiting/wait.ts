/** A wait for a number of calls, events or messages, from what is asked to what came. */
import { isoDuration, MINUTE, parseSpan } from '../../../contracts/kit/durations.ts';
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import type { Caller } from '../../http/call.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { found, matches, type Numbered } from '../filters/filter.ts';
import type { Source } from './sources.ts';
import { until } from './waits.ts';

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

const USUAL_TIMEOUT = '10s';
const LONGEST = 5 * MINUTE;
const MOST = 100_000;
/** How many near misses are named. */
const NEAREST = 5;

export interface Came<Shown> {
  /** How many matched. */
  count: number;
  /** The newest of all, to go on from. */
  sequence: number;
  /** The newest that are kept, as many as the filter gives, oldest first. */
  entries: Shown[];
}

/** An entry that does not match, and the conditions that it does not meet. */
interface NearMiss {
  sequence: number;
  entry: string;
  missed: string[];
}

/**
 * Waits until enough have come.
 *
 * @param what in the plural, such as `requests`
 * @param given the conditions as they were given, for the refusal
 * @throws ControlError WAIT_INVALID, WAIT_TIMEOUT, WAIT_ENDED, WAITS_FULL
 */
export async function waitFor<Entry extends Numbered, Shown>(
  world: World,
  source: Source<Entry, Shown>,
  {
    what,
    given,
    caller,
    ...options
  }: WaitOptions & { what: string; given: object; caller?: Caller | undefined },
): Promise<Came<Shown>> {
  const { filter } = source;
  const wanted = countOf(options.count);
  const { timeout: span = USUAL_TIMEOUT } = options;
  const timeout = timeoutOf(span);
  const { entries: already } = found(source.kept(), { ...filter, limit: Infinity });
  const count = await until(world, {
    count: wanted,
    timeout,
    caller,
    already: already.length,
    listen: (came) =>
      source.onAdded((entry, alike) => {
        if (matches(filter, entry)) came(alike);
      }),
    timedOut(matched) {
      const nearest = nearestOf(source);
      return new ControlError(
        'WAIT_TIMEOUT',
        world.secrets.redactor.text(
          `Waited ${span} for ${what}${conditionsIn(given)}: ${matched} of ${wanted} came.`,
        ),
        { hint: hintOf(nearest), more: { waitedFor: what, wanted, matched, nearest } },
      );
    },
  });
  const { entries } = found(source.kept(), filter);
  return { count, sequence: source.head(), entries: entries.map((entry) => source.shown(entry)) };
}

function countOf(given: unknown = 1): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 1 && given <= MOST) return given;
  throw waitInvalid(
    'count',
    `count must be a whole number from 1 to ${MOST}, not ${quoted(given)}.`,
    'Write 1.',
  );
}

function timeoutOf(given: unknown): number {
  const timeout = typeof given === 'string' && given.length <= 100 ? parseSpan(given) : undefined;
  if (timeout !== undefined && timeout >= 0 && timeout <= LONGEST) return timeout;
  throw waitInvalid(
    'timeout',
    `timeout must be a duration up to ${isoDuration(LONGEST)}, not ${quoted(given)}.`,
    'Write "10s" or "PT10S": real time.',
  );
}

export function waitInvalid(field: string, message: string, hint: string): ControlError {
  return new ControlError('WAIT_INVALID', message, { field, hint });
}

function conditionsIn(given: object): string {
  const conditions = Object.entries(given)
    .filter(([name, value]) => value !== undefined && name !== 'limit')
    .map(([name, value]) => `${name} ${excerpt(value)}`);
  return conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`;
}

/** The newest of those that meet most conditions. */
function nearestOf<Entry extends Numbered>(source: Source<Entry, unknown>): NearMiss[] {
  const { conditions, isSince } = source.filter;
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
