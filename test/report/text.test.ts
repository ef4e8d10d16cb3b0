import { describe, expect, it } from 'vitest';
import { widthOf } from '../../contracts/kit/columns.ts';
import { terminalColours } from '../../contracts/kit/palette.ts';
import { renderText, summaryLine } from '../../contracts/report/text.ts';
import { allPass, empty, everyVerdict, hostile, interrupted, mixedRun, wholeRun } from './runs.ts';

const text = renderText(everyVerdict, { width: 100 });
/** Lines to be pasted are not broken: the terminal folds them. Nor is what is made harmless at last. */
const mayBeWide = (line: string) =>
  /curl -|^\s+-H |^\s+-X |^\s+--|^\s+'?https?:\/\/|ROADTEST_TOKEN=|^ {4,}[\w.]+: |\\u00(3a|23)/.test(line);

describe('the report on a terminal', () => {
  it('goes through the sections of the document in their order', () => {
    const titles = text.split('\n').filter((line) => line.startsWith('§ '));
    expect(titles.map((line) => line.split('  ')[0])).toEqual([
      '§ 2 Resources and fields',
      '§ 4 Endpoints',
      '§ 4.1 Token request',
      '§ 4.2 All other operations',
      '§ 5 Authentication',
      '§ 8 Limits',
    ]);
    expect(titles[3]).toContain('✘ 1 fail  ! 1 error  ◌ 1 left open  – 1 not offered');
  });

  it('reports a failure with its rule, its section, what was expected, what came, and a line to see it again', () => {
    const [, failures = ''] = text.split('\nFailures (2)\n');
    expect(failures).toContain(
      [
        '',
        '  ✘ limits/stops-at-limit/sms  § 8 Limits',
        "    Once the day's count has reached the limit, nothing more is sent.",
        '    expected  nothing sent once 3 of 3 have been sent',
        '    observed  1 sent, 0 withheld',
        '    request   curl -i \\',
      ].join('\n'),
    );
  });

  it('says of a deployment that went away after which request, and lists once what is suspect by it', () => {
    const away = wholeRun();
    const outcomes = away.outcomes.map((it) => ({
      ...it,
      verdict: 'suspect' as const,
      reason: 'It is gone.',
    }));
    const exchanges = away.exchanges.map(({ reply, ...rest }, index) => ({
      ...rest,
      ...(index < 75 && reply && { reply }),
    }));
    const lines = renderText({ ...away, outcomes, exchanges, gone: true }).split('\n');
    expect(lines.join('\n')).toContain(`it went away after request 75 of ${exchanges.length}.`);
    expect(lines.filter((line) => line.includes('limits/next-day-restores'))).toHaveLength(1);
  });

  it('says at the top what is suspect and what was left open, by the reason', () => {
    const before = text.split('\n§ ', 1)[0];
    expect(before).toContain(
      'Suspect  1: the deployment broke off or contradicted itself while these were judged\n  ~ 1: GET /api/groups/1',
    );
    expect(before).toContain('\n    auth/bearer-accepted/readGroup\n');
    expect(before).toContain(
      [
        'Left open  1: everything that these need was there, but no verdict could be reached',
        '  ◌ 1: An unknown id is answered like an unknown path.',
        '    users/countries-listed',
      ].join('\n'),
    );
  });

  it('groups what was not reached by what is missing', () => {
    expect(text).toContain('Not reached  3, grouped by what is missing');
    expect(text).toContain(
      '? 2: a profile with a way to bring time forward; a longer wait than the run allows',
    );
    expect(text).toContain('auth/expired-refused (listDevices, readDevice)');
    expect(text.match(/The token lives for an hour/g)).toHaveLength(1);
  });

  it('reports openings that drifted with both values, and what the profile does not pin', () => {
    expect(text).toContain('Openings  1 not as the profile pins · 1 as the profile pins · 1 not pinned');
    expect(text).toMatch(/≠ token\.lifetime {2}seen {4}PT2H\n\s+pinned {2}PT1H\n/);
    expect(text).not.toContain('records.id');
    expect(renderText(everyVerdict, { full: true })).toContain('records.id');
  });

  it('reports what else a reader has to know', () => {
    expect(text).toContain('! The clock of the deployment is 40 s off.');
    expect(text).toContain('! Created and not removed again: group <img');
    expect(text).toMatch(
      /Entries of the baseline that are stale or expired \(1\)\n {2}✘ token\/renewal: The rule passes now: remove the entry\. \[BASELINE_STALE\]/,
    );
    expect(renderText(interrupted)).toContain('! The run was ended before all was judged.');
  });

  it('ends in the counts and the time, what to do next, and the exit code with its reasons', () => {
    expect(text).toMatch(
      new RegExp(
        `\n\n${summaryLine(everyVerdict, { width: 100 }).replace(/[?.]/g, '\\$&')}\n(Next\n[\\s\\S]*)?Exit code 1: [\\s\\S]*; 6 of 13\\s+judged, 1 of these by status alone\n$`,
      ),
    );
    expect(summaryLine(everyVerdict)).toBe(
      '✘ 2 fail · ! 1 error · ~ 1 suspect · ≠ 1 drift · ◌ 1 left open · ? 3 not reached · ○ 1 accepted · – 1 not offered · ✔ 3 pass · ≠ 1 opening drifted · 5 requests in 1.8 s',
    );
    expect(summaryLine(empty)).toBe('nothing was judged · 0 requests in 1.8 s');
  });

  it('says in its last lines what a run without a profile did not look at', () => {
    const unprofiled = renderText({ ...everyVerdict, profile: null }, { width: 200 });
    expect(unprofiled).toMatch(
      /in 1\.8 s\n! Without a profile this run did not look at: auth \(2\), operations \(1\)\.\n.*--profile FILE\.\n(Next\n[\s\S]*)?Exit code 1: [\s\S]*\n$/,
    );
    expect(renderText({ ...allPass, profile: null })).not.toContain('did not look at');
  });

  it('is short where all holds, and lists every rule when asked', () => {
    const whole = wholeRun();
    expect(renderText(whole).split('\n').length).toBeLessThan(20);
    expect(renderText(whole, { full: true })).toContain('✔ auth/header-required 19 of 19');
    expect(renderText(allPass)).not.toContain('Failures');
  });

  it.each([50, 60, 100])('keeps to %i columns, but for lines to paste', (width) => {
    for (const run of [everyVerdict, mixedRun(), empty])
      for (const line of renderText(run, { width, full: true }).split('\n'))
        if (!mayBeWide(line)) expect(widthOf(line), line).toBeLessThanOrEqual(width);
  });

  it('is plain without colours, and says the same with them', () => {
    const { palette, shown } = terminalColours('c0');
    const coloured = shown(renderText(everyVerdict, { width: 100, palette }), (plain) => plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are made of
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text);
    expect(coloured).not.toBe(text);
  });

  it('lets no answer draw on the terminal, and keeps long ones short', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/);
    expect(text).not.toMatch(/\p{Cs}/u);
    expect(text).toContain('\\u001b[2J');
    expect(text).toContain('safe\\u202eexe.txt');
    expect(text).toContain(hostile.emoji);
    expect(text).toMatch(/\(\d+ more characters\)/);
    expect(text.length).toBeLessThan(12_000);
  });
});
