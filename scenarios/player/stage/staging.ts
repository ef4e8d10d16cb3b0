import type { Speed } from '../../../simulator/time/clock.ts';

/** How a story is put on. */
export interface Staging {
  /** In place of the story's own. */
  seed?: number | undefined;
  /** Default: as the clock went before. */
  speed?: Speed | undefined;
  /** Whether speeds that the story says hold in place of it. Default: where no speed is given. */
  ownSpeeds?: boolean | undefined;
  frozen?: boolean | undefined;
}
