/**
 * Openings that only show on a device that expires, on a group that is deleted with a device in it, or in what a group was
 * created with. The run tries that on records of its own, where the profile pins what is to come of it, once the histories are through.
 */

import type { Answer } from '../../deployment/answer.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../../deployment/finding.ts';
import { contentOf } from '../../deployment/reading/answers.ts';
import { readLimits, showsLicence } from '../../deployment/reading/device.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { mustSet, rangeInWords } from '../../play/limits.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { deviceInUse, expiring } from './expiring.ts';
import { exchangesOf, type ObservationDrafts, type Observer, type SomeWatches } from './observer.ts';
import { writingGroups } from './writing-groups.ts';

interface Trial {
  /** A run that judges none of these does not try what goes with them either. */
  beside: readonly [JudgedId, ...JudgedId[]];
  /** Tells whether it reckons with a licence that is free: another such trial beside it could take it. */
  needsLicence?: boolean;
  carryOut(deployment: Deployment, seen: ObservationDrafts): Promise<void>;
}

const ofExpired: Trial = {
  beside: ['expiry/reached-expires', 'licences/activation-takes-one', 'licences/expires-again'],
  needsLicence: true,
  carryOut: expiring,
};
const ofDeleted: Trial = {
  beside: ['groups/deleted-is-gone'],
  needsLicence: true,
  carryOut: deletingGroup,
};
const ofWritten: Trial = { beside: ['groups/created-can-be-read'], carryOut: writingGroups };

const ofLimits: Trial = { beside: ['limits/negative-refused/email'], carryOut: endsOfRange };

export const trialObservers = {
  'limits.range': byTrial('limits.range', ofLimits),
  'expiry.limits': byTrial('expiry.limits', ofExpired),
  'expired.may': byTrial('expired.may', ofExpired),
  'expired.leaves-by': byTrial('expired.leaves-by', ofExpired),
  'activation.also': byTrial('activation.also', ofExpired),
  'groups.delete-devices': byTrial('groups.delete-devices', ofDeleted),
  'records.text': byTrial('records.text', ofWritten),
  'records.unknown-fields': byTrial('records.unknown-fields', ofWritten),
} satisfies SomeWatches;

/** Where a trial could not go on, what was seen until then is reported, and the reason for the rest. */
function byTrial(opening: OpeningId, trial: Trial): Observer {
  return async (session) => {
    if (session.profile.openings[opening] === undefined) return undefined;
    const { seen, why } = await session.once(`trial beside ${trial.beside[0]}`, () =>
      carriedOut(session, trial),
    );
    return seen[opening] ?? { observed: 'nothing', notCompared: why, exchanges: [] };
  };
}

async function carriedOut(
  session: RunSession,
  { beside, carryOut, needsLicence = false }: Trial,
): Promise<{ seen: ObservationDrafts; why: string }> {
  const seen: ObservationDrafts = {};
  const { signal, options } = session;
  if (signal.aborted) return { seen, why: 'the run was ended' };
  if (options.readOnly) return { seen, why: 'the run is read-only' };
  if (!beside.some((id) => isSelected(id, options)))
    return { seen, why: `${beside[0]} is not judged in this run` };
  const deployment = session.as('calibration');
  try {
    const trying = () => carryOut(deployment, seen);
    await (needsLicence ? inTurn(session, trying) : trying());
    return { seen, why: 'it did not show in what the run tried' };
  } catch (error) {
    if (error instanceof Unreached) return { seen, why: error.message };
    throw error;
  } finally {
    await deployment.end();
  }
}

