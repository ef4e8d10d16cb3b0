/**
 * The turn of a story that changes what all runs on a deployment share: limits and licences of its devices, API access,
 * time. A group keeps the others off meanwhile, as for `verify` and `explore`: see `contracts/deployment/sharing/turn.ts`. A
 * story that sends its reports, alerts, groups and users alone disturbs nobody, and takes none.
 */

import type { Client } from '../../../contracts/deployment/client.ts';
import type { ControlName } from '../../../contracts/profile/profile.ts';
import type { ActionKind } from '../../../scenarios/actions/index.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { openingSteps } from '../../../scenarios/target/reference-run.ts';
import type { Io } from '../../command.ts';
import { interrupted } from '../../verifying/attempt.ts';
import type { TimeWay } from './clock.ts';

/** Actions that change it, and the control that does each there. */
const sharing: { readonly [K in ActionKind]?: ControlName } = {
  'set-limits': 'setLimits',
  activate: 'activate',
  'add-device': 'createDevice',
  'set-licences': 'setLicences',
  'api-access': 'setApiEnabled',
};

/** Real milliseconds between two looks at whether the turn is to be prolonged, beside those after each advance. */
const LOOK_MS = 30_000;

/** Whether a story changes there what all share. */
export function changesShared(story: Story, way: TimeWay, { controls }: Pick<Client, 'controls'>): boolean {
  // The settings of a fixture's devices are set before the story begins.
  const actions = [...openingSteps(story), ...story.timeline.flatMap(({ actions }) => actions)];
  const kinds: ActionKind[] = [
    ...(story.cast ? ['set-limits' as const] : []),
    ...actions.map(({ kind }) => kind),
  ];
  const used = kinds.flatMap((kind) => sharing[kind] ?? []);
  return way === 'advance' || used.some((name) => controls.has(name));
}

/**
 * Takes the turn, and keeps it until the signal is aborted. Gives what is to be said of turns that ended without their run.
 *
 * @throws ConfigurationError TARGET_LOCKED, CliError INTERRUPTED
 */
export async function takeTurn(client: Client, over: AbortSignal, { stop }: Io): Promise<string[]> {
  const said = await client.takeTurn().catch((error: unknown) => {
    throw stop.aborted ? interrupted() : error;
  });
  const renewal = setInterval(() => void client.renewTurn(), LOOK_MS);
  renewal.unref();
  over.addEventListener('abort', () => clearInterval(renewal), { once: true });
  return said;
}
