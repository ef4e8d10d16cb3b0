/**
 * Deeds: what a story does that somebody outside can see, in the order in which it happens. Playing against
 * a real deployment repeats them there; an export writes them down as traffic.
 *
 * Devices are the story's own numbers; groups and users go by the names of the story: whoever repeats
 * them keeps the ids that the deployment gave.
 */
import type { AlertReport, LocationReport } from '../../simulator/fleet/types.ts';
import type { Action, UserFacts } from '../language/story.ts';

export type Deed = {
  /** The simulated moment. */
  at: number;
} & (
  | { kind: 'location'; device: number; report: LocationReport }
  | { kind: 'alert'; device: number; report: AlertReport }
  | { kind: 'create-group'; name: string; description: string; devices: readonly number[] }
  | { kind: 'replace-group'; was: string; name: string; description: string; devices: readonly number[] }
  | {
      kind: 'patch-group';
      name: string;
      change: { name?: string; description?: string; devices?: readonly number[] };
    }
  | { kind: 'delete-group'; name: string }
  | { kind: 'create-user'; user: UserFacts & { name: string } }
  | { kind: 'replace-user'; was: string; user: UserFacts & { name: string } }
  | { kind: 'patch-user'; name: string; change: UserFacts }
  | { kind: 'delete-user'; name: string }
  | { kind: 'token' }
  /** What the public API does not offer: it takes the controls of a profile, or is not done. */
  | { kind: 'control'; device: number | null; action: Action }
);

export type DeedListener = (deed: Deed) => void;
