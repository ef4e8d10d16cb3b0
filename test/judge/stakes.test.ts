/** A rule is at stake where its violation alone would explain another answer. */
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../contracts/judge/event.ts';
import { explain } from '../../contracts/judge/judge.ts';
import { stakesOf } from '../../contracts/judge/stakes.ts';
import { HOUR } from '../../contracts/kit/durations.ts';
import { type Bare, history, NOON } from './facts.ts';

const group = { family: 'group', record: '1' } as const;
const other = { family: 'group', record: '2' } as const;
const created = { ...group, kind: 'created', texts: { name: 'A' } } as const;
const second = { ...other, kind: 'created', texts: { name: 'B' } } as const;
const read = (of: typeof group | typeof other, name: string) =>
  ({ ...of, kind: 'read', found: true, texts: { name } }) as const;
const put = { ...group, kind: 'replaced', texts: { name: 'C' }, taken: 'taken' } as const;
const made = { device: 'd1', kind: 'device', fresh: true, counts: true } as const;
const limit = { device: 'd1', kind: 'set', change: { dailyEmail: 1 }, done: true } as const;
const sent = (gone: number) =>
  ({ device: 'd1', kind: 'sent', channel: 'email', asked: 1, sent: gone }) as const;

function staked(...facts: readonly Bare[]): { [rule: string]: readonly number[] } {
  return Object.fromEntries(stakesOf(history(...facts)).at);
}

describe('a rule is at stake', () => {
  it('at the answer that would break it', () => {
    expect(staked(made, limit, sent(1), sent(0))).toEqual({
      'limits/sends-below-limit/email': [2],
      'limits/stops-at-limit/email': [3],
    });
  });

  it('where another record could have been changed', () => {
    expect(staked(created, second, put, read(other, 'B'))).toMatchObject({
      'groups/replaced-spares-others': [3],
    });
  });

  it.each<[string, Bare[]]>([
    ['where nothing is known of the device', [sent(1)]],
    ['of a limit that there is not', [made, { ...limit, change: { dailyEmail: null } }, sent(1)]],
    ['of what was never read', [created, put]],
  ])('nowhere %s', (_, facts) => expect(staked(...facts)).toEqual({}));
});

/** A device of which nothing is known: a date may have been set before. */
const known = { ...made, fresh: false, counts: false } as const;
const off = { device: 'd1', kind: 'set', change: { expires: false }, done: true } as const;
const settings = (read: Settings) => ({ device: 'd1', kind: 'settings', read }) as const;
const to = (dailyEmail: number) => ({ ...limit, change: { dailyEmail } }) as const;
const nextDay = { kind: 'waited', at: NOON + 30 * HOUR } as const;

describe('a rule about messages', () => {
  const rules = (...facts: readonly Bare[]) =>
    Object.keys(staked(...facts)).filter((rule) => rule.startsWith('limits/'));

  it('is not at stake by settings that are read back', () => {
    expect(rules(made, to(3), settings({ dailyEmail: 3 }), to(5), settings({ dailyEmail: 5 }))).toEqual([]);
  });

  it('is not at stake on a device that may be expired, as long as nothing shows that it is not', () => {
    expect(rules(known, nextDay, to(1), sent(1))).toEqual([]);
    expect(rules(known, nextDay, to(1), sent(0), sent(0))).toEqual([]);
  });

  it('is at stake once messages were sent as limited, with Expires off', () => {
    const facts = [known, off, nextDay, to(1), sent(1), sent(0), to(2), sent(1), sent(0)];
    expect(staked(...facts)).toMatchObject({
      'limits/sends-below-limit/email': [7],
      'limits/stops-at-limit/email': [8],
    });
  });

  it('is not broken by messages that alerts of a device of others may have sent, and is by those of the run', () => {
    const counted = settings({ usageEmail: 48, licence: 'used' });
    const facts = [off, nextDay, to(1), counted, sent(0)];
    expect(explain(history(known, ...facts))).toBeUndefined();
    expect(explain(history({ ...known, own: true }, ...facts))).toMatchObject({ step: 4 });
  });

  it('is broken on such a device by messages that no reading explains', () => {
    const facts = [known, off, nextDay, to(1), sent(1), sent(0), to(2), sent(1), sent(1)];
    expect(explain(history(...facts))).toMatchObject({ step: 8 });
    expect(explain(history(...facts))?.broken).toContainEqual(['limits/stops-at-limit/email']);
  });
});

describe('the environment', () => {
  const blamed = (...facts: readonly Bare[]) => explain(history(...facts), { blames: true })?.givenUp;

  it('is blamed for a message that a control did not send, until it was seen to work', () => {
    expect(blamed(made, limit, sent(0))).toEqual([['environment:control']]);
    const some = { ...sent(1), asked: 2 };
    const raised = { ...limit, change: { dailyEmail: 2 } };
    expect(blamed(made, limit, some, raised, sent(0))).toContainEqual(['limits/raise-takes-effect/email']);
  });

  it('is blamed for counts of the account, which others change', () => {
    const counts = (used: number): Bare => ({ kind: 'licences', used });
    expect(blamed(counts(3), counts(5))).toEqual([['environment:other-client']]);
  });

  it('is never blamed for records of the history itself', () => {
    expect(blamed(created, read(group, 'A'), put, read(group, 'A'))?.[0]).toEqual(['groups/replaced']);
  });

  it('is not blamed for what came again on fresh records', () => {
    expect(explain(history(made, limit, sent(0)))?.givenUp).toEqual([['limits/sends-below-limit/email']]);
  });

  it('is blamed for a time that went backwards', () => {
    const day = 24 * 3_600_000;
    const at = Date.parse('2026-03-10T12:00:00Z');
    const facts = [
      { ...made, at },
      { ...limit, at },
      { ...sent(1), at },
    ];
    const later = { ...sent(0), at: at + 2 * day };
    expect(blamed(...facts, later)).not.toContainEqual(['environment:clock']);
    const back = { kind: 'waited', at: at - day } as const;
    expect(blamed(...facts, back, later)).toContainEqual(['environment:clock']);
  });
});
