/** A stage whose vehicles drive. */
import { afterEach, expect, test } from 'vitest';
import { readStory } from '../../../scenarios/language/read.ts';
import { createStage, type Stage } from '../../../scenarios/player/stage/stage.ts';
import { createSimulator } from '../../../simulator/index.ts';

const text = `
title: Rounds
clock: { start: 2026-03-02T06:00:00Z, for: 4h, seed: 5 }
routes: { town: roaming, round: { roads: [depot, market-square, depot] } }
fleet:
  van: { count: 3, drives: { route: town, dwell: 1m }, report: { moving: 10s, parked: 1m } }
`;

let stage: Stage;
afterEach(() => stage.stop());

async function rounds() {
  const story = await readStory(text, { file: 'rounds.yaml' });
  const made = createStage({ plain: (added) => createSimulator({ devices: 3, ...added }) });
  stage = made;
  await made.load(story);
  const control = async (method: string, path: string, body?: unknown) => {
    const target = `/_control${path}`;
    const call = { method, target, headers: {}, body: body === undefined ? undefined : JSON.stringify(body) };
    return JSON.parse((await made.handle(call)).body);
  };
  const advance = (by: string) => control('POST', '/clock/advance', { by });
  const inject = (kind: string) => control('POST', '/inject', { device: 'dev-1', kind });
  /** The locations that were received of the first van in the last minutes. */
  const track = async (minutes: number) => {
    const since = made.simulator.clock.now() - minutes * 60_000;
    return made.simulator.fleet.locations.between(1, since, made.simulator.clock.now());
  };
  await advance('PT20M');
  return { control, advance, inject, track };
}

test('the roads of the town and the ways of the story are there to be drawn', async () => {
  const { control } = await rounds();
  const { story, roads } = await control('GET', '/story');
  const classes = new Set(
    roads.features.map(({ properties }: { properties: { class: string } }) => properties.class),
  );
  expect([...classes]).toEqual(expect.arrayContaining(['ring', 'street', 'river', 'place']));
  expect(story.routes.features).toHaveLength(1); // vehicles that roam have no way of their own
  expect(story.routes.features[0].properties.name).toBe('round');
  expect(story.routes.features[0].geometry.coordinates.length).toBeGreaterThan(10);
});

test('the way of a vehicle that is towed away is drawn for nobody', async () => {
  stage = createStage({ plain: (added) => createSimulator({ devices: 3, ...added }) });
  await stage.choose({ name: 'theft' });
  const reply = await stage.handle({
    method: 'GET',
    target: '/_control/story',
    headers: {},
    body: undefined,
  });
  const { story } = JSON.parse(reply.body);
  expect(story).toMatchObject({ name: 'theft', routes: { features: [] } });
});

test('a dropout: nothing for ten minutes, then what was buffered comes', async () => {
  const { advance, inject, track } = await rounds();
  expect((await inject('dropout')).did).toContain('no signal for 10 minutes');
  await advance('PT9M');
  expect(await track(8)).toHaveLength(0);
  await advance('PT5M');
  const late = (await track(14)).filter(({ deviceTime, receivedAt }) => receivedAt - deviceTime > 60_000);
  expect(late.length).toBeGreaterThan(3);
});

test('speeding: faster than before for ten minutes, and then calm', async () => {
  const { advance, inject, track } = await rounds();
  const top = async () => Math.max(...(await track(9)).map(({ speed }) => speed ?? 0));
  const usual = await top();
  await inject('speeding');
  await advance('PT10M');
  expect(await top()).toBeGreaterThan(usual + 25);
  await advance('PT10M');
  expect(await top()).toBeLessThan(usual + 25);
});

test('a theft: towed with its engine off, silent, and left somewhere else', async () => {
  const { control, advance, inject, track } = await rounds();
  const before = stage.simulator.fleet.locations.last(1);
  expect((await inject('theft')).did).toContain('towed away');
  await advance('PT3M');
  const towed = (await track(2)).filter(({ speed }) => (speed ?? 0) > 10);
  expect(towed.length).toBeGreaterThan(2);
  expect(towed.every(({ ignition }) => ignition === false)).toBe(true);
  await advance('PT25M');
  expect(await track(20)).toHaveLength(0);
  expect(stage.simulator.fleet.devices.get(1)?.status).toBe('offline');
  await advance('PT20M');
  const found = stage.simulator.fleet.locations.last(1);
  expect(found).toMatchObject({ speed: 0 });
  expect([found?.latitude, found?.longitude]).not.toEqual([before?.latitude, before?.longitude]);
  const { alerts } = await control('GET', '/alerts');
  expect(alerts.map(({ type }: { type: string }) => type)).toEqual(['power-cut', 'tow']);
});

test.each(['theft', 'speeding'])(
  '%s in a story without any way to drive says why nothing moves',
  async (kind) => {
    const parked =
      'title: Parked\nclock: { start: 2026-03-02T06:00:00Z, for: 4h }\nfleet:\n  van: { count: 1 }\n';
    stage = createStage({ plain: (added) => createSimulator({ devices: 3, ...added }) });
    await stage.load(await readStory(parked, { file: 'parked.yaml' }));
    const body = JSON.stringify({ device: 'dev-1', kind });
    const reply = await stage.handle({ method: 'POST', target: '/_control/inject', headers: {}, body });
    expect(JSON.parse(reply.body).did).toContain('The story knows no way to drive, so it stays where it is.');
  },
);

test('what is put in goes on from a snapshot as it would have gone on', async () => {
  const { advance, inject } = await rounds();
  await inject('theft');
  const saved = stage.simulator.snapshot();
  await advance('PT1H');
  const digest = stage.simulator.fleet.log.digest();
  stage.simulator.restore(JSON.parse(JSON.stringify(saved)));
  await advance('PT1H');
  expect(stage.simulator.fleet.log.digest()).toBe(digest);
});

test('a device that came into the fleet later can call for help too', async () => {
  const { control } = await rounds();
  const { devices } = await control('POST', '/devices', { name: 'Newcomer' });
  stage.simulator.fleet.account.setLicenceTotal(4);
  stage.simulator.fleet.licences.activate(4);
  const answer = await control('POST', '/inject', { device: devices[0].id, kind: 'sos' });
  expect(answer.did).toContain('Newcomer');
  expect((await control('GET', '/alerts')).alerts[0]).toMatchObject({ latitude: null, longitude: null });
});
