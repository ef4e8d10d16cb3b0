import { describe, expect, onTestFinished, test } from 'vitest';
import { isoUtc } from '../../../contracts/kit/times.ts';
import { createStage } from '../../../scenarios/player/stage/stage.ts';
import type { Fleet } from '../../../simulator/fleet/fleet.ts';
import { createSimulator } from '../../../simulator/simulator.ts';

const start = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const at = (minutes: number) => isoUtc(start + minutes * MINUTE);
/** Eastwards at 72 km/h, a fix every ten seconds. */
const METRES = 20;
const DEGREES = METRES / (111_320 * Math.cos((48 * Math.PI) / 180));

/** Two devices on the road for an hour, or for so many minutes, and for half of one. */
function stageWithDrives(lasts = 60) {
  const fixes = (minutes: number) =>
    Array.from({ length: minutes * 6 + 1 }, (_, index) => ({
      deviceTime: start + index * 10_000,
      latitude: 48,
      longitude: 11 + index * 10 * DEGREES,
      speed: 72,
    }));
  const prepare = (fleet: Fleet) => {
    fleet.locations.plan(1, fixes(lasts));
    fleet.locations.plan(2, fixes(30));
  };
  const stage = createStage({
    plain: (added) =>
      createSimulator({ devices: 3, at: start, historyPerDevice: 1_000, frozen: true, prepare, ...added }),
  });
  onTestFinished(() => stage.stop());
  const control = async (method: string, path: string, body?: unknown) => {
    const reply = await stage.handle({
      method,
      target: `/_control${path}`,
      headers: {},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: reply.status, json: JSON.parse(reply.body) };
  };
  const reported = async (device: string) => {
    const { json } = await control('GET', `/devices/${device}/track?limit=1000`);
    return json.locations as { deviceTime: string; receivedAt: string; longitude: number; speed: number }[];
  };
  const goTo = (minutes: number) => control('POST', '/story/seek', { to: at(minutes) });
  const inject = async (kind: string) =>
    (await control('POST', '/inject', { device: 'dev-1', kind })).json.did as string;
  return { stage, control, reported, goTo, inject };
}

describe('recorded drives on the plain fleet', () => {
  test('are shown from end to end, with speeds', async () => {
    const { recorded } = (await stageWithDrives().control('GET', '/story')).json;
    expect(recorded).toMatchObject({
      start: at(0),
      end: at(60),
      drives: [{ device: 'dev-1' }, { device: 'dev-2' }],
    });
    const [first, second] = recorded.drives;
    expect([first.seconds.length, second.seconds.at(-1), second.speed[0]]).toEqual([361, 1_800, 72]);
  });

  test('are gone back and forth in, and are the same again', async () => {
    const { stage, goTo, reported } = stageWithDrives();
    const digestAt = async (minutes: number) => {
      expect((await goTo(minutes)).json).toMatchObject({ now: at(minutes), frozen: true, until: null });
      return stage.simulator.fleet.log.digest();
    };
    const [early, late] = [await digestAt(10), await digestAt(50)];
    expect(await digestAt(10)).toBe(early);
    expect((await reported('dev-1')).length).toBe(61);
    expect(await digestAt(50)).toBe(late);
    expect((await goTo(61)).json.code).toBe('STORY_TIME');
  });

  test('count what is kept to go back in them as memory of their world', async () => {
    const { stage, goTo } = stageWithDrives();
    await goTo(50);
    await goTo(10);
    expect(stage.bytes).toBeGreaterThan(stage.simulator.bytes + 1_000);
  });

  test('are those of the world that a snapshot puts in their place, from its moment on', async () => {
    const [one, other] = [stageWithDrives(), stageWithDrives(90)];
    const drives = async ({ control }: typeof one) => (await control('GET', '/story')).json.recorded;
    const before = await drives(one);
    await one.goTo(20);
    const own = (await one.control('GET', '/snapshot')).json;
    await one.goTo(40);
    expect((await one.control('PUT', '/snapshot', own)).status).toBe(200);
    expect(await drives(one)).toEqual(before);
    await other.goTo(20);
    const longer = (await other.control('GET', '/snapshot')).json;
    expect((await one.control('PUT', '/snapshot', longer)).status).toBe(200);
    expect(await drives(one)).toMatchObject({
      end: at(90),
      drives: [{ device: 'dev-1' }, { device: 'dev-2' }],
    });
    expect((await drives(one)).start > at(20)).toBe(true);
    const digestAt = async (minutes: number) => {
      expect((await one.goTo(minutes)).json).toMatchObject({ now: at(minutes) });
      return one.stage.simulator.fleet.log.digest();
    };
    const [early, late] = [await digestAt(25), await digestAt(80)];
    expect([await digestAt(25), await digestAt(80)]).toEqual([early, late]);
  });
});

describe('injected into a recorded drive', () => {
  test('a dropout holds back what is reported, which comes late', async () => {
    const { goTo, inject, reported } = stageWithDrives();
    await goTo(20);
    expect(await inject('dropout')).toContain('no signal for 10 minutes');
    await goTo(29);
    expect((await reported('dev-1')).length).toBe(121);
    await goTo(31);
    const locations = await reported('dev-1');
    expect(locations.length).toBe(187);
    const late = locations.filter(({ deviceTime, receivedAt }) => deviceTime !== receivedAt);
    expect(new Set(late.map(({ receivedAt }) => receivedAt))).toEqual(new Set([at(30)]));
    expect(late.length).toBe(59);
  });

  test('speeding goes along the same way faster for a while', async () => {
    const { goTo, inject, reported } = stageWithDrives();
    await goTo(20);
    expect(await inject('speeding')).toContain('50 km/h faster than it was recorded for 10 minutes');
    await goTo(40);
    const locations = await reported('dev-1');
    const between = (from: number, to: number) =>
      locations.filter(({ deviceTime }) => deviceTime > at(from) && deviceTime < at(to));
    expect(new Set(between(20, 30).map(({ speed }) => Math.round(speed)))).toEqual(new Set([122]));
    expect(new Set(between(31, 40).map(({ speed }) => speed))).toEqual(new Set([72]));
    const metres = ((locations.at(-1)?.longitude ?? 0) - 11) / (DEGREES / METRES);
    const expected = ((30 * 72 + 10 * 122) / 60) * 1_000;
    expect(Math.abs(metres - expected)).toBeLessThan(400);
  });

  test('a theft is seen for a while, is silent, and leaves the vehicle somewhere', async () => {
    const { goTo, inject, reported, control } = stageWithDrives();
    await goTo(20);
    expect(await inject('theft')).toContain('is towed away');
    await goTo(60);
    const after = (await reported('dev-1')).filter(({ deviceTime }) => deviceTime > at(20));
    expect(after.filter(({ deviceTime }) => deviceTime < at(23)).length).toBe(17);
    expect(after.at(-1)).toMatchObject({ deviceTime: at(53), speed: 0 });
    expect(after.length).toBe(18);
    const { alerts } = (await control('GET', '/alerts')).json;
    expect(alerts.map(({ type }: { type: string }) => type).sort()).toEqual(['power-cut', 'tow']);
  });

  test('stays when one goes back a little', async () => {
    const { goTo, inject, reported } = stageWithDrives();
    await goTo(20);
    await inject('dropout');
    await goTo(40);
    await goTo(25);
    expect((await reported('dev-1')).length).toBe(121);
  });
});
