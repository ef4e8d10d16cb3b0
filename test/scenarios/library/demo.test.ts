import { describe, expect, it } from 'vitest';
import { demoDay } from '../../../scenarios/index.ts';
import { distanceBetween } from '../../../scenarios/motion/index.ts';

const start = Date.UTC(2026, 0, 5, 8);
const day = demoDay({ start, vans: 10, seed: 1 });

describe('the demo fleet', () => {
  it('is the same from the same seed, and another from another', () => {
    expect(demoDay({ start, vans: 10, seed: 1 })).toEqual(day);
    expect(demoDay({ start, vans: 10, seed: 2 })).not.toEqual(day);
  });

  it('works from the morning into the afternoon, each van at its own pace', () => {
    const ends = day.vans.map((reports) => reports.at(-1)?.time ?? 0);
    expect(new Set(ends).size).toBe(10);
    expect(day.end).toBe(Math.max(...ends));
    expect(Math.min(...ends)).toBeGreaterThan(start + 5 * 3_600_000);
    expect(day.end).toBeLessThan(start + 12 * 3_600_000);
  });

  it('reports every 15 seconds on the move and every 5 minutes at a stand, in order of time', () => {
    for (const reports of day.vans) {
      for (const [i, report] of reports.slice(1).entries()) {
        const silence = report.time - (reports[i]?.time ?? 0);
        expect(silence).toBeGreaterThan(0);
        expect(silence).toBeLessThanOrEqual(300_000);
        if ((reports[i]?.speed ?? 0) > 0) expect(silence).toBeLessThanOrEqual(15_000);
      }
    }
  });

  it('drives as vans do: within the limit, as far as their speed says, with the engine on', () => {
    for (const reports of day.vans) {
      for (const [i, report] of reports.slice(1).entries()) {
        const before = reports[i] as (typeof reports)[number];
        const seconds = (report.time - before.time) / 1000;
        expect(report.speed).toBeLessThanOrEqual(50);
        expect(distanceBetween(before, report)).toBeLessThanOrEqual((50 / 3.6) * seconds + 1);
        expect(Math.abs(report.speed - before.speed) / 3.6 / seconds).toBeLessThanOrEqual(4);
        if (report.speed > 0) expect(report.ignition).toBe(true);
        expect(report.odometer).toBeGreaterThanOrEqual(before.odometer);
      }
    }
  });

  it('stays in town and comes back to the depot', () => {
    for (const reports of day.vans) {
      const [first, last] = [reports[0], reports.at(-1)];
      if (!first || !last) throw new Error('a van without reports');
      expect(distanceBetween(first, last)).toBeLessThan(1);
      for (const report of reports) expect(distanceBetween(first, report)).toBeLessThan(4000);
    }
  });

  it('has a storm of alerts from one sensor and one emergency', () => {
    expect(day.alerts.filter(({ type }) => type === 'vibration')).toHaveLength(30);
    expect(day.alerts.filter(({ type }) => type === 'sos')).toHaveLength(1);
    expect(day.alerts.map(({ time }) => time)).toEqual(
      day.alerts.map(({ time }) => time).toSorted((a, b) => a - b),
    );
  });

  it('is there for a single van, too', () => {
    expect(demoDay({ start, vans: 1, seed: 7 }).alerts.every(({ van }) => van === 0)).toBe(true);
  });
});
