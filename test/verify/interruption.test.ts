/** Ctrl-C in the middle of a run. */
import { describe, expect, test } from 'vitest';
import type { Host } from '../../contracts/deployment/host.ts';
import { rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { createSimulator } from '../../simulator/index.ts';
import { quickHost } from '../quick-host.ts';
import { oneIn, turns } from '../sample.ts';
import { type Fetch, idsOf, runAgainst, runVirtually } from './support.ts';

const inTurn = turns(4);

/** Interrupts when the given request goes out. */
function interrupting(when: (request: Request, count: number) => boolean) {
  const interruption = new AbortController();
  let count = 0;
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) => {
      if (!interruption.signal.aborted && when(request, ++count)) interruption.abort();
      return fetch(request);
    };
  return { signal: interruption.signal, wrap };
}

describe('An interrupted run', () => {
  test.runIf(inTurn()).each(oneIn(5, [1, 2, 3, 5, 20, 40, 80, 120, 180, 250, 310, 400, 500, 600, 700]))(
    'at request %i reports what was judged and cleans up',
    async (at) => {
      const simulator = createSimulator();
      const records = () => [simulator.fleet.groups.size, simulator.fleet.users.size];
      const before = records();
      const { signal, wrap } = interrupting((_, count) => count === at);
      const run = await runVirtually(simulator.fetch, { profile: simulator.profile, signal, wrap });
      expect(run.interrupted).toBe(true);
      expect(run.exitCode).toBe(3);
      expect(run.outcomes).toHaveLength(rules.flatMap(expand).length);
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
      expect(records()).toEqual(before);
      expect(run.leftBehind.filter((left) => !left.startsWith('device '))).toEqual([]);
      expect(simulator.fleet.account.apiEnabled).toBe(true);
      simulator.stop();
    },
  );

  test.runIf(inTurn()).each([2, 3])(
    'before anything was learned knows what it removed as removed, seed %i',
    async (seed) => {
      const simulator = createSimulator();
      const host = quickHost(simulator.fetch, 'unwaited');
      const interruption = new AbortController();
      const wrap =
        (fetch: Fetch): Fetch =>
        async (request) => {
          const answer = await fetch(request);
          const isCreate = request.method === 'POST' && /\/api\/(groups|users)$/.test(request.url);
          // No answer of the first creates arrives.
          if (isCreate) void host.sleep(5).then(() => interruption.abort());
          if (!interruption.signal.aborted) await host.sleep(20);
          return answer;
        };
      const { signal } = interruption;
      const fetch = wrap(host.fetch);
      const { profile } = simulator;
      const run = await runAgainst(fetch, { profile, signal, seed, host: { ...host, fetch } });
      expect(run.interrupted).toBe(true);
      expect(run.leftBehind).toEqual([]);
      simulator.stop();
    },
  );

  test.runIf(inTurn())('removes what was still being created when it was cut off', async () => {
    const simulator = createSimulator();
    const before = simulator.fleet.groups.size;
    const host = quickHost(simulator.fetch, 'unwaited');
    let carriedOut: Promise<unknown> | undefined;
    const isCreate = (request: Request) => request.method === 'POST' && request.url.endsWith('/api/groups');
    const { signal, wrap } = interrupting((request) => carriedOut === undefined && isCreate(request));
    const late =
      (fetch: Fetch): Fetch =>
      async (request) => {
        if (carriedOut || !isCreate(request)) return fetch(request);
        // The deployment has it, whatever becomes of the connection.
        const { url, method, headers } = request;
        const body = request.clone().text();
        carriedOut = host
          .sleep(300)
          .then(async () => fetch(new Request(url, { method, headers, body: await body })));
        throw new DOMException('cut off', 'AbortError');
      };
    const fetch = wrap(late(host.fetch));
    const run = await runAgainst(fetch, {
      profile: simulator.profile,
      signal,
      only: ['groups/created'],
      host: { ...host, fetch },
    });
    await carriedOut;
    expect(run.interrupted).toBe(true);
    expect(simulator.fleet.groups.size).toBe(before);
    simulator.stop();
  });

  test.runIf(inTurn())('switches API access on again', async () => {
    const simulator = createSimulator();
    let switchedOff = false;
    const { signal, wrap } = interrupting((request) => {
      const off = switchedOff;
      switchedOff ||= request.method === 'PUT' && request.url.endsWith('/_control/account');
      return off;
    });
    const run = await runAgainst(wrap(simulator.fetch), {
      profile: simulator.profile,
      signal,
      only: ['token/api-'],
    });
    expect(run.interrupted).toBe(true);
    expect(simulator.fleet.account.apiEnabled).toBe(true);
    expect(run.warnings).toEqual([]);
    simulator.stop();
  });

  test.runIf(inTurn())('does not wait for a deployment that hangs', async () => {
    const { signal, wrap } = interrupting((_, count) => count === 30);
    const hanging =
      (fetch: Fetch): Fetch =>
      (request) =>
        signal.aborted ? new Promise(() => {}) : fetch(request);
    const simulator = createSimulator();
    const host = quickHost(simulator.fetch, 'unwaited');
    const fetch = wrap(hanging(host.fetch));
    const run = await runAgainst(fetch, { profile: simulator.profile, signal, host: { ...host, fetch } });
    simulator.stop();
    expect(host.monotonic()).toBeLessThan(60_000);
    expect(run.interrupted).toBe(true);
  });

  test.runIf(inTurn()).each(oneIn(2, [1, 40, 150, 400]))(
    'does not wait for what this process never answers, from request %i on',
    async (from) => {
      const simulator = createSimulator();
      const host = quickHost(simulator.fetch, 'unwaited', toDirect(simulator.handle));
      let count = 0;
      const answer: Host['answer'] = async (request) =>
        (++count < from && host.answer?.(request)) || new Promise(() => undefined);
      const { profile } = simulator;
      const run = await runAgainst(host.fetch, { profile, maxTimeMs: 60_000, host: { ...host, answer } });
      simulator.stop();
      expect(run.exitCode).toBe(3);
      expect(run.outcomes).toHaveLength(rules.flatMap(expand).length);
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
    },
  );

  test.runIf(inTurn())('before it began judges nothing and sends nothing', async () => {
    let sent = 0;
    const count: Fetch = async () => {
      sent++;
      return new Response();
    };
    const run = await runAgainst(count, { signal: AbortSignal.abort() });
    expect(run.interrupted).toBe(true);
    expect(run.exitCode).toBe(3);
    expect(sent).toBe(0);
  });
});
