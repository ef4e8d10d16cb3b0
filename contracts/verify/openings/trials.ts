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
import { mustSet } from '../../play/limits.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { deviceInUse, expiring } from './expiring.ts';
import { compared, type Sight } from './sight.ts';
import { writing } from './writing.ts';

type See = (sight: Sight) => void;

interface Trial {
  readonly shows: readonly OpeningId[];
  /** A run that judges none of these does not try what goes with them either. */
  readonly beside: readonly JudgedId[];
  /** Tells whether it reckons with a licence that is free: another such trial beside it could take it. */
  readonly needsLicence?: boolean;
  carryOut(deployment: Deployment, see: See): Promise<void>;
}

const trials: readonly Trial[] = [
  {
    shows: ['expiry.limits', 'expired.may', 'expired.leaves-by', 'activation.also'],
    beside: ['expiry/reached-expires', 'licences/activation-takes-one', 'licences/expires-again'],
    needsLicence: true,
    carryOut: expiring,
  },
  {
    shows: ['groups.delete-devices'],
    beside: ['groups/deleted-is-gone'],
    needsLicence: true,
    carryOut: deletingGroup,
  },
  {
    shows: ['records.text', 'records.unknown-fields'],
    beside: ['groups/created-can-be-read'],
    carryOut: writing,
  },
  { shows: ['limits.range'], beside: ['limits/negative-refused/email'], carryOut: endsOfRange },
];

/** The openings that trials show. */
export const tried: ReadonlySet<OpeningId> = new Set(trials.flatMap(({ shows }) => shows));

/** All trials at once. Where one could not go on, what was seen until then is reported, and the reason for the rest. */
export async function trialSights(session: RunSession): Promise<Sight[]> {
  const { openings } = session.profile;
  const all = trials.map(async (trial): Promise<Sight[]> => {
    const pinned = trial.shows.filter((id) => openings[id] !== undefined);
    if (pinned.length === 0) return [];
    const seen: Sight[] = [];
    const why = await carriedOut(session, trial, (sight) => seen.push(sight)).catch(() => undefined);
    const unseen = pinned.filter((id) => !seen.some(({ opening }) => opening === id));
    return [
      ...seen,
      ...unseen.map((opening) => ({ opening, observed: 'nothing', notCompared: why, exchanges: [] })),
    ];
  });
  return (await Promise.all(all)).flat();
}

/** Gives the reason why not all of it was seen. */
async function carriedOut(session: RunSession, trial: Trial, see: See): Promise<string> {
  const { signal, options } = session;
  const { beside, needsLicence = false } = trial;
  if (signal.aborted) return 'the run was ended';
  if (options.readOnly) return 'the run is read-only';
  if (!beside.some((id) => isSelected(id, options))) return `${beside[0]} is not judged in this run`;
  const deployment = session.as('calibration');
  try {
    const trying = () => trial.carryOut(deployment, see);
    await (needsLicence ? inTurn(session, trying) : trying());
    return 'it did not show in what the run tried';
  } catch (error) {
    if (error instanceof Unreached) return error.message;
    throw error;
  } finally {
    await deployment.end();
  }
}

/** A limit that is refused where there is a greatest one that anybody would think of, and one that is usual. */
const LARGE = 2_000_000_000;
const USUAL = 5;

/** A limit at the end of the range that the profile states, and the nearest values beyond it: none of these is to be in force. */
async function endsOfRange(deployment: Deployment, see: See): Promise<void> {
  const range = deployment.profile.openings['limits.range'];
  if (range === undefined) return;
  const { min, whole } = range;
  const max = range.max ?? LARGE;
  const good = Math.min(max, Math.max(min, USUAL));
  const device = (await deployment.device()).id;
  const shown: HasExchange[] = [];
  const taken = new Set<number>();
  const look = async () => {
    const after = await readLimits(deployment, device);
    shown.push(after);
    if (typeof after.dailyEmail === 'number') taken.add(after.dailyEmail);
  };
  const attempt = async (dailyEmail: number) => {
    const set = await deployment.controls.setLimits(device, { dailyEmail });
    shown.push(set);
    if (set.outcome === 'done') await look();
  };
  await mustSet(deployment, device, { dailyEmail: good });
  await attempt(max);
  await mustSet(deployment, device, { dailyEmail: good });
  const below = min > 0 ? [min - 1] : [];
  const beyond = [-1, ...(range.max === null ? [] : [max + 1]), ...below, ...(whole ? [good - 0.5] : [])];
  for (const value of beyond) {
    await attempt(value);
    if (taken.has(value)) await mustSet(deployment, device, { dailyEmail: good });
  }
  // A limit that was refused is not to be in force either.
  await look();
  const fate = (value: number) => (taken.has(value) ? 'taken' : 'refused');
  const parts = [
    [max, [fate(max), 'taken']] as const,
    ...beyond.map((value) => [value, [fate(value), 'refused']] as const),
  ];
  see(compared('limits.range', Object.fromEntries(parts), ...shown));
}

/** A group is deleted while a device is in it. */
async function deletingGroup(deployment: Deployment, see: See): Promise<void> {
  const { lens, profile, controls, make, made } = deployment;
  if (!lens.reply('group').facts.includes('deviceIds'))
    throw new Unreached('a group does not show its devices');
  if (!controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  // A refusal would be for want of the right, and say nothing of the devices.
  if (profile.openings['auth.roles']?.mayNotCall.includes('deleteGroup'))
    throw new Unreached('the account may not delete groups');
  const isRead = (answer: Answer, id: AnyId) =>
    String(lens.reply('device').read(contentOf(answer)).facts.id) === String(id);
  const own = (await deployment.device()).id;
  const isReadable = isRead(await deployment.call('readDevice', { id: own }), own);
  // An expired device may not be readable.
  if (!isReadable && !showsLicence(deployment)) throw new Unreached('the device of the run is not read');
  const device = isReadable ? own : await deviceInUse(deployment);
  const { id } = await make.group({ ...make.facts('group'), deviceIds: [device] });
  const read = async () =>
    lens.reply('group').read(contentOf(await deployment.call('readGroup', { id }))).facts;
  type Group = Awaited<ReturnType<typeof read>>;
  const holds = ({ deviceIds }: Group) => deviceIds?.some((one) => String(one) === String(device)) === true;
  const isThere = (group: Group) => String(group.id) === String(id);
  if (!holds(await deployment.eventually(read, holds))) return;
  const answer = await deployment.call('deleteGroup', { id });
  const there = isThere(await deployment.eventually(read, (group) => !isThere(group)));
  // Emptied it can be removed by the clean-up.
  if (there) await deployment.call('updateGroup', { id, body: lens.patch('group').write({ deviceIds: [] }) });
  else await made.gone('group', id);
  const member = await deployment.call('readDevice', { id: device });
  const observed = there ? 'refused' : isRead(member, device) ? 'stay' : 'the device is gone too';
  const pinned = profile.openings['groups.delete-devices'];
  see(compared('groups.delete-devices', { '': [observed, pinned] }, answer, member));
}
