/** Steps that look at records of any family: one that is read, lists, ids that name none. They change nothing. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { kindOf, unknownIdOf } from '../deployment/probing/probing.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { contentOf, isSuccess, readsAsRefusal, sameShape } from '../deployment/reading/answers.ts';
import { recordShows } from '../deployment/reading/device.ts';
import { type Listed as ListRead, readPage } from '../deployment/reading/lists.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import type { Entry, Event, Family } from '../judge/event.ts';
import { integer, oneOf, optional } from '../kit/schema.ts';
import { type AnyId, type Facts, isId } from '../profile/facts.ts';
import { familyOperations, type ListedName, listedBy, listOperation } from '../specification/operations.ts';
import { isMissing, type Read, readOnce, saysNone, saysNothing } from './answers.ts';
import type { AnyFacts } from './contents.ts';
import { lastLocation } from './places.ts';
import { device, family, flag, looks, ofRecord, recordInWords, row } from './row.ts';
import { Doubt, keyOf, type Listed, lookUntil, type Scene, seenAs, settles } from './scene.ts';
import { entryTexts, readableTexts } from './texts.ts';

type Device = Facts<'device', AnyId>;

export const lookingRows = {
  read: row({
    fields: ofRecord,
    ...looks,
    touches: ['records'],
    answers: (step) => familyOperations[step.family].read,
    say: (step) => `read ${recordInWords(step)}`,
    async act(scene, step) {
      const record = scene.records.get(keyOf(step));
      if (!record) return undefined;
      const { deployment, deleted } = scene;
      const { family, id } = record;
      return lookUntil(scene, async (): Promise<Event> => {
        const read = await readOnce(deployment, family, id);
        const isDeleted = deleted.has(record);
        const isAbsent = !read.found && (await isMissing(deployment, family, read, isDeleted));
        if (isAbsent && isDeleted) await deployment.made.gone(family, id);
        return {
          ...{ at: deployment.clock.now(), kind: 'read', family, record: String(id) },
          found: read.found || (isAbsent ? false : undefined),
          texts: read.found ? readableTexts(deployment, family, read.facts, true) : {},
        };
      });
    },
  }),

  /** The device itself is read. */
  visit: row({
    fields: { device },
    ...{ reads: true, touches: ['devices', 'licences', 'looking'], answers: 'readDevice' },
    isPossible: (deployment) => recordShows(deployment, 'id'),
    say: (step) => `read device ${step.device}`,
    async act(scene, { device }) {
      const own = seenAs(scene, device);
      if (!own) return undefined;
      const { deployment } = scene;
      const { id } = own;
      return lookUntil(scene, async () => {
        const read = await readOnce(deployment, 'device', id);
        const { answer, facts, found: isOwn } = read;
        const isOther = async () => scene.listed.has(String(id)) && (await contradicts(scene, id, read));
        const isAbsent = async () => (await saysNone(deployment, 'readDevice', answer)) || (await isOther());
        const isFound = isOwn || (facts.id === undefined && (await isAbsent()) ? isOwn : undefined);
        return {
          ...{ at: deployment.clock.now(), kind: 'visited' as const, device: String(id), found: isFound },
          ...(!isOwn && isId(facts.id) && { shown: String(facts.id) }),
          ...(isOwn && (await isOther()) && { contradicts: true }),
        };
      });
    },
  }),

  /**
   * `size`: with so many on a page, where the profile names a way to ask for that. `whole`: records of the history whose texts
   * it does not show are read.
   */
  list: row({
    fields: { family, size: optional(integer({ minimum: 1, maximum: 100 })), whole: flag },
    ...{ ...looks, touches: ['records'], cost: { requests: 2 } },
    answers: (step) => familyOperations[step.family].list,
    say: (step) => `list the ${step.family}s${step.size === undefined ? '' : `, ${step.size} on a page`}`,
    async act(scene, { family, size }) {
      const { deployment, listedOf } = scene;
      const name = listedBy[familyOperations[family].list];
      const { count = 0, lacking } = listedOf.get(family) ?? {};
      // More of a long list than is asked for, so that it takes few requests.
      const most = size === undefined ? undefined : sizeOf(deployment, Math.max(size, Math.ceil(count / 2)));
      const event = await listedUntil(scene, name, most, ({ records, repeated, complete }) => {
        const entries = records.map(entryTexts);
        // Records that the last list lacked, though they stood in the one before it as in this one.
        const returned = complete ? entries.flatMap(({ id }) => (id && lacking?.has(id) ? [id] : [])) : [];
        return {
          ...{ at: deployment.clock.now(), kind: 'listed' as const, family, complete },
          entries: [...entries, ...repeated.map((id): Entry => ({ id: String(id), texts: {} }))],
          ...(returned.length > 0 && { returned }),
        };
      });
      if (event.complete) noteListed(scene, family, event.entries);
      else
        scene.refusal = new Unreached(
          'not all pages of the list were seen',
          'operations.paging',
          'operations.query',
        );
      return event;
    },
  }),

  /** `pages`: on so many, where the profile names a way to ask for that. */
  devices: row({
    fields: { pages: optional(integer({ minimum: 2, maximum: 10 })) },
    ...{ reads: true, touches: ['licences', 'looking'], cost: { requests: 2 }, answers: 'listDevices' },
    say: (step) => `list the devices${step.pages === undefined ? '' : ` on ${step.pages} pages`}`,
    async act(scene, { pages }) {
      const { deployment, listed } = scene;
      const isAsked = deployment.profile.openings['operations.query']?.limit !== undefined;
      const isLong = pages !== undefined && isAsked && listed.size >= pages;
      const size = isLong ? sizeOf(deployment, Math.ceil(listed.size / pages)) : undefined;
      if (pages !== undefined && size === undefined) return undefined;
      let before = lastingIn(scene);
      return listedUntil(scene, 'devices', size, async ({ records, repeated, total, complete }) => {
        scene.listed = listedIn(records);
        const lacks = complete ? await leftOut(scene, before) : [];
        before = lastingIn(scene);
        return {
          ...{ at: deployment.clock.now(), kind: 'devices' as const, complete },
          listed: [...scene.listed.keys()],
          repeated: repeated.map(String),
          ...(lacks.length > 0 && { lacks }),
          ...(total !== undefined && { total }),
        };
      });
    },
  }),

  /** The countries or time zones that a user can have. */
  choices: row({
    fields: { of: oneOf('countries', 'timeZones') },
    ...{ reads: true, touches: ['looking'] },
    answers: (step) => listOperation[step.of],
    say: (step) => `list the ${step.of === 'countries' ? 'countries' : 'time zones'}`,
    async act({ deployment }, { of }) {
      // The first page shows that there are any.
      const answer = await deployment.call(listOperation[of]);
      const { records, issues } = readPage(deployment.lens, of, contentOf(answer));
      const isRead = isSuccess(answer) && (issues.length === 0 || isEmpty(answer));
      return { at: deployment.clock.now(), kind: 'choices', of, ...(isRead && { count: records.length }) };
    },
  }),

  /** An id is read that names no device. */
  strange: row({
    fields: {},
    ...{ reads: true, touches: ['looking'], cost: { requests: 5 }, answers: 'readDevice' },
    say: () => 'read a device of an id that names none',
    /** @throws Unreached where it cannot be told */
    async act({ deployment, isAgain }) {
      const told = { at: deployment.clock.now(), kind: 'strange' } as const;
      const known = (await probeServed(deployment, 'readDevice')).answer;
      const knownId = idIn(deployment, known);
      const showsId = recordShows(deployment, 'id');
      if (showsId ? knownId === undefined : contentOf(known) === undefined)
        throw new Unreached(
          'a known device is not served, so that an unknown one cannot be distinguished from it',
          'known.device',
        );
      const before = await unknownIdOf(deployment, 'readDevice');
      const id = String(before.id);
      const unknown = isAgain ? await deployment.call('readDevice', { id: before.id }) : before;
      if (sameShape(known, unknown)) {
        const shown = idIn(deployment, unknown);
        if (showsId && shown === undefined)
          throw new Unreached('the answer to an unknown id has the form of a device, but no id in it');
        return { ...told, id, asKnown: true, ...(shown !== undefined && { shown: String(shown) }) };
      }
      const { answer, place } = await lastLocation(deployment, before.id);
      // Zeros may be a refusal.
      const isPlace = place !== undefined && (place.latitude !== 0 || place.longitude !== 0);
      if (isPlace && !readsAsRefusal(deployment, answer)) return { ...told, id, asKnown: true };
      // An end that a careless reader takes for no part of an id, and a sign that matches any id in a pattern.
      for (const text of showsId ? [`${knownId}x`, '%'] : []) {
        const misread = await deployment.call('readDevice', { id: text });
        const shown = idIn(deployment, misread);
        if (shown !== undefined && String(shown) !== text && sameShape(known, misread))
          return { ...told, asKnown: true, id: text, shown: String(shown) };
      }
      return { ...told, asKnown: false };
    },
  }),
};

