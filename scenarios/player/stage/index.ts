/**
 * The stage: what a server shows. One simulator stands on it at a time; another may take its place while the
 * server goes on, such as that of a story somebody chose on the live page.
 *
 * - `stage.ts`         puts it together, and changes what stands on it; `staging.ts` how a story is put on
 * - `following.ts`     open event streams go over to the new simulator
 * - `routes.ts`        what it adds to the control API: stories, seek, inject, verification
 * - `shelf.ts`         where stories come from
 * - `view.ts` `map.ts` a story as a page shows it, its ways and roads as GeoJSON
 * - `inject.ts`        an SOS, a theft and the like, put in by who looks on
 * - `verification.ts`  a verification on request, and how far it has come
 *
 * Nothing of the player is loaded before a story is.
 */
export type { Injection } from './inject.ts';
export type { Shelf } from './shelf.ts';
export { createStage, type Stage, type StageOptions } from './stage.ts';
export type { Staging } from './staging.ts';
export type { Progress, Verify } from './verification.ts';
