/** Faults of what devices report, through the control API of a stage. */
import { afterEach, describe, expect, test } from 'vitest';
import { readStory } from '../../../scenarios/language/read.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import { createSimulator } from '../../../simulator/index.ts';

const text = `
title: Rounds
clock: { start: 2026-03-02T06:00:00Z, for: 4h, seed: 5 }
routes: { round: { roads: [depot, market-square, depot] } }
fleet:
  van: { count: 2, drives: { route: round, repeat: loop }, report: { moving: 10s, parked: 1m } }
`;

let stage: Stage;
afterEach(() => stage.stop());

async function rounds(story = true) {
  const made = createStage({ plain: (added) => createSimulator({ devices: 2, ...added }) });
  stage = made;
  if (story) await made.load(await readStory(text, { file: 'rounds.yaml' }));
  const control = async (method: string, path: string, body?: unknown) => {
    const call = {
      ...{ method, target: `/_control${path}`, headers: {} },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const { status, body: reply } = await made.handle(call);
    return { status, json: JSON.parse(reply) };
  };
  const advance = (by: string) => control('POST', '/clock/advance', { by });
  const track = async () =>
    (await control('GET', '/devices/dev-1/track')).json.locations as {
      deviceTime: string;
      receivedAt: string;
      latitude: number;
      fuel: number;
    }[];
  return { control, advance, track };
}

test('faults are set, read, take the place of others, and are ended', async () => {
  const { control, advance, track } = await rounds();
  await advance('10m');
  const set = { clock: { ahead: '1826d' }, sensors: { fuel: 999 }, for: '5m' };
  const told = {
    faults: { clock: 1826 * 86_400_000, sensors: { fuel: 999 } },
    until: { clock: '2026-03-02T06:15:00.000Z', sensors: '2026-03-02T06:15:00.000Z' },
  };
  expect(await control('PUT', '/devices/dev-1/faults', set)).toEqual({ status: 200, json: told });
  expect((await control('GET', '/devices/dev-1/faults')).json).toEqual(told);
  await advance('3m');
  expect((await track()).at(-1)).toMatchObject({ fuel: 999, receivedAt: expect.stringMatching(/^2026/) });
  expect((await track()).at(-1)?.deviceTime).toMatch(/^2031-03-02T06:1[23]/);
  expect((await control('PUT', '/devices/dev-1/faults', { copies: 2 })).json).toEqual({
    faults: { copies: 2 },
    until: { copies: null },
  });
  await advance('1m');
  const [one, other] = (await track()).filter(({ deviceTime }) => deviceTime < '2031').slice(-2);
  expect(one).toEqual(other);
  expect((await control('PUT', '/devices/dev-1/faults', {})).json).toEqual({ faults: {}, until: {} });
  expect((await control('GET', '/devices/dev-2/faults')).json).toEqual({ faults: {}, until: {} });
});

test('a fault is still there after going back a little, and in a snapshot', async () => {
  const { control, advance } = await rounds();
  await advance('10m');
  await control('PUT', '/devices/dev-1/faults', { position: 'zero' });
  const { json: saved } = await control('GET', '/snapshot?apiKey=include');
  await advance('10m');
  await control('POST', '/story/seek', { to: '2026-03-02T06:12:00Z' });
  expect((await control('GET', '/devices/dev-1/faults')).json.faults).toEqual({ position: 'zero' });
  await control('PUT', '/devices/dev-1/faults', {});
  await control('PUT', '/snapshot', saved);
  expect((await control('GET', '/devices/dev-1/faults')).json.faults).toEqual({ position: 'zero' });
});

test.each<[body: object, field: string, hint: string]>([
  [{ clock: {} }, 'clock', 'ahead'],
  [{ clock: { ahead: '1h', behind: '1h' } }, 'clock', 'ahead'],
  [{ clock: { ahead: 'soon' } }, 'clock.ahead', '1826d'],
  [{ clock: { behind: '99999d' } }, 'clock.behind', '1826d'],
  [{ copies: 2, for: 'ever' }, 'for', '10m'],
  [{ copies: 1 }, 'copies', '1826d'],
  [{ sensors: { fuel: 'full' } }, 'sensors.fuel', '1826d'],
  [{ clok: {} }, 'clok', 'clock'],
])('%j is refused, and changes nothing', async (body, field, hint) => {
  const { control } = await rounds();
  await control('PUT', '/devices/dev-1/faults', { copies: 3 });
  const { status, json } = await control('PUT', '/devices/dev-1/faults', body);
  expect([status, json.code, json.field]).toEqual([422, 'BODY_INVALID', field]);
  expect(json.hint).toContain(hint);
  expect((await control('GET', '/devices/dev-1/faults')).json.faults).toEqual({ copies: 3 });
});

test('a device that reports nothing by itself has none', async () => {
  const { control } = await rounds(false);
  for (const [method, path, body] of [
    ['GET', '/devices/dev-1/faults', undefined],
    ['PUT', '/devices/dev-1/faults', { copies: 2 }],
    ['POST', '/inject', { device: 'dev-1', kind: 'no-fix' }],
  ] as const) {
    const { status, json } = await control(method, path, body);
    expect([status, json.code]).toEqual([409, 'DEVICE_REPORTS_NOTHING']);
    expect(json.hint).toContain('story');
  }
  expect((await control('GET', '/devices/dev-9/faults')).status).toBe(404);
});

describe('an injected fault', () => {
  test.each([
    ['wrong-clock', 'clock is 1826d ahead for 10 minutes'],
    ['no-fix', 'no fix'],
    ['zero-position', '0, 0'],
    ['jumps', '5 km off'],
    ['duplicates', '3 times'],
    ['newest-first', 'no signal for 10 minutes; then it sends what it kept newest first'],
    ['stuck-sensor', 'fuel is stuck'],
  ])('%s says what it does, and is over after ten minutes', async (kind, words) => {
    const { control, advance, track } = await rounds();
    await advance('10m');
    const { json } = await control('POST', '/inject', { device: 'dev-1', kind });
    expect(json.did).toContain(words);
    expect((await control('GET', '/devices/dev-1/faults')).json.faults).not.toEqual({});
    await advance('12m');
    expect((await control('GET', '/devices/dev-1/faults')).json.faults).toEqual({});
    const late = (await track()).filter(({ receivedAt, deviceTime }) => receivedAt > deviceTime);
    if (kind !== 'newest-first') return;
    const times = late.map(({ deviceTime }) => deviceTime);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual(times.toSorted());
  });
});
