import { describe, expect, it } from 'vitest';
import { applyBaseline, baselineFaults, baselineOf } from '../../contracts/report/baseline.ts';
import { baselineSchema, baselineText, parseBaseline } from '../../contracts/report/baseline-file.ts';
import { concluded, concludedSearch } from '../../contracts/report/conclude.ts';
import { ReportError } from '../../contracts/report/errors.ts';
import { reporters } from '../../contracts/report/index.ts';
import { exitOf } from '../../contracts/report/verdict-exit.ts';
import { allPass, everyVerdict, hostile } from './runs.ts';

const marked = (ids: string[]) => {
  const run = applyBaseline(
    everyVerdict,
    ids.map((id) => ({ id })),
  );
  return {
    accepted: run.outcomes.filter(({ accepted }) => accepted).map(({ id }) => id),
    stale: run.staleBaseline,
  };
};

describe('an accepted failure', () => {
  const entries = [
    { id: 'limits/stops-at-limit', reason: 'known to the vendor', ticket: 'OPS-17', until: '2099-12-31' },
  ];
  const run = concluded(everyVerdict, { baseline: entries, requirements: [] });
  const words = 'known to the vendor (OPS-17, until 2099-12-31)';

  it.each(['text', 'markdown', 'html', 'junit'] as const)('shows its entry in %s', (name) => {
    expect(reporters[name].render(run, {}).replace(/\s+/g, ' ')).toContain(words);
  });

  it('has the fields of its entry in JSON, and none without any', () => {
    const [accepted] = run.outcomes.filter((outcome) => outcome.accepted);
    const { id: _, ...said } = entries[0] ?? { id: '' };
    expect(accepted?.acceptance).toEqual(said);
    const bare = concluded(run, {
      baseline: [{ id: 'limits/stops-at-limit', reason: '' }],
      requirements: [],
    });
    expect(bare.outcomes.filter(({ acceptance }) => acceptance)).toEqual([]);
  });
});

