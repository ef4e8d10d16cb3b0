import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { setClock, setMoment, simulatedAt } from '../../simulator/console/state/clock.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import type { ClockView } from '../../simulator/control/schemas/index.ts';

const START = Date.UTC(2026, 0, 5, 8);
const view = (now: number, change: Partial<ClockView> = {}): ClockView => ({
  now: new Date(now).toISOString(),
  speed: 60,
  frozen: false,
  until: null,
  advancing: false,
  ...change,
});

describe('the clock of the page', () => {
  let worlds = 0;
  beforeEach(() => {
    setWorld({ world: `clock ${worlds++}`, story: null, seed: 1 });
    setClock(view(0, { frozen: true }), 0);
  });

  it('runs on at the speed between what the server says', () => {
    setClock(view(START), 1_000);
    expect(simulatedAt(1_500)).toBe(START + 30_000);
    expect(simulatedAt(2_000)).toBe(START + 60_000);
  });

  it('runs while the server does, and stops where the server stops by itself', () => {
    setClock(view(START, { frozen: true }), 0);
    expect(simulatedAt(5_000)).toBe(START);
    setClock(view(START, { until: new Date(START + 60_000).toISOString() }), 5_000);
    expect(simulatedAt(60_000)).toBe(START + 60_000);
  });

  it('is brought nearer when it is a little off, and does not jump or go back', () => {
    setClock(view(START), 0);
    const before = simulatedAt(1_000);
    setMoment(START + 60_000 - 6_000, 1_000); // the server is 0.1 s of real time behind
    expect(simulatedAt(1_000)).toBe(before);
    expect(simulatedAt(1_100)).toBeGreaterThan(before);
    expect(simulatedAt(1_100)).toBeLessThan(before + 6_000);
  });

  it('jumps when it is far off: the server could not keep up, or a user set it', () => {
    setClock(view(START), 0);
    simulatedAt(10_000);
    setMoment(START + 60_000, 10_000);
    expect(simulatedAt(10_000)).toBe(START + 60_000);
    setClock(view(START + 86_400_000, { frozen: true }), 11_000);
    expect(simulatedAt(11_000)).toBe(START + 86_400_000);
  });

  it('goes along with a server that is on its way to another moment', () => {
    setClock(view(START, { frozen: true, advancing: true }), 0);
    setMoment(START + 3_600_000, 100);
    expect(simulatedAt(100)).toBe(START + 3_600_000);
    setMoment(START + 1_800_000, 200);
    expect(simulatedAt(200)).toBe(START + 3_600_000);
  });

  it('goes back when another world takes the place', () => {
    setClock(view(START + 3_600_000), 0);
    simulatedAt(100);
    setWorld({ world: `back ${worlds++}`, story: 'x', seed: 1 });
    setClock(view(START, { frozen: true }), 200);
    expect(simulatedAt(200)).toBe(START);
  });

  it('never goes back while the server runs evenly, whenever it is heard', () => {
    const gaps = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 400 }), late: fc.integer({ min: 0, max: 80 }) }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(gaps, (frames) => {
        setWorld({ world: `even ${worlds++}`, story: null, seed: 1 });
        setClock(view(START, { speed: 600 }), 0);
        let real = 0;
        let shown = simulatedAt(0);
        for (const { gap, late } of frames) {
          real += gap;
          setMoment(START + (real - late) * 600, real);
          const next = simulatedAt(real);
          expect(next).toBeGreaterThanOrEqual(shown);
          shown = next;
        }
      }),
    );
  });
});
