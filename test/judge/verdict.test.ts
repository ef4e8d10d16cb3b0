/** Verdicts by histories: what passes, fails, stays open, and why. */
import { describe, expect, it } from 'vitest';
import { explain } from '../../contracts/judge/judge.ts';
import { pinsSeen } from '../../contracts/judge/pinned.ts';
import type { Known } from '../../contracts/judge/pins.ts';
import { rulingsOn, type Witnessed } from '../../contracts/judge/verdict.ts';
import { DAY, HOUR } from '../../contracts/kit/durations.ts';
import { expand, type JudgedId } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { type Bare, history, NOON } from './facts.ts';

const group = { family: 'group', record: '1' } as const;
const created = { ...group, kind: 'created', texts: { name: 'A' } } as const;
const read = (name: string) => ({ ...group, kind: 'read', found: true, texts: { name } }) as const;
const missing = { ...group, kind: 'read', found: false, texts: {} } as const;
const gone = { ...group, kind: 'deleted', taken: 'taken' } as const;
const put = { ...group, kind: 'replaced', texts: { name: 'B' }, taken: 'taken' } as const;
const made = { device: 'd1', kind: 'device', fresh: true, counts: true } as const;
const limit = (dailyEmail: number) =>
  ({ device: 'd1', kind: 'set', change: { dailyEmail }, done: true }) as const;
const sent = (count: number) =>
  ({ device: 'd1', kind: 'sent', channel: 'email', asked: 1, sent: count }) as const;
const counts = (used: number) => ({ kind: 'licences', used }) as const;

function witnessed(facts: readonly Bare[], rest: Partial<Witnessed> = {}): Witnessed {
  const blank = { name: 'a life', about: [], counts: true, failed: 0, played: 1, untaken: [] };
  return { ...blank, facts: history(...facts), ...rest };
}

const always = { failed: 3, played: 3 };
const nowAndThen = { failed: 1, played: 2 };

function ruled(id: JudgedId, ...all: Witnessed[]): { verdict: string; reason: string; stakes: number } {
  const [ruling] = rulingsOn([id], all);
  return ruling ?? { verdict: 'none', reason: '', stakes: 0 };
}

