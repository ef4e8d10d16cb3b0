/** The model: what the document leaves open is allowed, and what it does not is named by its rule. */
import { describe, expect, it } from 'vitest';
import { explain } from '../../../contracts/judge/judge.ts';
import { timePasses } from '../../../contracts/judge/parts/days.ts';
import { facts, history } from './facts.ts';

const explained = (words: string) => explain(history(facts(words)));

/** Each line: what is said of the facts, a colon, and the facts. */
const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line): [what: string, facts: string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    });

describe('The model allows', () => {
  it.each(
    rows(`
a PUT that was refused to have been taken: created, put B refused, read B
or not: created, put B refused, read A
the id of a deleted record to be given to another: created, gone, read Z
a write to a deleted record to bring it back: created, gone, put B, read B
a write without an answer to happen late, or not: created, put B unanswered, read A, read B
several messages to go out all or none: made, limit 2, sends 3/0, sends 1/1
a refused limit to leave the one before: made, limit 1, limit 5 refused, sends 1/1, sends 1/0
a device whose limit was never set to send any number: made, sends 3/3, sends 3/0
a day to end at any hour: made, limit 1, sends 1/1, waited @2h, sends 1/1
a device to expire at any hour of its date, in any zone: made, expires 2026-03-08, shows licence=used @2026-03-10T11:00:00Z
before it begins here: made, expires 2026-03-08, shows licence=expired @2026-03-06T13:00:00Z
writes at the same time in one order: created, put B | put C, read B
and in the other: created, put B | put C, read C
a DELETE at the same time as a PUT to come last: created, put B | gone, missing
changes of two facts at the same time: created A description=a, patched name=B | patched description=b, read B description=b
as many messages at the same time as the limit lets: made, limit 2, once 1 | once 0 | once 1
one of them to be held back to be safe: made, limit 2, once 1 | once 0, sends 1/1
a limit that is raised at the same time to come first: made, limit 1, limit 3 | once 1 | once 1, sends 1/1, sends 1/0
a device of an earlier history to be expired: made fresh=false counts=false, limit 2, waited @30h, sends 1/1, sends 1/0
one that may never have had a licence to send nothing: made counts=false, limit 2, sends 1/0
a device to be gone whose expiry was set: made, visited found, alerted, devices d1, expires 2026-03-08, visited no, alerted refused, devices
and one that never was: made, visited no, devices
an alert to send messages: made, limit 1, alerted, sends 1/0
an expired device to send none: made, limit 2, expires 2026-03-08, waited @216h, sends 1/0
an activation to be refused for a date that has been reached: made, expires 2026-02-01, shows licence=expired, licences used=3 available=1, activated activated=false dated=false
a device that was activated to stay in use where it gets the same date again: made, expires 2026-02-01, shows licence=expired, activated dated=false, shows licence=used, expires 2026-02-01, shows licence=used
or to expire by it: made, expires 2026-02-01, shows licence=expired, activated dated=false, shows licence=used, expires 2026-02-01, shows licence=expired
the state of a device to tell whether it has a licence: made counts=false earlier=true dated=false, licences used=3 available=5, expires 2026-02-01, shows licence=expired, licences used=2 available=6
alerts of others' devices to send messages: made fresh=false counts=false, off, waited @30h, limit 1, shows usageEmail=48 licence=used, sends 1/0
`),
  )('%s', (_, words) => expect(explained(words)?.broken).toBeUndefined());

  it('texts that are trimmed, and spaces that are joined', () => {
    const group = { family: 'group', record: '1' } as const;
    const put = { ...group, kind: 'replaced', texts: { name: ' B  c ' }, taken: 'taken' } as const;
    const read = { ...group, kind: 'read', found: true, texts: { name: 'b C' } } as const;
    expect(explain(history([...facts('created'), put, read]))).toBeUndefined();
  });
});

