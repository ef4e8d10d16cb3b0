/** From moments to places on the timeline and back: quiet stretches take less room, and a part can be drawn alone. */

export interface Range {
  /** Simulated, ms since 1970. */
  start: number;
  end: number;
}

/** The drawn part of the whole, as shares of its width. */
export interface Part {
  from: number;
  to: number;
}

export const WHOLE: Part = { from: 0, to: 1 };

export interface TimeScale {
  /** From 0 to 1 within what is drawn; less or more outside of it. */
  placeOf(at: number): number;
  momentAt(place: number): number;
  /** The stretches in which nothing is known to happen, drawn narrower than they are. */
  quiet: readonly Range[];
}

/** A stretch is quiet where it is longer than this share of all, and takes this share of the room of all others. */
const QUIET = { longerThan: 0.25, takes: 0.12 };

/** @param moments at which something is known to happen, in any order; none draws all of the range evenly */
export function timeScale(range: Range, moments: readonly number[], part: Part = WHOLE): TimeScale {
  const knots = knotsOf(range, moments);
  const span = part.to - part.from;
  const last = knots.length - 1;
  const at = (index: number): Knot =>
    knots[Math.min(Math.max(index, 0), last)] ?? { at: range.start, place: 0 };
  /** Between the knots around a value; beyond the last it goes on as before it. */
  const between = (index: number, value: number, from: keyof Knot, to: keyof Knot): number => {
    const upper = Math.min(Math.max(index, 1), last);
    const [a, b] = [at(upper - 1), at(upper)];
    return a[to] + ((value - a[from]) / (b[from] - a[from] || 1)) * (b[to] - a[to]);
  };
  return {
    placeOf(moment) {
      const index = knots.findIndex((knot) => knot.at >= moment);
      const whole = between(index < 0 ? last : index, moment, 'at', 'place');
      return (whole - part.from) / span;
    },
    momentAt(place) {
      const whole = part.from + place * span;
      const index = knots.findIndex((knot) => knot.place >= whole);
      return between(index < 0 ? last : index, whole, 'place', 'at');
    },
    quiet: knots.flatMap((knot, index) => {
      const next = knots[index + 1];
      return next !== undefined && isQuiet(knot.at, next.at, range) && moments.length > 0
        ? [{ start: knot.at, end: next.at }]
        : [];
    }),
  };
}

interface Knot {
  at: number;
  place: number;
}

function isQuiet(from: number, to: number, { start, end }: Range): boolean {
  return to - from > (end - start) * QUIET.longerThan;
}

/** Place at which the scale bends, from place 0 to 1. */
function knotsOf(range: Range, moments: readonly number[]): Knot[] {
  const { start, end } = range;
  const length = Math.max(1, end - start);
  if (moments.length === 0) return evenly(start, start + length);
  const within = moments.filter((moment) => moment > start && moment < end);
  const stops = [...new Set([start, ...within, start + length])].sort((a, b) => a - b);
  const spans = stops.slice(1).map((stop, index) => stop - (stops[index] ?? start));
  const busy = spans.filter((span) => span <= length * QUIET.longerThan).reduce((sum, span) => sum + span, 0);
  // With nothing but quiet stretches there is nothing to make room for.
  if (busy === 0) return evenly(start, start + length);
  const widths = spans.map((span) =>
    span > length * QUIET.longerThan ? Math.min(span, busy * QUIET.takes) : span,
  );
  const all = widths.reduce((sum, width) => sum + width, 0);
  let place = 0;
  return [{ at: start, place }].concat(
    widths.map((width, index) => {
      place += width / all;
      return { at: stops[index + 1] ?? end, place: index === widths.length - 1 ? 1 : place };
    }),
  );
}

function evenly(start: number, end: number): Knot[] {
  return [
    { at: start, place: 0 },
    { at: end, place: 1 },
  ];
}

/** The smallest part that is drawn, as a share of all. */
const LEAST = 1 / 200;

/** A part that is `factor` times as wide, with the same place under the pointer. */
export function zoomed({ from, to }: Part, place: number, factor: number): Part {
  const span = Math.min(1, Math.max(LEAST, (to - from) * factor));
  const under = from + place * (to - from);
  return shifted({ from: under - place * span, to: under + (1 - place) * span });
}

/** A part of the same width in which a place of the whole can be seen, near its beginning if it could not. */
export function following(part: Part, whole: number): Part {
  if (whole >= part.from && whole <= part.to) return part;
  const span = part.to - part.from;
  return shifted({ from: whole - span / 10, to: whole + span * 0.9 });
}

function shifted({ from, to }: Part): Part {
  const span = to - from;
  const begin = Math.min(Math.max(0, from), 1 - span);
  return { from: begin, to: begin + span };
}
