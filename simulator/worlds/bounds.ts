/** The bounds that keep a server with many worlds within its memory. */
import { MINUTE } from '../../contracts/kit/durations.ts';

/** How much a server holds beside the world at the plain address. */
export interface WorldBounds {
  /** How many worlds there can be. Default 2,000. */
  mostWorlds?: number;
  /** The bytes that they may take together when one is added, by estimate (see `../bytes.ts`). Default 2 GiB. */
  mostBytes?: number;
  /** How long a world is kept that is not called, in real milliseconds. Default 30 minutes. */
  idleMs?: number;
}

const GIBIBYTE = 1024 ** 3;
export const usualBounds: Required<WorldBounds> = {
  mostWorlds: 2_000,
  mostBytes: 2 * GIBIBYTE,
  idleMs: 30 * MINUTE,
};
