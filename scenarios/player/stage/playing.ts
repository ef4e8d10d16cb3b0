/** A story in a world, and the player that goes back and forth in it: loaded only where something is played. */
import type { Story } from '../../language/story.ts';
import type { KeyframeBudget } from '../keyframes.ts';
import { type Performance, type PerformOptions, perform } from '../perform.ts';
import { createPlayer, type Player } from '../player.ts';

/** A story that has no end is only played on. */
export function play(
  story: Story,
  options: PerformOptions,
  budget: KeyframeBudget | undefined,
): { performance: Performance; player: Player | undefined } {
  const performance = perform(story, options);
  const hasEnd = Number.isFinite(story.clock.end);
  return { performance, player: hasEnd ? createPlayer(performance, budget) : undefined };
}
