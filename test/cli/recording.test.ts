/** A trainer's doings as a story that plays the same: by the control API, and played again from its file. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../cli/serving/settings.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { libraryStories } from '../../scenarios/library/index.ts';
import { perform } from '../../scenarios/player/perform.ts';
import { play } from '../../scenarios/player/play.ts';
import { testIo } from './world.ts';

const running: Running[] = [];
afterEach(async () => {
  for (const { server, worlds } of running.splice(0)) {
    await server.close();
    worlds.stop();
  }
});

async function served(settings: Partial<Settings> = {}) {
  const started = await start({ port: 0, host: '127.0.0.1', frozen: true, ...settings }, testIo());
  running.push(started);
  const control = async (method: string, path: string, body?: object) => {
    const address = `${started.server.url}/_control${path}`;
    const reply = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
    const json = await reply.json();
    expect(reply.ok, `${method} ${path} ${JSON.stringify(json)}`).toBe(true);
    return json;
  };
  return { ...started, control };
}
type Served = Awaited<ReturnType<typeof served>>;

/** Plays to the end, and the recording played from its start: both digests. */
async function bothDigests({ control, stage }: Served): Promise<[string, string, text: string]> {
  const { file, text } = await control('GET', '/recording');
  const { story } = await control('GET', '/story');
  await control('PUT', '/clock', { until: null });
  await control('POST', '/clock/advance', { to: story.end, maxEvents: 10_000_000 });
  const digest = stage.performance?.digest() ?? '';
  const again = await readStory(text, { file });
  const played = await play(perform(again));
  return [digest, played.digest, text];
}

const TRAINER: readonly (readonly [method: string, path: string, body?: object] | string)[] = [
  ['POST', '/caption', { text: ' Look: at "van" <1> #2 ' }],
  'PT7M13.417S',
  ['POST', '/inject', { device: 'dev-1', kind: 'sos' }],
  ['PUT', '/devices/dev-1/limits', { dailyEmail: 3, dailySms: null }],
  ['PUT', '/clock', { speed: 60 }],
  'PT2M',
  ['POST', '/inject', { device: 'dev-1', kind: 'theft' }],
  ['POST', '/caption', { text: 'Stolen.' }],
  'PT5M',
  ['PUT', '/account', { licences: { total: 40 }, apiEnabled: false }],
  ['PUT', '/account', { apiKey: 'a-new-key-of-the-trainer' }],
  ['POST', '/devices/dev-1/send', { channel: 'email', count: 5 }],
  ['PUT', '/devices/dev-1/faults', { clock: { ahead: '1h' }, copies: 2, for: '10m' }],
  'PT10M',
  ['POST', '/inject', { device: 'dev-1', kind: 'dropout' }],
  ['POST', '/inject', { device: 'dev-1', kind: 'power-cut' }],
  ['PUT', '/devices/dev-1/faults', {}],
  'PT1M',
  ['POST', '/inject', { device: 'dev-1', kind: 'speeding' }],
  ['POST', '/inject', { device: 'dev-1', kind: 'duplicates' }],
  ['POST', '/caption', { text: 'The end.' }],
];

async function done({ control }: Pick<Served, 'control'>, doings = TRAINER): Promise<void> {
  for (const doing of doings) {
    if (typeof doing === 'string')
      await control('POST', '/clock/advance', { by: doing, maxEvents: 1_000_000 });
    else await control(...doing);
  }
}

