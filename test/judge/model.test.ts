/** The model: what the document leaves open is allowed, and what it does not is named by its rule. */
import { describe, expect, it } from 'vitest';
import { explain } from '../../contracts/judge/judge.ts';
import { DAY, HOUR, MINUTE } from '../../contracts/kit/durations.ts';
import { type Bare, history, NOON } from './facts.ts';

const group = { family: 'group', record: '1' } as const;
const device = { device: 'd1' } as const;
const made = { ...device, kind: 'device', fresh: true, counts: true } as const;
const unlicensed = { ...made, counts: false } as const;
const limit = (dailyEmail: number | null, done = true) =>
  ({ ...device, kind: 'set', change: { dailyEmail }, done }) as const;
const sent = (asked: number, gone: number) =>
  ({ ...device, kind: 'sent', channel: 'email', asked, sent: gone }) as const;
const read = (name: string) => ({ ...group, kind: 'read', found: true, texts: { name } }) as const;
const missing = { ...group, kind: 'read', found: false, texts: {} } as const;
const created = { ...group, kind: 'created', texts: { name: 'A' } } as const;
const put = (name: string, taken: 'taken' | 'refused' | 'unclear' = 'taken') =>
  ({ ...group, kind: 'replaced', texts: { name }, taken }) as const;
const gone = { ...group, kind: 'deleted', taken: 'taken' } as const;
const expiry = (expirationDate: string) =>
  ({ ...device, kind: 'set', change: { expires: true, expirationDate }, done: true }) as const;
const licence = (state: 'used' | 'expired', at?: number) =>
  ({ ...device, kind: 'settings', read: { licence: state }, ...(at !== undefined && { at }) }) as const;
const burst = (...calls: readonly Bare[]) =>
  ({ kind: 'burst', calls: calls.map((call) => ({ ...call, at: NOON })) }) as Bare;
const once = (gone: number) => ({ ...sent(1, gone), atOnce: true }) as const;
const patched = (texts: { [fact: string]: string }) =>
  ({ ...group, kind: 'updated', texts, taken: 'taken' }) as const;
const shown = (name: string, description: string) =>
  ({ ...group, kind: 'read', found: true, texts: { name, description } }) as const;
const visited = (found: boolean) => ({ ...device, kind: 'visited', found }) as const;
const alerted = (taken: 'taken' | 'refused') => ({ ...device, kind: 'alerted', taken }) as const;
const devices = (...listed: string[]) => ({ kind: 'devices', listed, repeated: [], complete: true }) as const;
const listed = (names: { [id: string]: string }): Bare => ({
  ...({ kind: 'listed', family: 'group', complete: true } as const),
  entries: Object.entries(names).map(([id, name]) => ({ id, texts: { name } })),
});
const waited = (ms: number) => ({ kind: 'waited', at: NOON + ms }) as const;