/** A list of whose pages all were seen, or not, as an event. @throws Unreached where nothing of it can be read */
async function listedUntil<N extends ListedName, E extends Event>(
  scene: Scene,
  name: N,
  size: number | undefined,
  eventOf: (list: ListRead<N>) => E | Promise<E>,
): Promise<E> {
  const { deployment } = scene;
  let unread: string | undefined;
  const event = await lookUntil(scene, () =>
    deployment.list(name, size).then((list) => {
      unread = list.records.length === 0 ? list.issues[0] : undefined;
      // Without known paging there may be more pages than were seen.
      const isPaged = deployment.profile.openings['operations.paging'] !== undefined;
      return eventOf({ ...list, complete: list.complete && list.issues.length === 0 && isPaged });
    }),
  );
  if (unread !== undefined)
    throw new Unreached(`the list of ${name} cannot be read: ${unread}`, 'operations.envelope');
  return event;
}

/** So many on a page, where lists have pages. */
function sizeOf({ profile }: Deployment, wanted: number): number | undefined {
  const paging = profile.openings['operations.paging'];
  return paging && paging.by !== 'none' ? Math.min(wanted, paging.max ?? wanted) : undefined;
}

/** Returns whether an answer holds nothing that could be a record, however lists are wrapped. */
function isEmpty({ text, json }: Answer): boolean {
  return text.trim() === '' || (typeof json === 'object' && Object.keys(json ?? {}).length === 0);
}

