/** Random histories on a twin of the service, on request: how far they have come, and what they found. */
import { ControlError } from '../../../simulator/control/errors.ts';
import type { ExplorationView } from '../../../simulator/control/schemas/index.ts';

type Running = Extract<ExplorationView, { state: 'running' }>;
type Done = Extract<ExplorationView, { state: 'done' }>;

/** Explores a service of the same profile and the same deviation, in a world of its own. */
export type Explore = (
  onProgress: (progress: Omit<Running, 'state'>) => void,
  signal: AbortSignal,
) => Promise<Omit<Done, 'state'>>;

export class Exploration {
  readonly #explore: Explore | undefined;
  readonly #stopping = new AbortController();
  #view: ExplorationView = { state: 'none' };

  constructor(explore: Explore | undefined) {
    this.#explore = explore;
  }

  view(): ExplorationView {
    return this.#view;
  }

  /** Starts one; throws a ControlError while one is under way. The promise settles when it ends. */
  start(): Promise<void> {
    if (this.#explore === undefined) {
      throw new ControlError('NOT_OFFERED', 'Exploration is not available on this server.', {
        hint: 'roadtest explore BASE_URL plays random histories on any service.',
      });
    }
    if (this.#view.state === 'running') {
      throw new ControlError('EXPLORATION_RUNNING', 'An exploration is under way already.', {
        hint: 'GET /_control/exploration shows its progress.',
      });
    }
    this.#view = { state: 'running', histories: 0, requests: 0, coverage: {} };
    return this.#explore((progress) => {
      if (this.#view.state === 'running') this.#view = { state: 'running', ...progress };
    }, this.#stopping.signal).then(
      (found) => {
        this.#view = { state: 'done', ...found };
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
