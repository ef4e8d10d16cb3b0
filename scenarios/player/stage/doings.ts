/** Captions of the trainer: entries that follow those of the story, as they are done. */
import type { Simulator } from '../../../simulator/simulator.ts';
import type { Story } from '../../language/story.ts';

/** Something that a person did to the world, as one more entry of its story. */
export interface Doing {
  /** Simulated, ms since 1970 UTC. */
  at: number;
  caption: string;
}

export class Doings {
  #done: Doing[] = [];

  /** What was done and still stands: who goes back undoes what came later. */
  until(now: number): readonly Doing[] {
    this.#done = this.#done.filter(({ at }) => at <= now);
    return this.#done;
  }

  /** Shows a caption, now. */
  show(caption: string, { clock, fleet }: Simulator, story: Story | undefined): void {
    const at = clock.now();
    const entry = (story?.timeline.length ?? 0) + this.until(at).length;
    fleet.log.append('story-caption', { entry, text: caption });
    this.#done.push({ at, caption });
  }
}
