/**
 * When a request may go out: so many at once, so many a second, so many in each window of the deployment's time, and none while it
 * asks to wait or its time is moved.
 */
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
  const { concurrency = CONCURRENCY, requestsPerSecond = isNear ? undefined : POLITE_RATE } = options;
  const gap = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  /** The deployment's own limit, where the profile states it. */
  const limit = profile.openings['rate-limit'];
  const windowMs = durationMs(limit?.per ?? '');
  let turn: Promise<unknown> = Promise.resolve();
  const holds = new Set<Promise<unknown>>();
  let flying = 0;
  let landed: (() => void)[] = [];
  let nextAt = 0;
  /** When requests went out, by the deployment's time: as many as one window holds, since all were held back last. */
  let sent: EpochMs[] = [];

  /** A turn later: the answer that has just come may ask to wait. */
  const untilLanded = () => new Promise<void>((resolve) => landed.push(resolve)).then(() => undefined);

  /** Holds every request back until something is over, however it ends. */
  const holding = <T>(over: Promise<T>): Promise<T> => {
    holds.add(over);
    return over.finally(() => holds.delete(over));
  };

  /** Holds every request back while the deployment's time goes on by so much. */
  const hold = async (ms: number, signal: AbortSignal): Promise<void> => {
    await holding(
      time.pause(ms, signal).finally(() => {
        sent = [];
      }),
    );
  };

  const admit = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const wait = nextAt - host.monotonic();
      if (flying >= concurrency) await untilLanded();
      else if (limit && sent.length >= limit.requests && time.now() < (sent[0] ?? 0) + windowMs)
        await hold(windowMs, signal);
      // A wait that was cut short holds no other request up.
      else if (holds.size > 0) await Promise.allSettled(holds);
      else if (wait > 0) await sleepUnlessInterrupted(host, wait, signal);
      else break;
    }
    nextAt = host.monotonic() + gap;
  };

  return {
    hold,
    /**
     * Runs `request` when its turn has come. An urgent one does not queue: others wait for what it brings about. An interrupted
     * one gives up its turn at once: others may have to clean up.
     */
    async through<T>(
      request: () => Promise<T>,
      { signal, urgent }: { signal: AbortSignal; urgent?: boolean },
    ): Promise<T> {
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
        const waiting = landed;
        landed = [];
        for (const tell of waiting) tell();
      }
    },
    /** Does work while no request is on its way but urgent ones. */
    alone<T>(work: () => Promise<T>): Promise<T> {
      const done = async () => {
        while (flying > 0) await untilLanded();
        return work();
      };
      return holding(done());
    },
  };
}
