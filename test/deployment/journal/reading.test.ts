/** The text of a journal: what is taken, and what is told to be none of it. */
import { describe, expect, it } from 'vitest';
import { countOpen, readJournal } from '../../../contracts/deployment/journal/reading.ts';

const run = {
  entry: 'run',
  format: 'roadtest-journal',
  version: 2,
  nonce: 'abcd2345',
  target: 'http://127.0.0.1:4010',
  basePath: '',
};
const intend = { entry: 'intend', number: 1, resource: 'group', name: 'roadtest abcd2345-1' };
const made = { entry: 'made', number: 1, resource: 'group', id: 'grp-4' };
const limits = { entry: 'change', number: 2, setting: 'limits', id: 'dev-1' };
const journal = (...entries: object[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('A journal', () => {
  it('tells what was made and not removed, and what was announced and never told of again', () => {
    const { runs, ignored } = readJournal(journal(run, intend, made, { ...intend, number: 3 }));
    expect(ignored).toEqual([]);
    expect(runs[0]).toMatchObject({
      made: [{ resource: 'group', id: 'grp-4' }],
      intended: [{ number: 3 }],
    });
  });

  it('of a run that undid everything leaves nothing open', () => {
    const text = journal(
      run,
      intend,
      made,
      { ...limits, was: { dailySms: 3 }, set: { dailySms: 0 } },
      { entry: 'restored', number: 2 },
      { entry: 'removed', resource: 'group', id: 'grp-4' },
      { entry: 'end', left: 0 },
    );
    expect(readJournal(text).runs.map(countOpen)).toEqual([0]);
  });

  it('keeps what a setting was before its first change, and all that it was set to', () => {
    const text = journal(
      run,
      { ...limits, was: { dailySms: 3 }, set: { dailySms: 0 } },
      { ...limits, was: { dailySms: 3, dailyEmail: null }, set: { dailyEmail: 7 } },
    );
    expect(readJournal(text).runs[0]?.changes).toEqual([
      {
        number: 2,
        setting: 'limits',
        id: 'dev-1',
        was: { dailySms: 3, dailyEmail: null },
        sets: [{ dailySms: 0 }, { dailyEmail: 7 }],
      },
    ]);
  });

  it('tells ids that are numbers from ids that are texts', () => {
    const numbered = { ...made, id: 7 };
    const { runs } = readJournal(journal(run, numbered, { entry: 'removed', resource: 'group', id: '7' }));
    expect(runs[0]?.made).toHaveLength(1);
  });

  it('counts what a sweep has undone for the run that it was about', () => {
    const other = { ...run, nonce: 'zzzz2345' };
    const removed = { entry: 'removed', resource: 'group', id: 'grp-4' };
    const swept = journal(run, made, other, made, { entry: 'sweep', nonce: run.nonce }, removed);
    expect(readJournal(swept).runs.map(({ made }) => made.length)).toEqual([0, 1]);
    const second = journal(run, made, other, made, run, { entry: 'sweep', nonce: other.nonce }, removed);
    expect(readJournal(second).runs.map(({ made }) => made.length)).toEqual([1, 0, 0]);
  });

  it('keeps the changes of two settings apart, whatever numbers they have', () => {
    const licence = { ...limits, setting: 'licence', was: { licence: 'used' }, set: { licence: 'expired' } };
    const text = journal(run, { ...limits, was: { dailySms: 3 }, set: { dailySms: 0 } }, licence);
    expect(readJournal(text).runs[0]?.changes.map(({ was }) => was)).toEqual([
      { dailySms: 3 },
      { licence: 'used' },
    ]);
  });

  it('takes a line of a mebibyte, and none that is longer', () => {
    const line = (length: number) => `${JSON.stringify(made).padEnd(length)}\n`;
    const { runs, ignored } = readJournal(journal(run) + line(1024 * 1024) + line(1024 * 1024 + 1));
    expect(runs[0]?.made).toHaveLength(1);
    expect(ignored).toEqual([expect.stringMatching(/^line 3: /)]);
  });
});

describe('A line that is none of a journal', () => {
  const cut = JSON.stringify(made).slice(0, 30);

  it('is told with its number, and the others count', () => {
    const { runs, ignored } = readJournal(`${journal(run)}Dear Sir\n${journal(intend)}`);
    expect(ignored).toEqual(['line 2: it is not a journal entry']);
    expect(runs[0]?.intended).toHaveLength(1);
  });

  it('is not told where it is blank', () => {
    expect(readJournal(`${journal(run)}  \t\r\n\n${journal(intend)}`).ignored).toEqual([]);
  });

  it('is told to be cut off where the journal ends in it', () => {
    const { runs, ignored } = readJournal(`${journal(run, intend)}${cut}`);
    expect(ignored).toEqual([expect.stringMatching(/^line 3: .*cut off/)]);
    expect(runs[0]?.intended).toHaveLength(1);
  });

  it.each([
    ['before any run', made, /belongs to no run/],
    ['about a run that is not there', { entry: 'sweep', nonce: 'zzzz2345' }, /not in this journal/],
  ])('%s is told', (_, entry, why) => {
    expect(readJournal(journal(entry)).ignored).toEqual([expect.stringMatching(why)]);
  });

  it.each([
    ['an id that is an object', { ...made, id: {} }],
    ['an id that is endless', { ...made, id: 'x'.repeat(1_001) }],
    ['a resource of another kind', { ...made, resource: 'country' }],
    ['a number that is none', { ...made, number: 'one' }],
    ['a name beside those that it has', { ...made, secret: 1 }],
    ['a nonce that others could have in their names', { ...run, nonce: 'a' }],
    ['a nonce that is an expression', { ...run, nonce: '.*......' }],
    ['a setting that no run changes', { ...limits, setting: 'api-key', was: {}, set: {} }],
    ['a fact that is not a limit', { ...limits, was: { apiKey: 'x' }, set: {} }],
    ['a limit of a wrong kind', { ...limits, was: { dailySms: 'all' }, set: { dailySms: 1 } }],
    ['a line that is too long', { ...limits, was: {}, set: {}, more: 'x'.repeat(1024 * 1024) }],
  ])('%s is refused', (_, entry) => {
    const { runs, ignored } = readJournal(journal(run, entry));
    expect(ignored).toHaveLength(1);
    expect(runs.map(countOpen)).toEqual([0]);
  });

  it.each([
    ['name', intend, 1_000],
    ['target', run, 2_000],
    ['basePath', run, 1_000],
    ['startedAt', run, 40],
    ['id', made, 1_000],
  ])('a %s may be so long and no longer', (field, entry, most) => {
    const of = (length: number) => readJournal(journal(run, { ...entry, [field]: 'x'.repeat(length) }));
    expect(of(most).ignored).toEqual([]);
    expect(of(most + 1).ignored).toHaveLength(1);
  });

  it('nested without end is refused', () => {
    const { ignored } = readJournal(`${journal(run)}{"entry":${'['.repeat(200_000)}\n`);
    expect(ignored).toHaveLength(1);
  });
});