describe('the model allows', () => {
  it.each<[string, Bare[]]>([
    ['a PUT that was refused to have been taken or not', [created, put('B', 'refused'), read('B')]],
    ['the same, the other way round', [created, put('B', 'refused'), read('A')]],
    ['a store that trims texts and joins their spaces', [created, put(' B  c '), read('b C')]],
    ['a write to a deleted record to bring it back', [created, gone, put('B'), read('B')]],
    ['the id of a deleted record to be given to another', [created, gone, read('Z')]],
    [
      'a record of others to have the name of one that was drawn',
      [created, { ...put('null'), drawn: true }, listed({ 1: 'null', 2: 'null' })],
    ],
    ['several messages to go out all or none', [made, limit(2), sent(3, 0), sent(1, 1)]],
    ['a refused limit to leave the one before', [made, limit(1), limit(5, false), sent(1, 1), sent(1, 0)]],
    ['a device whose limit was never set to send any number', [made, sent(3, 3), sent(3, 0)]],
    ['a day to end at any hour', [made, limit(1), sent(1, 1), waited(2 * HOUR), sent(1, 1)]],
    [
      'a device to expire at any hour of its date, in any zone',
      [made, expiry('2026-03-08'), licence('used', Date.parse('2026-03-10T11:00:00Z'))],
    ],
    [
      'the same, the other way round',
      [made, expiry('2026-03-08'), licence('expired', Date.parse('2026-03-06T13:00:00Z'))],
    ],
    ['writes at the same time in one order', [created, burst(put('B'), put('C')), read('B')]],
    ['and in the other', [created, burst(put('B'), put('C')), read('C')]],
    ['a DELETE at the same time as a PUT to come last', [created, burst(put('B'), gone), missing]],
    [
      'changes of two facts at the same time',
      [
        { ...created, texts: { name: 'A', description: 'a' } },
        burst(patched({ name: 'B' }), patched({ description: 'b' })),
        shown('B', 'b'),
      ],
    ],
    [
      'as many messages at the same time as the limit lets',
      [made, limit(2), burst(once(1), once(0), once(1))],
    ],
    ['one of them to be held back to be safe', [made, limit(2), burst(once(1), once(0)), sent(1, 1)]],
    [
      'a limit that is raised at the same time to come first',
      [made, limit(1), burst(limit(3), once(1), once(1)), sent(1, 1), sent(1, 0)],
    ],
    [
      'a write without an answer to happen late, or not',
      [created, { ...put('B'), taken: 'unanswered' }, read('A'), read('B')],
    ],
    [
      'a device that an earlier history had to be expired',
      [{ ...made, fresh: false, counts: false }, limit(2), waited(30 * HOUR), sent(1, 1), sent(1, 0)],
    ],
    ['one that may never have had a licence to send nothing', [unlicensed, limit(2), sent(1, 0)]],
    [
      'a device not to be read, listed or heard whose expiry was set',
      [
        ...[made, visited(true), alerted('taken'), devices('d1'), expiry('2026-03-08')],
        ...[visited(false), alerted('refused'), devices()],
      ],
    ],
    ['and one that never was', [made, visited(false), devices()]],
    ['an alert to send messages', [made, limit(1), alerted('taken'), sent(1, 0)]],
    [
      'an expired device to send no messages',
      [made, limit(2), expiry('2026-03-08'), waited(9 * DAY), sent(1, 0)],
    ],
  ])('%s', (_, events) => expect(explain(history(...events))).toBeUndefined());
});