/** A limit at the end of the range that the profile states, and the nearest values beyond it: none of these is to be in force. */
async function endsOfRange(deployment: Deployment, seen: ObservationDrafts): Promise<void> {
  const range = deployment.profile.openings['limits.range'];
  if (range === undefined) return;
  const { min, whole } = range;
  const max = range.max ?? LARGE;
  const device = (await deployment.device()).id;
  const set = (limit: number) => deployment.controls.setLimits(device, { dailyEmail: limit });
  const read = () => readLimits(deployment, device);
  const pinned = rangeInWords(range);
  const told = (observed: string, holds: boolean, ...shown: readonly HasExchange[]) => {
    seen['limits.range'] = { observed, pinned, holds, exchanges: exchangesOf(...shown) };
  };
  const greatest = await set(max);
  if (greatest.outcome === 'refused') {
    // Where the one before is refused as well, the value is not the cause.
    if ((await set(max - 1)).outcome === 'done') told(`${max} refused, ${max - 1} taken`, false, greatest);
    return;
  }
  const highest = await read();
  if (highest.dailyEmail !== max)
    return told(`${max} taken, ${highest.dailyEmail ?? 'none'} read`, false, greatest, highest);
  const good = Math.min(max, Math.max(min, USUAL));
  await mustSet(deployment, device, { dailyEmail: good });
  const beyond = [
    -1,
    ...(range.max === null ? [] : [max + 1]),
    ...(min > 0 ? [min - 1] : []),
    ...(whole ? [good - 0.5] : []),
  ];
  const taken: number[] = [];
  const shown: HasExchange[] = [];
  const looked = async () => {
    const after = await read();
    shown.push(after);
    const [value] = beyond.filter((one) => one === after.dailyEmail);
    if (value === undefined) return;
    taken.push(value);
    await mustSet(deployment, device, { dailyEmail: good });
  };
  for (const value of beyond) {
    const attempt = await set(value);
    shown.push(attempt);
    if (attempt.outcome === 'done') await looked();
  }
  // A limit that was refused is not to be in force either.
  await looked();
  const fate = (values: readonly number[]) =>
    values.every((one) => !taken.includes(one)) ? 'refused' : 'taken';
  const [below, ...others] = beyond;
  const rest = taken.length === 0 ? others : others.filter((one) => taken.includes(one));
  told(`${below} is ${fate([-1])}; ${rest.join(' and ')} ${fate(rest)}`, taken.length === 0, ...shown);
}

/** A limit that is refused where there is a greatest one that anybody would think of. */
const LARGE = 2_000_000_000;
/** A limit that is usual. */
const USUAL = 5;

/** A group is deleted while a device is in it. */
async function deletingGroup(deployment: Deployment, seen: ObservationDrafts): Promise<void> {
  if (!deployment.lens.reply('group').facts.includes('deviceIds'))
    throw new Unreached('a group does not show its devices');
  if (!deployment.controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  // A refusal would be for want of the right, and say nothing of the devices.
  if (deployment.profile.openings['auth.roles']?.mayNotCall.includes('deleteGroup'))
    throw new Unreached('the account may not delete groups');
  const pinned = deployment.profile.openings['groups.delete-devices'];
  const isRead = (answer: Answer, id: AnyId) =>
    String(deployment.lens.reply('device').read(contentOf(answer)).facts.id) === String(id);
  const own = (await deployment.device()).id;
  const isReadable = isRead(await deployment.call('readDevice', { id: own }), own);
  // An expired device may not be readable.
  if (!isReadable && !showsLicence(deployment)) throw new Unreached('the device of the run is not read');
  const device = isReadable ? own : await deviceInUse(deployment);
  const { id } = await deployment.make.group({ ...deployment.make.facts('group'), deviceIds: [device] });
  const read = async () =>
    deployment.lens.reply('group').read(contentOf(await deployment.call('readGroup', { id }))).facts;
  const holds = (facts: Awaited<ReturnType<typeof read>>) =>
    facts.deviceIds?.some((one) => String(one) === String(device));
  if (!holds(await deployment.eventually(read, (facts) => holds(facts) === true))) return;
  const answer = await deployment.call('deleteGroup', { id });
  const isThere = (facts: Awaited<ReturnType<typeof read>>) => String(facts.id) === String(id);
  const there = isThere(await deployment.eventually(read, (facts) => !isThere(facts)));
  if (there) {
    // Emptied it can be removed by the clean-up.
    await deployment.call('updateGroup', {
      id,
      body: deployment.lens.patch('group').write({ deviceIds: [] }),
    });
  } else await deployment.made.gone('group', id);
  const member = await deployment.call('readDevice', { id: device });
  const observed = there ? 'refused' : isRead(member, device) ? 'stay' : 'the device is gone too';
  const exchanges = exchangesOf(answer, member);
  seen['groups.delete-devices'] = { observed, pinned, holds: observed === pinned, exchanges };
}
