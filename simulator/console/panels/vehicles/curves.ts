/** Facts of a vehicle over time, as curves: what changes, and what the story watches, with its limits. */
import type { StoryLimit } from '../../../control/schemas/index.ts';
import type { Reading } from '../../state/readings.ts';

export interface Point {
  at: number;
  value: number;
  /** True if it came late. */
  isLate: boolean;
}

export interface Curve {
  /** The name of the fact or the sensor. */
  fact: string;
  /** Oldest first; two or more. */
  points: readonly Point[];
  limits: readonly StoryLimit[];
  /** The values at the bottom and the top of what is drawn. */
  low: number;
  high: number;
}

/** The layer that is drawn last: every vehicle has it. */
const USUAL = ['fuel', 'battery', 'speed'];
/** More are a list, not curves. */
const MOST = 6;
/** The share of the height that is left free. */
const FREE = 0.08;
/** The least that is drawn, from bottom to top: a little must not look like much. */
const LEAST: { readonly [fact: string]: number } = { speed: 50, fuel: 20, battery: 20 };
/** Above this nothing is known between two locations, in ms. */
const LONGEST_GAP = 30 * 60_000;

/** Milliseconds after which a report is late: no connection is that slow. */
const LATE = 30_000;

/** How many readings came late, and by how much at the most, in ms. */
export function latenessOf(readings: readonly Reading[]): { count: number; most: number } {
  const late = readings.filter(isLate);
  return { count: late.length, most: late.reduce((most, each) => Math.max(most, each.late), 0) };
}
const isLate = ({ late }: Reading): boolean => late > LATE;

/** Finds the curves of a vehicle: sensors first. A fact that stays the same is none, unless a limit is set for it. */
export function curvesOf(readings: readonly Reading[], limits: readonly StoryLimit[]): Curve[] {
  const facts = new Set(readings.flatMap(({ values }) => [...values.keys()]));
  const found = [...facts].flatMap((fact) => {
    const ofFact = limits.filter((limit) => limit.fact === fact);
    const points = readings.flatMap((reading) => {
      const value = reading.values.get(fact);
      return value === undefined ? [] : [{ at: reading.at, value, isLate: isLate(reading) }];
    });
    const changes = points.some(({ value }) => value !== points[0]?.value);
    return points.length > 1 && (changes || ofFact.length > 0) ? [drawn(fact, points, ofFact)] : [];
  });
  return found.sort((one, other) => USUAL.indexOf(one.fact) - USUAL.indexOf(other.fact)).slice(0, MOST);
}

function drawn(fact: string, points: readonly Point[], limits: readonly StoryLimit[]): Curve {
  const values = [...points.map(({ value }) => value), ...limits.map(levelOf)];
  // One by one: there may be more values than a call takes arguments.
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  const span = Math.max(high - low, LEAST[fact] ?? 1);
  const free = (span - (high - low)) / 2 + span * FREE;
  return { fact, points, limits, low: low - free, high: high + free };
}

/** The value of a limit. */
export const levelOf = ({ above, below }: StoryLimit): number => above ?? below ?? Number.NaN;

/** From 0 at the top to 1 at the bottom. */
export const depthOf = ({ low, high }: Curve, value: number): number => (high - value) / (high - low);

/** The path of an SVG, 100 wide and 100 high: a line for each stretch in which the fact is known. */
export function pathOf(curve: Curve, from: number, to: number): string {
  let before = Number.NEGATIVE_INFINITY;
  return curve.points
    .map(({ at, value }) => {
      const command = at - before <= LONGEST_GAP ? 'L' : 'M';
      before = at;
      return `${command}${placeIn(curve, { at, value }, from, to)}`;
    })
    .join('');
}

/** The same for each point that came late: a dot of no length. */
export function latePath(curve: Curve, from: number, to: number): string {
  return curve.points
    .filter((point) => point.isLate)
    .map(({ at, value }) => `M${placeIn(curve, { at, value }, from, to)}h0`)
    .join('');
}

function placeIn(curve: Curve, { at, value }: Omit<Point, 'isLate'>, from: number, to: number): string {
  return `${round((100 * (at - from)) / (to - from))} ${round(100 * depthOf(curve, value))}`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The point nearest to a moment. */
export function pointAt({ points }: Curve, at: number): Point | undefined {
  return points.reduce<Point | undefined>(
    (nearest, point) =>
      nearest === undefined || Math.abs(point.at - at) <= Math.abs(nearest.at - at) ? point : nearest,
    undefined,
  );
}
