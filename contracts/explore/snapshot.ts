/** The state of a record, a device or a channel where a move begins, by the judge's readings and by the moves so far. */
import type { Judge } from '../judge/judge.ts';
import { FAR_AHEAD } from '../judge/parts/licences.ts';
import { DAY } from '../kit/durations.ts';
import type { Done } from '../play/player.ts';
import type { Move, Snapshot, Theme } from './moves.ts';

/** The subject of a move: a record, a device, or one channel of it. */
export interface Spot {
  readonly number: number;
  readonly channel: string | undefined;
}

/** A move that was made. */
export interface Made {
  readonly move: Move;
  readonly spot: Spot;
}

/** A history so far. */
export interface Seen {
  readonly done: readonly Done[];
  readonly judge: Judge;
  readonly made: readonly Made[];
}

/** Once a date has passed by so many days, nothing is left of it. */
const PASSED = -3;

export function snapshotOf(theme: Theme, spot: Spot, { done, judge, made }: Seen): Snapshot {
  const snapshot: Snapshot = { gone: false, seen: ownOf(made, spot).at(-1)?.move.look === true, used: 0 };
  if (theme === 'tokens') return snapshot;
  const id = idOf(done, spot);
  if (id === undefined) return { ...snapshot, gone: true };
  if (theme === 'limits') {
    const { limit, used = 0 } = judge.told(`${spot.channel} of ${id}`, id) ?? {};
    return { ...snapshot, limit, used };
  }
  const { gone = false, expires, date } = judge.told(theme, id) ?? {};
  if (theme !== 'licences' || gone || date === undefined || date === FAR_AHEAD) return { ...snapshot, gone };
  const now = done.findLast(({ event }) => event)?.event?.at ?? 0;
  const days = (Date.parse(date) - now) / DAY;
  return days < PASSED ? snapshot : { ...snapshot, days, expires };
}

/** The id of a record or device of the history; nothing where it could not be made. */
function idOf(done: readonly Done[], { number }: Spot): string | undefined {
  for (const { step, event } of done) {
    if (step.do === 'create' && step.record === number && event?.kind === 'created') return event.record;
    if (step.do === 'device' && step.device === number && event?.kind === 'device') return event.device;
  }
  return undefined;
}

/** The moves that something was the subject of, or one of the subjects. */
function ownOf(made: readonly Made[], spot: Spot): readonly Made[] {
  return made.filter((one) => one.move.all || relation(one.spot, spot) === 'own');
}

function relation(one: Spot, spot: Spot): 'own' | 'beside' | 'other' {
  if (one.number !== spot.number) return 'other';
  return one.channel === undefined || one.channel === spot.channel ? 'own' : 'beside';
}

/** Counts of moves and of changes above so many are alike. */
const OFTEN = 9;

/** The circumstances in which a move would be made, coarse and fine: short contexts are soon known, and then long ones decide. */
export function contextsOf(
  theme: Theme,
  { move, spot }: Made,
  snapshot: Snapshot,
  made: readonly Made[],
): string[] {
  const own = ownOf(made, spot);
  const names = own.filter((one) => !one.move.look).map((one) => one.move.name);
  const all = made.filter((one) => !one.move.look).slice(-3);
  const others = all.map((one) => `${relation(one.spot, spot)} ${one.move.name}`);
  const { gone, seen, limit, used, days, expires } = snapshot;
  const size = typeof limit === 'number' ? Math.min(limit, 2) : limit;
  const state = [gone, seen, size, used >= (limit ?? Infinity), used > 0, days !== undefined && expires];
  return [
    `in ${state}, ${Math.min(names.length, 3)}`,
    `after ${own.at(-1)?.move.name}`,
    `time ${Math.min(own.filter((one) => one.move === move).length, OFTEN)}`,
    `change ${Math.min(names.length, OFTEN)}`,
    ...[1, 2, 3, 4].map((length) => `own ${names.slice(-length)}`),
    ...[1, 2, 3].map((length) => `all ${others.slice(-length)}`),
  ].map((context) => `${theme} ${context} > ${move.name}`);
}
