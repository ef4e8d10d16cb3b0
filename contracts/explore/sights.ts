/** The state of a record, a device or a channel where a move begins: by the judge's readings and by the moves so far. */
import type { Judge } from '../judge/judge.ts';
import { FAR_AHEAD } from '../judge/parts/licences.ts';
import { DAY } from '../kit/durations.ts';
import { counted } from '../kit/phrases.ts';
import type { Done } from '../play/player.ts';
import type { Course, Spot } from './course.ts';
import { DAYS, MANY, MOST, type Sight } from './moves.ts';
import type { Theme } from './theme.ts';

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
