import { beforeEach, describe, expect, it } from 'vitest';
import { FLAGS, readPositions } from '../../simulator/console/api/positions.ts';
import { latitudeOf } from '../../simulator/console/map/camera.ts';
import { addDrives, driveOf, isReported } from '../../simulator/console/state/drives.ts';
import {
  addPositions,
  onPositions,
  positions,
  positionsKnown,
} from '../../simulator/console/state/positions.ts';
import { setWorld } from '../../simulator/console/state/world.ts';

interface Fix {
  number: number;
  latitude: number;
  longitude: number;
  speed?: number;
  course?: number;
  flags?: number;
}

/** An event of the positions stream, as the contract of the control API has it. */
function frame(at: string, fixes: readonly Fix[]): string {
  const bytes = new DataView(new ArrayBuffer(fixes.length * 16));
  fixes.forEach(({ number, latitude, longitude, speed, course, flags = 0 }, index) => {
    const offset = index * 16;
    bytes.setUint32(offset, number, true);
    bytes.setInt32(offset + 4, Math.round(latitude * 1e7), true);
    bytes.setInt32(offset + 8, Math.round(longitude * 1e7), true);
    bytes.setUint16(offset + 12, speed === undefined ? 0xffff : Math.round(speed * 10), true);
    bytes.setUint8(offset + 14, course === undefined ? 0 : Math.round((course * 256) / 360) % 256);
    bytes.setUint8(offset + 15, flags | (course === undefined ? FLAGS.courseUnknown : 0));
  });
  const p = Buffer.from(bytes.buffer).toString('base64');
  return JSON.stringify({ at, n: fixes.length, p });
}

const MUNICH = { latitude: 48.1371234, longitude: 11.5754321 };
const SYDNEY = { latitude: -33.8688, longitude: 151.2093 };

describe('a frame of positions', () => {
  it('reads positions of all quarters of the earth, speeds and headings', () => {
    const read = readPositions(
      frame('2026-01-05T08:00:00Z', [
        { number: 1, ...MUNICH, speed: 51.3, course: 90, flags: FLAGS.ignitionOn },
        { number: 10_000, ...SYDNEY },
      ]),
    );
    expect(read.at).toBe(Date.UTC(2026, 0, 5, 8));
    expect([...read.numbers]).toEqual([1, 10_000]);
    expect(read.latitude[0]).toBeCloseTo(MUNICH.latitude, 7);
    expect(read.longitude[1]).toBeCloseTo(SYDNEY.longitude, 7);
    expect(read.speed[0]).toBeCloseTo(51.3, 4);
    expect(read.course[0]).toBe(90);
    expect(read.speed[1]).toBeNaN();
    expect(read.course[1]).toBeNaN();
    expect((read.flags[0] as number) & FLAGS.ignitionOn).toBeTruthy();
  });
});

describe('the table of positions', () => {
  let worlds = 0;
  beforeEach(() => {
    setWorld({ world: `positions ${worlds++}`, story: null, seed: 1 });
  });
  const add = (at: string, ...fixes: Fix[]) => addPositions(readPositions(frame(at, fixes)));

  it('holds the last fix, and when the one before came', () => {
    add('2026-01-05T08:00:00Z', { number: 3, ...MUNICH, course: 10 });
    add('2026-01-05T08:00:10Z', { number: 3, ...SYDNEY, course: 20 });
    expect(positions.latitude[3]).toBeCloseTo(SYDNEY.latitude, 7);
    expect((positions.at[3] as number) - (positions.previousAt[3] as number)).toBe(10_000);
  });

  it('lets a parked vehicle keep the heading it had', () => {
    add('2026-01-05T08:00:00Z', { number: 1, ...MUNICH, course: 45 });
    add('2026-01-05T08:00:10Z', { number: 1, ...MUNICH });
    expect(positions.course[1]).toBe(45);
  });

  it('grows with the fleet and loses nobody', () => {
    add('2026-01-05T08:00:00Z', { number: 1, ...MUNICH });
    add('2026-01-05T08:00:00Z', { number: 12_345, ...SYDNEY });
    expect(positions.latitude[1]).toBeCloseTo(MUNICH.latitude, 7);
    expect(positions.latitude[12_345]).toBeCloseTo(SYDNEY.latitude, 7);
    expect(positions.length).toBe(12_346);
    expect(positionsKnown.value).toBe(2);
  });

  it('forgets all when another world takes the place, and says so', () => {
    const reported: (number | null)[] = [];
    const stop = onPositions((each) => reported.push(each?.count ?? null));
    add('2026-01-05T08:00:00Z', { number: 1, ...MUNICH });
    setWorld({ world: `another ${worlds++}`, story: null, seed: 1 });
    stop();
    expect(reported).toEqual([1, null]);
    expect(positionsKnown.value).toBe(0);
    expect(positions.latitude[1]).toBeNaN();
  });
});

describe('a vehicle that is parked as far as is known', () => {
  let worlds = 0;
  beforeEach(() => {
    setWorld({ world: `parked ${++worlds}`, story: null, seed: 1 });
    addDrives(
      {
        at: 0,
        ways: [],
        numbers: Uint32Array.of(1),
        way: Int32Array.of(-1),
        latitude: Float64Array.of(MUNICH.latitude),
        longitude: Float64Array.of(MUNICH.longitude),
        began: Float64Array.of(0),
        lasts: Float64Array.of(0),
      },
      0,
    );
  });

  it('stays there while it reports from about there', () => {
    addPositions(readPositions(frame('2026-01-05T08:00:00Z', [{ number: 1, ...MUNICH }])));
    expect(isReported(1)).toBe(false);
  });

  it('is shown where it reports from once that is elsewhere', () => {
    addPositions(readPositions(frame('2026-01-05T08:00:00Z', [{ number: 1, ...SYDNEY }])));
    expect(isReported(1)).toBe(true);
    expect(latitudeOf(driveOf(1, 0)?.line.y[0] ?? 0)).toBeCloseTo(SYDNEY.latitude, 7);
  });
});
