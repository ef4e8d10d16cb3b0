import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../contracts/report/html.ts';
import { renderJunit } from '../../contracts/report/junit.ts';
import { inShort, summarise } from '../../contracts/report/summary.ts';
import { renderText } from '../../contracts/report/text.ts';
import { inWords, lockedOf } from '../../contracts/report/unlock.ts';
import { openings, rules, sections } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { empty, everyVerdict, interrupted, wholeRun } from './runs.ts';

describe('the summary of a run', () => {
  it('counts by section, and the sections add up to the whole', () => {
    const summary = summarise(everyVerdict);
    expect(summary.sections.map(({ section }) => section.id)).toEqual(sections.map(({ id }) => id));
    for (const status of Object.keys(summary.counts) as (keyof typeof summary.counts)[])
      expect(summary.sections.reduce((sum, { counts }) => sum + counts[status], 0)).toBe(
        summary.counts[status],
      );
    expect(summary).toMatchObject({ judged: 6, applicable: 13, requests: 5, milliseconds: 1840 });
    expect(summary.sections.find(({ section }) => section.id === '8')).toMatchObject({
      judged: 2,
      applicable: 2,
      rules: [{ rule: 'limits/stops-at-limit', worst: 'fail', counts: { fail: 1, accepted: 1, pass: 0 } }],
    });
  });

  it('counts passes by status alone apart, in every report that has room for it', () => {
    expect(summarise(everyVerdict).byStatus).toBe(1);
    expect(renderText(everyVerdict)).toMatch(/; 6 of 13 judged, 1 of these by status alone\n$/);
    expect(renderText(everyVerdict, { full: true }).replace(/\s+/g, ' ')).toContain(
      'At stake 3 times, by status alone.',
    );
    expect(renderJunit(everyVerdict)).toContain('<property name="passed-by-status" value="1"/>');
    expect(renderHtml(everyVerdict)).toContain('1 of them by status alone');
  });

  it('knows what a run has not looked at', () => {
    const all = rules.flatMap(expand).length;
    expect(summarise(wholeRun()).missing).toEqual([]);
    expect(summarise(empty).missing).toHaveLength(all);
    expect(summarise(interrupted).missing).toHaveLength(all - 4);
  });

  it('reports ids in short, rule by rule', () => {
    expect(inShort(everyVerdict.outcomes.slice(3, 6))).toEqual([
      'auth/expired-refused (listDevices, readDevice)',
      'operations/readUser',
    ]);
    expect(inShort(wholeRun().outcomes.filter(({ rule }) => rule === 'operations/*'))).toEqual([
      'operations (20)',
    ]);
    expect(inShort([])).toEqual([]);
  });
});

describe('what would unlock', () => {
  it('is reported in words', () => {
    expect(inWords('controls.setLimits')).toBe('a profile with a way to set limits and expiry of a device');
    expect(inWords('known.user')).toBe('a profile with the id of a user that exists');
    expect(inWords('samples.alert')).toBe('a profile with a sample to send: alert');
    for (const { id } of openings) expect(inWords(id)).toMatch(/^a profile that says /);
  });

  it('is shown unchanged where it has none', () => {
    for (const odd of ['something else', 'constructor', 'controls.toString', '__proto__'])
      expect(inWords(odd)).toBe(odd);
  });

  it('makes one group of the same needs in another order, the largest first', () => {
    expect(lockedOf(everyVerdict).map(({ unlock, outcomes }) => [unlock, outcomes.length])).toEqual([
      [['controls.advance', 'patience'], 2],
      [['known.user'], 1],
    ]);
  });
});
