/** How a run ends: when the story does, when the process is asked to, or when nothing answers any more. */
import { runController } from '../../../contracts/hosts/node.ts';
import type { Io } from '../../command.ts';

/** How long requests that are on their way may take after an interruption. */
const GRACE_MS = 3_000;

export interface How {
  ended: 'finished' | 'interrupted' | 'lost';
  /** Why it was lost. */
  because?: string;
}

export class Ending {
  readonly #sending = runController();
  readonly #client = runController();
  readonly #io: Io;
  readonly #say: (words: string) => void;
  #how: How = { ended: 'finished' };
  #grace: NodeJS.Timeout | undefined;

  constructor(io: Io, say: (words: string) => void) {
    this.#io = io;
    this.#say = say;
    if (io.stop.aborted) this.stop();
    io.stop.addEventListener('abort', this.stop, { once: true });
  }

  /** Aborted when nothing more of the story is to be sent. */
  get sending(): AbortSignal {
    return this.#sending.signal;
  }

  /** Aborted a little later, when what is on its way has had time to arrive. */
  get client(): AbortSignal {
    return this.#client.signal;
  }

  get how(): How {
    return this.#how;
  }

  readonly stop = (): void =>
    this.#end(
      { ended: 'interrupted' },
      'Stopping: everything created is removed. Ctrl+C again ends at once.',
    );

  readonly lose = (because: string): void => this.#end({ ended: 'lost', because }, `Giving up: ${because}.`);

  /** The story itself cannot go on. */
  fail(): void {
    this.#sending.abort();
  }

  /** Nothing is on its way any more: the clean-up has the time that it takes. */
  settled(): void {
    clearTimeout(this.#grace);
  }

  over(): void {
    this.settled();
    this.#io.stop.removeEventListener('abort', this.stop);
  }

  #end(how: How, words: string): void {
    if (this.#sending.signal.aborted) return;
    this.#how = how;
    this.#say(words);
    this.#sending.abort();
    this.#grace = setTimeout(() => this.#client.abort(), GRACE_MS);
  }
}
