/** Where a condition begins to hold, and an expectation is met: bounds that a story writes belong to them. */
import { describe, expect, it } from 'vitest';
import type { Cause, VehicleReport } from '../../../scenarios/conditions/define.ts';
import { conditions } from '../../../scenarios/conditions/index.ts';
import { each, number, rounded } from '../../../scenarios/expectations/finding.ts';
import { type World, world } from '../../simulator/fleet/world.ts';

const report: VehicleReport = {
  speed: 0,
  isHarsh: () => false,
  stillFor: 0,
  hasArrived: false,
  sensor: () => undefined,
  isWithin: (site) => site === 7,
};

function holds<Facts>(cause: Cause<Facts>, condition: Facts, facts: Partial<VehicleReport>): boolean {
  return 'holds' in cause && cause.holds(condition, { ...report, ...facts });
}

describe('a condition', () => {
  it('on standing still holds from the whole time on', () => {
    const at = (stillFor: number) => holds(conditions['stands-still'].cause, { for: 60_000 }, { stillFor });
    expect([59_999, 60_000, 60_001].map(at)).toEqual([false, true, true]);
  });

  it('on a speed holds above it, not at it, and only within its area', () => {
    const at = (speed: number, site: number | null) =>
      holds<{ speed: number; site: number | null }>(
        conditions['speed-above'].cause,
        { speed: 80, site },
        { speed },
      );
    expect([79, 80, 80.1].map((speed) => at(speed, null))).toEqual([false, false, true]);
    expect([at(81, 7), at(81, 8)]).toEqual([true, false]);
  });

  it('on a counter becomes true with the message that brings it there, once', () => {
    const made = world();
    const sends = (device: number, count: number) => causedBy(made, device, count);
    expect(sends(1, 2)).toBeUndefined();
    expect(sends(1, 1)).toBe(1);
    expect(sends(1, 1)).toBeUndefined();
    expect(sends(2, 5)).toBe(2);
  });
});

/** The device of which three emails a day became true when so many were sent. */
function causedBy({ fleet }: World, device: number, count: number): number | undefined {
  fleet.limits.send(device, 'email', count);
  const event = fleet.log.since(0, 10_000).at(-1);
  const { cause } = conditions['counter-reaches'];
  if (event === undefined || !('becameTrueOf' in cause)) throw new Error('There is no event to look at.');
  return cause.becameTrueOf({ channel: 'email', count: 3 }, event, fleet);
}

describe('a number that is expected', () => {
  it('is met at the bounds that it has', () => {
    const met = (wanted: Parameters<typeof number>[1]) =>
      [1, 2, 3, 4, 5, null].filter((actual) => number(actual, wanted).met);
    expect(met({ atLeast: 2, atMost: 4 })).toEqual([2, 3, 4]);
    expect(met({ atLeast: 4 })).toEqual([4, 5]);
    expect(met({ atMost: 2 })).toEqual([1, 2]);
    expect(met({ is: 3 })).toEqual([3]);
  });

  it.each([
    [1.04, 1],
    [1.05, 1.1],
    [1.06, 1.1],
    [-1.06, -1.1],
  ])('is rounded to the nearest tenth: %s to %s', (value, tenths) => {
    expect(rounded(value)).toBe(tenths);
  });
});

describe('devices that are expected to meet something', () => {
  const { fleet } = world({ devices: 3 });
  /** The finding of devices of which these do not meet it. */
  const found = (first: number, count: number, ...failing: number[]) =>
    each({ fleet }, { first, count }, null, (device) => ({
      met: !failing.includes(device),
      wanted: 'it',
      actual: `${device}`,
    }));

  it('are told by name where there are several, the first that does not', () => {
    expect(found(1, 2, 1, 2)).toEqual({ met: false, wanted: 'it', actual: `${fleet.devices.nameOf(1)}: 1` });
    expect(found(1, 2, 2)).toEqual({ met: false, wanted: 'it', actual: `${fleet.devices.nameOf(2)}: 2` });
    expect(found(1, 1, 1)).toEqual({ met: false, wanted: 'it', actual: '1' });
  });

  it('meet it all, and the last is told; one that is not there meets nothing', () => {
    expect(found(1, 2)).toEqual({ met: true, wanted: 'it', actual: '2' });
    expect(found(3, 2)).toEqual({ met: false, wanted: 'it', actual: 'there is no device 4' });
    expect(each({ fleet }, 'it', null, () => ({ met: true, wanted: '', actual: '' }))).toEqual({
      met: false,
      wanted: 'a device',
      actual: 'none',
    });
  });
});
