/** Those who wait for something to come. Nobody polls: what comes wakes them. No wait keeps the process alive. */
import type { Caller } from '../../http/call.ts';
import type { Pace } from '../../time/pace.ts';
import { ControlError } from '../errors.ts';

/** The most that wait in one world at the same time. */
const MOST_WAITS = 100;

export interface Awaited {
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

export class Waits {
  readonly #pace: Pick<Pace, 'after'>;
  readonly #open = new Set<(reason: ControlError) => void>();

  constructor(pace: Pick<Pace, 'after'>) {
    this.#pace = pace;
  }

  /** How many wait. */
  get open(): number {
    return this.#open.size;
  }

  /**
   * Settles with how many have come, as soon as they are enough.
   *
   * @throws ControlError WAIT_TIMEOUT, WAIT_ENDED when the world ends or the caller goes, WAITS_FULL
   */
  async until({ count, timeout, already, listen, timedOut, caller }: Awaited): Promise<number> {
    if (already >= count) return already;
    if (this.#open.size >= MOST_WAITS) {
      throw new ControlError('WAITS_FULL', `${MOST_WAITS} calls wait already, the most that a world has.`, {
        hint: 'Let some of them end first.',
      });
    }
    return new Promise((resolve, reject) => {
      let matched = already;
      const endings: (() => void)[] = [];
      const close = (): void => {
        this.#open.delete(fail);
        for (const end of endings) end();
      };
      const fail = (reason: ControlError): void => {
        close();
        reject(reason);
      };
      this.#open.add(fail);
      endings.push(
        listen((more) => {
          matched += more;
          if (matched < count) return;
          close();
          resolve(matched);
        }),
        this.#pace.after(timeout, () => fail(timedOut(matched))),
      );
      const stopLooking = caller?.onLeft(() => fail(ended('the caller has gone, or the server stops')));
      if (stopLooking) endings.push(stopLooking);
    });
  }

  /** Ends all of them. @param why such as `the world is reset` */
  end(why: string): void {
    for (const fail of [...this.#open]) fail(ended(why));
  }
}

function ended(why: string): ControlError {
  return new ControlError('WAIT_ENDED', `The wait is over before its time: ${why}.`, {
    hint: 'Wait again where the world goes on.',
  });
}
