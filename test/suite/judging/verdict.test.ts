/** From histories as they were played to verdicts: what passes, fails, drifts, is suspect or stays open, and why. */
import { describe, expect, it } from 'vitest';
import { pinsSeen } from '../../../contracts/judge/pinned.ts';
import type { Known } from '../../../contracts/judge/pins.ts';
import { stakesOf } from '../../../contracts/judge/stakes.ts';
import { rulingsOn, type Witnessed } from '../../../contracts/judge/verdict.ts';
import { DAY } from '../../../contracts/kit/durations.ts';
import { expand, type JudgedId } from '../../../contracts/specification/judged.ts';
import { rules } from '../../../contracts/specification/rules/index.ts';
import { comparedAt } from '../../../contracts/verify/telling.ts';
import { facts, history } from './facts.ts';

type Rest = Partial<Witnessed>;

/** A history about some rules, as it was played. */
function played(words: string, about: string, rest: Rest = {}): Witnessed {
  const blank = { name: 'a life', counts: true, failed: 0, played: 1, untaken: [] };
  return { ...blank, about: about.split(' ') as JudgedId[], facts: history(facts(words)), ...rest };
}

const always = { failed: 3, played: 3 };
const nowAndThen = { failed: 1, played: 2 };

/** The verdicts on these rules, in their order. */
function verdicts(ids: string, ...all: Witnessed[]): string {
  return rulingsOn(ids.split(' ') as JudgedId[], all)
    .map(({ verdict }) => verdict)
    .join(' ');
}

const read = 'groups/created-can-be-read';
const put = 'groups/replaced';
const gone = 'groups/deleted-is-gone';
const stops = 'limits/stops-at-limit/email';
const lower = 'limits/lower-takes-effect/email';
const uses = 'licences/device-uses-one';
const over = 'made, limit 3, limit 1, sends 1/1, sends 1/1';
const doubtful = Array.from({ length: 10 }, (_, number) => `d${number} made fresh=false counts=false`).join(
  ', ',
);

