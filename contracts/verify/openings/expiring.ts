/**
 * A device of the run's own expires, is asked to do what it did before, leaves the expired state, and is activated: what
 * else than the rules say is seen of that, where the profile pins it.
 */

import { takesDate } from '../../deployment/controls/api.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type HasExchange, Unreached } from '../../deployment/finding.ts';
import { contentOf } from '../../deployment/reading/answers.ts';
import { dateIn, farAhead, LONG_PAST } from '../../deployment/reading/dates.ts';
import { canRead, isHidden, readLimits, recordShows, showsLicence } from '../../deployment/reading/device.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { entriesOf } from '../../kit/tables.ts';
import { wasAccepted } from '../../play/accepted.ts';
import { stateOf, stateOnce } from '../../play/licence-state.ts';
import { sampleOf } from '../../play/samples.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { compared, type Sight } from './sight.ts';

/** Where it cannot go on, what was seen until then holds. @throws Unreached */
export async function expiring(deployment: Deployment, see: (sight: Sight) => void): Promise<void> {
  const { controls, profile } = deployment;
  const { 'expired.may': may, 'expiry.limits': limits, ...pinned } = profile.openings;
  const { 'expired.leaves-by': leavesBy, 'activation.also': also } = pinned;
  if (!showsLicence(deployment))
    throw new Unreached('the record of a device does not show whether it is expired');
  if (!controls.has('createDevice')) throw new Unreached('the run can make no device of its own');
  const device = await deviceInUse(deployment);
  const expire = expirer(deployment, device);
  await expire();
  if (may) see(await whatItMay(deployment, device, may));
  if (limits && controls.has('send')) {
    const sending = await controls.send(device, 'email', 1);
    const does = sending.sent > 0 ? 'limits-lift' : 'sends-nothing';
    see(compared('expiry.limits', { '': [does, limits] }, sending));
  }
  if (leavesBy) see(await waysOut(deployment, device, expire));
  if (!also || !controls.has('activate')) return;
  const shown: HasExchange[] = [];
  const does = await besideActivating(deployment, device, expire, shown);
  if (does !== undefined) see(compared('activation.also', { '': [does, also] }, ...shown));
}

/** A device that counts as a used licence, without limits and expiry. */
export async function deviceInUse(deployment: Deployment): Promise<AnyId> {
  const device = (await deployment.device()).id;
  const { controls } = deployment;
  const settle = () =>
    controls.setLimits(device, { expires: false, dailyEmail: null }).catch(unlessUnreached);
  await settle();
  if ((await stateOf(deployment, device)).state === 'used') return device;
  await leaveLicence(deployment);
  await controls.activate(device, takesDate(deployment) ? farAhead(deployment.clock.now()) : undefined);
  await settle();
  if ((await stateOnce(deployment, device, 'used')).state === 'used') return device;
  // Histories may have left no licence: one that is made now has its own.
  const made = await deployment.make.device();
  if ((await stateOnce(deployment, made, 'used')).state === 'used') return made;
  throw new Unreached('no device of the run counts as a used licence');
}

/** A refused activation says something only where there is a licence for it. */
async function leaveLicence({ controls }: Deployment): Promise<void> {
  if (!controls.has('readLicences') || !controls.has('setLicences')) return;
  const { used, available } = await controls.readLicences();
  if (used !== undefined && available === 0) await controls.setLicences(used + 1);
}

/** Expires a device, each time by a date of its own: the same date again may change nothing. */
function expirer(deployment: Deployment, device: AnyId): () => Promise<void> {
  let days = LONG_PAST;
  return async () => {
    const { date: expirationDate } = dateIn(deployment.clock.now(), days--);
    await deployment.controls.setLimits(device, { expires: true, expirationDate });
    if ((await stateOnce(deployment, device, 'expired')).state !== 'expired')
      throw new Unreached('the device did not expire');
  };
}

/** Observes whether moving its date ahead or switching Expires off ends the expired state. It is expired again afterwards. */
async function waysOut(deployment: Deployment, device: AnyId, expire: () => Promise<void>): Promise<Sight> {
  const { controls, clock, profile } = deployment;
  const shown: HasExchange[] = [];
  const ends = async (change: Parameters<typeof controls.setLimits>[1]) => {
    await controls.setLimits(device, change);
    const seen = await stateOf(deployment, device);
    shown.push(seen);
    if (seen.state === 'used') await expire();
    return seen.state === 'used';
  };
  const byDate = await ends({ expires: true, expirationDate: farAhead(clock.now()) });
  const byOff = await ends({ expires: false });
  const one = byDate ? 'date-ahead' : byOff ? 'switching-off' : 'activation';
  const observed = byDate && byOff ? 'either' : one;
  return compared('expired.leaves-by', { '': [observed, profile.openings['expired.leaves-by']] }, ...shown);
}

