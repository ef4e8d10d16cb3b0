/** Steps that read devices, ids of none, and alerts that devices post. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { kindOf, refusalLook, unknownIdOf } from '../deployment/probing/probing.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { contentOf, readsAsRefusal, sameShape } from '../deployment/reading/answers.ts';
import { licenceOf, recordShows } from '../deployment/reading/device.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { MINUTE } from '../kit/durations.ts';
import type { Json } from '../kit/json.ts';
import { type AnyId, type Facts, isId } from '../profile/facts.ts';
import { lastLocation } from './places.ts';
import { sampleOf } from './samples.ts';
import { type Came, Doubt, type Listed, lookUntil, type Scene, type SceneDevice, seenAs } from './scene.ts';
import { saysNothing } from './served.ts';
import type { StepOf } from './steps.ts';
import { saysNone, takenBy } from './taken.ts';

type Device = Facts<'device', AnyId>;

/** Tells whether an alert was taken in this run: all are of one kind. */
const hasTaken = perRun(() => ({ alert: false }));

export const visitActs = {
  async visit(scene: Scene, { device }: StepOf<'visit'>): Promise<Came> {
    const own = seenAs(scene, device);
    if (!own) return undefined;
    const { deployment } = scene;
    return lookUntil(scene, async () => {
      const answer = await deployment.call('readDevice', { id: own.id });
      const { facts } = deployment.lens.reply('device').read(contentOf(answer));
      const isMissing =
        facts.id === undefined &&
        ((await saysNone(deployment, 'readDevice', answer)) || (await isKeptBack(scene, own, answer)));
      const isOwn = String(facts.id) === String(own.id);
      return {
        ...{ at: deployment.clock.now(), kind: 'visited' as const, device: String(own.id) },
        found: isOwn || (isMissing ? false : undefined),
        ...(!isOwn && isId(facts.id) && { shown: String(facts.id) }),
        ...(isOwn && contradicts(scene, facts) && { contradicts: true }),
      };
    });
  },

  /** @throws Unreached where it cannot be told */
  async strange({ deployment, isAgain }: Scene): Promise<Came> {
    const told = { at: deployment.clock.now(), kind: 'strange' } as const;
    const known = (await probeServed(deployment, 'readDevice')).answer;
    const knownId = idIn(deployment, known);
    const isRead = recordShows(deployment, 'id') ? knownId !== undefined : contentOf(known) !== undefined;
    if (!isRead)
      throw new Unreached(
        'a known device is not served, so that an unknown one cannot be distinguished from it',
        'known.device',
      );
    const before = await unknownIdOf(deployment, 'readDevice');
    const id = String(before.id);
    const unknown = isAgain ? await deployment.call('readDevice', { id: before.id }) : before;
    if (sameShape(known, unknown)) {
      const shown = idIn(deployment, unknown);
      if (recordShows(deployment, 'id') && shown === undefined)
        throw new Unreached('the answer to an unknown id has the form of a device, but no id in it');
      return { ...told, id, asKnown: true, ...(shown !== undefined && { shown: String(shown) }) };
    }
    const { answer, place } = await lastLocation(deployment, before.id);
    // Zeros may be a refusal.
    const isPlace = place !== undefined && (place.latitude !== 0 || place.longitude !== 0);
    if (isPlace && !readsAsRefusal(deployment, answer)) return { ...told, id, asKnown: true };
    // What a careless reader takes for the end of an id, and what matches any id in a pattern.
    for (const text of recordShows(deployment, 'id') ? [`${knownId}x`, '%'] : []) {
      const misread = await deployment.call('readDevice', { id: text });
      const shown = idIn(deployment, misread);
      if (shown !== undefined && String(shown) !== text && sameShape(known, misread))
        return { ...told, asKnown: true, id: text, shown: String(shown) };
    }
    return { ...told, asKnown: false };
  },

  /** Each says another moment and text: one that comes twice may be taken once. */
  async alert(scene: Scene, { device }: StepOf<'alert'>): Promise<Came> {
    const own = scene.devices.get(device);
    const { deployment, supply } = scene;
    // One of the run that may be expired need not take any.
    if (!own || (own.dated && deployment.made.isDevice(own.id)) || !supply.mayAlert()) return undefined;
    const purpose = deployment.profile.openings['alerts.purpose']?.does;
    if (purpose === undefined)
      throw new Unreached('whether a POST of alerts records them is not said', 'alerts.purpose');
    if (purpose === 'query') return undefined;
    // It may have been sent to people.
    supply.of(own.id).unsent = false;
    const number = ++scene.alerts;
    const { raisedAt, text, ...rest } = sampleOf(deployment, 'alert');
    const facts = {
      ...rest,
      ...(typeof raisedAt === 'number' && { raisedAt: raisedAt - MINUTE + number * 1_000 }),
      ...(typeof text === 'string' && { text: `${text} ${number}` }),
    };
    const body = deployment.lens.posting('alerts').write([facts]);
    const answer = await deployment.call('postAlerts', { id: own.id, body });
    const taken = saysNothing(answer)
      ? undefined
      : await takenBy(deployment, 'postAlerts', own.id, answer, body);
    if (taken === 'taken') hasTaken(deployment).alert = true;
    else if (taken === 'refused') scene.refusal = await otherCause(deployment, own, answer);
    else if (taken)
      scene.refusal = new Unreached(
        'alerts are answered alike whether they are taken or not',
        'operations.envelope',
      );
    return {
      ...{ at: deployment.clock.now(), kind: 'alerted', device: String(own.id) },
      taken: taken && !scene.refusal ? taken : 'unclear',
      ...(hasPlace(body) && { placed: true }),
    };
  },

  async devices(scene: Scene, { pages }: StepOf<'devices'>): Promise<Came> {
    const { deployment } = scene;
    const size = pages === undefined ? undefined : sizeFor(deployment, pages, scene.listed.size);
    if (pages !== undefined && size === undefined) return undefined;
    let unread: string | undefined;
    const seen = await lookUntil(scene, async () => {
      const before = lastingIn(scene);
      const { records, repeated, issues, total, complete: isRead } = await deployment.list('devices', size);
      scene.listed = listedIn(records);
      unread = records.length === 0 ? issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const isKnown = deployment.profile.openings['operations.paging'] !== undefined;
      const complete = isRead && issues.length === 0 && isKnown;
      const lacks = complete && unread === undefined ? await leftOut(scene, before) : [];
      return {
        ...{ at: deployment.clock.now(), kind: 'devices' as const },
        listed: [...scene.listed.keys()],
        repeated: repeated.map(String),
        complete,
        ...(lacks.length > 0 && { lacks }),
        ...(total !== undefined && { total }),
      };
    });
    if (unread !== undefined)
      throw new Unreached(`the list cannot be read: ${unread}`, 'operations.envelope');
    return seen;
  },
};

