import { describe, expect, it } from 'vitest';
import { type ReporterName, reporters } from '../../contracts/report/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { unreadable } from './parsed.ts';
import { allPass, empty, everyVerdict, interrupted, mixedRun } from './runs.ts';

function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object') Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

describe('the reports', () => {
  const names = Object.keys(reporters) as ReporterName[];

  it('are those that can be asked for, each with a file of its own', () => {
    expect(names).toEqual(['text', 'json', 'junit', 'html', 'github', 'markdown']);
    expect(new Set(names.map((name) => reporters[name].file)).size).toBe(names.length);
  });

  it.each(names)('%s: can be made of any run, change nothing, and come out the same again', (name) => {
    for (const run of [everyVerdict, allPass, empty, interrupted, mixedRun()]) {
      const kept = frozen(structuredClone(run));
      const report = reporters[name].render(kept);
      expect(reporters[name].render(kept)).toBe(report);
      if (report !== '') expect(report).toMatch(/\n$/);
    }
  });

  it('can be parsed, also where the key is a word of their markup', () => {
    for (const run of [everyVerdict, allPass, empty, interrupted, mixedRun()])
      expect(unreadable(run)).toEqual([]);
  });

  it.each(names)('%s: needs nothing but the JSON report', (name) => {
    // Headers stand in the order of their names there.
    const words = (run: Run) => reporters[name].render(run).split(/\W+/).toSorted();
    for (const run of [everyVerdict, allPass, empty, interrupted])
      expect(words(JSON.parse(reporters.json.render(run)))).toEqual(words(run));
  });

  it.each(names)('%s: has no half of a character in it', (name) => {
    const bytes = new TextEncoder().encode(reporters[name].render(everyVerdict));
    expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(
      reporters[name].render(everyVerdict),
    );
  });
});