describe('a baseline', () => {
  it('is read from YAML, with comments, and from JSON', () => {
    const entries = [{ id: 'limits/stops-at-limit/sms', reason: 'Ticket 17' }, { id: 'groups/replaced' }];
    expect(
      parseBaseline(
        '# known\n- id: limits/stops-at-limit/sms\n  reason: Ticket 17\n- id: groups/replaced\n',
        'b',
      ),
    ).toEqual(entries);
    expect(parseBaseline(JSON.stringify(entries), 'b')).toEqual(entries);
    expect(parseBaseline('', 'b')).toEqual([]);
    expect(parseBaseline('[]', 'b')).toEqual([]);
  });

  it.each([
    ['[1', 'BASELINE_SYNTAX', 'b.yaml:1'],
    ['a: 1', 'BASELINE_INVALID', 'a list of entries'],
    ['- token/issued', 'BASELINE_INVALID', 'b.yaml:1: an entry is an object'],
    ['- id: token/issued\n- reason: x', 'BASELINE_INVALID', 'b.yaml:2: an entry has an id'],
    ['- id: 7', 'BASELINE_INVALID', '"id" is text'],
    ['- id: token/issued\n  why: x', 'BASELINE_INVALID', '"why" is no field of an entry'],
    ['- id: token/issued\n- id: token/issued', 'BASELINE_INVALID', 'b.yaml:2: "token/issued" is given twice'],
    ['- id: token/issued\n  ticket: 17', 'BASELINE_INVALID', '"ticket" is text'],
    ['- id: token/issued\n  until: tomorrow', 'BASELINE_INVALID', '"tomorrow" is no day'],
    ['- id: token/issued\n  until: 2026-02-30', 'BASELINE_INVALID', '"2026-02-30" is no day'],
    ['- {"__proto__": {"id": "x"}}', 'BASELINE_SYNTAX', '"__proto__"'],
    ['- id: token/issued\n  id: token/renewal', 'BASELINE_SYNTAX', 'b.yaml:2: "id" is given twice'],
    ['- !!binary aGk=', 'BASELINE_SYNTAX', 'b.yaml:1: this tag'],
    [`- id: "${'['.repeat(3)}\\u001b[2J"`, 'BASELINE_INVALID', '\\u001b'],
    ['['.repeat(20_000), 'BASELINE_SYNTAX', 'b.yaml'],
    [' '.repeat(1_100_000), 'BASELINE_SYNTAX', 'more than'],
  ])('with a mistake is refused with the place: %#', (text, code, message) => {
    let thrown: unknown;
    try {
      parseBaseline(text, 'b.yaml');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ReportError);
    expect(thrown).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('suggests the rule that was meant', () => {
    expect(() => parseBaseline('- id: limits/stop-at-limit/sms', 'b')).toThrow(
      expect.objectContaining({ hint: 'did you mean "limits/stops-at-limit/sms"?' }),
    );
  });

  it('accepts what fails, by what is judged or by its rule', () => {
    expect(marked(['groups/replaced'])).toEqual({ accepted: ['groups/replaced'], stale: [] });
    expect(marked(['limits/stops-at-limit']).accepted).toEqual([
      'limits/stops-at-limit/sms',
      'limits/stops-at-limit/email',
    ]);
    expect(marked([]).accepted).toEqual([]);
  });

  it('accepts what is suspect, too, and then the exit code is not for it', () => {
    expect(marked(['auth/bearer-accepted/readGroup']).accepted).toEqual(['auth/bearer-accepted/readGroup']);
    const run = {
      ...everyVerdict,
      outcomes: everyVerdict.outcomes.filter(({ verdict }) => ['pass', 'suspect'].includes(verdict)),
    };
    const lasting = { ...run, observations: [], staleBaseline: [] };
    expect(exitOf(lasting).code).toBe(3);
    expect(exitOf(applyBaseline(lasting, [{ id: 'auth/bearer-accepted/readGroup' }])).code).toBe(0);
  });

  it('is stale where the failure is gone, and only there', () => {
    expect(marked(['token/issued', 'devices/posted-alert-is-taken']).stale).toEqual([
      'token/issued',
      'devices/posted-alert-is-taken',
    ]);
    expect(
      marked([
        'operations/readUser',
        'users/created-is-listed',
        'auth/bearer-accepted/readGroup',
        'token/renewal',
      ]).stale,
    ).toEqual([]);
  });

  it('is written from a run, and then accepts that run', () => {
    const text = baselineText(baselineOf(everyVerdict), 'b.yaml');
    const run = applyBaseline(everyVerdict, parseBaseline(text, 'b'));
    expect(text).toMatch(/^# /);
    expect(text).not.toContain(hostile.markup);
    expect(run.outcomes.filter(({ verdict, accepted }) => verdict === 'fail' && !accepted)).toEqual([]);
    expect(run.staleBaseline).toEqual([]);
  });

  it('is written anew with the reasons that it has, and without what is stale', () => {
    const known = [
      { id: 'limits/stops-at-limit', reason: 'a vendor', ticket: 'OPS-17', until: '2026-03-31' },
      { id: 'groups/replaced', until: '2025-01-01' },
      { id: 'token/issued', reason: 'passes now' },
      { id: 'operations/readUser', reason: 'not reached' },
    ];
    const written = [known[0], known[1], known[3], { id: 'users/countries-listed', reason: '' }];
    expect(baselineOf(everyVerdict, known)).toEqual(written);
    for (const file of ['b.yaml', 'b.json'])
      expect(parseBaseline(baselineText(baselineOf(everyVerdict, known), file), file)).toEqual(written);
    expect(JSON.parse(baselineText(known, 'b.JSON'))).toEqual(known);
  });

  it('has a schema with the fields that are read', () => {
    expect(baselineSchema).toMatchObject({
      type: 'array',
      items: { required: ['id'], properties: { id: {}, reason: {}, ticket: {}, until: {} } },
    });
  });
});

describe('an entry with a last day', () => {
  const failing = { ...everyVerdict, staleBaseline: [] };
  const by = (until: string, id = 'groups/replaced') => [{ id, ticket: 'OPS-17', until }];

  it('accepts on that day, in UTC, and no longer', () => {
    for (const [until, accepted] of [
      ['2026-01-05', true],
      ['2026-12-31', true],
      ['2026-01-04', undefined],
    ] as const) {
      const run = applyBaseline(failing, by(until));
      expect(run.outcomes.find(({ id }) => id === 'groups/replaced')?.accepted).toBe(accepted);
      expect(run.expiredBaseline === undefined).toBe(accepted === true);
    }
  });

  it('is an error with a code of its own afterwards, in each report', () => {
    const run = applyBaseline(failing, by('2025-12-31'));
    expect(baselineFaults(run)).toEqual([
      {
        code: 'BASELINE_EXPIRED',
        id: 'groups/replaced',
        message: 'It was accepted until 2025-12-31 (OPS-17): mend the deployment, or set another day.',
      },
    ]);
    for (const name of ['text', 'json', 'junit', 'html', 'github', 'markdown'] as const)
      expect(reporters[name].render(run), name).toMatch(/BASELINE_EXPIRED|"expiredBaseline": \[/);
  });

  it('is stale where the rule passes, whatever the day', () => {
    const run = applyBaseline(failing, by('2025-12-31', 'token/issued'));
    expect(baselineFaults(run)).toMatchObject([{ code: 'BASELINE_STALE', id: 'token/issued' }]);
  });

  it('fails a run in which its rule was not reached, and a search', () => {
    const holding = {
      ...allPass,
      outcomes: everyVerdict.outcomes.filter(({ verdict }) => verdict === 'pass'),
    };
    const baseline = by('2025-12-31', 'operations/readUser');
    expect(concluded(holding, { baseline, requirements: [] })).toMatchObject({
      exitCode: 1,
      conclusion: expect.stringMatching(/^1: the baseline has expired: operations\/readUser; 3 of 3 judged/),
    });
    expect(concludedSearch(holding, baseline).exitCode).toBe(1);
    expect(concludedSearch({ ...holding, exitCode: 5 }, baseline).exitCode).toBe(5);
    expect(concludedSearch(holding, by('2026-12-31')).exitCode).toBe(0);
  });
});
