/** When a request may go out: so many at once, so many a second, so many in each window of the deployment's time, and none while it asks to wait. */
import { durationMs } from '../../kit/durations.ts';
import { isBelowLocalhost, isLoopback } from '../../kit/http.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import { sleepUnlessInterrupted } from '../ending.ts';
import type { Host } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';

const CONCURRENCY = 16;
const POLITE_RATE = 20;

interface Paced {
  readonly host: Host;
  readonly target: string;
  readonly options: DeploymentOptions;
  readonly profile: Profile;
}

export function paceOf(time: DeploymentTime, { host, target, options, profile }: Paced) {
  const { hostname } = new URL(target);
  const isNear = isLoopback(hostname) || isBelowLocalhost(hostname);
  const { concurrency = CONCURRENCY, requestsPerSecond: perSecond = isNear ? undefined : POLITE_RATE } =
    options;
  /** The deployment's own limit, where the profile states it. */
  const limit = profile.openings['rate-limit'];
  const windowMs = durationMs(limit?.per ?? '');
  let turn: Promise<unknown> = Promise.resolve();
  const holds = new Set<Promise<unknown>>();
  let flying = 0;
  const landed: (() => void)[] = [];
  let nextAt = 0;
  /** When requests went out, by the deployment's time: as many as one window holds, since all were held back last. */
  let sent: EpochMs[] = [];

  /** Holds every request back while the deployment's time goes on by so much. */
  const hold = (ms: number, signal: AbortSignal): Promise<unknown> => {
    const over = time.pause(ms, signal).finally(() => {
      holds.delete(over);
      sent = [];
    });
    holds.add(over);
    return over;
  };

  const admit = async (signal: AbortSignal): Promise<void> => {
    while (flying >= concurrency && !signal.aborted)
      await new Promise<void>((resolve) => landed.push(resolve));
    const isFull = limit && sent.length >= limit.requests && time.now() < (sent[0] ?? 0) + windowMs;
    if (isFull && !signal.aborted) await hold(windowMs, signal);
    await time.still();
    // An answer that came a moment ago may ask to wait. A wait that was cut short holds no other request up.
    while (holds.size > 0 && !signal.aborted) await Promise.allSettled(holds).then(() => time.still());
    if (perSecond === undefined || signal.aborted) return;
    const now = host.monotonic();
    const wait = nextAt - now;
    nextAt = Math.max(now, nextAt) + 1000 / perSecond;
    if (wait > 0) await sleepUnlessInterrupted(host, wait, signal);
  };

  /**
   * Runs `request` when its turn has come. An urgent one does not queue: others wait for what it brings about. An interrupted
   * one gives up its turn at once: others may have to clean up.
   */
  const through = async <T>(
    request: () => Promise<T>,
    { signal, urgent }: { signal: AbortSignal; urgent?: boolean },
  ): Promise<T> => {
    if (!urgent) {
      const mine = turn.then(() => admit(signal));
      turn = mine.catch(() => undefined);
      await mine;
    }
    if (limit) sent = [...sent, time.now()].slice(-limit.requests);
    flying++;
    try {
      return await request();
    } finally {
      flying--;
      landed.shift()?.();
    }
  };
  return { through, hold };
}
