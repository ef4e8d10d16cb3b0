/**
 * A moment of a world to go back to, in little memory: one of many is taken in a fraction of the time of a snapshot, and
 * takes what has changed since the one before it. It stays in the process; a snapshot is for everything else.
 */
import { itemAt } from '../contracts/kit/items.ts';
import type { Snapshot } from './control/snapshot.ts';
import type { History } from './fleet/locations/history.ts';
import type { Stretch } from './fleet/locations/stretch.ts';
import type { EpochMs } from './fleet/types.ts';

/** Longer texts are columns of facts by device or vehicle; many are as they were at the checkpoint before. */
const LONG = 1_000;
/** Stands before the place of a column among the texts of a checkpoint. */
const MARK = '\u0000';

/**
 * See `simulator.checkpoint`.
 *
 * @example
 * import { type Checkpoint, createSimulator } from 'roadtest';
 *
 * const simulator = createSimulator();
 * const before: Checkpoint = simulator.checkpoint();
 * await simulator.clock.advance({ by: 'PT1H' });
 * simulator.goTo(before);
 * console.log(simulator.clock.now() === before.at); // true
 */
export class Checkpoint {
  /** The moment, in milliseconds since 1970 UTC. */
  readonly at: EpochMs;
  /** The locations that were recorded since the checkpoint before this one, and, by those before it, all that were kept. */
  readonly stretch: Stretch;
  /** About how many bytes it takes beside its stretch. */
  readonly bytes: number;
  readonly #text: string;
  readonly #columns: readonly string[];

  /** @param snapshot without histories */
  constructor(snapshot: Snapshot, stretch: Stretch, before?: Checkpoint) {
    const columns: string[] = [];
    this.#text = JSON.stringify(snapshot, (_name, value) =>
      typeof value === 'string' && (value.length > LONG || value.startsWith(MARK))
        ? `${MARK}${columns.push(value) - 1}`
        : value,
    );
    const earlier = before ? before.#columns : [];
    let bytes = this.#text.length;
    this.#columns = columns.map((column, place) => {
      const same = earlier[place];
      if (same === column) return same;
      bytes += column.length;
      return column;
    });
    this.bytes = bytes;
    this.at = snapshot.timeline.now;
    this.stretch = stretch;
  }

  /** A copy of the snapshot that it was taken from, without the histories. */
  snapshot(): unknown {
    return JSON.parse(this.#text, (_name, value) =>
      typeof value === 'string' && value.startsWith(MARK)
        ? itemAt(this.#columns, Number(value.slice(1)))
        : value,
    );
  }

  history(): History {
    return this.stretch.history();
  }
}
