/** Going back and forth in a story, on a world of a server: what comes is the same, what was done from outside is kept or undone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playStory } from '../../scenarios/index.ts';
import { drawn, LONG, SEED } from '../sample.ts';
import digests from './digests.json' with { type: 'json' };
import { drawnStories } from './drawn.ts';
import { newWorld } from './served.ts';

const START = Date.UTC(2026, 2, 2, 8);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

const text = `title: There and back
clock: { start: 2026-03-02 08:00, for: 1h, timeZone: UTC, seed: 7 }
routes: { round: { roads: [depot, harbour, depot] } }
fleet: { van: { count: 3, start: depot, drives: round, report: 1m } }
timeline:
  - { every: 5m, caption: Tick. }
  - { at: 12m, do: { alert: van, type: vibration, times: 3, apart: 1m } }
  - { when: { raises: vibration }, limit: 4, cooldown: 2m, caption: "{it}", do: { send: it, channel: sms, count: 2 } }
`;

/** A world of a story, and what it holds. */
async function staged(story: object = { file: 'story.yaml', text }) {
  const { control, api, signIn } = await newWorld({ story });
  const { body } = await control('GET', '/story');
  const holds = async () => JSON.parse((await control('GET', '/fixture?locations=500')).text);
  return {
    ...{ control, api, signIn },
    body: async (path: string) => (await control('GET', path)).body,
    /** How its expectations stand. */
    told: async (): Promise<(boolean | null)[]> =>
      (await control('GET', '/story')).body.story.expectations.map(({ met }: { met: boolean }) => met),
    start: Date.parse(body.story.start),
    end: Date.parse(body.story.end),
    holds,
    devices: async () => (await holds()).devices,
    seek: (to: string) => control('POST', '/story/seek', { to }),
    advance: (to: string) => control('POST', '/clock/advance', { to }),
    limit: (dailySms: number) => control('PUT', '/devices/dev-1/limits', { dailySms }),
    limited: async () => (await control('GET', '/devices/dev-1/limits')).body.dailySms,
  };
}

describe.each<[name: string, story: object]>([
  ['a story of its own', { file: 'story.yaml', text }],
  ...['licence-crunch', 'theft'].map((name): [string, object] => [name, { name }]),
])('%s', (_, story) => {
  it('goes the same way at once, by steps, and back and forth', async () => {
    const [once, stepped, sought] = await Promise.all([staged(story), staged(story), staged(story)]);
    const { start, end } = once;
    const moment = (share: number) => new Date(Math.round(start + share * (end - start))).toISOString();
    await once.advance(moment(1));
    for (let share = 0.1; share < 1.05; share += 0.1) await stepped.advance(moment(Math.min(share, 1)));
    for (const share of [0.5, 0.2, 0.25, 0.05, 0.95, 0, 0.8, 1])
      expect(await sought.seek(moment(share))).toMatchObject({ status: 200, body: { now: moment(share) } });
    const whole = await once.holds();
    expect(await stepped.holds()).toEqual(whole);
    expect(await sought.holds()).toEqual(whole);
  });
});