describe('a recording', () => {
  it.each(['first-day', 'school-zone', 'sos-at-night', 'lesson/midnight', 'field/late-fence'])(
    'of what was done to %s plays the same',
    async (name) => {
      const world = await served({ scenario: name });
      await done(world);
      const [digest, again, text] = await bothDigests(world);
      expect(again).toBe(digest);
      expect(text).toContain('Look: at "van" <1> #2');
      expect(text).toContain('speed 60');
      expect(text).not.toContain('a-new-key-of-the-trainer');
      const plain = libraryStories.find((each) => each.name === name)?.text ?? '';
      expect((await play(perform(await readStory(plain, { file: 'plain.yaml' })))).digest).not.toBe(digest);
    },
  );

  describe('of what is done to the service and the fleet', () => {
    const faults = [
      { operation: 'listDevices', status: 503, times: 3 },
      { device: 'dev-1', latency: 250, probability: 0.5 },
      { limit: { requests: 10, per: '1m' } },
    ];
    const doings: typeof TRAINER = [
      'PT2M',
      ['PUT', '/faults', { rules: faults }],
      'PT2M',
      ['POST', '/devices', { name: 'Spare van' }],
      ['PUT', '/devices/dev-4/limits', { dailyEmail: 2 }],
      ['POST', '/devices/dev-4/send', { channel: 'email', count: 3 }],
      'PT2M',
      ['PUT', '/faults', { rules: [] }],
    ];
    const small =
      'title: Three vans\nclock: { start: 2026-05-04 08:00, for: 1h }\nfleet: { van: { count: 3, start: depot } }\n';

    it('has faults of the service and devices that were added', async () => {
      const world = await served();
      await world.control('PUT', '/story', { file: 'small.yaml', text: small });
      await done(world, doings);
      const [digest, again, text] = await bothDigests(world);
      expect(again).toBe(digest);
      expect(text).toContain('addDevice: Spare van');
      expect(text).toContain('setLimits: Spare van');
      await world.control('PUT', '/story', { file: 'recorded.yaml', text });
      await done(world, ['PT3M']);
      expect((await world.control('GET', '/faults')).rules).toMatchObject([
        { operation: 'listDevices', status: 503, times: 3 },
        { device: ['dev-1'], latency: '250ms', probability: 0.5 },
        { limit: { requests: 10, per: '1m' } },
      ]);
      await done(world, ['PT10M']);
      expect((await world.control('GET', '/faults')).rules).toEqual([]);
    });

    it('says in a comment what a story cannot say, and how the clock went', async () => {
      const world = await served();
      await world.control('PUT', '/story', { file: 'small.yaml', text: small });
      await done(world, [
        ['PUT', '/faults', { rules: [{ status: 503, until: '2026-05-04T09:00:00Z' }] }],
        ['POST', '/devices', { name: 'van-9' }],
        ['POST', '/devices', { count: 2 }],
        ['DELETE', '/devices/dev-4'],
        ['PUT', '/clock', { speed: 60 }],
        'PT2M',
      ]);
      const { text, entries } = await world.control('GET', '/recording');
      expect(text.split('\n').filter((line: string) => line.startsWith('#'))).toEqual([
        '# 2026-05-04T08:00:00.000Z: faults of the service that a story cannot say',
        '# 2026-05-04T08:00:00.000Z: devices were added that a story cannot say',
        '# 2026-05-04T08:00:00.000Z: devices were added that a story cannot say',
        '# 2026-05-04T08:00:00.000Z: device 4 was removed, which a story cannot say',
        '# 2026-05-04T08:00:00.000Z: the clock: speed 60',
        '# 2026-05-04T08:02:00.000Z: the clock: advanced to here',
      ]);
      expect(entries).toBe(6);
      await readStory(text, { file: 'recorded.yaml' });
    });
  });

  it('refuses a caption that its file would take for something else', async () => {
    const { server } = await served({ scenario: 'first-day' });
    for (const text of ['It is {time}.', 'Look at {it}', 'as { speed } km/h']) {
      const body = JSON.stringify({ text });
      const reply = await fetch(`${server.url}/_control/caption`, { method: 'POST', body });
      expect([reply.status, ((await reply.json()) as { field: string }).field]).toEqual([422, 'text']);
    }
  });

  it('has the moment at which each was done, while the clock runs', async () => {
    const world = await served({ scenario: 'sos-at-night' });
    await world.control('PUT', '/clock', { frozen: false, speed: 900 });
    await done(
      world,
      TRAINER.filter((doing) => typeof doing !== 'string'),
    );
    await world.control('PUT', '/clock', { frozen: true });
    const [digest, again] = await bothDigests(world);
    expect(again).toBe(digest);
  });

  it('has the seed that was chosen, and can be recorded again', async () => {
    const world = await served();
    await world.control('PUT', '/story', { name: 'first-day', seed: 77 });
    await done(world, TRAINER.slice(0, 4));
    const { text } = await world.control('GET', '/recording');
    expect(text).toMatch(/seed: 77/);
    await world.control('PUT', '/story', { file: 'recorded.yaml', text });
    await done(world, ['PT20M', ['POST', '/caption', { text: 'A second time.' }]]);
    const [digest, again, twice] = await bothDigests(world);
    expect(again).toBe(digest);
    expect(twice).toMatch(/Look[\s\S]*A second time/);
  });

  describe('leaves out what was undone', () => {
    const caption = (text: string) => ['POST', '/caption', { text }] as const;
    async function begun() {
      const world = await served({ scenario: 'first-day' });
      await done(world, [caption('Early.'), 'PT10M', caption('Late.')]);
      const recorded = async () => {
        const { text } = await world.control('GET', '/recording');
        return ['Early.', 'Late.', 'Other.'].filter((word) => text.includes(word));
      };
      expect(await recorded()).toEqual(['Early.', 'Late.']);
      return { ...world, recorded };
    }

    it('by going back', async () => {
      const world = await begun();
      const { story } = await world.control('GET', '/story');
      const to = new Date(Date.parse(story.start) + 300_000).toISOString();
      await world.control('POST', '/story/seek', { to });
      await done(world, ['PT20M', caption('Other.')]);
      expect(await world.recorded()).toEqual(['Early.', 'Other.']);
      const [digest, again] = await bothDigests(world);
      expect(again).toBe(digest);
    });

    it('by a reset', async () => {
      const world = await begun();
      await world.control('POST', '/reset');
      expect(await world.control('GET', '/recording')).toMatchObject({ entries: 0 });
    });
  });

  it('is none of a fleet without a story', async () => {
    const { server } = await served();
    const reply = await fetch(`${server.url}/_control/recording`);
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([409, 'NO_STORY']);
  });
});
