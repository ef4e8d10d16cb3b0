import { describe, expect, it } from 'vitest';
import { applyBaseline, baselineOf, parseBaseline } from '../../contracts/report/baseline.ts';
import { ReportError } from '../../contracts/report/errors.ts';
import { exitOf } from '../../contracts/report/verdict-exit.ts';
import { everyVerdict, hostile } from './runs.ts';

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
    const text = baselineOf(everyVerdict);
    const run = applyBaseline(everyVerdict, parseBaseline(text, 'b'));
    expect(text).toMatch(/^# /);
    expect(text).not.toContain(hostile.markup);
    expect(run.outcomes.filter(({ verdict, accepted }) => verdict === 'fail' && !accepted)).toEqual([]);
    expect(run.staleBaseline).toEqual([]);
  });
});
