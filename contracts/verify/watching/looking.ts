/** The last look of a run: a rule is suspect when something else is found now than it left. */

import { Caller } from '../../deployment/session/caller.ts';
import { openDeployment } from '../../deployment/session/open-deployment.ts';
import type { Session } from '../../deployment/session/session.ts';
import type { Touches } from '../directed/touches.ts';
import type { Strayed } from '../evidence.ts';
import type { Planned } from '../plan.ts';
import { type Bystander, bystanderOf, straysAt } from './bystander.ts';
import { lookAgain, unlessCutOff } from './second-look.ts';

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

/** The things that it found. A change that another client may have made says nothing. */
export async function secondLook(session: Session, bystander: Bystander | undefined): Promise<Strayed[]> {
  const { signal, transport, options, others, sightings, host } = session;
  if (signal.aborted || transport.gone || options.readOnly) return [];
  const began = host.monotonic();
  const { deployment } = openDeployment(session, new Caller(session, 'second look', signal));
  const found = others.seen ? [] : await lookAgain(deployment, sightings);
  const isByOthers = found.length > 0 && (await others.changedSince(began));
  // The run itself caused each change of the bystander, whatever others do.
  const beside = bystander && (await straysAt(deployment, bystander).catch(unlessCutOff));
  return [...(beside ?? []), ...(isByOthers ? [] : found)].map(({ rule, reason, shown, again }) => ({
    ...{ rule, reason },
    ...(again && { observed: `${reason.replace(/\.$/, '')}, and so it was with each further value` }),
    exchanges: shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange])),
  }));
}
