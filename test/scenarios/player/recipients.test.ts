/** To whom a message goes: counted, waited for, and kept in snapshots. */
import { describe, expect, it } from 'vitest';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';

const setting = `title: Recipients
clock: { start: 2026-03-02 08:00, for: 1h, timeZone: Europe/Berlin }
users: { Ann: { notify: [sms], phone: '+491701' }, Bob: { notify: [email, sms] } }
fleet: { van: { count: 2, start: depot, limits: { dailySms: 3 } } }
timeline:
  - { at: 10m, do: { alert: van-1, type: sos } }
  - { at: 20m, do: { patchUser: Ann, phone: '+491702' } }
  - { at: 30m, do: { alert: van-1, type: sos } }
  - { at: 40m, do: { send: van-2, channel: sms, count: 2 } }
`;
const read = (more: string) => readStory(setting + more, { file: 'recipients.yaml' });

async function played(more: string) {
  const performance = perform(await read(more));
  const said: string[] = [];
  performance.onEvent((event) => {
    if (event.kind === 'story-caption') said.push(event.text);
  });
  await play(performance);
  const { simulator } = performance;
  return { performance, simulator, said, results: performance.results().map(({ state }) => state) };
}

async function problemsOf(more: string) {
  const error = await read(more).catch((error: unknown) => error);
  return error instanceof StoryError ? error.problems : [];
}

const asked = `expect:
  - { sent: 2, channel: sms, to: Ann }
  - { sent: 1, channel: sms, to: Bob }
  - { withheld: 1, to: Bob, reason: daily-limit }
  - { sent: 0, channel: email, to: Ann }
  - { sent: 2, channel: email, to: Bob }
  - { sent: 1, to: '+491701' }
  - { sent: 2, from: van-2, to: account }
  - { sent: 7, from: all }
`;

describe('an expectation of messages to someone', () => {
  it('counts those that went to a user, by the addresses of then, or to an address', async () => {
    const { results, simulator } = await played(asked);
    expect(simulator.outbox.list().map(({ recipient }) => recipient)).toContain('+491702');
    expect(results).toEqual(['met', 'met', 'met', 'met', 'met', 'met', 'met', 'met']);
  });

  it('is kept in a snapshot', async () => {
    const { simulator, performance } = await played(asked);
    const whole = simulator.snapshot();
    const companion = whole.companion as { tally: [string, number][] };
    const toAnn = companion.tally.find(([key]) => key.endsWith(' to Ann'));
    expect(toAnn).toEqual(['1 sms sent to Ann', 2]);
    performance.simulator.restore(structuredClone(whole));
    expect(simulator.snapshot()).toEqual(whole);
  });
});

describe('a condition of messages to someone', () => {
  it('comes with those to a user or an address, also joined with others', async () => {
    const { said } = await played(`  - { when: { sent: sms, to: Ann, device: van-1 }, caption: Ann }
  - { when: { withheld: any, to: Bob }, caption: not Bob }
  - { when: { sent: any, to: bob@example.com }, caption: mail }
  - { when: { sent: sms, device: van-2 }, caption: 'two at once, {sent}' }
  - { when: { allOf: [{ sent: sms, to: Ann }, { standsStill: 15m }] }, caption: Ann still }
  - { when: { anyOf: [{ sent: sms, to: '+491702' }, { withheld: sms, to: Bob }] }, caption: either }
`);
    expect(said).toEqual([
      ...['Ann', 'mail'],
      ...['Ann', 'Ann still', 'either', 'mail', 'not Bob', 'either'],
      'two at once, 7',
    ]);
  });

  it('is refused for one who is in no story, and where it sets itself off', async () => {
    expect(await problemsOf('  - { when: { sent: sms, to: Ana }, caption: A }\n')).toEqual([
      expect.objectContaining({ code: 'UNKNOWN_USER', hint: expect.stringContaining('Ann') }),
    ]);
    expect(await problemsOf('expect: { sent: 1, to: nobody at all }\n')).toEqual([
      expect.objectContaining({
        code: 'UNKNOWN_USER',
        message: 'there is no user "nobody at all", and it is no e-mail address or phone number',
        hint: 'there are: demo, Ann, Bob',
      }),
    ]);
    expect(await problemsOf('expect: { sent: 1, to: demo }\n')).toEqual([
      expect.objectContaining({ code: 'OWN_USER', hint: 'say "account"' }),
    ]);
    expect(await problemsOf('  - { when: { sent: sms }, do: { send: it, channel: sms } }\n')).toEqual([
      expect.objectContaining({ code: 'ENDLESS_TRIGGERS' }),
    ]);
  });
});
