import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOf, nextState, shareOf, stateFor } from '../../../contracts/kit/random.ts';
import { longitudeScale, metresPerDegree } from '../../../scenarios/motion/geodesy.ts';
import { type TimedPosition, travelsOf } from '../../../scenarios/motion/trips.ts';

const start = Date.UTC(2026, 2, 2, 8);
const second = 1_000;
const minute = 60 * second;
const latitude = 48;

interface Labelled {
  points: TimedPosition[];
  /** How long it stood, with the moments. */
  standing: { start: number; end: number }[];
  /** Metres. */
  driven: number;
}

interface Recording {
  /** Seconds between two reports. */
  every: number;
  /** Metres by which the receiver is off, on average. */
  noise: number;
  /** Whether it is silent at times, and jumps. */
  rough: boolean;
}

/** A day of a vehicle as it was, and as its receiver recorded it. */
function recorded(seed: number, { every, noise, rough }: Recording): Labelled {
  let state = stateFor(seed, 1);
  const share = () => {
    state = nextState(state);
    return shareOf(bitsOf(state));
  };
  const between = (low: number, high: number) => low + share() * (high - low);
  const truth: [x: number, y: number][] = [];
  const standing: Labelled['standing'] = [];
  let [x, y, heading] = [0, 0, 0];
  const stand = (seconds: number) => {
    standing.push({ start: start + truth.length * second, end: start + (truth.length + seconds) * second });
    for (let passed = 0; passed <= seconds; passed++) truth.push([x, y]);
  };
  const drive = () => {
    const [most, length] = [between(6, 28), between(400, 4_000)];
    let [speed, gone] = [0, 0];
    while (gone < length) {
      const room = Math.sqrt(2 * 1.5 * Math.max(0, length - gone));
      speed = Math.max(0.5, Math.min(most, speed + 1.5, room));
      heading += between(-0.05, 0.05);
      gone += speed;
      x += speed * Math.cos(heading);
      y += speed * Math.sin(heading);
      truth.push([x, y]);
    }
    return length;
  };
  let driven = 0;
  for (let leg = 0; leg < 24; leg++) {
    // One stop in two is one at a traffic light.
    stand(Math.round(leg % 2 === 0 ? between(10, 90) : between(130, 1_800)));
    driven += drive();
  }
  const points: TimedPosition[] = [];
  let [offX, offY, silentUntil] = [0, 0, 0];
  truth.forEach(([east, north], at) => {
    // A receiver's error changes slowly.
    const change = () => between(-1, 1) * noise * 0.5;
    [offX, offY] = [offX * 0.95 + change(), offY * 0.95 + change()];
    if (rough && share() < 0.0005) silentUntil = at + between(60, 400);
    if (at % every !== 0 || at < silentUntil) return;
    const jump = rough && share() < 0.002 ? 3_000 : 0;
    points.push({
      time: start + at * second,
      latitude: latitude + (north + offY + jump) / metresPerDegree,
      longitude: 11 + (east + offX) / (metresPerDegree * longitudeScale(latitude)),
    });
  });
  return { points, standing, driven };
}

const recordings: [string, Recording][] = [1, 5, 10, 30].flatMap((every) =>
  [false, true].map((rough): [string, Recording] => [
    `one report in ${every} s${rough ? ', with silence and jumps' : ''}`,
    { every, noise: rough ? 6 : 3, rough },
  ]),
);

describe('trips and stops in what a receiver recorded', () => {
  it.each(recordings)('at %s: nearly all stops are found, and few are made up', (_, recording) => {
    let [stops, found, named, invented, off] = [0, 0, 0, 0, 0];
    for (let seed = 1; seed <= 4; seed++) {
      const { points, standing, driven } = recorded(seed, recording);
      const travels = travelsOf(points);
      const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) =>
        Math.min(a.end, b.end) - Math.max(a.start, b.start);
      // A stop that was recorded for less cannot be known.
      const isShown = ({ start, end }: (typeof standing)[number]) => {
        const within = points.filter(({ time }) => time >= start && time <= end).map(({ time }) => time);
        return (within.at(-1) ?? 0) - (within[0] ?? 0) > 2 * minute;
      };
      for (const each of standing.filter(isShown)) {
        stops++;
        if (travels.stops.some((stop) => overlap(stop, each) > 0.5 * (each.end - each.start))) found++;
      }
      for (const stop of travels.stops) {
        named++;
        const isOne = ({ start, end }: (typeof standing)[number]) =>
          end - start > 2 * minute && overlap(stop, { start, end }) > 0.5 * (stop.end - stop.start);
        if (!standing.some(isOne)) invented++;
      }
      const distance = travels.trips.reduce((sum, trip) => sum + trip.distance, 0);
      off = Math.max(off, Math.abs(distance / driven - 1));
    }
    expect(found / stops).toBeGreaterThanOrEqual(0.95);
    expect(invented / named).toBeLessThanOrEqual(0.05);
    expect(off).toBeLessThan(0.1);
  });
});

describe('trips and stops', () => {
  it('never overlap, whatever was reported', () => {
    const move = fc.record({
      after: fc.integer({ min: 1, max: 400 }),
      metres: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 })),
      repeats: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let [time, x] = [start, 0];
        const points = moves.flatMap(({ after, metres, repeats }) => {
          x += metres;
          return Array.from({ length: repeats }, () => {
            time += after * second;
            return { time, latitude: latitude + x / metresPerDegree, longitude: 11 };
          });
        });
        const { trips, stops } = travelsOf(points);
        const spans = [...trips, ...stops].sort((a, b) => a.start - b.start || a.end - b.end);
        spans.forEach(({ start: begins, end }, place) => {
          expect(end).toBeGreaterThanOrEqual(begins);
          expect(spans[place + 1]?.start ?? end).toBeGreaterThanOrEqual(end);
        });
      }),
    );
  });
});
