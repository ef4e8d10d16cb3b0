/** What must hold. A written expectation may say several things of one subject: each is judged apart. */

import { didYouMeanOneOf } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../../contracts/specification/events/index.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import type { Path } from '../problems.ts';
import type { Devices, Expectation, Wanted } from '../story.ts';
import type { WrittenAge, WrittenExpectation, WrittenWanted } from '../written.ts';
import { checkRaised } from './alert-types.ts';
import { isOn } from './desk.ts';
import { durationOf, metresOf } from './durations.ts';
import type { Names } from './names.ts';
import { factNames } from './record-facts.ts';

type Bare<E> = E extends Expectation ? Omit<E, 'place' | 'label'> : never;
/** Labels come later: they are words about the whole story. */
export type Judged = Bare<Expectation>;
type Written = WrittenExpectation;

export function readExpectation(written: Written, path: Path, names: Names, mayBeIt: boolean): Expectation[] {
  const place = names.desk.place(path);
  const read = Object.keys(subjects).find((subject) => Object.hasOwn(written, subject));
  const judged = read === undefined ? [] : (subjects[read]?.(written, path, names, mayBeIt) ?? []);
  return judged.map((each) => ({ place, label: '', ...each }));
}

type Read = (written: Written, path: Path, names: Names, mayBeIt: boolean) => Judged[];

