/** The player: plays a story on a simulator. See README.md for the map. */
export type { Deed, DeedListener } from './deeds.ts';
export { PlayError, type PlayErrorCode } from './errors.ts';
export type { KeyframeBudget } from './keyframes.ts';
export type { Promised } from './ledger.ts';
export { type Performance, type PerformOptions, perform } from './perform.ts';
export { type Played, type PlayOptions, type Progress, play } from './play.ts';
export { createPlayer, type Player } from './player.ts';
