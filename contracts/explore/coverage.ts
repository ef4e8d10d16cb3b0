/**
 * How often each move was made: in each state, which makes a finite map, and after what came before. By what was done
 * least the drawing is led.
 */
import type { Move, Sight } from './moves.ts';
import { sightInWords, sightsIn } from './sights.ts';
import { type Allows, movesOf, type Theme } from './theme.ts';

/** How often each of some was met. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** @param keys those that are known before any of them is met */
  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.#counts.set(key, 0);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  get all(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** A cell of the map: a state, and a move that can be made in it. */
export function cellOf(theme: Theme, sight: Sight, { name }: Move): string {
  return `${theme}, ${sightInWords(theme, sight)} > ${name}`;
}

/** All cells of these themes. */
export function cellsOf(themes: readonly Theme[], allows: Allows): Set<string> {
  return new Set(
    themes.flatMap((theme) =>
      sightsIn(theme).flatMap((sight) =>
        movesOf[theme]
          .filter(({ kind, when }) => allows(kind) && (when?.(sight) ?? true))
          .map((move) => cellOf(theme, sight, move)),
      ),
    ),
  );
}
