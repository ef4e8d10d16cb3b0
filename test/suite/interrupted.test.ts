/** Ctrl-C in the middle of a run: it reports what was judged, cleans up, and is over within ten seconds. All of it in virtual time. */
import { describe, expect, it } from 'vitest';
import { drawn } from '../sample.ts';
import { type Around, type Asked, idsOf, line, on, reply, type Scene, scene, stateOf } from './scene.ts';

const SOON = 10_000;

interface Interrupted extends Asked {
  /** Tells whether the run is interrupted as this call goes out; calls are counted from 1. */
  when: (call: string, count: number) => boolean;
}

/** The run, and how long it went on after it was interrupted, in ms. */
async function interrupted({ judge, now }: Scene, { when, around, ...asked }: Interrupted) {
  const controller = new AbortController();
  let count = 0;
  let at = 0;
  const watching: Around = (handle) => (call) => {
    count += 1;
    if (!controller.signal.aborted && when(line(call), count)) {
      at = now();
      controller.abort();
    }
    return handle(call);
  };
  const inner: Around = (handle) => watching(around?.(handle) ?? handle);
  const { run } = await judge({ ...asked, around: inner, signal: controller.signal });
  return { run, went: now() - at, controller };
}

/** Some of the places in the middle, in turn. */
const places = drawn(3, [80, 180, 310, 500, 700, 1000]);

describe('a run that is interrupted', () => {
  it.each([1, 2, 3, 5, 20, 40, ...places])(
    'at request %i ends soon, and leaves the deployment as it was',
    async (nth) => {
      const place = await scene();
      const before = stateOf(place.simulator);
      const { run, went } = await interrupted(place, { when: (_, count) => count === nth });
      expect(run).toMatchObject({ interrupted: true, exitCode: 3, leftBehind: [] });
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
      const open = run.outcomes.filter(({ verdict }) => verdict === 'inconclusive');
      expect(open.filter(({ leftOpen }) => leftOpen).map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      expect(run.outcomes.length).toBeGreaterThan(200);
      expect(stateOf(place.simulator)).toEqual(before);
      expect(went).toBeLessThan(SOON);
    },
  );

  it.each<[string, Interrupted['when'], string[]]>([
    ['as a group is created', (call) => call === 'POST /api/groups', ['groups/created']],
    ['as a user is deleted', (call) => call.startsWith('DELETE /api/users'), ['users/deleted-is-gone']],
    ['as messages are sent', (call) => call.endsWith('/send'), ['limits/zero-sends-none']],
    ['as the clock is moved', (call) => call.endsWith('/clock/advance'), ['limits/next-day-restores']],
    ['as API access is switched off', (call) => call === 'PUT /_control/account', ['token/api-']],
  ])('%s ends soon, and leaves the deployment as it was', async (_, when, only) => {
    const place = await scene();
    const before = stateOf(place.simulator);
    let isMet = false;
    const { run, went } = await interrupted(place, {
      only,
      when: (call, count) => (isMet ||= when(call, count)),
    });
    expect([isMet, run.interrupted, run.leftBehind]).toEqual([true, true, []]);
    expect(stateOf(place.simulator)).toEqual(before);
    expect(went).toBeLessThan(SOON);
  });

  it('does not wait for a deployment that hangs, and tells what may be left', async () => {
    const place = await scene();
    let isHanging = false;
    const { run, went } = await interrupted(place, {
      only: ['groups/'],
      silent: () => isHanging,
      when: (call) => (isHanging ||= call === 'POST /api/groups'),
    });
    expect(run.interrupted).toBe(true);
    expect(run.leftBehind.join('\n')).toMatch(/group/);
    expect(went).toBeLessThan(60_000);
  });

  it('names all that is left where the deployment answers no more', async () => {
    const place = await scene();
    const before = stateOf(place.simulator);
    let isDead = false;
    const { run } = await interrupted(place, {
      silent: () => isDead,
      when: (_, count) => (isDead ||= count === 700),
    });
    const now = stateOf(place.simulator);
    const count = (kind: string) => run.leftBehind.filter((line) => line.startsWith(`${kind} `)).length;
    const more = (kind: 'devices' | 'groups' | 'users') => now[kind].length - before[kind].length;
    expect(more('devices')).toBeGreaterThan(5);
    // A record that may have been made is named, too.
    for (const [kind, kinds] of [
      ['device', 'devices'],
      ['group', 'groups'],
      ['user', 'users'],
    ] as const)
      expect(count(kind), kind).toBeGreaterThanOrEqual(more(kinds));
  });

  it('removes what was still being created when it was cut off', async () => {
    const place = await scene();
    const before = stateOf(place.simulator);
    let late: Promise<unknown> | undefined;
    // The deployment has it, whatever becomes of the connection.
    const around = on(/^POST \/api\/groups$/, (call, handle) => {
      if (late || !call.headers.authorization) return handle(call);
      late = new Promise((resolve) => setTimeout(resolve)).then(() => handle(call));
      return { ...reply(0), dropped: true };
    });
    const { run } = await interrupted(place, {
      around,
      only: ['groups/created'],
      when: () => late !== undefined,
    });
    await late;
    expect(run).toMatchObject({ interrupted: true, leftBehind: [] });
    expect(stateOf(place.simulator)).toEqual(before);
  });

  it('before it began judges and sends nothing', async () => {
    const { judge } = await scene();
    const sent: string[] = [];
    const around: Around = () => (call) => {
      sent.push(line(call));
      return reply(500);
    };
    const { run } = await judge({ around, signal: AbortSignal.abort() });
    expect([run.interrupted, run.exitCode, sent]).toEqual([true, 3, []]);
  });
});