describe('the model names the rule', () => {
  it('of lists before that of reads, where a list does not show what was created', () => {
    const listed: Bare = { kind: 'listed', family: 'group', entries: [], complete: true };
    expect(explain(history(created, listed))?.broken[0]).toEqual(['groups/created-is-listed']);
  });

  it.each<[string, Bare[], string[]]>([
    [
      'of a list that shows a record under another id as well',
      [created, put('B'), listed({ 1: 'B', 2: 'B' })],
      ['groups/listed-once'],
    ],
    [
      'of a limit that was refused, and holds all the same',
      [made, limit(1), limit(5, false), sent(1, 1), sent(1, 1)],
      ['limits/raise-takes-effect/email'],
    ],
    ['of a record that reads as it never was', [created, read('B')], ['groups/created-can-be-read']],
    ['of a PUT that changes nothing', [created, put('B'), read('A')], ['groups/replaced']],
    ['of a deleted record that is read', [created, gone, read('A')], ['groups/deleted-is-gone']],
    ['of a created record that is not there', [created, missing], ['groups/created-can-be-read']],
    [
      'of a message above the limit',
      [made, limit(1), sent(1, 1), sent(1, 1)],
      ['limits/stops-at-limit/email'],
    ],
    ['of a limit of 0', [made, limit(0), sent(1, 1)], ['limits/zero-sends-none/email']],
    [
      'of a message held back below the limit',
      [made, limit(1), sent(1, 0)],
      ['limits/sends-below-limit/email'],
    ],
    [
      'of one that is held back although the device was seen to send',
      [unlicensed, limit(3), sent(1, 1), sent(1, 0)],
      ['limits/sends-below-limit/email'],
    ],
    [
      'of a device that an earlier history had, and of which a reading shows no expiry',
      [
        { ...made, fresh: false, counts: false },
        { ...device, kind: 'settings', read: { licence: 'used', expires: false, usageEmail: 0 } },
        limit(3),
        sent(1, 0),
      ],
      ['limits/sends-below-limit/email'],
    ],
    [
      'of a device that was read, and is not found',
      [made, visited(true), visited(false)],
      ['devices/listed-can-be-read'],
    ],
    [
      'of a device that was listed, and is left out',
      [made, devices('d1', 'd2'), devices('d2')],
      ['devices/listed-once'],
    ],
    [
      'of a list that leaves out another device, which is read',
      [made, { ...devices('d1'), lacks: ['d2'] }],
      ['devices/listed-once'],
    ],
    [
      'of an alert that is refused after one was taken',
      [made, alerted('taken'), alerted('refused')],
      ['devices/posted-alert-is-taken'],
    ],
    [
      'of messages at the same time that pass the limit together',
      [made, limit(1), burst(once(1), once(1))],
      ['limits/holds-at-once/email'],
    ],
    [
      'of a change that is lost to another at the same time',
      [
        { ...created, texts: { name: 'A', description: 'a' } },
        burst(patched({ name: 'B' }), patched({ description: 'b' })),
        shown('A', 'b'),
      ],
      ['groups/updated-keeps-rest'],
    ],
    [
      'of writes at the same time after which neither is there',
      [created, burst(put('B'), put('C')), read('A')],
      ['groups/replaced'],
    ],
    [
      'of a day that never ends',
      [made, limit(1), sent(1, 1), waited(30 * HOUR), sent(1, 0)],
      ['limits/next-day-restores/email'],
    ],
    [
      'of a device that does not expire',
      [made, expiry('2026-03-08'), licence('used', Date.parse('2026-03-12T00:00:00Z'))],
      ['expiry/reached-expires'],
    ],
    [
      'of a device that is activated without a licence',
      [
        made,
        expiry('2026-03-08'),
        waited(10 * DAY),
        licence('expired'),
        { kind: 'allotted', used: 0, available: 0 },
        { ...device, kind: 'activated', activated: true, dated: true },
      ],
      ['licences/activation-refused-when-none'],
    ],
    [
      'of credentials that should be refused',
      [{ kind: 'issued', credentials: 'unknown-user', issued: true }],
      ['token/unknown-user'],
    ],
    [
      'of a token that outlives itself',
      [
        { kind: 'issued', credentials: 'good', issued: true, token: 't', expires: NOON + HOUR },
        {
          kind: 'called',
          operation: 'listUsers',
          bearer: { token: 't' },
          served: 'yes',
          at: NOON + HOUR + MINUTE,
        },
      ],
      ['auth/expired-refused/listUsers'],
    ],
  ])('%s', (_, events, rule) => {
    const explanation = explain(history(...events));
    expect(explanation?.broken).toContainEqual(rule);
    expect(explanation?.broken.every(({ length }) => length === 1)).toBe(true);
    expect(explanation?.step).toBe(events.length - 1);
  });

  it('and tells which readings were ruled out, and by which event', () => {
    const events = history(made, limit(1), sent(1, 1), waited(2 * HOUR), sent(1, 1), sent(1, 1));
    expect(explain(events)?.ruledOut).toEqual([
      { step: 4, reading: 'email limit 1, 1 sent today' },
      { step: 5, reading: 'email limit 1, 1 sent today' },
    ]);
  });

  it('of a second day end on one day', () => {
    const day = [sent(1, 1), waited(2 * HOUR), sent(1, 1), waited(4 * HOUR), sent(1, 1)] as const;
    expect(explain(history(made, limit(1), ...day))?.broken).toContainEqual(['limits/stops-at-limit/email']);
  });

  it('that comes first where one step was needed for the failure', () => {
    const other = { device: 'd2' } as const;
    const events = [
      made,
      { ...made, ...other },
      limit(2),
      sent(1, 1),
      { ...sent(1, 1), ...other },
      sent(1, 0),
    ] as const;
    expect(explain(history(...events))?.broken[0]).toEqual(['limits/per-device/email']);
  });

  it('and two of them where one is not enough', () => {
    const shown = { ...device, kind: 'settings', read: { dailyEmail: -3, usageEmail: 1 } } as const;
    const broken = explain(history(made, limit(-3), sent(1, 1), waited(30 * HOUR), shown))?.broken ?? [];
    expect(broken).toContainEqual(['limits/negative-refused/email', 'limits/usage-restarts/email']);
    expect(broken.every(({ length }) => length === 2)).toBe(true);
  });
});
