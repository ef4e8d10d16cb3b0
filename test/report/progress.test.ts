import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, hang, widthOf, wrap } from '../../contracts/kit/columns.ts';
import { terminalColours } from '../../contracts/kit/palette.ts';
import { visible } from '../../contracts/kit/untrusted.ts';
import { outcomeLine, progressLine } from '../../contracts/report/progress.ts';
import { duration } from '../../contracts/report/words.ts';
import type { Outcome } from '../../contracts/verify/run.ts';
import { everyVerdict, hostile } from './runs.ts';

const failed = everyVerdict.outcomes.find(({ verdict }) => verdict === 'fail') as Outcome;
const passed = everyVerdict.outcomes[0] as Outcome;

describe('the line of a live display', () => {
  it('shows how far the run is, and what came last', () => {
    expect(progressLine(50, 200, failed)).toBe('━━━━━───────────────   50/200  ✘ limits/stops-at-limit/sms');
    expect(progressLine(0, 200, undefined)).toBe('────────────────────    0/200');
    expect(progressLine(200, 200, passed)).toContain('━━━━━━━━━━━━━━━━━━━━  200/200  ✔ token/issued');
    expect(progressLine(0, 0, undefined)).toContain('0/0');
  });

  it('never takes more columns than there are, nor more than one line', () => {
    for (let width = 1; width < 90; width++)
      for (const last of [undefined, failed]) {
        const line = progressLine(7, 200, last, { width });
        expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(line).not.toContain('\n');
      }
  });

  it('has colours where it is given some', () => {
    const { palette, shown } = terminalColours('c0');
    const line = shown(progressLine(1, 2, failed, { palette }), (plain) => plain);
    expect(line).toContain('\u001b[31m✘\u001b[39m');
  });
});

describe('the line of an outcome in a log', () => {
  it('is there for what wants attention', () => {
    expect(outcomeLine(passed)).toBeUndefined();
    expect(outcomeLine(failed)).toMatch(/^✘ fail limits\/stops-at-limit\/sms: Expected nothing/);
    expect(widthOf(outcomeLine({ ...failed, reason: hostile.long }, { width: 50 }) ?? '')).toBe(50);
  });
});

describe('text in columns', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...Object.values(hostile)).map(visible),
  );

  it('keeps its words when it is wrapped, and never gets too wide', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 80 }), (text, width) => {
        const shown = visible(text);
        const lines = wrap(shown, width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(shown.replaceAll(' ', ''));
      }),
    );
  });

  it('is cut with a sign that it was', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('車両車両', 5)).toBe('車両…');
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abc', 0)).toBe('');
  });

  it('hangs under its head', () => {
    expect(hang('> ', 2, 'one two three four five six seven', 26)).toBe(
      '> one two three four five\n  six seven\n',
    );
  });
});

describe('a span', () => {
  it.each([
    [0, '0 ms'],
    [-5, '0 ms'],
    [340.4, '340 ms'],
    [999.9, '1.0 s'],
    [1840, '1.8 s'],
    [59_960, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_725_000, '1 h 2 min'],
  ])('of %d ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});
