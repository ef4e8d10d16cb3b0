/** What errands are made with. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { Cast } from './cast.ts';

export interface Means {
  lens: Lens<AnyId>;
  cast: Cast;
  /** Milliseconds that are added to every time of the story. */
  moved: number;
  /** Puts the mark of the run into the name of a record. Default: names stay as the story has them. */
  mark?: (name: string) => string;
}
