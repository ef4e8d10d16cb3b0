/**
 * A story as requests to a deployment: it is played once, and the reports of its devices, its groups and users and its
 * calls of the API become plain requests in the profile's dialect, each with its moment. Ids that only the deployment
 * knows are placeholders: `{device:3}` is the third device of the story, `{group:1}` the id in the answer to the request
 * that `makes` it.
 */
import type { Json } from '../../contracts/kit/json.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { compileLens } from '../../contracts/profile/lens/compile.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { familyOperations, type OperationId, operation } from '../../contracts/specification/operations.ts';
import { type Fields, reportedOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Story } from '../language/story.ts';
import { perform } from './perform.ts';
import { play } from './play.ts';
import type { Watcher } from './watcher.ts';

export interface TimedRequest {
  /** Seconds since the story began. */
  at: number;
  /** The story's device that reports; absent for groups, users and other calls. */
  device?: number;
  method: string;
  /** From the base address on. */
  path: string;
  contentType?: string;
  body?: Json;
  /** Absent: with a token. */
  auth?: 'none' | undefined;
  /** The placeholder of a new record's id, and the names that lead to it in the answer; without them its `Location` ends with it. */
  makes?: { place: string; names: string[] | undefined } | undefined;
  /** The service of the story refuses it. */
  refused?: true | undefined;
}

export interface Load {
  /** The ids that a simulator of the profile gives the devices. */
  devices: (number | string)[];
  requests: TimedRequest[];
  /** The number of steps that the API has no call for, such as a changed limit, by kind. */
  left: { [step: string]: number };
}

type Family = keyof typeof familyOperations;
type Verb = keyof (typeof familyOperations)[Family];
/** The events of groups and users: each is named by the call that brings it about. */
const CHANGE = /^(group|user)-(create|replace|update|delete)d$/;

/**
 * Plays a story up to `end` (ms since 1970 UTC) and returns its requests in their order. What the profile leaves open is
 * written as the default profile writes it. Throws the errors of a story that cannot go on.
 *
 * @param options.moved ms that are added to every time in a body
 */
export async function requestsOf(
  story: Story,
  profile: Profile,
  { end, moved = 0, stop }: { end: number; moved?: number; stop: AbortSignal },
): Promise<Load> {
  const complete = completeProfile(profile);
  const { openings, basePath } = complete;
  const lens = compileLens(openings, { basePath, ids: 'opaque' });
  const watcher: Watcher = {
    location(device, report) {
      const isRefused = !openings['expired.may'].postLocations && fleet.devices.isExpired(device);
      add('postLocations', device, report, { device, refused: isRefused || undefined });
    },
    alert(device, report) {
      alert = { device, report };
    },
    call({ operation: id, named, with: shown, refused }) {
      if (id === 'issueToken' || shown === 'first-token') return;
      const { pathId } = operation(id);
      const auth = shown === 'no-token' ? 'none' : undefined;
      add(id, pathId && named[pathId], undefined, { auth, refused: refused || undefined });
    },
    action(name) {
      if (!/-(group|user)$/.test(name)) left[name] = (left[name] ?? 0) + 1;
    },
  };
  const played = perform(story, { profile: complete, historyPerDevice: 1, journalSize: 0, watcher });
  const { fleet, clock, lens: own } = played.simulator;
  const devices = Array.from({ length: story.devices }, (_, index) => own.writeId('device', index + 1));
  const requests: TimedRequest[] = [];
  const left: Load['left'] = {};
  /** The last alert that a device was about to raise. */
  let alert: { device: number; report: Parameters<Watcher['alert']>[1] } | undefined;

  played.onEvent(onEvent);
  for (const { id } of fleet.groups.list()) addChange('group', 'create', id);
  for (const { id } of fleet.users.list())
    if (id !== fleet.account.ownUserId) addChange('user', 'create', id);
  await play(played, { until: end, signal: stop }).finally(() => played.simulator.stop());
  return { devices, requests, left };

  function onEvent(event: FleetEvent): void {
    const [, family, verb] = CHANGE.exec(event.kind) ?? [];
    if (event.kind === 'alert-raised') {
      const { deviceId: device, type, severity, raisedAt } = event;
      const own = alert?.device === device && alert.report.raisedAt === raisedAt ? alert.report : undefined;
      add('postAlerts', device, own?.type === type ? own : { type, severity, raisedAt }, { device });
    } else if (event.kind === 'story-refusal' && event.action === 'alert' && alert) {
      add('postAlerts', alert.device, alert.report, { device: alert.device, refused: true });
    } else if (verb !== undefined) {
      const { groupId, userId, fields } = Object(event);
      addChange(family as Family, verb as Verb, groupId ?? userId, fields);
    }
  }

  function addChange(family: Family, verb: Verb, id: number, changed?: readonly string[]): void {
    const record: object = fleet[`${family}s`].peek(id) ?? {};
    const facts = Object.entries(record).filter(([name]) => verb !== 'update' || changed?.includes(name));
    const { kind } = lens.answer(familyOperations[family].create);
    const at = kind === 'id' ? openings['operations.envelope'].id.at : lens.reply(family).pointer('id');
    const names = (kind === 'id' || kind === 'record') && at !== undefined ? splitPointer(at) : undefined;
    const makes = verb === 'create' ? { place: placeOf(family, id), names } : undefined;
    add(familyOperations[family][verb], id, Object.fromEntries(facts), { makes });
  }

  function add(id: OperationId, number: number | null, record?: object, further: Partial<TimedRequest> = {}) {
    const { method, path, pathId, ...row } = operation(id);
    const contentType = method === 'PATCH' ? openings['patch.format'].contentType : 'application/json';
    requests.push({
      at: (clock.now() - story.clock.start) / 1000,
      method,
      path: basePath + path.replace(/\{\w+\}/, placeOf(pathId ?? '', number ?? 0)),
      ...(record && 'writes' in row && { contentType, body: bodyOf(method, row.writes, record) }),
      ...further,
    });
  }

  /** Holds the facts of a record that a caller sends: its ids are placeholders, and its times moved. */
  function bodyOf(method: string, resource: string, record: object): Json {
    const sent = reportedOf<Fields>(records[resource as keyof typeof records]);
    const facts: { [name: string]: unknown } = {};
    for (const [name, value] of Object.entries(record)) {
      const [, of] = /^(device|group)Ids$/.exec(name) ?? [];
      if (value === null || value === undefined || !(name in sent)) continue;
      if (of !== undefined) facts[name] = value.map((id: number) => placeOf(of, id));
      else facts[name] = name === 'deviceTime' || name === 'raisedAt' ? value + moved : value;
    }
    if (resource !== 'group' && resource !== 'user')
      return lens.posting(resource === 'alert' ? 'alerts' : 'locations').write([facts]);
    return (method === 'PATCH' ? lens.patch(resource) : lens.body(resource)).write(facts);
  }
}

function placeOf(resource: string, number: number): string {
  return `{${resource}:${number}}`;
}
