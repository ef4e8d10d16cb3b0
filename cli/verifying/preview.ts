/** `--plan`: what a run would judge and cause. Nothing is sent. */

import { table } from '../../contracts/kit/columns.ts';
import { plural } from '../../contracts/kit/phrases.ts';
import { entriesOf } from '../../contracts/kit/tables.ts';
import { MAX_LEARNING } from '../../contracts/learning/untold.ts';
import { controlFacts } from '../../contracts/profile/controls.ts';
import type { ControlName } from '../../contracts/profile/profile.ts';
import type { Need } from '../../contracts/specification/needs.ts';
import { type Plan, plan } from '../../contracts/verify/plan.ts';
import type { Io } from '../command.ts';

export function printPlan(options: Parameters<typeof plan>[0], json: boolean, io: Io): void {
  const planned = plan(options);
  if (json) io.json(planned, 2);
  else io.out(planText(planned, options.profile === undefined, io));
}

const touched = {
  nothing: 'reads',
  records: 'groups and users of its own',
  device: 'a device of its own',
  account: 'the account',
  time: 'time',
} as const;

/** The price of a run that was given no profile. */
const LEARNS = `Unless the deployment publishes its profile, the run first learns one from at most ${MAX_LEARNING} requests, and then reaches more than this plan lists.\n`;

function planText(plan: Plan, learns: boolean, io: Io): string {
  const { bold, cyan, dim } = io.colors;
  const { totals, entries } = plan;
  const rows = entries.map(({ id, touches, leftOut, missing }) => [
    id,
    leftOut ? 'left out: read-only' : (needed(missing) ?? touched[touches]),
  ]);
  const made = entriesOf(totals.creates).flatMap(([what, count]) => (count > 0 ? [plural(count, what)] : []));
  return [
    bold('At most: '),
    `${totals.judged} judged, ${totals.messages} messages, ${made.join(', ') || 'nothing'} created; `,
    `about ${totals.requests} requests where nothing fails.\n`,
    totals.controls.length > 0 ? `${effects(totals.controls)}\n` : '',
    totals.creates.device > 0 ? `${staying(totals.stays)}\n` : '',
    totals.days > 0 ? `It moves the deployment's time by at most ${plural(totals.days, 'day')}.\n` : '',
    totals.freeLicences > 0 ? `${licences(totals.freeLicences)}\n` : '',
    learns ? LEARNS : '',
    dim('Nothing was sent.\n'),
    '\n',
    table([['judged', 'touches'], ...rows], [cyan, dim], io.width),
  ].join('');
}

/** The first part that the profile lacks for a rule. */
function needed(missing: readonly Need[]): string | undefined {
  const [first] = missing;
  return first && `not reached: the profile has no ${first.replace(/^(do|says):/, '')}`;
}

/** The effects of controls, in the words of the profile's documentation. */
function effects(controls: readonly ControlName[]): string {
  const deeds = controls.map((name) => controlFacts[name].does);
  return `Through controls it may ${deeds.join('; ')}. Settings of devices and of the account are put back.`;
}

function staying({ devices, licences }: Plan['totals']['stays']): string {
  if (devices === 0) return 'Its devices are removed at the end: as many licences are free as before.';
  if (licences === 0)
    return `${plural(devices, 'device')} stay, expired at the end: as many licences are free as before.`;
  return `${plural(devices, 'device')} stay and keep their licences: a profile with the control removeDevice, or with setLimits for expires and expirationDate, frees them.`;
}

function licences(count: number): string {
  return `It needs ${count} free licences. With fewer, and without the control setLicences, rules may stay inconclusive.`;
}
