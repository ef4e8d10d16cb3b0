/** A deployment that is slow, overloaded or out of reach now and then: nothing of the story is lost, and it is not flooded. */
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../contracts/profile/index.ts';
import { referenceRunOf } from '../../../scenarios/target/reference-run.ts';
import type { Call, Reply } from '../../../simulator/http/call.ts';
import { turns } from '../../sample.ts';
import { at, everyone, minute, start, storyOf } from '../../scenarios/player/stories.ts';
import { deployed, nowhere } from '../verifying.ts';
import { officeStory, repeated, ticking } from './playing.ts';

const inTurn = turns(4);

const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Every so many calls of the API something else comes; those of tokens and controls are left alone. */
function everyNth(n: number, instead: (reply: Reply, call: Call) => Reply | Promise<Reply>) {
  let calls = 0;
  return (reply: Reply, call: Call) => {
    if (call.target.startsWith('/_control') || call.target.includes('Token')) return reply;
    return ++calls % n === 0 ? instead(reply, call) : reply;
  };
}

describe.concurrent('a deployment that limits requests', () => {
  it.runIf(inTurn())('is waited for as long as it asks, and gets every report once', async () => {
    const profile = {
      ...defaultProfile,
      openings: { ...defaultProfile.openings, 'rate-limit': { requests: 40, per: 'PT5S', retryAfter: true } },
    };
    const { url, simulator } = await deployed({ devices: 3, profile });
    const { report } = await repeated(officeStory(), { target: url, time: 'story', concurrency: 8 });
    expect(report).toMatchObject({ unexpected: 0, ended: 'finished', leftBehind: [] });
    for (const device of [1, 2, 3])
      expect(simulator.fleet.locations.between(device, ...always)).toHaveLength(30);
  });

  it.runIf(inTurn())('is believed when it says so with 429 and Retry-After alone', async () => {
    let refused = 0;
    const { url, simulator } = await deployed({
      devices: 3,
      onReply: (reply, { target }) => {
        if (!target.endsWith('/alerts') || refused > 0) return reply;
        refused++;
        return { ...reply, status: 429, headers: { 'retry-after': '1' }, body: '' };
      },
    });
    const story = storyOf(
      [{ when: at(1), actions: [{ kind: 'alert', devices: everyone, type: 'sos', times: 1, apart: 0 }] }],
      {
        clock: { start, end: start + 2 * minute, timeZone: 'UTC', seed: 1 },
      },
    );
    const { report } = await repeated(story, { target: url });
    expect(report.unexpected).toBe(0);
    const alerts = report.operations.find(({ operation }) => operation === 'postAlerts');
    expect(alerts).toMatchObject({ sent: 4, served: 3, refused: 0 });
    expect(simulator.fleet.alerts.between(2, ...always)).toHaveLength(1);
  });
});

