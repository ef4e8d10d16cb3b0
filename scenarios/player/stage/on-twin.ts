/** Work on a twin of the service, on request, one at a time: how far it has come, and what came of it. */
import { ControlError, type ControlErrorCode } from '../../../simulator/control/errors.ts';

/** Does the work, in a world of its own. It stops early when `signal` is aborted. */
export type TwinWork<Progress, Found> = (
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Found>;

/** How a kind of work is shown and refused. */
export interface TwinWorkKind<View, Progress, Found> {
  name: string;
  busy: ControlErrorCode;
  /** The command that does the same for any service. */
  command: string;
  path: string;
  /** Before anything is known. */
  begun: Progress;
  running(progress: Progress): View;
  done(found: Found): View;
}

type Resultless = { state: 'none' } | { state: 'failed'; error: string };

export class OnTwin<View extends { state: string }, Progress, Found> {
  readonly #kind: TwinWorkKind<View, Progress, Found>;
  readonly #work: TwinWork<Progress, Found> | undefined;
  readonly #stopping = new AbortController();
  #view: View | Resultless = { state: 'none' };

  /** @param work `undefined`: it is not offered */
  constructor(kind: TwinWorkKind<View, Progress, Found>, work: TwinWork<Progress, Found> | undefined) {
    this.#kind = kind;
    this.#work = work;
  }

  view(): View | Resultless {
    return this.#view;
  }

  /** Starts one; throws a ControlError while one is under way. The promise settles when it ends. */
  start(): Promise<void> {
    const { name, busy, command, path, begun, running, done } = this.#kind;
    if (this.#work === undefined)
      throw new ControlError('NOT_OFFERED', `${name} is not available on this server.`, {
        hint: `${command} does it with any service.`,
      });
    if (this.#view.state === 'running')
      throw new ControlError(busy, `${name} is under way already.`, {
        hint: `GET ${path} shows its progress.`,
      });
    this.#view = running(begun);
    const onProgress = (progress: Progress): void => {
      if (this.#view.state === 'running') this.#view = running(progress);
    };
    return this.#work(onProgress, this.#stopping.signal).then(
      (found) => {
        this.#view = done(found);
      },
      (error: unknown) => {
        this.#view = { state: 'failed', error: error instanceof Error ? error.message : String(error) };
      },
    );
  }

  /** Ends one that is under way. */
  stop(): void {
    this.#stopping.abort();
  }
}
