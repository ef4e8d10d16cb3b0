/** The last look of a run: a rule is suspect when something else is found now than it left. */

import { Caller } from '../../deployment/session/caller.ts';
import { openDeployment } from '../../deployment/session/open-deployment.ts';
import type { Session } from '../../deployment/session/session.ts';
import type { Touches } from '../directed/touches.ts';
import { outcomeSuspect } from '../outcome.ts';
import type { Planned } from '../plan.ts';
import type { Outcome } from '../run.ts';
import { type Bystander, bystanderOf, straysAt } from './bystander.ts';
import { lookAgain, unlessCutOff } from './second-look.ts';
import type { Stray } from './strays.ts';

const CHANGING: readonly Touches[] = ['device', 'account', 'time'];

/** Reads a device of others, to look at it again, before rules are judged by which devices are changed. */
export async function firstLook(
  session: Session,
  planned: readonly Planned[],
): Promise<Bystander | undefined> {
  const changesDevices = planned.some(({ touches }) => CHANGING.includes(touches));
  if (session.options.readOnly || !changesDevices) return undefined;
  const { deployment } = openDeployment(session, new Caller(session, 'first look', session.signal));
  return bystanderOf(deployment).catch(unlessCutOff);
}

/** The outcomes that change by it. A change that another client may have made says nothing. */
export async function secondLook(
  session: Session,
  outcomes: ReadonlyMap<Planned, Outcome>,
  bystander: Bystander | undefined,
): Promise<Map<Planned, Outcome>> {
  const { signal, transport, options, others, sightings, host } = session;
  const changed = new Map<Planned, Outcome>();
  if (signal.aborted || transport.gone || options.readOnly) return changed;
  const began = host.monotonic();
  const { deployment } = openDeployment(session, new Caller(session, 'second look', signal));
  const found = others.seen ? [] : await lookAgain(deployment, sightings);
  const isByOthers = found.length > 0 && (await others.changedSince(began));
  // The run itself caused each change of the bystander, whatever others do.
  const beside = bystander && (await straysAt(deployment, bystander).catch(unlessCutOff));
  for (const stray of [...(beside ?? []), ...(isByOthers ? [] : found)]) {
    const planned = ruleFor(stray, [...outcomes.keys()]);
    const before = planned && (changed.get(planned) ?? outcomes.get(planned));
    if (!planned || !before || before.verdict === 'fail' || before.verdict === 'suspect') continue;
    const exchanges = stray.shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
    changed.set(planned, outcomeSuspect(planned.judged, stray.reason, exchanges, before.milliseconds));
  }
  return changed;
}

/** The rule that a stray is about, or where that is not judged another of its area and channel. */
function ruleFor({ rule }: Stray, planned: readonly Planned[]): Planned | undefined {
  const [area = '', , channel] = rule.split('/');
  const isNear = ({ judged }: Planned) =>
    judged.id.startsWith(`${area}/`) && (channel === undefined || judged.channel === channel);
  return planned.find(({ judged }) => judged.id === rule) ?? planned.find(isNear);
}