/** The effect of an activation on the expiry of its device, where that can be read; or that it needs a date. */
async function besideActivating(
  deployment: Deployment,
  device: AnyId,
  expire: () => Promise<void>,
  shown: HasExchange[],
): Promise<string | undefined> {
  const { controls, profile, clock } = deployment;
  if (!canRead(deployment, 'expires', 'expirationDate')) return undefined;
  const activate = async (date?: string) => {
    await leaveLicence(deployment);
    const answer = await controls.activate(device, date);
    shown.push(answer);
    return answer.activated;
  };
  const read = async () => {
    const limits = await readLimits(deployment, device);
    shown.push(limits);
    return limits;
  };
  const { 'activation.also': pinned, 'expired.leaves-by': leavesBy } = profile.openings;
  const isAhead = pinned === 'nothing' && leavesBy === 'activation';
  const past = dateIn(clock.now(), LONG_PAST - 3).date;
  await controls.setLimits(device, {
    expires: true,
    expirationDate: isAhead ? farAhead(clock.now()) : past,
  });
  const before = await read();
  if (!(await activate())) {
    const isDated = takesDate(deployment) && (await activate(farAhead(clock.now())));
    return isDated ? 'needs-date' : undefined;
  }
  const after = await read();
  if (!before.expires || !before.expirationDate) return undefined;
  if (after.expires === false) return 'switches-expiry-off';
  if (!after.expirationDate || after.expirationDate <= before.expirationDate) return 'nothing';
  // It may move the date of a device with Expires off as well.
  await expire();
  await controls.setLimits(device, { expires: false });
  if ((await stateOf(deployment, device)).state !== 'expired' || !(await activate())) return undefined;
  return (await read()).expires === true ? 'moves-any-date' : 'moves-date';
}

type Action = keyof Openings['expired.may'];

/** Returns whether a device may do it; `undefined` where that could not be seen. */
const tries: {
  readonly [A in Action]: (
    deployment: Deployment,
    id: AnyId,
    shown: HasExchange[],
  ) => Promise<boolean | undefined>;
} = {
  async read(deployment, id, shown) {
    if (!recordShows(deployment, 'id')) return undefined;
    const answer = await deployment.call('readDevice', { id });
    shown.push(answer);
    const { facts } = deployment.lens.reply('device').read(contentOf(answer));
    if (String(facts.id) === String(id)) return true;
    return (await isHidden(deployment, answer)) ? false : undefined;
  },
  async list(deployment, id, shown) {
    const { records, complete, issues, pages } = await deployment.list('devices');
    shown.push(...pages);
    const isListed = records.some((record) => String(record.id) === String(id));
    const isSeen = isListed || (complete && issues.length === 0 && records.length > 0);
    return isSeen ? isListed : undefined;
  },
  postLocations: (deployment, id, shown) => post(deployment, id, 'postLocations', shown),
  postAlerts: (deployment, id, shown) => post(deployment, id, 'postAlerts', shown),
};

/** The calls that an expired device was seen to be served, and whether the profile says so. */
async function whatItMay(
  deployment: Deployment,
  device: AnyId,
  pinned: Partial<Openings['expired.may']>,
): Promise<Sight> {
  const shown: HasExchange[] = [];
  const tried = entriesOf<Action, boolean | undefined>(pinned as Openings['expired.may']).map(
    async ([action, said]) => {
      const may = await tries[action](deployment, device, shown).catch(unlessUnreached);
      return may === undefined ? [] : [[action, [may, said]] as const];
    },
  );
  return compared('expired.may', Object.fromEntries((await Promise.all(tried)).flat()), ...shown);
}

async function post(
  deployment: Deployment,
  id: AnyId,
  operation: 'postLocations' | 'postAlerts',
  shown: HasExchange[],
): Promise<boolean | undefined> {
  const { openings } = deployment.profile;
  const [what, resource] =
    operation === 'postLocations' ? (['locations', 'location'] as const) : (['alerts', 'alert'] as const);
  const mayCall = openings['auth.roles']?.mayNotCall.includes(operation) === false;
  if (!mayCall || openings[`${what}.purpose`]?.does !== 'record') return undefined;
  const body = deployment.lens.posting(what).write([sampleOf(deployment, resource)]);
  const answer = await deployment.call(operation, { id, body });
  shown.push(answer);
  const taken = await wasAccepted(deployment, operation, { id, body, answer });
  return taken === 'unclear' ? undefined : taken === 'taken';
}