describe('A rule', () => {
  const lasting = 'shows dailyEmail=null usageEmail=2';

  it.each<[what: string, verdict: string, ids: string, words: string, rest?: Rest & { about?: JudgedId[] }]>([
    ['passes where it was at stake and held', 'pass', put, 'created, put B, read B'],
    ['fails where it explains what came each time', 'fail', put, 'created, put B, read A', always],
    ['is suspect where it does not come each time', 'suspect', put, 'created, put B, read A', nowAndThen],
    [
      'is suspect where the environment explains that',
      'suspect',
      uses,
      'licences used=3, licences used=5',
      nowAndThen,
    ],
    [
      'fails by counts that are wrong each time',
      'fail',
      uses,
      'licences used=3, made dated=false, licences used=5',
      always,
    ],
    [
      'is suspect where a change of settings was never carried out',
      'suspect',
      stops,
      `made, limit 1, sends 1/1, sends 1/1 @6h, ${lasting}`,
      always,
    ],
    [
      'keeps what was at stake before another was broken',
      'pass',
      read,
      'created, read, put B, read A',
      always,
    ],
    [
      'is not reached by a deployment that could not be judged',
      'not-reached',
      put,
      'created, put B, read B',
      { counts: false },
    ],
    [
      'is not reached by a step that could not be taken',
      'not-reached',
      stops,
      'made, limit 1',
      { untaken: [{ reason: 'no', unlock: [] }] },
    ],
    [
      'is suspect by a step that could be taken by the profile',
      'suspect',
      stops,
      'made, limit 1',
      { untaken: [{ reason: 'no', unlock: [], contradicts: true }] },
    ],
    [
      'of two that explain as much fails where it is asked for',
      'fail',
      lower,
      'made, limit 5, limit 1, limit 3, sends 1/1, sends 1/1, sends 1/1, limit 2, sends 1/1',
      { ...always, about: [stops] },
    ],
    [
      'and so does the other',
      'fail',
      stops,
      'made, limit 5, limit 1, limit 3, sends 1/1, sends 1/1, sends 1/1, limit 2, sends 1/1',
      { ...always, about: [stops] },
    ],
    ['passes with few readings', 'pass', stops, 'made, limit 1, sends 1/1, sends 1/0'],
    [
      'is not reached with too many',
      'not-reached',
      stops,
      `made, limit 1, sends 1/1, sends 1/0, ${doubtful}`,
    ],
    [
      'passes by nothing that a service does which sends nothing',
      'not-reached',
      'limits/zero-sends-none/email',
      'made, limit 0, sends 1/0',
    ],
    [
      'unless it was seen to send',
      'pass',
      'limits/zero-sends-none/email',
      'made, limit 1, sends 1/1, limit 0, sends 1/0',
    ],
    [
      'passes by nothing that a service does which keeps nothing',
      'not-reached',
      gone,
      'created, gone, missing',
    ],
    ['unless it was seen to keep something', 'pass', gone, 'created, read, gone, missing'],
  ])('%s', (_, verdict, ids, words, { about = [ids as JudgedId], ...rest } = {}) => {
    expect(verdicts(ids, played(words, about.join(' '), rest))).toBe(verdict);
  });

  it('passes by no history that is not about it, where another may have failed by it', () => {
    const held = played('created, put B, read B', 'groups/kept-as-sent');
    expect(verdicts(put, held)).toBe('pass');
    const failed = played('created, put B, read A', read, always);
    expect(verdicts(`${read} ${put}`, held, failed)).not.toContain('pass');
    expect(verdicts(`${stops} ${lower}`, played(over, `${stops} ${lower}`, always))).not.toContain('pass');
  });

  it('is told by histories that were played since others failed, and these are no failure by themselves', () => {
    const about = `${stops} ${lower}`;
    const tells = played('made, limit 1, sends 1/1, sends 1/0', about, { name: 'tells', tells: true });
    expect(verdicts(about, played(over, about, always), tells)).toBe('pass fail');
    const alone = played('made, limit 1, sends 1/1, sends 1/1', about, { failed: 1, tells: true });
    expect(verdicts(stops, alone)).toBe('suspect');
  });

  it('says why, where it rests on what, and what would change that', () => {
    const of = (about: string, ...all: Witnessed[]) => rulingsOn(about.split(' ') as JudgedId[], all)[0];
    const lacks = (...unlock: string[]) =>
      played('made, limit 1', stops, { untaken: [{ reason: `it lacks ${unlock.join(' and ')}`, unlock }] });
    expect(of(put, played('created, put B, read B', put))).toMatchObject({
      stakes: 1,
      histories: ['a life'],
    });
    expect(
      of(stops, lacks('controls.send', 'controls.advance'), lacks('controls.send'), lacks()),
    ).toMatchObject({
      reason: 'A step could not be taken: it lacks controls.send.',
      unlock: ['controls.send'],
    });
    const lost = `made, limit 1, sends 1/1, sends 1/1 @6h, ${lasting}`;
    expect(of(stops, played(lost, stops, always))?.reason).toContain('a control did not do what it answered');
    expect(of(stops, played(`made, limit 1, sends 1/1, sends 1/0, ${doubtful}`, stops))?.reason).toContain(
      'more than 512 possible explanations',
    );
    expect(of(gone, played('created, gone, missing', gone))?.reason).toContain(
      'so that the rule cannot be judged',
    );
    expect(of(gone, played('created, put B, read A', `${gone} ${put}`, nowAndThen))?.reason).toBe(
      'The history "a life" failed 1 of 2 times, and not again, so that it proves nothing.',
    );
    expect(of('token/issued')?.reason).toBe('No history is about it.');
  });

  it('is not offered where the profile takes it from the deployment', () => {
    const unoffered = new Map([[put, 'The account may not.']] as const);
    expect(rulingsOn([put], [], { unoffered })).toMatchObject([{ verdict: 'not-offered' }]);
  });
});

describe('Of several rules that explain a failure', () => {
  const both = played('created, put B, read A', put, always);

  it.each<[string, string, Witnessed]>([
    [
      'the one that explains most histories is named',
      'fail not-reached',
      played('created, read C', read, always),
    ],
    ['the one is spared that held elsewhere', 'pass fail', played('created, read A', read)],
  ])('%s', (_, expected, other) => expect(verdicts(`${read} ${put}`, both, other)).toBe(expected));

  it('the one that is broken each time fails, whatever came now and then beside it', () => {
    const spread = 'made, d2 made, shows expires=false, d2 expires 2026-02-01, shows expires=true';
    const beside = [
      'made, d2 made, limit 1, d2 limit 1, d2 sends 1/1, sends 1/0',
      'made, limit 1, sends 1/1, sends 1/0 @120h',
      'made, limit 5, limit 1, sends 1/1, sends 1/1',
      'made, limit 0, sends 1/1',
    ].map((words, place) => played(words, put, { ...nowAndThen, about: [], name: `now and then ${place}` }));
    const ids = rules.flatMap(expand).map(({ id }) => id);
    const all = [...beside, played(spread, put, { ...always, about: [], name: 'spread' })];
    const failed = rulingsOn(ids, all).filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id)).toEqual(['expiry/only-its-own']);
  });
});

