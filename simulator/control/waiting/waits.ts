/** Waits for something to come. Nobody polls: what comes wakes them. No wait keeps the process alive. */
import type { Caller } from '../../http/call.ts';
import type { Pace } from '../../time/pace.ts';
import { ControlError } from '../errors.ts';

/** The most that wait in one world at the same time. */
const MOST_WAITS = 100;

/** Waits of a world: each is ended by why it is, such as `the world has ended`. */
export type OpenWaits = Set<(why: string) => void>;

interface Awaited {
  /** How many are to come. */
  readonly count: number;
  /** Real milliseconds. */
  readonly timeout: number;
  /** How many there are already. */
  readonly already: number;
  /** Calls back with how many have come; returns a function that ends this. */
  listen(came: (count: number) => void): () => void;
  /** The refusal when the time is over and so many had come. */
  timedOut(count: number): ControlError;
  readonly caller: Caller | undefined;
}

/** The parts of a world that a wait needs. */
interface Waiting {
  readonly waits: OpenWaits;
  readonly pace: Pick<Pace, 'after'>;
  readonly isStopped: boolean;
}

/**
 * Settles with how many have come, as soon as they are enough.
 *
 * @throws ControlError WAIT_TIMEOUT, WAIT_ENDED when the world ends or the caller goes, WAITS_FULL
 */
export async function until(
  { waits, pace, isStopped }: Waiting,
  { count, timeout, already, listen, timedOut, caller }: Awaited,
): Promise<number> {
  if (already >= count) return already;
  if (isStopped) throw ended('the world has ended');
  if (waits.size >= MOST_WAITS) {
    throw new ControlError('WAITS_FULL', `${MOST_WAITS} calls wait already, the most that a world has.`, {
      hint: 'Let some of them end first.',
    });
  }
  return new Promise((resolve, reject) => {
    let matched = already;
    const endings: (() => void)[] = [];
    const close = (): void => {
      waits.delete(end);
      for (const stop of endings) stop();
    };
    const end = (why: string): void => {
      close();
      reject(ended(why));
    };
    waits.add(end);
    endings.push(
      listen((more) => {
        matched += more;
        if (matched < count) return;
        close();
        resolve(matched);
      }),
      pace.after(
        timeout,
        () => {
          close();
          reject(timedOut(matched));
        },
        true,
      ),
    );
    const stopLooking = caller?.onLeft(() => end('the caller has gone, or the server stops'));
    if (stopLooking) endings.push(stopLooking);
  });
}

function ended(why: string): ControlError {
  return new ControlError('WAIT_ENDED', `The wait is over before its time: ${why}.`, {
    hint: 'Wait again where the world goes on.',
  });
}