/**
 * Records of the history are followed by the judge. Others that the run has made may be disabled meanwhile, or be readable only
 * a moment later: a list may lack them.
 */
function noteListed(
  { listedOf, records, deployment }: Scene,
  family: Family,
  entries: readonly Entry[],
): void {
  const own = [...records.values()].map(({ id }) => id);
  const made = settles(deployment) || family === 'user' ? deployment.made.standing(family) : [];
  const followed = new Set([...own, ...made].map(String));
  const shown = new Set(entries.flatMap(({ id }) => (id === undefined || followed.has(id) ? [] : [id])));
  const before = listedOf.get(family)?.shown ?? [];
  const lacking = new Set([...before].filter((id) => !shown.has(id) && !followed.has(id)));
  listedOf.set(family, { shown, lacking, count: entries.length });
}

/** The devices of a list by their ids. */
export function listedIn(records: readonly Device[]): ReadonlyMap<string, Listed> {
  return new Map(records.flatMap((one) => (isId(one.id) ? [[String(one.id), { ...one, id: one.id }]] : [])));
}

/** The devices that the run made, and that were never given an expiry: those of the history are followed by the judge. */
function lastingIn({ deployment, devices }: Scene): readonly AnyId[] {
  const followed = new Set([...devices.values()].map(({ id }) => String(id)));
  const own = deployment.made.standing('device').filter((id) => !deployment.controls.wasDated(id));
  return own.filter((id) => !followed.has(String(id)));
}

/** The first of these that the list leaves out, though it is read by its id, and still has no expiry. */
async function leftOut(scene: Scene, before: readonly AnyId[]): Promise<string[]> {
  const id = before.find((one) => !scene.listed.has(String(one)));
  const read = id !== undefined && (await readOnce(scene.deployment, 'device', id).catch(unlessUnbound));
  const isLeftOut = read && (await contradicts(scene, id, read));
  return isLeftOut && lastingIn(scene).some((one) => String(one) === String(id)) ? [String(id)] : [];
}

/** Facts of a device in the list, so many that a read of it cannot but show one of them. */
const SEVERAL = 3;

/**
 * Returns whether the list and a read of a device cannot both be true: the list has no such device, and the read shows one in use;
 * it shows nothing of what the list does, or the name that the list shows of another; or it is refused, while others are read.
 *
 * @throws Doubt where it is refused as a request without a token is, or the profile does not say what the account may do
 */
async function contradicts({ deployment, listed }: Scene, id: AnyId, { answer, facts, found }: Read) {
  const own: AnyFacts | undefined = listed.get(String(id));
  if (!own) return found && facts.licence !== 'expired';
  if (found) {
    const places = deployment.lens.reply('device').facts.filter((fact) => fact !== 'id');
    const shownIn = (one: AnyFacts) => places.filter((fact) => one[fact] !== undefined && one[fact] !== null);
    if (shownIn(own).length >= SEVERAL && shownIn(facts).length === 0) return true;
    const { name } = facts;
    const isOthers = typeof name === 'string' && typeof own.name === 'string' && name !== own.name;
    return isOthers && [...listed.values()].some((other) => other.name === name);
  }
  if (own.licence !== 'used' || !readsAsRefusal(deployment, answer)) return false;
  const shown = idIn(deployment, (await probeServed(deployment, 'readDevice')).answer);
  if (shown === undefined || String(shown) === String(id)) return false;
  const roles = deployment.profile.openings['auth.roles'];
  const mayRead = roles !== undefined && !roles.mayNotCall.includes('readDevice') && !saysNothing(answer);
  if (mayRead && (await kindOf(deployment, 'readDevice', answer)) !== 'refused') return true;
  throw new Doubt(`the list shows the device ${id}, and a read of it is refused, while others are read`);
}

function idIn({ lens }: Deployment, answer: Answer): AnyId | undefined {
  const { id } = lens.reply('device').read(contentOf(answer)).facts;
  return isId(id) ? id : undefined;
}