/** The devices that the run made, and that were never given an expiry: those of the history are followed by the judge. */
function lastingIn({ deployment, devices }: Scene): readonly AnyId[] {
  const followed = new Set([...devices.values()].map(({ id }) => String(id)));
  const own = deployment.made.standing('device').filter((id) => !deployment.controls.wasDated(id));
  return own.filter((id) => !followed.has(String(id)));
}

/** The first of these that the list leaves out, though it is read by its id, and still has no expiry. */
async function leftOut(scene: Scene, before: readonly AnyId[]): Promise<string[]> {
  const { deployment, listed } = scene;
  const id = before.find((one) => !listed.has(String(one)));
  if (id === undefined) return [];
  const answer = await deployment.call('readDevice', { id });
  const facts: Partial<Device> = whereBound(
    {},
    () => deployment.lens.reply('device').read(contentOf(answer)).facts,
  );
  const isRead = String(facts.id) === String(id) && facts.licence !== 'expired';
  return isRead && lastingIn(scene).some((one) => String(one) === String(id)) ? [String(id)] : [];
}

/**
 * Returns whether the list shows a device as one in use, and a read of it is refused, while others are read by an account that may.
 *
 * @throws Doubt where it is refused as a request without a token is, or the profile does not say what the account may do
 */
async function isKeptBack({ deployment, listed }: Scene, { id }: SceneDevice, answer: Answer) {
  if (listed.get(String(id))?.licence !== 'used' || !readsAsRefusal(deployment, answer)) return false;
  const shown = idIn(deployment, (await probeServed(deployment, 'readDevice')).answer);
  if (shown === undefined || String(shown) === String(id)) return false;
  const roles = deployment.profile.openings['auth.roles'];
  const mayRead = roles !== undefined && !roles.mayNotCall.includes('readDevice') && !saysNothing(answer);
  if (mayRead && (await kindOf(deployment, 'readDevice', answer)) !== 'refused') return true;
  throw new Doubt(`the list shows the device ${id}, and a read of it is refused, while others are read`);
}