describe.concurrent('a deployment with a bad day', () => {
  it.runIf(inTurn())('is asked again while it is overloaded', async () => {
    const onReply = everyNth(7, (reply) => ({ ...reply, status: 503, headers: {}, body: 'try later' }));
    const { url } = await deployed({ devices: 3, onReply });
    const { report } = await repeated(officeStory(), { target: url, time: 'story', patience: 20 });
    expect(report).toMatchObject({ unexpected: 0, ended: 'finished' });
    const posted = report.operations.find(({ operation }) => operation === 'postLocations');
    expect(posted?.served).toBe(90);
    expect(posted?.sent).toBeGreaterThan(95);
  });

  it.runIf(inTurn())('loses connections, and gets every report and every group all the same', async () => {
    // Connections are cut after the work is done: the worst case.
    const { url, simulator } = await deployed({
      devices: 3,
      onReply: everyNth(5, (reply) => ({ ...reply, dropped: true })),
    });
    const { report } = await repeated(officeStory(), { target: url, time: 'story' });
    expect(report).toMatchObject({ ended: 'finished', unexpected: 0 });
    for (const device of [1, 2, 3]) {
      const times = simulator.fleet.locations.between(device, ...always).map(({ deviceTime }) => deviceTime);
      expect(new Set(times).size).toBe(30);
    }
    expect(report.notes.map(({ words }) => words)).toContainEqual(
      expect.stringContaining('may have arrived twice'),
    );
    expect(
      report.operations.find(({ operation }) => operation === 'postLocations')?.unanswered,
    ).toBeGreaterThan(10);
  });

  it.runIf(inTurn())(
    'that cuts every create after it was done has each record once, and none is left',
    async () => {
      const cut = new Set<string>();
      const { url, simulator } = await deployed({
        devices: 3,
        groups: 2,
        onReply: (reply, { method, target, body }) => {
          const create = method === 'POST' && /\/api\/(groups|users)$/.test(target);
          if (!create || cut.has(body ?? '')) return reply;
          cut.add(body ?? '');
          return { ...reply, dropped: true };
        },
      });
      const before = simulator.fleet.groups.list().length;
      const { report } = await repeated(officeStory(), { target: url });
      expect(report).toMatchObject({ ended: 'finished', unexpected: 0, leftBehind: [] });
      // With the group of the turn.
      expect(simulator.fleet.log.counts['group-created']).toBe(3);
      expect(simulator.fleet.log.counts['user-created']).toBe(2);
      expect(simulator.fleet.groups.list()).toHaveLength(before);
    },
  );

  it.runIf(inTurn())('is slow, and the story reports how late it became', async () => {
    const onReply = async (reply: Reply, { target }: Call) => {
      if (target.endsWith('/locations')) await new Promise((resolve) => setTimeout(resolve, 100));
      return reply;
    };
    const { url } = await deployed({ devices: 3, onReply });
    const story = storyOf([], { clock: { start, end: start + 5 * minute, timeZone: 'UTC', seed: 1 } });
    const { report } = await repeated(story, { target: url, time: 'story', concurrency: 1 }, { speed: 600 });
    expect(report.lag.most).toBeGreaterThan(500);
    expect(report.lag.simulated).toBeCloseTo(report.lag.most * 600);
  });

  it.runIf(inTurn())(
    'that no longer answers is given up when patience ends, with what was done until then',
    async () => {
      let dead = false;
      const { url } = await deployed({
        devices: 3,
        onCall: ({ target, body }) => {
          dead ||= target.endsWith('/alerts') && (body ?? '').includes('sos');
        },
        onReply: (reply) => (dead ? { ...reply, dropped: true } : reply),
      });
      const { report } = await repeated(officeStory(), {
        target: url,
        time: 'story',
        patience: 1,
        timeout: 1,
      });
      expect(report.ended).toBe('lost');
      expect(report.because).toContain('connection was cut');
      expect(report.leftBehind.length).toBeGreaterThan(0);
    },
  );

  it.runIf(inTurn())('that never answered is reported before anything else', async () => {
    await expect(repeated(officeStory(), { target: await nowhere() })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
  });

  it.runIf(inTurn())('that dies while its devices are listed is reported in the same way', async () => {
    const { url } = await deployed({
      devices: 3,
      onReply: (reply, { target }) => (target.endsWith('/devices') ? { ...reply, dropped: true } : reply),
    });
    await expect(repeated(officeStory(), { target: url })).rejects.toMatchObject({
      code: 'UNREACHABLE',
      exitCode: 2,
    });
  });

  it.runIf(inTurn())('renews its tokens in time: none of a story of hours is refused', async () => {
    const story = officeStory({ clock: { start, end: start + 180 * minute, timeZone: 'UTC', seed: 7 } });
    const { url, calls } = await deployed({ devices: 3 });
    const { report } = await repeated(story, { target: url, batch: 20 });
    expect(report.unexpected).toBe(0);
    expect(calls.filter(({ target }) => target.endsWith('/Token')).length).toBeGreaterThanOrEqual(4);
  });
});

describe.concurrent('a story that cannot go on', () => {
  it.runIf(inTurn())('is reported, and what it made until then is removed', async () => {
    const { url, simulator } = await deployed({ devices: 3, groups: 0 });
    const reference = (story: Parameters<typeof referenceRunOf>[0]) => {
      const reported = referenceRunOf(story, defaultProfile, { traffic: ticking });
      const until = async (moment: number) => {
        if (moment > start + 5 * minute) throw new Error('the story broke');
        return reported.until(moment);
      };
      return { ...reported, until };
    };
    await expect(repeated(officeStory(), { target: url }, { reference })).rejects.toThrow('the story broke');
    expect(simulator.fleet.log.counts['group-created']).toBe(3);
    expect(simulator.fleet.groups.list()).toEqual([]);
  });
});

describe.concurrent('order', () => {
  it.runIf(inTurn())(
    'holds for each device, however slow some answers are and however many go out at once',
    async () => {
      let calls = 0;
      const arrived = new Map<string, string[]>();
      const { url } = await deployed({
        devices: 3,
        onCall: ({ target, body }) => {
          if (!target.endsWith('/locations')) return;
          const time = /"deviceTime":"([^"]+)"/.exec(body ?? '')?.[1] as string;
          arrived.set(target, [...(arrived.get(target) ?? []), time]);
        },
        onReply: async (reply) => {
          if (++calls % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 15));
          return reply;
        },
      });
      await repeated(officeStory(), { target: url, time: 'story', concurrency: 32 });
      expect(arrived.size).toBe(3);
      for (const times of arrived.values()) expect(times).toEqual([...times].sort());
    },
  );
});
