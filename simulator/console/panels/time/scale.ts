/** From speeds to a slider's places and back: each step to the right is the same factor. */
import { DAY } from '../../../../contracts/kit/durations.ts';

export const PLACES = 240;

/** The place of a speed from `least` to `most`, 0 to `PLACES`. */
export function placeOfSpeed(speed: number, least: number, most: number): number {
  const within = Math.min(most, Math.max(least, speed));
  return Math.round((Math.log(within / least) / Math.log(most / least)) * PLACES);
}

/** The speed at a place, as a number that people would write: two leading digits. */
export function speedAtPlace(place: number, least: number, most: number): number {
  const exact = least * (most / least) ** (place / PLACES);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.min(most, Math.max(least, Math.round(exact / unit) * unit));
}

/** The range of the timeline of a fleet without a story: whole days from its first moment. */
export function openRange(first: number, now: number): { start: number; end: number } {
  const days = Math.floor((now - first) / DAY + 0.1) + 1;
  return { start: first, end: first + days * DAY };
}

/** Marks that would be drawn on each other. */
export interface Group<M> {
  /** The one that matters most, which is drawn. */
  first: M;
  /** All of them, soonest first. */
  marks: M[];
}

/** Marks that are drawn, in groups: one for each of `bins` places. */
export function grouped<M extends { at: number; weight: number }>(
  marks: readonly M[],
  placeOf: (at: number) => number,
  bins: number,
): Group<M>[] {
  const groups = new Map<number, Group<M>>();
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    const place = placeOf(mark.at);
    if (place < 0 || place > 1) continue;
    const bin = Math.floor(place * bins);
    const group = groups.get(bin);
    if (group === undefined) groups.set(bin, { first: mark, marks: [mark] });
    else {
      group.marks.push(mark);
      if (mark.weight > group.first.weight) group.first = mark;
    }
  }
  return [...groups.values()];
}
