/** Work on a twin of the service, on request, one at a time: a verification or an exploration, its progress and its result. */
import { ControlError, type ControlErrorCode } from '../../../simulator/control/errors.ts';
import type {
  ExplorationView,
  VerificationReport,
  VerificationView,
} from '../../../simulator/control/schemas/index.ts';

/** Does the work, in a world of its own. It stops early when `signal` is aborted. */
type TwinWork<Progress, Found> = (
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Found>;

/** How a kind of work is shown and refused. */
interface TwinWorkKind<View, Progress, Found> {
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

class OnTwin<View extends { state: string }, Progress, Found> {
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

export interface VerificationProgress {
  done: number;
  total: number;
}

/** Verifies a service of the same profile and the same deviation; returns the report as JSON. */
export type Verify = TwinWork<VerificationProgress, VerificationReport>;
export type Verification = OnTwin<VerificationView, VerificationProgress, VerificationReport>;

export function createVerification(verify: Verify | undefined): Verification {
  return new OnTwin<VerificationView, VerificationProgress, VerificationReport>(
    {
      name: 'Verification',
      busy: 'VERIFICATION_RUNNING',
      command: 'roadtest verify URL',
      path: '/_control/verification',
      begun: { done: 0, total: 0 },
      running: (progress) => ({ state: 'running', progress }),
      done: (report) => ({ state: 'done', report }),
    },
    verify,
  );
}

type Running = Omit<Extract<ExplorationView, { state: 'running' }>, 'state'>;
type Found = Omit<Extract<ExplorationView, { state: 'done' }>, 'state'>;

/** Explores a service of the same profile and the same deviation. */
export type Explore = TwinWork<Running, Found>;
export type Exploration = OnTwin<ExplorationView, Running, Found>;

export function createExploration(explore: Explore | undefined): Exploration {
  return new OnTwin<ExplorationView, Running, Found>(
    {
      name: 'Exploration',
      busy: 'EXPLORATION_RUNNING',
      command: 'roadtest explore URL',
      path: '/_control/exploration',
      begun: { histories: 0, requests: 0, coverage: {} },
      running: (progress) => ({ state: 'running', ...progress }),
      done: (found) => ({ state: 'done', ...found }),
    },
    explore,
  );
}
