/**
 * A plugin of a world, such as a story: it schedules events of its own on the world's timeline, acts on the
 * fleet when they are due, and its state is part of the world's snapshots.
 */
import type { Drives } from './drives.ts';
import type { Faults } from './faults/index.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { Timeline } from './time/timeline.ts';

/** Functions that answer routes of the control API, by their keys: `Routes` of `control/routes/route.ts` says how they are called. */
export interface AddedRoutes {
  readonly [route: string]: ((request: never) => unknown) | undefined;
}

/** The parts of a world that a plugin acts on. */
export interface PluginWorld {
  readonly fleet: Fleet;
  readonly timeline: Timeline;
  readonly faults: Pick<Faults, 'rules' | 'set'>;
}

export interface WorldPlugin {
  /** The first moment of a new world. Not called for one that is restored. */
  begin(): void;
  /** All that it has to know to go on, as JSON. The events it awaits are saved with the timeline. */
  save(): unknown;
  /**
   * Goes on from a saved state; fleet and timeline are restored already. Throws for one that is damaged, before
   * anything is done: it is called first for a world that no caller sees, and then with the same state for the one
   * that is served.
   */
  restore(state: unknown): void;
  /** How the vehicles that it moves do so, where it moves any. */
  readonly drives?: Drives | undefined;
}

/**
 * Makes the plugin of one world; its handlers have to be put on the timeline at once. Called for the
 * world that is served, and again for each world that is only made to be looked at (a reset, a snapshot that
 * is tried out).
 */
export type WorldPluginFactory = (world: PluginWorld) => WorldPlugin;
