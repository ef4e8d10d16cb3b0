/**
 * The state of a record, a device or a channel where a move begins, by the judge's readings and by the moves so far; and how often
 * each move was made in each, which makes a finite map: by what was done least the drawing is led.
 */
import type { Judge } from '../judge/judge.ts';
import { FAR_AHEAD } from '../judge/parts/licences.ts';
import { DAY } from '../kit/durations.ts';
import { counted } from '../kit/phrases.ts';
import type { Done } from '../play/player.ts';
import type { Course, Spot } from './course.ts';
import { DAYS, MANY, MOST, type Move, type Sight } from './moves.ts';
import { type Allows, movesOf, type Theme } from './theme.ts';

const NOTHING: Sight = {
  ...{ gone: false, seen: false, writes: 0, limit: undefined, used: 0, dated: 'never', days: undefined },
};

/** Once a date has passed by so many days, nothing is left of it. */
const PASSED = -3;

export function sightOf(
  theme: Theme,
  spot: Spot,
  { done, judge, course }: { done: readonly Done[]; judge: Judge; course: Course },
): Sight {
  const sight = { ...NOTHING, seen: course.isSeen(spot), writes: course.writesOf(spot) };
  const id = idOf(done, spot);
  if (theme === 'tokens') return sight;
  if (id === undefined) return { ...sight, gone: true };
  if (theme === 'limits') {
    const { limit, used = 0 } = judge.told(`${spot.channel} of ${id}`, id) ?? {};
    return { ...sight, limit, used };
  }
  if (theme === 'licences') {
    const { gone = false, expires, date } = judge.told('licences', id) ?? {};
    const now = done.findLast(({ event }) => event)?.event?.at ?? 0;
    const days =
      date === undefined || date === FAR_AHEAD || gone ? undefined : (Date.parse(date) - now) / DAY;
    if (days === undefined || days < PASSED) return { ...sight, gone };
    return { ...sight, gone, dated: expires ? 'on' : 'off', days };
  }
  return { ...sight, gone: judge.told(theme, id)?.gone === true };
}

/** The id of a record or device of the history; nothing where it could not be made. */
function idOf(done: readonly Done[], { number }: Spot): string | undefined {
  for (const { step, event } of done) {
    if (step.do === 'create' && step.record === number && event?.kind === 'created') return event.record;
    if (step.do === 'device' && step.device === number && event?.kind === 'device') return event.device;
  }
  return undefined;
}

const numbersTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, number) => number);
const yesOrNo = [false, true] as const;

/** The states of a theme, as far as they are told apart. */
export function sightsIn(theme: Theme): Sight[] {
  const seen = yesOrNo.map((seen) => ({ ...NOTHING, seen }));
  const written = seen.flatMap((sight) => numbersTo(MANY).map((writes) => ({ ...sight, writes })));
  switch (theme) {
    case 'groups':
    case 'users':
      return [...written, { ...NOTHING, gone: true }];
    case 'limits': {
      const limits = [null, ...numbersTo(MOST)].flatMap((limit) =>
        numbersTo(limit ?? 1).flatMap((used) => seen.map((sight) => ({ ...sight, limit, used }))),
      );
      return [NOTHING, ...limits];
    }
    case 'licences':
      return seen.flatMap((sight) => [
        sight,
        { ...sight, gone: true },
        ...DAYS.flatMap((days) => (['on', 'off'] as const).map((dated) => ({ ...sight, dated, days }))),
      ]);
    case 'places':
      return written;
    case 'tokens':
      return numbersTo(MANY).map((writes) => ({ ...NOTHING, writes }));
  }
}

/** A state in words, with what tells it from others. */
export function sightInWords(theme: Theme, sight: Sight): string {
  const { gone, seen, writes, limit, dated } = sight;
  const looked = seen ? 'looked at' : 'not looked at';
  switch (theme) {
    case 'groups':
    case 'users':
      return gone ? 'deleted' : `${timesInWords(writes, 'write')}, ${looked}`;
    case 'limits':
      return `${limitInWords(limit)}, ${usedInWords(sight)}, ${looked}`;
    case 'licences':
      return `${gone ? 'expired' : dated === 'never' ? 'without a date' : `a date, Expires ${dated}`}, ${looked}`;
    case 'places':
      return `${timesInWords(writes, 'report')}, ${looked}`;
    case 'tokens':
      return timesInWords(writes, 'step');
  }
}

function timesInWords(times: number, what: string): string {
  return times === MANY ? `${counted(times, what)} or more` : counted(times, what);
}

function limitInWords(limit: Sight['limit']): string {
  if (limit === undefined) return 'limit unknown';
  if (limit === null) return 'no limit';
  return limit > 1 ? 'a limit of several' : `a limit of ${limit}`;
}

function usedInWords({ limit, used }: Sight): string {
  if (typeof limit === 'number' && used >= limit) return 'reached';
  return used > 0 ? 'some sent' : 'none sent';
}

/** How often each of some was met. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** @param keys those that are known before any of them is met */
  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.#counts.set(key, 0);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  get all(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** A cell of the map: a state, and a move that can be made in it. */
export function cellOf(theme: Theme, sight: Sight, { name }: Move): string {
  return `${theme}, ${sightInWords(theme, sight)} > ${name}`;
}

/** All cells of these themes. */
export function cellsOf(themes: readonly Theme[], allows: Allows): Set<string> {
  return new Set(
    themes.flatMap((theme) =>
      sightsIn(theme).flatMap((sight) =>
        movesOf[theme]
          .filter(({ kind, when }) => allows(kind) && (when?.(sight) ?? true))
          .map((move) => cellOf(theme, sight, move)),
      ),
    ),
  );
}
