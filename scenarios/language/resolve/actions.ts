/** What is done: one row for each verb. */

import { didYouMeanOneOf } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import type { Path } from '../problems.ts';
import type { Action, Devices } from '../story.ts';
import type { WrittenAction, WrittenFault } from '../written.ts';
import { checkRaising } from './alert-types.ts';
import { isDate } from './dates.ts';
import { isOn } from './desk.ts';
import { durationOf } from './durations.ts';
import { drivingOf } from './fleet.ts';
import type { Names } from './names.ts';
import { someOfUser, wholeUser } from './people.ts';

type Verbs = Exclude<WrittenAction, string>;
type Bare<A> = A extends Action ? Omit<A, 'place' | 'outcome'> : never;
type Deed = Bare<Action>;

/** What a verb is read with. */
interface Desktop {
  action: Verbs;
  path: Path;
  names: Names;
  /** The devices that stand under the verb. */
  devices: Devices;
}

export function readAction(
  written: WrittenAction,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Action | undefined {
  const action: Verbs = typeof written === 'string' ? { [written]: true } : written;
  const place = names.desk.place(path);
  const outcome = action.outcome ?? 'done';
  const verb = Object.keys(action).find(
    (field) => Object.hasOwn(onDevices, field) || Object.hasOwn(onOthers, field),
  );
  if (verb === undefined) return undefined;
  const read = onOthers[verb];
  if (read) {
    const deed = read({ action, path, names });
    return deed && { place, outcome, ...deed };
  }
  const devices = names.those(action[verb as 'drive'] as string, [...path, verb], mayBeIt);
  const deed = devices && onDevices[verb]?.({ action, path, names, devices });
  return deed && { place, outcome, ...deed };
}

const onDevices: { readonly [verb: string]: (desktop: Desktop) => Deed | undefined } = {
  drive({ action, path, names, devices }) {
    const driving = drivingOf(action.route ?? '', action, [...path, 'route'], names);
    return driving && { kind: 'drive', devices, driving };
  },
  stop: ({ action, devices }) => ({ kind: 'stop', devices, for: lasting(action.for) }),
  alert({ action, path, names, devices }) {
    const { type = '', severity, text, channels, times = 1, apart = '1s' } = action;
    checkRaising(type, [...path, 'type'], names);
    return {
      kind: 'alert',
      devices,
      type,
      ...(severity !== undefined && { severity }),
      ...(text !== undefined && { text }),
      ...(channels !== undefined && { channels }),
      times,
      apart: durationOf(apart) ?? 0,
    };
  },
  send: ({ action, devices }) => ({
    kind: 'send',
    devices,
    channel: action.channel ?? 'email',
    count: action.count ?? 1,
  }),
  setLimits({ action, path, names, devices }) {
    const { expires, expirationDate, dailyEmail, dailySms } = action;
    if ([expires, expirationDate, dailyEmail, dailySms].every((given) => given === undefined)) {
      return names.desk.wrong(
        'NOTHING_SAID',
        path,
        'no setting is changed',
        'give dailyEmail, dailySms, expires or expirationDate',
      );
    }
    isDate(expirationDate, [...path, 'expirationDate'], names.desk);
    return {
      kind: 'set-limits',
      devices,
      change: {
        // A date alone means that it is to count.
        ...(expires === undefined && typeof expirationDate === 'string' && { expires: true }),
        ...(expires !== undefined && { expires: isOn(expires) }),
        ...(expirationDate !== undefined && { expirationDate }),
        ...(dailyEmail !== undefined && { dailyEmail }),
        ...(dailySms !== undefined && { dailySms }),
      },
    };
  },
  activate({ action, path, names, devices }) {
    const date = isDate(action.expirationDate, [...path, 'expirationDate'], names.desk);
    return { kind: 'activate', devices, ...(date !== undefined && { expirationDate: date }) };
  },
  loseSignal: ({ action, devices }) => ({
    kind: 'lose-signal',
    devices,
    for: lasting(action.for),
    buffered: isOn(action.buffered ?? true),
  }),
  regainSignal: ({ devices }) => ({ kind: 'regain-signal', devices }),
  setSensor: ({ action, devices }) => ({
    kind: 'set-sensor',
    devices,
    sensor: action.sensor ?? '',
    value: action.value ?? 0,
  }),
  setFuel: ({ action, devices }) => ({
    kind: 'set-level',
    devices,
    level: 'fuel',
    value: action.percent ?? 0,
  }),
  setBattery: ({ action, devices }) => ({
    kind: 'set-level',
    devices,
    level: 'battery',
    value: action.percent ?? 0,
  }),
};

const onOthers: { readonly [verb: string]: (desktop: Omit<Desktop, 'devices'>) => Deed | undefined } = {
  setLicences: ({ action }) => ({ kind: 'set-licences', total: action.setLicences ?? 0 }),
  apiAccess: ({ action }) => ({ kind: 'api-access', on: isOn(action.apiAccess ?? true) }),
  rotateKey: () => ({ kind: 'rotate-key' }),
  getToken: () => ({ kind: 'token' }),
  addDevice({ action, path, names }) {
    const { addDevice: name = '', group } = action;
    if (names.parts.has(name)) {
      return names.desk.wrong(
        'NAME_TWICE',
        [...path, 'addDevice'],
        `the fleet has a part ${quoted(name)} already`,
      );
    }
    if (group !== undefined) names.group(group, [...path, 'group']);
    return { kind: 'add-device', name, group: group ?? null };
  },
  createGroup: (desktop) => wholeGroup('create-group', desktop, desktop.action.createGroup),
  replaceGroup(desktop) {
    const { action, path, names } = desktop;
    const group = names.group(action.replaceGroup ?? '', [...path, 'replaceGroup']);
    const whole = group === undefined ? undefined : wholeGroup('create-group', desktop, action.name ?? group);
    return group === undefined || !whole ? undefined : { ...whole, kind: 'replace-group', group };
  },
  patchGroup({ action, path, names }) {
    const group = names.group(action.patchGroup ?? '', [...path, 'patchGroup']);
    const devices = members(action.devices, path, names);
    return group === undefined
      ? undefined
      : {
          kind: 'patch-group',
          group,
          ...(action.name !== undefined && { name: action.name }),
          ...(action.description !== undefined && { description: action.description }),
          ...(devices !== undefined && { devices }),
        };
  },
  deleteGroup({ action, path, names }) {
    const group = names.group(action.deleteGroup ?? '', [...path, 'deleteGroup']);
    return group === undefined ? undefined : { kind: 'delete-group', group };
  },
  createUser: ({ action, path, names }) => ({
    kind: 'create-user',
    user: wholeUser(action.createUser ?? '', action, path, names),
  }),
  replaceUser({ action, path, names }) {
    const name = names.user(action.replaceUser ?? '', [...path, 'replaceUser']);
    return name === undefined
      ? undefined
      : { kind: 'replace-user', name, user: wholeUser(action.name ?? name, action, path, names) };
  },
  patchUser({ action, path, names }) {
    const name = names.user(action.patchUser ?? '', [...path, 'patchUser']);
    const user = {
      ...someOfUser(action, path, names),
      ...(action.name !== undefined && { name: action.name }),
    };
    return name === undefined ? undefined : { kind: 'patch-user', name, user };
  },
  deleteUser({ action, path, names }) {
    const name = names.user(action.deleteUser ?? '', [...path, 'deleteUser']);
    return name === undefined ? undefined : { kind: 'delete-user', name };
  },
  faults: ({ action, path, names }) => ({
    kind: 'faults',
    rules: (action.faults ?? []).map((fault, index) => readFault(fault, [...path, 'faults', index], names)),
  }),
};

function wholeGroup(
  kind: 'create-group',
  { action, path, names }: Omit<Desktop, 'devices'>,
  name = '',
): Extract<Deed, { kind: 'create-group' }> {
  return {
    kind,
    name,
    description: action.description ?? '',
    devices: members(action.devices, path, names) ?? null,
  };
}

/** `undefined` where nothing is said, null for none. */
function members(written: string | null | undefined, path: Path, names: Names): Devices | null | undefined {
  if (written === undefined || written === null) return written;
  return names.those(written, [...path, 'devices'], false);
}

const LONGEST_LATENCY = 60_000;

function readFault(
  { operation, latency = '0s', errors = 0, drops = 0 }: WrittenFault,
  path: Path,
  { desk }: Names,
) {
  const ids = operations.map(({ id }) => id as string);
  if (operation !== '*' && !ids.includes(operation)) {
    desk.wrong(
      'UNKNOWN_OPERATION',
      [...path, 'operation'],
      `there is no operation ${quoted(operation)}`,
      didYouMeanOneOf(operation, ids),
    );
  }
  const ms = durationOf(latency) ?? 0;
  if (ms > LONGEST_LATENCY)
    desk.wrong('OUT_OF_RANGE', [...path, 'latency'], 'an answer waits a minute at most');
  if (errors + drops > 1) desk.wrong('OUT_OF_RANGE', path, '"errors" and "drops" add up to more than 1');
  return { operation, latency: ms, errors, drops };
}

function lasting(text: string | undefined): number | null {
  return text === undefined ? null : (durationOf(text) ?? null);
}
