/** The identity of a world: a client learns when another world has taken its place, and fetches everything again. */
import type { Pace } from '../time/pace.ts';

/** How many worlds there have been here, so that no two of them are called the same. */
let worlds = 0;

export class WorldIdentity {
  readonly #pace: Pick<Pace, 'wall'>;
  readonly #seed: number;
  readonly #story: string | null;
  readonly #listeners = new Set<() => void>();
  #id: string;

  /** @param story the name of the story that is played */
  constructor(pace: Pick<Pace, 'wall'>, seed: number, story: string | null) {
    this.#pace = pace;
    this.#seed = seed;
    this.#story = story;
    this.#id = this.#newId();
  }

  view(): { world: string; story: string | null; seed: number } {
    return { world: this.#id, story: this.#story, seed: this.#seed };
  }

  /** Another world is served now. */
  replaced(): void {
    this.#id = this.#newId();
    for (const listener of this.#listeners) listener();
  }

  /** Calls back whenever another world has taken the place; returns a function that ends this. */
  onReplaced(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** It contains real time, so that a restarted server has another id. */
  #newId(): string {
    worlds += 1;
    return `${Math.floor(this.#pace.wall()).toString(36)}-${worlds}`;
  }
}