/** By the field that says what is looked at. Those that are a filter elsewhere come last. */
const subjects: { readonly [field: string]: Read } = {
  reply: readReply,
  licences: ({ licences = {} }, path, names) =>
    (['used', 'available', 'total'] as const).flatMap((of) =>
      licences[of] === undefined
        ? []
        : [{ kind: 'licences' as const, of, wanted: number(licences[of], [...path, 'licences', of], names) }],
    ),
  sent: (written, path, names, mayBeIt) => messages('sent', written, path, names, mayBeIt),
  withheld: (written, path, names, mayBeIt) => messages('withheld', written, path, names, mayBeIt),
  alerts({ alerts, type, from }, path, names, mayBeIt) {
    if (type !== undefined) checkRaised(type, [...path, 'type'], names);
    const devices = from === undefined ? null : names.those(from, [...path, 'from'], mayBeIt);
    if (devices === undefined) return [];
    return [
      { kind: 'alerts', devices, type: type ?? null, wanted: number(alerts, [...path, 'alerts'], names) },
    ];
  },
  happened({ happened = '', count }, path, names) {
    if (!serviceEventKinds.some((kind) => kind === happened)) {
      const hint =
        names.desk.nearest(happened, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
      const message = `there is no event ${quoted(happened)}`;
      names.desk.wrong('UNKNOWN_HAPPENING', [...path, 'happened'], message, hint);
      return [];
    }
    return [{ kind: 'happened', event: happened, wanted: number(count, [...path, 'count'], names) }];
  },
  groups: ({ groups }, path, names) => [
    { kind: 'groups', wanted: number(groups, [...path, 'groups'], names) },
  ],
  users: ({ users }, path, names) => [{ kind: 'users', wanted: number(users, [...path, 'users'], names) }],
  group({ group = '', exists, members }, path, names) {
    if (names.group(group, [...path, 'group']) === undefined) return [];
    const wanted = members === undefined ? undefined : number(members, [...path, 'members'], names);
    return [{ kind: 'group', name: group, exists: isOn(exists ?? true), ...(wanted && { devices: wanted }) }];
  },
  user({ user = '', exists }, path, names) {
    if (names.user(user, [...path, 'user']) === undefined) return [];
    return [{ kind: 'user', name: user, exists: isOn(exists ?? true) }];
  },
  device: readDevice,
  devices: ({ devices, licence, status }, path, names) => [
    {
      kind: 'devices',
      wanted: number(devices, [...path, 'devices'], names),
      licence: licence ?? null,
      status: status ?? null,
    },
  ],
};

/** Everything that is said of certain devices. */
function readDevice(written: Written, path: Path, names: Names, mayBeIt: boolean): Judged[] {
  const devices = names.those(written.device ?? '', [...path, 'device'], mayBeIt);
  if (devices === undefined) return [];
  const { licence, status, usage = {}, locations } = written;
  const judged: Judged[] = [];
  if (licence !== undefined) judged.push({ kind: 'device', devices, licence });
  if (status !== undefined) judged.push({ kind: 'device', devices, status });
  for (const channel of ['email', 'sms'] as const) {
    const wanted = usage[channel];
    if (wanted !== undefined)
      judged.push({
        kind: 'usage',
        devices,
        channel,
        wanted: number(wanted, [...path, 'usage', channel], names),
      });
  }
  judged.push(...positions(written, devices, path, names), ...lastLocation(written, devices, path, names));
  if (locations !== undefined) {
    judged.push({ kind: 'locations', devices, wanted: number(locations, [...path, 'locations'], names) });
  }
  if (Object.keys(written).length === 1) {
    names.desk.wrong(
      'NOTHING_SAID',
      path,
      'nothing is said of the device',
      'give licence, status, usage, near, last or locations',
    );
  }
  return judged;
}

const NEAR = 100;

function positions(written: Written, devices: Devices, path: Path, names: Names): Judged[] {
  return (['near', 'notNear'] as const).flatMap((field): Judged[] => {
    const name = written[field];
    const site = name === undefined ? undefined : names.site(name, [...path, field]);
    if (site === undefined) return [];
    const usual = names.sites[site]?.area ? 0 : NEAR;
    const within = written.within === undefined ? usual : metresOf(written.within);
    return [{ kind: 'position', devices, site, within, not: field === 'notNear' }];
  });
}

function lastLocation({ last = {} }: Written, devices: Devices, path: Path, names: Names): Judged[] {
  const facts = ['speed', 'odometer', 'fuel', 'battery'] as const;
  const judged = facts.flatMap((fact): Judged[] => {
    const wanted = last[fact];
    if (wanted === undefined) return [];
    return [{ kind: 'last-location', devices, fact, wanted: number(wanted, [...path, 'last', fact], names) }];
  });
  if (last.age === undefined) return judged;
  return [
    ...judged,
    { kind: 'last-location', devices, fact: 'age', wanted: age(last.age, [...path, 'last', 'age'], names) },
  ];
}

function messages(
  outcome: 'sent' | 'withheld',
  { channel, reason, from, ...written }: Written,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Judged[] {
  const devices = from === undefined ? null : names.those(from, [...path, 'from'], mayBeIt);
  if (devices === undefined) return [];
  const wanted = number(written[outcome], [...path, outcome], names);
  return [{ kind: 'messages', devices, channel: channel ?? null, outcome, reason: reason ?? null, wanted }];
}

function readReply(written: Written, path: Path, names: Names): Judged[] {
  const { reply = '', of, items, facts } = written;
  const { desk } = names;
  const found = operations.find(({ id }) => id === reply);
  if (!found) {
    const ids = operations.map(({ id }) => id);
    const hint = didYouMeanOneOf(reply, ids);
    desk.wrong('UNKNOWN_OPERATION', [...path, 'reply'], `there is no operation ${quoted(reply)}`, hint);
    return [];
  }
  if (found.method !== 'GET' && found.id !== 'issueToken') {
    const reading = `only what reads can be asked here; ${quoted(reply)} changes something`;
    desk.wrong('OPERATION_CHANGES', [...path, 'reply'], reading, 'let an action do it, with its outcome');
    return [];
  }
  const { pathId } = found;
  if (pathId !== null && of === undefined)
    desk.wrong('MISSING_FIELD', path, `"of" is missing: ${reply} is about one ${pathId}`);
  if (pathId === null && of !== undefined)
    desk.wrong('UNKNOWN_FIELD', [...path, 'of'], `${reply} is about nobody in particular`);
  const about =
    of === undefined || pathId === null ? undefined : aboutOne(pathId, of, [...path, 'of'], names);
  const known = factNames(found.id);
  if (facts !== undefined && known.length === 0) {
    const instead = found.id.startsWith('list') ? 'say "items", the length of its list' : undefined;
    desk.wrong('UNKNOWN_FIELD', [...path, 'facts'], `${reply} answers with no single record`, instead);
  }
  for (const fact of known.length === 0 ? [] : Object.keys(facts ?? {})) {
    if (!known.includes(fact)) desk.unknown('fact', fact, known, [...path, 'facts', fact]);
  }
  if (items !== undefined && !found.id.startsWith('list')) {
    desk.wrong('UNKNOWN_FIELD', [...path, 'items'], `${reply} answers with no list`);
  }
  return [
    {
      kind: 'reply',
      operation: reply,
      device: null,
      group: null,
      user: null,
      ...about,
      with: written.with ?? 'token',
      answered: written.answered ?? 'served',
      ...(items !== undefined && { items: number(items, [...path, 'items'], names) }),
      ...(facts && { facts }),
    },
  ];
}

function aboutOne(kind: 'device' | 'group' | 'user', name: string, path: Path, names: Names) {
  if (kind === 'device') return { device: names.one(name, path) ?? null };
  return kind === 'group'
    ? { group: names.group(name, path) ?? null }
    : { user: names.user(name, path) ?? null };
}

function number(written: WrittenWanted | undefined, path: Path, { desk }: Names): Wanted {
  if (typeof written === 'number') return { is: written };
  const { atLeast, atMost } = written ?? {};
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    desk.wrong('NEVER', path, `no number is at least ${atLeast} and at most ${atMost}`);
  }
  return { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
}

function age(written: WrittenAge, path: Path, names: Names): Wanted {
  if (typeof written === 'string') return { is: durationOf(written) ?? 0 };
  const { atLeast, atMost } = written;
  const inMs = {
    ...(atLeast !== undefined && { atLeast: durationOf(atLeast) ?? 0 }),
    ...(atMost !== undefined && { atMost: durationOf(atMost) ?? 0 }),
  };
  return number(inMs, path, names);
}