/** Facts of a device in the list, so many that a read of it cannot but show one of them. */
const SEVERAL = 3;

/**
 * Returns whether a read of a device and the list cannot both be true: it shows nothing of what the list does, or the name
 * that the list shows of another device.
 */
function contradicts({ deployment, listed }: Scene, facts: Device): boolean {
  const own = listed.get(String(facts.id));
  if (!own) return false;
  const places = deployment.lens.reply('device').facts.filter((fact) => fact !== 'id');
  const shownIn = (one: Device) => places.filter((fact) => one[fact] !== undefined && one[fact] !== null);
  if (shownIn(own).length >= SEVERAL && shownIn(facts).length === 0) return true;
  const { name } = facts;
  const isOthers = typeof name === 'string' && typeof own.name === 'string' && name !== own.name;
  return isOthers && [...listed.values()].some((other) => other.name === name);
}

function idIn({ lens }: Deployment, answer: Answer): AnyId | undefined {
  const { id } = lens.reply('device').read(contentOf(answer)).facts;
  return isId(id) ? id : undefined;
}

/** The cause that a refused alert may have beside the rule; `undefined` where there is none. */
async function otherCause(
  deployment: Deployment,
  { id, dated }: SceneDevice,
  answer: Answer,
): Promise<Unreached | undefined> {
  const { 'auth.roles': roles } = deployment.profile.openings;
  if (!roles)
    return new Unreached('the alert was refused; the token may not be allowed to post any', 'auth.roles');
  const corrupted = await deployment.call('postAlerts', { id, body: {} });
  const isAlike = corrupted.fingerprint === answer.fingerprint;
  // It may take only kinds of its own, until it has taken one of this kind.
  if (isAlike && !deployment.profile.samples?.alert && !hasTaken(deployment).alert)
    return new Unreached('the alert was refused like a malformed one', 'samples.alert');
  // Where a bad body is refused in another way, this may be about the token: it may have lost its worth meanwhile.
  if (!isAlike && answer.fingerprint === (await refusalLook(deployment)))
    return new Unreached('the alert was refused as a request without a token is');
  if (dated && (await licenceOf(deployment, id)) !== 'used')
    return new Unreached('the alert was refused; its device may be expired');
  return undefined;
}

/** So many on a page that there are so many pages; `undefined` where nothing says how to ask for it. */
function sizeFor({ profile }: Deployment, pages: number, records: number): number | undefined {
  const paging = profile.openings['operations.paging'];
  const { limit } = profile.openings['operations.query'] ?? {};
  if (!paging || paging.by === 'none' || limit === undefined || records < pages) return undefined;
  return Math.min(Math.ceil(records / pages), paging.max ?? records);
}

/** The devices of a list by their ids. */
export function listedIn(records: readonly Device[]): ReadonlyMap<string, Listed> {
  return new Map(records.flatMap((one) => (isId(one.id) ? [[String(one.id), { ...one, id: one.id }]] : [])));
}

/** Returns whether alerts are recorded, the account may post them, and it is known how. */
export function recordsAlerts(deployment: Deployment): boolean {
  const { 'alerts.purpose': purpose, 'auth.roles': roles } = deployment.profile.openings;
  const recorded = purpose?.does === 'record' && roles?.mayNotCall.includes('postAlerts') !== true;
  return recorded && whereBound(false, () => deployment.lens.record('alert').facts.length > 0);
}

/** A device that raises an alert somewhere may well be there: then the alert has a fraction of a degree in it. */
function hasPlace(body: Json): boolean {
  if (typeof body === 'number') return !Number.isInteger(body);
  return typeof body === 'object' && body !== null && Object.values(body).some(hasPlace);
}
