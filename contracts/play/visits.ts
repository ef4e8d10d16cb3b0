/** Steps that read devices, and alerts that they post. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { contentOf, readsAsRefusal } from '../deployment/reading/answers.ts';
import { licenceOf } from '../deployment/reading/device.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import type { Event } from '../judge/event.ts';
import { MINUTE } from '../kit/durations.ts';
import type { Json } from '../kit/json.ts';
import { type AnyId, type Facts, isId } from '../profile/facts.ts';
import { saysNone } from './absence.ts';
import { sampleOf } from './samples.ts';
import { type Came, Doubt, type Listed, lookUntil, type Scene, type SceneDevice, seenAs } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';
import { takenBy } from './taken.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** Tells whether an alert was taken in this run: all are of one kind. */
const hasTaken = perRun(() => ({ alert: false }));

export const visitActs = {
  async visit(scene: Scene, { device }: Of<'visit'>): Promise<Came> {
    const own = seenAs(scene, device);
    if (!own) return undefined;
    const { deployment } = scene;
    const look = async (): Promise<Event> => {
      const answer = await deployment.call('readDevice', { id: own.id });
      const { facts } = deployment.lens.reply('device').read(contentOf(answer));
      const { id } = facts;
      const isMissing =
        id === undefined &&
        ((await saysNone(deployment, 'readDevice', answer)) || (await isKeptBack(scene, own, answer)));
      const isOwn = String(id) === String(own.id);
      const found = isOwn || (isMissing ? false : undefined);
      const shown = !isOwn && id !== undefined && id !== null && { shown: String(id) };
      if (id === undefined && !isMissing) await unlessRefused(scene, own, answer);
      const isEmptied =
        (scene.listed.get(String(id))?.shown ?? 0) >= SEVERAL && shownOf(deployment, facts) === 0;
      return {
        ...{ at: deployment.clock.now(), kind: 'visited', device: String(own.id), found },
        ...shown,
        ...(isOwn && isEmptied && { emptied: true }),
        ...(isOwn && isMixed(scene, own, facts.name) && { mixed: true }),
      };
    };
    return lookUntil(scene, look);
  },

  /** Each says another moment and text: one that comes twice may be taken once. */
  async alert(scene: Scene, { device }: Of<'alert'>): Promise<Came> {
    const own = scene.devices.get(device);
    const { deployment } = scene;
    // One of the run that may be expired need not take any.
    if (!own || (own.dated && deployment.made.isDevice(own.id)) || !scene.supply.mayAlert()) return undefined;
    const purpose = deployment.profile.openings['alerts.purpose']?.does;
    if (purpose === undefined)
      throw new Unreached('whether a POST of alerts records them is not said', 'alerts.purpose');
    if (purpose === 'query') return undefined;
    // It may have been sent to people.
    scene.supply.noteSent(own.id);
    const number = ++scene.alerts;
    const { raisedAt, text, ...rest } = sampleOf(deployment, 'alert');
    const facts = {
      ...rest,
      ...(typeof raisedAt === 'number' && { raisedAt: raisedAt - MINUTE + number * 1_000 }),
      ...(typeof text === 'string' && { text: `${text} ${number}` }),
    };
    const body = deployment.lens.posting('alerts').write([facts]);
    const answer = await deployment.call('postAlerts', { id: own.id, body });
    const told = { at: deployment.clock.now(), kind: 'alerted', device: String(own.id) } as const;
    const placed = hasPlace(body) && { placed: true };
    if (saysNothing(answer)) return { ...told, taken: 'unclear', ...placed };
    const taken = await takenBy(deployment, 'postAlerts', own.id, answer, body);
    if (taken === 'taken') {
      hasTaken(deployment).alert = true;
      return { ...told, taken, ...placed };
    }
    scene.refusal =
      taken === 'refused'
        ? await otherCause(scene, own, body, answer)
        : new Unreached('alerts are answered alike whether they are taken or not', 'operations.envelope');
    return { ...told, taken: scene.refusal ? 'unclear' : 'refused', ...placed };
  },

  async devices(scene: Scene, { pages }: Of<'devices'>): Promise<Came> {
    const { deployment } = scene;
    const size = pages === undefined ? undefined : sizeFor(deployment, pages, scene.listed.size);
    if (pages !== undefined && size === undefined) return undefined;
    let unread: string | undefined;
    const look = async (): Promise<Event> => {
      const before = lastingIn(scene);
      const list = await deployment.list('devices', size);
      const { records, repeated, issues, total } = list;
      scene.listed = listedIn(deployment, records);
      unread = records.length === 0 ? issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const complete =
        list.complete &&
        issues.length === 0 &&
        deployment.profile.openings['operations.paging'] !== undefined;
      const lacks = complete && unread === undefined ? await leftOut(scene, before) : [];
      return {
        at: deployment.clock.now(),
        kind: 'devices',
        listed: records.flatMap(({ id }) => (id === undefined || id === null ? [] : [String(id)])),
        repeated: repeated.map(String),
        complete,
        ...(lacks.length > 0 && { lacks }),
        ...(total !== undefined && { total }),
      };
    };
    const seen = await lookUntil(scene, look);
    if (unread !== undefined)
      throw new Unreached(`the list cannot be read: ${unread}`, 'operations.envelope');
    return seen;
  },
};