describe('a rule', () => {
  it('passes where it was at stake and held, and says how often', () => {
    const facts = [created, put, read('B')];
    expect(ruled('groups/replaced', witnessed(facts, { about: ['groups/replaced'] }))).toMatchObject({
      verdict: 'pass',
      stakes: 1,
    });
  });

  it('passes by no history that is not about it, where another may have failed by it', () => {
    const held = witnessed([created, put, read('B')], { about: ['groups/kept-as-sent'] });
    expect(ruled('groups/replaced', held).verdict).toBe('pass');
    const about: JudgedId[] = ['groups/created-can-be-read', 'groups/replaced'];
    const failed = witnessed([created, put, read('A')], { ...always, about: ['groups/created-can-be-read'] });
    const verdicts = rulingsOn(about, [held, failed]).map(({ verdict }) => verdict);
    expect(verdicts).not.toContain('pass');
  });

  it('passes by no history that its failure may explain, whichever rule is named', () => {
    const about: JudgedId[] = ['limits/stops-at-limit/email', 'limits/lower-takes-effect/email'];
    const facts = [made, limit(3), limit(1), sent(1), sent(1)];
    const verdicts = rulingsOn(about, [witnessed(facts, { ...always, about })]);
    expect(verdicts.map(({ verdict }) => verdict)).not.toContain('pass');
  });

  it('fails where it explains what came each time on fresh records', () => {
    expect(ruled('groups/replaced', witnessed([created, put, read('A')], always)).verdict).toBe('fail');
  });

  it('is suspect where it does not come each time', () => {
    expect(ruled('groups/replaced', witnessed([created, put, read('A')], nowAndThen)).verdict).toBe(
      'suspect',
    );
  });

  it('is suspect where the environment explains what does not come each time', () => {
    const about: JudgedId[] = ['licences/device-uses-one'];
    const facts = [counts(3), counts(5)];
    expect(ruled('licences/device-uses-one', witnessed(facts, { ...nowAndThen, about })).verdict).toBe(
      'suspect',
    );
  });

  it('fails where counts that others can change are wrong each time', () => {
    const about: JudgedId[] = ['licences/device-uses-one'];
    const facts = [counts(3), { ...made, dated: false }, counts(5)];
    expect(ruled('licences/device-uses-one', witnessed(facts, { ...always, about })).verdict).toBe('fail');
  });

  it('is suspect where a change of settings was never seen to be carried out', () => {
    const about: JudgedId[] = ['limits/stops-at-limit/email'];
    const shows = { device: 'd1', kind: 'settings', read: { dailyEmail: null, usageEmail: 2 } } as const;
    // The day may have ended in between: only the settings show that it has not.
    const facts = [made, limit(1), sent(1), { ...sent(1), at: NOON + 6 * HOUR }, shows];
    expect(ruled('limits/stops-at-limit/email', witnessed(facts, { ...always, about }))).toMatchObject({
      verdict: 'suspect',
      reason: expect.stringContaining('a control did not do what it answered'),
    });
  });

  it('that is asked for comes before another that explains as much', () => {
    const facts = [made, limit(5), limit(1), limit(3), sent(1), sent(1), sent(1), limit(2), sent(1)];
    const one = witnessed(facts, { ...always, about: ['limits/stops-at-limit/email'] });
    for (const id of ['limits/lower-takes-effect/email', 'limits/stops-at-limit/email'] as const)
      expect(ruled(id, one).verdict).toBe('fail');
  });

  it('is told by histories that were played since others failed, and these are no failure by themselves', () => {
    const fails = [made, limit(3), limit(1), sent(1), sent(1)];
    const about: JudgedId[] = ['limits/stops-at-limit/email', 'limits/lower-takes-effect/email'];
    const tells = witnessed([made, limit(1), sent(1), sent(0)], { name: 'tells', tells: true, about });
    const verdicts = rulingsOn(about, [witnessed(fails, { ...always, about }), tells]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
    const alone = witnessed([made, limit(1), sent(1), sent(1)], { failed: 1, tells: true, about });
    expect(ruled('limits/stops-at-limit/email', alone).verdict).toBe('suspect');
  });

  it('keeps what was at stake before another rule was broken', () => {
    const facts = [created, read('A'), put, read('A')];
    const about: JudgedId[] = ['groups/created-is-listed', 'groups/replaced', 'groups/created-can-be-read'];
    expect(ruled('groups/created-can-be-read', witnessed(facts, { ...always, about })).verdict).toBe('pass');
  });

  it('is not reached by the facts of a deployment that could not be judged', () => {
    const one = witnessed([created, put, read('B')], { counts: false, about: ['groups/replaced'] });
    expect(ruled('groups/replaced', one).verdict).toBe('not-reached');
  });

  it('is not reached where a step could not be taken, and says what would change that', () => {
    const untaken = [{ reason: 'nothing sends', unlock: ['controls.send'] }];
    const one = witnessed([made, limit(1)], { about: ['limits/stops-at-limit/email'], untaken });
    expect(rulingsOn(['limits/stops-at-limit/email'], [one])).toMatchObject([
      {
        verdict: 'not-reached',
        reason: 'A step could not be taken: nothing sends.',
        unlock: ['controls.send'],
      },
    ]);
  });

  it('asks for no more than the one history that lacks least', () => {
    const lacks = (...unlock: string[]) =>
      witnessed([made, limit(1)], {
        about: ['limits/stops-at-limit/email'],
        untaken: [{ reason: `it lacks ${unlock.join(' and ')}`, unlock }],
      });
    const all = [lacks('controls.send', 'controls.advance'), lacks('controls.send'), lacks()];
    expect(rulingsOn(['limits/stops-at-limit/email'], all)).toMatchObject([
      { reason: 'A step could not be taken: it lacks controls.send.', unlock: ['controls.send'] },
    ]);
  });

  it('is not reached where no history is about it', () => {
    expect(ruled('token/issued').reason).toBe('No history is about it.');
  });
});

it('too many readings of a history make no pass, and are reported', () => {
  const facts: Bare[] = [made, limit(1), sent(1), sent(0)];
  const doubtful = Array.from(
    { length: 10 },
    (_, number): Bare => ({ kind: 'device', device: `other ${number}`, fresh: false, counts: false }),
  );
  const about: JudgedId[] = ['limits/stops-at-limit/email'];
  expect(ruled('limits/stops-at-limit/email', witnessed(facts, { about })).verdict).toBe('pass');
  expect(ruled('limits/stops-at-limit/email', witnessed([...facts, ...doubtful], { about }))).toMatchObject({
    verdict: 'not-reached',
    reason: expect.stringContaining('more than 512 readings'),
  });
});

it('a rule that the profile takes from the deployment is not offered', () => {
  const unoffered = new Map([['groups/replaced', 'The account may not.']] as const);
  expect(rulingsOn(['groups/replaced'], [], { unoffered })).toMatchObject([{ verdict: 'not-offered' }]);
});

describe('the end of the day that a profile pins', () => {
  const noon = Date.parse('2026-03-03T12:00:00Z');
  const known: Known = { dayEndAfter: (moment) => Math.ceil((moment + 1) / DAY) * DAY };
  const id = 'limits/next-day-restores/email';
  const withLater = (...later: readonly Bare[]) =>
    witnessed(
      [made, limit(1), sent(1), ...later].map((fact) => ({ at: noon, ...fact })),
      { ...always, about: [id] },
    );
  const rulingOf = (...later: readonly Bare[]) =>
    rulingsOn([id], [withLater(...later)], { known })[0]?.verdict;
  const inHours = (hours: number, fact: Bare): Bare => ({ ...fact, at: noon + hours * HOUR });

  it('has drifted where another end of the day explains what came', () => {
    expect(rulingOf(inHours(2, sent(1)))).toBe('drift');
    expect(rulingOf(inHours(13, sent(0)))).toBe('drift');
  });

  it('is seen to hold where another end would explain another answer alone, and not to hold where it drifted', () => {
    expect(pinsSeen([withLater()], known)).toEqual([]);
    expect(pinsSeen([withLater(inHours(2, sent(0)))], known)).toMatchObject([
      { opening: 'day.ends', holds: true, at: [{ history: 'a life', step: 3 }] },
    ]);
    expect(pinsSeen([withLater(inHours(2, sent(1)))], known)).toMatchObject([
      { opening: 'day.ends', holds: false, at: [{ history: 'a life', step: 3 }] },
    ]);
  });

  it('leaves the rule open where another end would explain what did not come', () => {
    expect(rulingOf(inHours(13, sent(1)))).toBe('not-reached');
  });

  it('is not to blame where no end of the day explains it', () => {
    expect(rulingOf(inHours(27, sent(0)))).toBe('fail');
  });
});

describe('the moment of its date that a profile pins', () => {
  const date = '2026-03-06';
  const [start, id] = [Date.parse(date), 'expiry/reached-expires'] as const;
  const known: Known = { reachOf: (day) => ({ earliest: Date.parse(day), latest: Date.parse(day) }) };
  const set = {
    device: 'd1',
    kind: 'set',
    change: { expires: true, expirationDate: date },
    done: true,
  } as const;
  const shows = (licence: 'used' | 'expired') =>
    ({ device: 'd1', kind: 'settings', read: { licence } }) as const;
  const rulingOf = (hours: number, fact: Bare) => {
    const facts = [made, set, { ...fact, at: start + hours * HOUR }];
    return rulingsOn([id], [witnessed(facts, { ...always, about: [id] })], { known })[0]?.verdict;
  };

  it('has drifted where another moment explains what came', () => {
    expect(rulingOf(-1, shows('expired'))).toBe('drift');
    expect(rulingOf(1, shows('used'))).toBe('drift');
  });

  it('is not to blame where no moment explains it', () => {
    expect(rulingOf(-60, shows('expired'))).toBe('fail');
    expect(rulingOf(80, shows('used'))).toBe('fail');
  });

  it('is not to blame where a device expires two days before or after it', () => {
    expect(rulingOf(-46, shows('expired'))).toBe('fail');
    expect(rulingOf(46, shows('used'))).toBe('fail');
  });

  it('is one moment for all dates, whichever it is', () => {
    const [other, later] = ['expiry/earlier-takes-effect', { ...made, device: 'd2' }] as const;
    const at = (hours: number, fact: Bare) => ({ ...fact, at: start + hours * HOUR });
    const earlier = {
      ...set,
      device: 'd2',
      change: { expires: true, expirationDate: '2026-03-07' },
    } as const;
    const ofOther = (licence: 'used' | 'expired') => ({ ...shows(licence), device: 'd2' }) as const;
    const verdict = (...looks: Bare[]) => {
      const facts = [made, later, set, earlier, { ...set, device: 'd2' }, ...looks];
      return rulingsOn([other], [witnessed(facts, { ...always, about: [other] })], { known })[0]?.verdict;
    };
    expect(verdict(at(-1, shows('used')), at(1, shows('expired')), at(20, ofOther('used')))).toBe('fail');
    expect(verdict(at(4, shows('used')), at(8, shows('expired')), at(10, ofOther('expired')))).toBe('drift');
  });
});

describe('an expiry that comes wrongly', () => {
  const day = (days: number) => ({ at: NOON + days * DAY });
  const on = (device: string, expirationDate: string) =>
    ({ device, kind: 'set', change: { expires: true, expirationDate }, done: true }) as const;
  const off = { device: 'd1', kind: 'set', change: { expires: false }, done: true } as const;
  const other = { ...made, device: 'd2' } as const;
  const shows = (licence: 'used' | 'expired') =>
    ({ device: 'd1', kind: 'settings', read: { licence } }) as const;

  it.each<[string, JudgedId, Bare[]]>([
    [
      'that was postponed',
      'expiry/change-any-time',
      [on('d1', '2026-03-06'), on('d1', '2026-03-22'), { ...shows('expired'), ...day(8) }],
    ],
    [
      'that was switched off',
      'expiry/off-never-expires',
      [on('d1', '2026-03-06'), off, { ...shows('expired'), ...day(8) }],
    ],
    [
      'of another device',
      'expiry/only-its-own',
      [other, on('d2', '2026-03-06'), { ...shows('expired'), ...day(8) }],
    ],
    [
      'too late where it was moved earlier',
      'expiry/earlier-takes-effect',
      [on('d1', '2026-04-22'), on('d1', '2026-03-06'), { ...shows('used'), ...day(8) }],
    ],
    ['before its date', 'expiry/reached-expires', [on('d1', '2026-03-22'), shows('expired')]],
  ])('on a date %s, is named first', (_, id, facts) => {
    expect(explain(history(made, ...facts))?.broken[0]).toEqual([id]);
  });

  it('on a date that was postponed, and ends messages, may be of the rule of dates', () => {
    const limited = { device: 'd1', kind: 'set', change: { dailyEmail: 1 }, done: true } as const;
    const none = { device: 'd1', kind: 'sent', channel: 'email', asked: 1, sent: 0, ...day(8) } as const;
    const facts = [made, on('d1', '2026-03-06'), on('d1', '2026-03-22'), { ...limited, ...day(7) }, none];
    expect(explain(history(...facts))?.broken).toContainEqual(['expiry/change-any-time']);
  });

  it('an expiry that was read is not altered by that of another device', () => {
    const read = (expires: boolean): Bare => ({ device: 'd1', kind: 'settings', read: { expires } });
    const facts = [made, other, read(false), on('d2', '2026-03-22'), read(true)];
    expect(explain(history(...facts))?.broken[0]).toEqual(['expiry/only-its-own']);
  });

  it('a refused activation alters nothing', () => {
    const read = (expires: boolean): Bare => ({
      device: 'd1',
      kind: 'settings',
      read: { expires, licence: 'expired' },
    });
    const none: Bare = { kind: 'licences', used: 3, available: 0 };
    const refused: Bare = { device: 'd1', kind: 'activated', activated: false, dated: true };
    const facts = [made, { ...on('d1', '2026-02-01') }, read(true), none, refused, read(false)];
    expect(explain(history(...facts))?.broken).toEqual([['licences/activation-refused-when-none']]);
  });
});

it('a rule that is broken each time fails, whatever came now and then beside it', () => {
  const second = { ...made, device: 'd2' } as const;
  const shows = (expires: boolean): Bare => ({ device: 'd1', kind: 'settings', read: { expires } });
  const dated: Bare = {
    device: 'd2',
    kind: 'set',
    change: { expires: true, expirationDate: '2026-02-01' },
    done: true,
  };
  const spread = witnessed([made, second, shows(false), dated, shows(true)], { ...always, name: 'spread' });
  const other = { ...limit(1), device: 'd2' } as const;
  const beside: Bare[][] = [
    [made, second, limit(1), other, { ...sent(1), device: 'd2' }, sent(0)],
    [made, limit(1), sent(1), { ...sent(0), at: NOON + 5 * DAY }],
    [made, limit(5), limit(1), sent(1), sent(1)],
    [made, limit(0), sent(1)],
  ];
  const now = beside.map((facts, place) =>
    witnessed(facts, { ...nowAndThen, name: `now and then ${place}` }),
  );
  const ids = rules.flatMap(expand).map(({ id }) => id);
  const failed = rulingsOn(ids, [...now, spread]).filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(['expiry/only-its-own']);
});

describe('an activation', () => {
  const until: Bare = {
    device: 'd1',
    kind: 'set',
    change: { expires: true, expirationDate: '2026-02-01' },
    done: true,
  };
  const off: Bare = { device: 'd1', kind: 'set', change: { expires: false }, done: true };
  const expired: Bare = { device: 'd1', kind: 'settings', read: { licence: 'expired' } };
  const one: Bare = { kind: 'licences', used: 3, available: 1 };
  const refused: Bare = { device: 'd1', kind: 'activated', activated: false, dated: false };

  it('may be refused for a date that has been reached', () => {
    expect(explain(history(made, until, expired, one, refused))).toBeUndefined();
  });

  it('is due with Expires off, or where it is asked for again so', () => {
    const takes = [['licences/activation-takes-one'], ['licences/expiry-releases-one']];
    expect(explain(history(made, until, expired, off, expired, one, refused))?.broken).toEqual(takes);
    expect(explain(history(made, until, expired, one, { ...refused, insisted: true }))?.broken).toEqual(
      takes,
    );
  });

  it('shows that a released licence serves another device only where there is no other', () => {
    const second = { ...made, device: 'd2' } as const;
    const both = [
      made,
      second,
      { ...until, device: 'd2' },
      { ...expired, device: 'd2' },
      until,
      expired,
    ] as Bare[];
    const due: Bare = { ...refused, dated: true };
    const named = (available: number) =>
      explain(history(...both, { kind: 'licences', used: 3, available }, due))?.broken;
    expect(named(1)).toEqual([
      ['licences/released-serves-another'],
      ['licences/activation-takes-one'],
      ['licences/expiry-releases-one'],
    ]);
    expect(named(5)).toEqual([['licences/activation-takes-one']]);
  });
});

describe('licences', () => {
  it('that new devices use up count as used', () => {
    const before: Bare = { kind: 'licences', used: 3, available: 4 };
    const filled = (used: number): Bare => ({ kind: 'allotted', filled: 3, used, available: 1 });
    expect(explain(history(before, filled(6)))).toBeUndefined();
    expect(explain(history(before, filled(7)))).toBeDefined();
  });

  it('of a device that may have none are known by its state', () => {
    const unlicensed = { ...made, counts: false, earlier: true, dated: false } as const;
    const count = (used: number, available: number): Bare => ({ kind: 'licences', used, available });
    const until: Bare = {
      device: 'd1',
      kind: 'set',
      change: { expires: true, expirationDate: '2026-02-01' },
      done: true,
    };
    const expired: Bare = { device: 'd1', kind: 'settings', read: { licence: 'expired' } };
    expect(explain(history(unlicensed, count(3, 5), until, expired, count(2, 6)))).toBeUndefined();
  });
});

describe('a service that does nothing', () => {
  it.each<[string, JudgedId, Bare[]]>([
    ['sends nothing', 'limits/zero-sends-none/email', [made, limit(0), sent(0)]],
    ['keeps nothing', 'groups/deleted-is-gone', [created, gone, missing]],
  ])('that %s passes no rule by that', (_, id, facts) => {
    expect(ruled(id, witnessed(facts, { about: [id] }))).toMatchObject({
      verdict: 'not-reached',
      reason: expect.stringContaining('so that the rule cannot be judged'),
    });
  });

  it.each<[string, JudgedId, Bare[]]>([
    ['a message', 'limits/zero-sends-none/email', [made, limit(1), sent(1), limit(0), sent(0)]],
    ['a text', 'groups/deleted-is-gone', [created, read('A'), gone, missing]],
  ])('is excluded by %s', (_, id, facts) => {
    expect(ruled(id, witnessed(facts, { about: [id] })).verdict).toBe('pass');
  });
});

describe('of several rules that explain a failure', () => {
  const both = [created, put, read('A')];

  it('the one that explains most histories is named', () => {
    const alone = [created, read('C')];
    expect(
      rulingsOn(
        ['groups/created-can-be-read', 'groups/replaced'],
        [witnessed(both, always), witnessed(alone, always)],
      ).map(({ verdict }) => verdict),
    ).toEqual(['fail', 'not-reached']);
  });

  it('the one is spared that held elsewhere', () => {
    const held = [created, read('A')];
    const about: JudgedId[] = ['groups/created-can-be-read'];
    expect(
      rulingsOn(
        ['groups/created-can-be-read', 'groups/replaced'],
        [witnessed(both, always), witnessed(held, { about })],
      ).map(({ verdict }) => verdict),
    ).toEqual(['pass', 'fail']);
  });
});