describe('The model names', () => {
  // With `~` among others, else first.
  it.each(
    rows(`
groups/created-is-listed: created, listed
~ groups/listed-once: created, put B, listed 1=B 2=B
limits/raise-takes-effect/email: made, limit 1, limit 5 refused, sends 1/1, sends 1/1
groups/created-can-be-read: created, read B
groups/created-can-be-read: created, missing
groups/replaced: created, put B, read A
groups/replaced: created, put B | put C, read A
groups/deleted-is-gone: created, gone, read A
groups/updated-keeps-rest: created A description=a, patched name=B | patched description=b, read A description=b
limits/stops-at-limit/email: made, limit 1, sends 1/1, sends 1/1
~ limits/stops-at-limit/email: made, limit 1, sends 1/1, waited @2h, sends 1/1, waited @4h, sends 1/1
limits/zero-sends-none/email: made, limit 0, sends 1/1
limits/sends-below-limit/email: made, limit 1, sends 1/0
limits/sends-below-limit/email: made counts=false, limit 3, sends 1/1, sends 1/0
~ limits/sends-below-limit/email: made fresh=false counts=false, shows licence=used expires=false usageEmail=0, limit 3, sends 1/0
~ limits/stops-at-limit/email: made fresh=false counts=false, off, waited @30h, limit 1, sends 1/1, sends 1/0, limit 2, sends 1/1, sends 1/1
~ limits/holds-at-once/email: made, limit 1, once 1 | once 1
limits/next-day-restores/email: made, limit 1, sends 1/1, waited @30h, sends 1/0
limits/per-device/email: made, d2 made, limit 2, sends 1/1, d2 sends 1/1, sends 1/0
devices/listed-can-be-read: made, visited found, visited no
devices/listed-once: made, devices d1 d2, devices d2
devices/posted-alert-is-taken: made, alerted, alerted refused
expiry/reached-expires: made, expires 2026-03-08, shows licence=used @2026-03-12T00:00:00Z
expiry/reached-expires: made, expires 2026-03-22, shows licence=expired
expiry/change-any-time: made, expires 2026-03-06, expires 2026-03-22, shows licence=expired @192h
expiry/off-never-expires: made, expires 2026-03-06, off, shows licence=expired @192h
expiry/only-its-own: made, d2 made, d2 expires 2026-03-06, shows licence=expired @192h
expiry/only-its-own: made, d2 made, shows expires=false, d2 expires 2026-03-22, shows expires=true
expiry/earlier-takes-effect: made, expires 2026-04-22, expires 2026-03-06, shows licence=used @192h
licences/activation-refused-when-none: made, expires 2026-03-08, waited @240h, shows licence=expired, allotted used=0 available=0, activated
licences/activation-refused-when-none: made, expires 2026-02-01, shows expires=true licence=expired, licences used=3 available=0, activated activated=false, shows expires=false licence=expired
licences/activation-takes-one: made, expires 2026-02-01, shows licence=expired, off, shows licence=expired, licences used=3 available=1, activated activated=false dated=false
licences/activation-takes-one: made, expires 2026-02-01, shows licence=expired, licences used=3 available=1, activated activated=false dated=false insisted=true
licences/released-serves-another: made, d2 made, d2 expires 2026-02-01, d2 shows licence=expired, expires 2026-02-01, shows licence=expired, licences used=3 available=1, activated activated=false
`),
  )('%s: %s', (rule, words) => {
    const explanation = explained(words);
    const isFirst = !rule.startsWith('~ ');
    expect(isFirst ? explanation?.broken[0] : explanation?.broken.flat()).toContain(rule.replace('~ ', ''));
    expect(explanation?.broken.map(({ length }) => length)).not.toContain(2);
    expect(explanation?.step, 'the step that shows it').toBe(words.split(', ').length - 1);
  });

  it.each([
    [
      'that another device takes a released licence, where there is no other',
      1,
      'licences/released-serves-another',
    ],
    ['that an activation takes one, where there are more', 5, 'licences/activation-takes-one'],
  ])('%s', (_, available, rule) => {
    const expired =
      'd2 expires 2026-02-01, d2 shows licence=expired, expires 2026-02-01, shows licence=expired';
    const words = `made, d2 made, ${expired}, licences used=3 available=${available}, activated activated=false`;
    expect(explained(words)?.broken[0]).toEqual([rule]);
  });

  it('two rules where one is not enough', () => {
    const words = 'made, limit -3, sends 1/1, waited @30h, shows dailyEmail=-3 usageEmail=1';
    const broken = explained(words)?.broken ?? [];
    expect(broken).toContainEqual(['limits/negative-refused/email', 'limits/usage-restarts/email']);
    expect(broken.every(({ length }) => length === 2)).toBe(true);
  });

  it('that one of them may be of dates, where a device sends nothing after a date that was postponed', () => {
    const words = 'made, expires 2026-03-06, expires 2026-03-22, limit 1 @168h, sends 1/0 @192h';
    expect(explained(words)?.broken).toContainEqual(['expiry/change-any-time']);
  });
});

describe('A day', () => {
  const at = (text: string) => Date.parse(`2026-03-${text}Z`);

  it.each<[string, string, string, string | undefined, boolean[]]>([
    ['does not end in a few minutes', '07T10:01:00', '07T10:09:00', undefined, [false]],
    ['may end at a quarter of an hour', '07T23:59:59', '08T00:00:04', undefined, [true, false]],
    ['may end by a clock that is a second behind', '07T23:59:50', '07T23:59:59', undefined, [true, false]],
    ['does not end twice in 23 hours', '07T01:00:00', '07T12:00:00', '07T00:30:00', [false]],
    ['may end again after 23 hours', '07T01:00:00', '08T00:30:00', '07T00:30:00', [true, false]],
    ['ends within 26 hours', '07T01:00:00', '08T03:00:00', '07T00:30:00', [true]],
  ])('%s', (_, since, now, from, ends) => {
    const seen = { at: at(since), from: from === undefined ? undefined : at(from), to: at(since) };
    const lawful = timePasses(seen, at(now)).filter((pass) => pass.lawful);
    expect(lawful.map(({ ended }) => ended)).toEqual(ends);
  });
});

describe('The environment', () => {
  const blamed = (words: string) => explain(history(facts(words)), { blames: true })?.givenUp;

  it.each<[string, string, string]>([
    [
      'is blamed for a message that a control did not send',
      'made, limit 1, sends 1/0',
      'environment:control',
    ],
    [
      'until it was seen to work',
      'made, limit 1, sends 2/1, limit 2, sends 1/0',
      'limits/raise-takes-effect/email',
    ],
    [
      'is blamed for counts of the account, which others change',
      'licences used=3, licences used=5',
      'environment:other-client',
    ],
    ['is blamed for no record of the history itself', 'created, read, put, read A', 'groups/replaced'],
  ])('%s', (_, words, assumption) => expect(blamed(words)).toContainEqual([assumption]));

  it('is not blamed for what came again on fresh records', () => {
    expect(explained('made, limit 1, sends 1/0')?.givenUp).toEqual([['limits/sends-below-limit/email']]);
  });
});