/** The devices that the run made, and that were never given an expiry: those of the history are followed by the judge. */
function lastingIn({ deployment, devices }: Scene): ReadonlyMap<string, AnyId> {
  const followed = new Set([...devices.values()].map(({ id }) => String(id)));
  const own = deployment.made.standing('device').filter((id) => !deployment.controls.wasDated(id));
  return new Map(
    own.flatMap((id): [string, AnyId][] => (followed.has(String(id)) ? [] : [[String(id), id]])),
  );
}

/** The first of these that the list leaves out, though it is read by its id, and still has no expiry. */
async function leftOut(scene: Scene, before: ReadonlyMap<string, AnyId>): Promise<string[]> {
  const { deployment, listed } = scene;
  const id = [...before.values()].find((one) => !listed.has(String(one)));
  if (id === undefined) return [];
  const answer = await deployment.call('readDevice', { id });
  const facts: Partial<Facts<'device', AnyId>> = whereBound(
    {},
    () => deployment.lens.reply('device').read(contentOf(answer)).facts,
  );
  const isRead = String(facts.id) === String(id) && facts.licence !== 'expired';
  return isRead && lastingIn(scene).has(String(id)) ? [String(id)] : [];
}

/** Throws where the list shows a device as one in use, and a read of it is refused as one without a token is, while others are read. */
async function unlessRefused(scene: Scene, own: SceneDevice, answer: Answer): Promise<void> {
  const { deployment } = scene;
  const { id } = own;
  if ((await deployment.probes.kind('readDevice', answer)) !== 'refused') return;
  if (!(await isAloneUnread(scene, own))) return;
  throw new Doubt(`the list shows the device ${id}, and a read of it is refused, while others are read`);
}

/** Returns whether a read that the account may do is refused of this device alone, in whatever words, though the list shows it as one in use. */
async function isKeptBack(scene: Scene, own: SceneDevice, answer: Answer): Promise<boolean> {
  const { deployment } = scene;
  const roles = deployment.profile.openings['auth.roles'];
  if (!roles || roles.mayNotCall.includes('readDevice') || saysNothing(answer)) return false;
  if (!readsAsRefusal(deployment, answer)) return false;
  if ((await deployment.probes.kind('readDevice', answer)) === 'refused') return false;
  return isAloneUnread(scene, own);
}

/** Returns whether the list shows a device as one in use, and a read shows another one. */
async function isAloneUnread({ deployment, listed }: Scene, { id }: SceneDevice): Promise<boolean> {
  if (listed.get(String(id))?.licence !== 'used') return false;
  const other = await deployment.probes.served('readDevice');
  const shown = deployment.lens.reply('device').read(contentOf(other.answer)).facts.id;
  return shown !== undefined && shown !== null && String(shown) !== String(id);
}