describe('At stake', () => {
  it.each<[what: string, words: string, stakes: { readonly [rule: string]: readonly number[] }]>([
    [
      'is a rule at the answer that would break it',
      'made, limit 1, sends 1/1, sends 1/0',
      { 'limits/sends-below-limit/email': [2], [stops]: [3] },
    ],
    [
      'is another record that could have been changed',
      'created, group2 created B, put C, group2 read B',
      { 'groups/replaced-spares-others': [3], 'groups/created-can-be-read': [3] },
    ],
    ['is nothing of a device of which nothing is known', 'sends 1/1', {}],
    ['is nothing of a limit that there is not', 'made, limit null, sends 1/1', {}],
    ['is nothing of what was never read', 'created, put C', {}],
    [
      'is nothing by settings that are read back',
      'made, limit 3, shows dailyEmail=3, limit 5, shows dailyEmail=5',
      {},
    ],
    [
      'is nothing on a device that may be expired',
      'made fresh=false counts=false, waited @30h, limit 1, sends 1/0, sends 1/0',
      {},
    ],
    [
      'is a limit of such a device once messages were sent, with Expires off',
      'made fresh=false counts=false, off, waited @30h, limit 1, sends 1/1, sends 1/0, limit 2, sends 1/1, sends 1/0',
      { 'limits/sends-below-limit/email': [7], [stops]: [8] },
    ],
  ])('%s', (_, words, stakes) => {
    const ofMessages = Object.fromEntries(stakesOf(history(facts(words))).at);
    expect(ofMessages).toMatchObject(stakes);
    if (Object.keys(stakes).length === 0)
      expect(Object.keys(ofMessages).filter((id) => /^limits|groups/.test(id))).toEqual([]);
  });
});

describe('An answer that a profile pins', () => {
  const day: Known = { dayEndAfter: (moment) => Math.ceil((moment + 1) / DAY) * DAY };
  const reach: Known = { reachOf: (date) => ({ earliest: Date.parse(date), latest: Date.parse(date) }) };
  const restores = 'limits/next-day-restores/email';
  const limited = 'made @24h, limit 1 @24h, sends 1/1 @24h';
  const dated = 'made, expires 2026-03-06';

  it.each<[what: string, verdict: string, id: string, known: Known, words: string]>([
    [
      'has drifted where another end of the day explains what came',
      'drift',
      restores,
      day,
      `${limited}, sends 1/1 @26h`,
    ],
    ['and where the day did not end', 'drift', restores, day, `${limited}, sends 1/0 @37h`],
    [
      'leaves open what another end would explain, too',
      'not-reached',
      restores,
      day,
      `${limited}, sends 1/1 @37h`,
    ],
    [
      'is not to blame where no end of the day explains it',
      'fail',
      restores,
      day,
      `${limited}, sends 1/0 @51h`,
    ],
    [
      'has drifted where a device expires early on its date',
      'drift',
      'expiry/reached-expires',
      reach,
      `${dated}, shows licence=expired @83h`,
    ],
    ['or late', 'drift', 'expiry/reached-expires', reach, `${dated}, shows licence=used @85h`],
    [
      'is not to blame for days before it',
      'fail',
      'expiry/reached-expires',
      reach,
      `${dated}, shows licence=expired @38h`,
    ],
    ['nor for days after it', 'fail', 'expiry/reached-expires', reach, `${dated}, shows licence=used @130h`],
    [
      'is one moment for all dates',
      'fail',
      'expiry/earlier-takes-effect',
      reach,
      `made, d2 made, expires 2026-03-06, d2 expires 2026-03-07, d2 expires 2026-03-06, shows licence=used @83h, shows licence=expired @85h, d2 shows licence=used @104h`,
    ],
    [
      'whichever it is',
      'drift',
      'expiry/earlier-takes-effect',
      reach,
      `made, d2 made, expires 2026-03-06, d2 expires 2026-03-07, d2 expires 2026-03-06, shows licence=used @88h, shows licence=expired @92h, d2 shows licence=expired @94h`,
    ],
  ])('%s', (_, verdict, id, known, words) => {
    const ruling = rulingsOn([id as JudgedId], [played(words, id, always)], { known })[0];
    expect(ruling?.verdict, ruling?.reason).toBe(verdict);
  });

  it('is seen to hold where another would explain another answer alone, and not to where it drifted', () => {
    const seen = (words: string) => pinsSeen([played(words, restores, always)], day);
    const at = [{ history: 'a life', step: 3 }];
    expect(seen(limited)).toEqual([]);
    expect(seen(`${limited}, sends 1/0 @26h`)).toMatchObject([{ opening: 'day.ends', holds: true, at }]);
    expect(seen(`${limited}, sends 1/1 @26h`)).toMatchObject([{ opening: 'day.ends', holds: false, at }]);
  });
});

it('a list of devices tells which ones it leaves out, of the history and of the run', () => {
  const list = { kind: 'devices', listed: ['2'], repeated: [], complete: true, lacks: ['7'] } as const;
  const device = { kind: 'device', device: '1', fresh: true, counts: true, dated: false } as const;
  expect(comparedAt(history([device, list]), 1, {})?.observed).toBe(
    '1 devices, without the device 1, without the device 7',
  );
});
