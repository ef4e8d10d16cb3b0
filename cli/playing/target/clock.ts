/** The deployment's clock against the story's: followed, brought along by a control, or left out of account. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import type { Profile } from '../../../contracts/profile/profile.ts';
import type { SeenExpectation, Sent } from '../../../scenarios/target/seen.ts';
import { movedToClock, movedToReal } from '../../../scenarios/target/times.ts';

import { CliError } from '../../command.ts';

export type TimeWay = 'real' | 'advance' | 'story';
export const timeWays: readonly TimeWay[] = ['real', 'advance', 'story'];

/** Reports may be this much ahead of a clock that is brought along: each advance is a request, and all wait for it. */
const AHEAD = 1_000;

export interface DeploymentClock {
  readonly way: TimeWay;
  /** Added to every time of the story. */
  readonly moved: number;
  /** Brings the clock to the moment of a step where it has to be. `settled` waits for all that was sent before. */
  before(step: Sent | SeenExpectation, settled: () => Promise<void>): Promise<void>;
}

/**
 * How a deployment's clock is taken into account: as asked for, or else brought along where a control does it. A
 * person at a keyboard does not bring a clock from step to step.
 *
 * @throws CliError CONTROL_MISSING
 */
export function timeWay(
  asked: TimeWay | undefined,
  { controls }: Pick<Profile, 'controls'>,
  client: Pick<Client, 'controls'>,
): TimeWay {
  const byPerson = controls?.advance?.by === 'person' && !client.controls.simulator;
  const can = client.controls.has('advance') && !byPerson;
  if (asked !== 'advance') return asked ?? (can ? 'advance' : 'real');
  if (can) return asked;
  throw new CliError('CONTROL_MISSING', 'The profile defines no control that advances the clock.', {
    hint: 'The control advance of a profile says how. Without it: --time real.',
  });
}

/** @param stuck called each time that a clock could not be advanced */
export function clockFor(
  way: TimeWay,
  story: { start: number; end: number },
  speed: number | 'max',
  client: Pick<Client, 'now' | 'controls' | 'renewTurn'>,
  stuck: (why: string) => void,
): DeploymentClock {
  if (way === 'story') return { way, moved: 0, before: async () => undefined };
  if (way === 'real') {
    return { way, moved: movedToReal(story, client.now(), speed), before: async () => undefined };
  }
  const moved = movedToClock(story.start, client.now());
  let reached = client.now();
  return {
    way,
    moved,
    async before(step, settled) {
      const moment = step.at + moved;
      reached = Math.max(reached, client.now());
      const near = step.kind === 'locations' ? AHEAD : 0;
      if (moment <= reached + near) return;
      await settled();
      reached = moment;
      await client.controls.advance({ to: moment }).catch((error: unknown) => {
        if (!(error instanceof Unreached)) throw error;
        stuck(error.message);
      });
      await client.renewTurn(reached);
    },
  };
}
