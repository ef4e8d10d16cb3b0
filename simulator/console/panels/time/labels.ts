/** Names beside each other on a line, in a further row where the first has no room; one that finds none is cut. */

export interface Labelled {
  /** The place on the line that it belongs to, and its own length, in pixels. */
  from: number;
  length: number;
}

export interface Label {
  /** Start of the label, from its place: less than 0 near the end of the line. */
  left: number;
  /** The length that is free for it. */
  room: number;
  /** From 0, the lowest. */
  row: number;
}

/** Pixels between two names. */
const GAP = 6;
const ROWS = 3;

/** Finds a place for each of the names, which come in the order of their places on a line of so many pixels. */
export function laidOut(labels: readonly Labelled[], width: number): Label[] {
  const ends = Array.from({ length: ROWS }, () => Number.NEGATIVE_INFINITY);
  return labels.map(({ from, length }) => {
    const wanted = Math.max(0, Math.min(from, width - length));
    const free = ends.findIndex((end) => end <= wanted);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    const begins = Math.max(wanted, Math.min(from, ends[row] ?? 0), ends[row] ?? 0);
    const room = Math.max(0, Math.min(length, width - begins));
    ends[row] = begins + room + GAP;
    return { left: begins - from, room, row };
  });
}