/** The cause that a refused alert may have beside the rule; `undefined` where there is none. */
async function otherCause(
  { deployment }: Scene,
  own: SceneDevice,
  body: Json,
  answer: Answer,
): Promise<Unreached | undefined> {
  if (!deployment.profile.openings['auth.roles'])
    return new Unreached('the alert was refused; the token may not be allowed to post any', 'auth.roles');
  const { id } = own;
  const corrupted = await deployment.call('postAlerts', { id, body: {} });
  // It may take only kinds of its own, until it has taken one of this kind.
  const isUnknown = deployment.profile.samples?.alert === undefined && !hasTaken(deployment).alert;
  if (isUnknown && corrupted.fingerprint === answer.fingerprint)
    return new Unreached('the alert was refused like a malformed one', 'samples.alert');
  // Where a bad body is refused in another way, this may be about the token: it may have lost its worth meanwhile.
  if (
    answer.fingerprint === (await deployment.probes.refusal()) &&
    corrupted.fingerprint !== answer.fingerprint &&
    !(await isRefusedAlone(deployment, id, body, answer))
  )
    return new Unreached('the alert was refused as a request without a token is');
  if (own.dated && (await licenceOf(deployment, id)) !== 'used')
    return new Unreached('the alert was refused; its device may be expired');
  return undefined;
}

/** Returns whether the token still opens what it opened, and the alert is refused none the less. */
async function isRefusedAlone(
  deployment: Deployment,
  id: AnyId,
  body: Json,
  answer: Answer,
): Promise<boolean> {
  const again = await deployment.call('postAlerts', { id, body });
  const { operation, answer: served } = await deployment.probes.knownGood();
  const now = await deployment.call(operation);
  return again.fingerprint === answer.fingerprint && now.fingerprint === served.fingerprint;
}

/** So many on a page that there are so many pages; `undefined` where nothing says how to ask for it. */
function sizeFor({ profile }: Deployment, pages: number, records: number): number | undefined {
  const paging = profile.openings['operations.paging'];
  const { limit } = profile.openings['operations.query'] ?? {};
  if (!paging || paging.by === 'none' || limit === undefined || records < pages) return undefined;
  return Math.min(Math.ceil(records / pages), paging.max ?? records);
}

/** The devices of a list by their ids. */
export function listedIn(
  deployment: Deployment,
  records: readonly Facts<'device', AnyId>[],
): ReadonlyMap<string, Listed> {
  return new Map(
    records.flatMap((one): [string, Listed][] => {
      const { id, licence, name } = one;
      if (!isId(id)) return [];
      const told = {
        ...(typeof licence === 'string' && { licence }),
        ...(typeof name === 'string' && { name }),
      };
      return [[String(id), { id, shown: shownOf(deployment, one), ...told }]];
    }),
  );
}

/** Returns whether the list shows the name of a device beside the id of another one, and not beside its own. */
function isMixed({ listed }: Scene, { id }: SceneDevice, name: unknown): boolean {
  if (typeof name !== 'string' || (listed.get(String(id))?.name ?? name) === name) return false;
  return [...listed.values()].some((other) => other.name === name);
}

/** Facts of a device in the list, so many that a read of it cannot but show one of them. */
const SEVERAL = 3;

/** So many facts are shown of a device, beside its id, for which a read has places. */
function shownOf(deployment: Deployment, facts: Facts<'device', AnyId>): number {
  const isShown = (fact: keyof typeof facts) => facts[fact] !== undefined && facts[fact] !== null;
  return deployment.lens.reply('device').facts.filter((fact) => fact !== 'id' && isShown(fact)).length;
}

/** Returns whether a device shows which one it is. */
export function showsId(deployment: Deployment): boolean {
  return whereBound(false, () => deployment.lens.reply('device').facts.includes('id'));
}

/** Returns whether alerts are recorded, the account may post them, and it is known how. */
export function recordsAlerts(deployment: Deployment): boolean {
  const { 'alerts.purpose': purpose, 'auth.roles': roles } = deployment.profile.openings;
  const recorded = purpose?.does === 'record' && roles?.mayNotCall.includes('postAlerts') !== true;
  return recorded && whereBound(false, () => deployment.lens.record('alert').facts.length > 0);
}

/** A device that raises an alert somewhere may well be there: then the alert has a fraction of a degree in it. */
function hasPlace(body: unknown): boolean {
  if (typeof body === 'number') return !Number.isInteger(body);
  return typeof body === 'object' && body !== null && Object.values(body).some(hasPlace);
}