it('whatever a story does, it goes the same way by slices, back and forth, and from a snapshot in another world', async () => {
  const moments = fc.array(fc.integer({ min: 0, max: 1_800_000 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(drawnStories(), moments, async (text, stops) => {
      const story = { file: 'drawn.yaml', text };
      const [once, sought, other] = await Promise.all([staged(story), staged(story), staged(story)]);
      const moment = (after: number) => new Date(once.start + after).toISOString();
      await once.advance(moment(1_800_000));
      const whole = await once.holds();
      for (const stop of stops) await sought.seek(moment(stop));
      const half = Math.max(...stops);
      await sought.advance(moment(half));
      const { body } = await sought.control('GET', '/snapshot');
      expect((await other.control('PUT', '/snapshot', body)).status).toBeLessThan(300);
      for (const stop of stops.toSorted((a, b) => a - b)) await other.advance(moment(Math.max(half, stop)));
      for (const world of [sought, other]) {
        await world.advance(moment(1_800_000));
        expect(await world.holds(), text).toEqual(whole);
        expect(await world.told(), text).toEqual(await once.told());
      }
      expect((await playStory(text)).standing.failed, text).toBe(0);
    }),
    { numRuns: 2, seed: SEED },
  );
});

/** The shipped stories; a moment of ten thousand vehicles takes as long as all moments of another one. */
const shipped = Object.keys(digests).filter((name) => !/^field\/|^rush-hour$/.test(name));

it.each(drawn(3, shipped))(
  '%s is at 50 drawn moments as it was there, back and forth',
  LONG,
  async (name) => {
    const [once, sought] = await Promise.all([staged({ name }), staged({ name })]);
    const moment = fc.noBias(fc.integer({ min: once.start, max: once.end }));
    const moments = fc.sample(moment, { numRuns: 50, seed: SEED }).map((at) => new Date(at).toISOString());
    const was = new Map<string, string>();
    for (const at of moments.toSorted()) was.set(at, (await once.advance(at)).body.digest);
    for (const at of moments) {
      await sought.seek(at);
      expect((await sought.advance(at)).body.digest, `${at} after ${name}`).toBe(was.get(at));
    }
    expect(new Set(was.values()).size).toBeGreaterThan(5);
  },
);

describe('what is done from outside', () => {
  it('stays at its moment where the clock is moved on at once, however often it was changed', async () => {
    const { control, seek, advance, limit, limited } = await staged();
    await advance(at(3));
    for (let dailySms = 1; dailySms <= 10; dailySms++) await limit(dailySms);
    await advance(at(30));
    await seek(at(4));
    expect(await limited()).toBe(10);
    await limit(11);
    await control('PUT', '/clock', { frozen: false, speed: 100_000, until: at(30) });
    await control('PUT', '/clock', { frozen: true });
    await seek(at(4));
    expect(await limited()).toBe(11);
  });

  it('is kept whatever it is: an incident, a caption, faults of reports, a setting, a call of the API', async () => {
    const { control, seek, api, signIn, body } = await staged();
    await seek(at(5));
    await control('POST', '/inject', { device: 'dev-2', kind: 'sos' });
    await control('POST', '/inject', { kind: 'caption', text: 'Look.' });
    await control('POST', '/inject', { device: 'dev-1', kind: 'zero-position' });
    await control('PUT', '/account', { licences: { total: 7 } });
    await signIn();
    expect((await api('PUT', '/groups/grp-1', { name: 'Renamed' })).status).toBeLessThan(300);
    await seek(at(50));
    await seek(at(6));
    expect((await body('/alerts')).alerts).toMatchObject([{ deviceId: 'dev-2', type: 'sos' }]);
    expect((await body('/devices/dev-1/track')).locations.at(-1)).toMatchObject({ latitude: 0 });
    expect((await body('/account')).licences.total).toBe(7);
    expect(JSON.stringify(await body('/fixture'))).toContain('Renamed');
  });

  it('is kept from its moment on, and undone before it', async () => {
    const { seek, limit, limited } = await staged();
    await seek(at(3));
    await limit(3);
    await seek(at(30));
    await seek(at(4));
    expect(await limited()).toBe(3);
    await seek(at(2));
    expect(await limited()).toBeNull();
  });

  it('is undone where what came before it is played again', async () => {
    const { seek, limit, limited } = await staged();
    await seek(at(20));
    await limit(3);
    await seek(at(10));
    await seek(at(50));
    expect(await limited()).toBeNull();
  });
});

it('a moment outside of the story is refused', async () => {
  const { seek } = await staged();
  for (const minutes of [-1, 61])
    expect(await seek(at(minutes))).toMatchObject({ status: 422, body: { code: 'STORY_TIME' } });
});

it('a reset begins again, and forgets what was done from outside', async () => {
  const { control, advance, limit, limited, devices } = await staged();
  const before = await devices();
  await advance(at(20));
  await limit(3);
  await control('POST', '/reset');
  expect(await devices()).toEqual(before);
  await advance(at(30));
  expect(await limited()).toBeNull();
});

it('a snapshot goes on in another world as it would have in its own, with what each recipient was sent so far', async () => {
  const counted = `${text}  - { at: 40m, do: { alert: van, type: sos } }
users: { Ann: { notify: [sms, email] } }
expect: [{ sent: 15, to: Ann }, { sent: 8, to: account }]
`;
  const story = { file: 'counted.yaml', text: counted };
  const [one, other] = await Promise.all([staged(story), staged(story)]);
  await one.advance(at(20));
  const { body } = await one.control('GET', '/snapshot');
  expect((await other.control('PUT', '/snapshot', body)).status).toBeLessThan(300);
  await Promise.all([one.advance(at(60)), other.advance(at(60))]);
  expect(await other.devices()).toEqual(await one.devices());
  expect([await one.told(), await other.told()]).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('the clock goes on at the speed it had', async () => {
  const { control, seek } = await staged();
  await control('PUT', '/clock', { speed: 60, frozen: false });
  for (const minutes of [10, 2]) {
    await seek(at(minutes));
    expect((await control('GET', '/clock')).body).toMatchObject({ speed: 60, frozen: false });
  }
});
