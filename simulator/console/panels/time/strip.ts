/** The speed of the chosen vehicle as a line above the timeline. */
import type { SpeedPoint } from '../../state/speeds.ts';

/** The box in which the line is drawn; it is stretched to the width of the timeline. */
export const BOX = { width: 1_000, height: 20 };
/** No less is the top of the box, in km/h: a crawl must not look like a race. */
const LEAST_TOP = 50;
/** Above this nothing is known between two locations, in ms: a silent device has no speed. */
const LONGEST_GAP = 30 * 60_000;
/** Points that fall on one place are one, the fastest. */
const PLACES = 500;

/**
 * The path of an SVG: a line for each stretch in which the speed is known.
 *
 * @param placeOf from 0 to 1 within what is drawn
 */
export function speedPath(points: readonly SpeedPoint[], placeOf: (at: number) => number): string {
  const drawn = fastest(points, placeOf);
  const top = drawn.reduce((most, { speed }) => Math.max(most, speed), LEAST_TOP);
  let before: number | undefined;
  return drawn
    .map(({ at, place, speed }) => {
      const goesOn = before !== undefined && at - before <= LONGEST_GAP;
      before = at;
      return `${goesOn ? 'L' : 'M'}${round(place * BOX.width)} ${round(BOX.height * (1 - speed / top))}`;
    })
    .join('');
}

interface Drawn {
  at: number;
  place: number;
  speed: number;
}

function fastest(points: readonly SpeedPoint[], placeOf: (at: number) => number): Drawn[] {
  const drawn: Drawn[] = [];
  for (const { at, speed } of points) {
    const place = placeOf(at);
    if (speed === null || place < 0 || place > 1) continue;
    const last = drawn.at(-1);
    const isSamePlace = last !== undefined && Math.floor(last.place * PLACES) === Math.floor(place * PLACES);
    if (!isSamePlace) drawn.push({ at, place, speed });
    else if (speed > last.speed) Object.assign(last, { at, speed });
  }
  return drawn;
}

const round = (value: number) => Math.round(value * 10) / 10;
