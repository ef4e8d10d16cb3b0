/** The context in which controls are performed. */
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer, RawRequest } from '../answer.ts';
import type { UndoGuard } from '../changes/undo-guard.ts';
import type { Host } from '../host.ts';
import type { Controls } from './api.ts';
import type { Values } from './templates.ts';

/** How the requests of controls are sent, and until when. */
export interface ControlSender {
  /** Recorded and redacted like any other request; throws `Unreached` when no answer comes. */
  send(request: RawRequest): Promise<Answer>;
  readonly signal: AbortSignal;
}

export interface ControlContext extends ControlSender {
  readonly profile: Profile;
  /** The base address without base path and trailing slash. */
  readonly target: string;
  /** The deployment's time, for what is relative. */
  now(): EpochMs;
  readonly host: Pick<Host, 'run'>;
  /** Values of the environment variables that HTTP controls ask for, by `$NAME`. Hidden from everything that is recorded. */
  readonly secrets?: Values;
  /** Counts messages against the cap of the run before they are sent; throws `Unreached` when it is reached. */
  chargeMessages(messages: number): void;
}

/**
 * The controls of a run. `using` gives them to one history, with the history's own way to send, so that its exchanges
 * are its own. With `guard` they write down what they are about to change; without, it is written down already.
 */
export interface SharedControls {
  using(sender: ControlSender, guard?: UndoGuard): Controls;
}
