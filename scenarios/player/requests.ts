/**
 * A story as requests to a deployment: it is played once, and the reports of its devices, its groups and users and its
 * calls of the API become plain requests in the profile's dialect, each with its moment. Ids that only the deployment
 * knows are placeholders: `{device:3}` is the third device of the story, `{group:1}` the id in the answer to the request
 * that `makes` it.
 */
import type { Json } from '../../contracts/kit/json.ts';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { compileLens } from '../../contracts/profile/lens/compile.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { familyOperations, type OperationId, operation } from '../../contracts/specification/operations.ts';
import { reportedOf } from '../../contracts/specification/records/field.ts';
import { records } from '../../contracts/specification/records/fields.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Story } from '../language/story.ts';
import { perform } from './perform.ts';
import type { Step } from './steps.ts';

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
  auth?: 'none';
  /** The placeholder of a new record's id, and where the answer has it; without a pointer its `Location` ends with it. */
  makes?: { place: string; pointer?: string };
  /** The service of the story refuses it. */
  refused?: true;
}

/** How much of the story is played at once, in ms: an advance has a bound of its own. */
const SLICE = 60_000;

/** The events of groups and users, and the calls that bring them about. */
const changes = {
  'group-created': ['group', 'create'],
  'group-replaced': ['group', 'replace'],
  'group-updated': ['group', 'update'],
  'group-deleted': ['group', 'delete'],
  'user-created': ['user', 'create'],
  'user-replaced': ['user', 'replace'],
  'user-updated': ['user', 'update'],
  'user-deleted': ['user', 'delete'],
} as const;
type Change = keyof typeof changes;
/** The facts that a caller sends. */
const sent = {
  location: reportedOf(records.location),
  alert: reportedOf(records.alert),
  group: reportedOf(records.group),
  user: reportedOf(records.user),
};

/**
 * Plays a story up to `end` and returns its requests in their order, with the number of steps that the API has no call
 * for, such as a changed limit, by kind. What the profile leaves open is written as the default profile writes it.
 * Throws the errors of a story that cannot go on.
 *
 * @param options.end ms since 1970 UTC
 * @param options.moved ms that are added to every time in a body
 */
export async function requestsOf(
  story: Story,
  profile: Profile,
  { end, moved = 0, stop }: { end: number; moved?: number; stop?: AbortSignal },
): Promise<{ requests: TimedRequest[]; left: { [step: string]: number } }> {
  const complete = completeProfile(profile);
  const { openings, basePath } = complete;
  const { start } = story.clock;
  const lens = compileLens(openings, { basePath, ids: 'opaque' });
  const played = perform(story, { profile: complete, historyPerDevice: 1, journalSize: 0, onStep });
  const { fleet, clock } = played.simulator;
  const requests: TimedRequest[] = [];
  const left: { [step: string]: number } = {};
  let alert: Extract<Step, { kind: 'alert' }> | undefined;

  played.onEvent(onEvent);
  for (const { id } of fleet.groups.list()) addRecord('group-created', id);
  for (const { id } of fleet.users.list()) if (id !== fleet.account.ownUserId) addRecord('user-created', id);
  try {
    while (clock.now() < end && !stop?.aborted) await clock.advance(Math.min(end, clock.now() + SLICE));
    const failure = played.failure();
    if (failure) throw failure;
  } finally {
    played.stop();
  }
  return { requests, left };

  function onStep(step: Step): void {
    if (step.kind === 'location') {
      const refused = !openings['expired.may'].postLocations && fleet.devices.isExpired(step.device);
      addReport('location', step.device, step.report, refused);
    } else if (step.kind === 'alert') {
      alert = step;
    } else if (step.kind === 'call' && step.operation !== 'issueToken' && step.with !== 'first-token') {
      const { pathId } = operation(step.operation);
      const place = pathId === null ? undefined : placeOf(pathId, step.named[pathId] ?? 0);
      const further = {
        ...(step.with === 'no-token' && { auth: 'none' as const }),
        ...refusal(step.refused),
      };
      add(step.operation, place, undefined, further);
    } else if (!/-(group|user)$/.test(step.kind)) {
      left[step.kind] = (left[step.kind] ?? 0) + 1;
    }
  }

  function onEvent(event: FleetEvent): void {
    if (event.kind === 'alert-raised') {
      const { deviceId, type, severity, raisedAt } = event;
      const isOfStep =
        alert?.device === deviceId && alert.report.raisedAt === raisedAt && alert.report.type === type;
      addReport('alert', deviceId, isOfStep && alert ? alert.report : { type, severity, raisedAt });
    } else if (event.kind === 'story-refusal' && event.action === 'alert' && alert) {
      addReport('alert', alert.device, alert.report, true);
    } else if (isChange(event)) {
      const id = 'groupId' in event ? event.groupId : event.userId;
      addRecord(event.kind, id, 'fields' in event ? event.fields : undefined);
    }
  }

  function addReport(resource: 'location' | 'alert', device: number, report: object, refused = false): void {
    const [what, id] =
      resource === 'location'
        ? (['locations', 'postLocations'] as const)
        : (['alerts', 'postAlerts'] as const);
    const body = lens.posting(what).write([factsOf(resource, report)]);
    add(id, placeOf('device', device), body, { device, ...refusal(refused) });
  }

  function addRecord(change: Change, id: number, changed?: readonly string[]): void {
    const [family, verb] = changes[change];
    const record = family === 'group' ? fleet.groups.peek(id) : fleet.users.peek(id);
    const place = placeOf(family, id);
    const body = {
      create: () => lens.body(family).write(factsOf(family, record)),
      replace: () => lens.body(family).write(factsOf(family, record)),
      update: () => lens.patch(family).write(factsOf(family, record, changed)),
      delete: () => undefined,
    }[verb]();
    const isNew = verb === 'create';
    const further = isNew ? { makes: { place, ...pointerOf(family) } } : {};
    add(familyOperations[family][verb], isNew ? undefined : place, body, further);
  }

  function add(
    id: OperationId,
    place: string | undefined,
    body?: Json,
    further: Partial<TimedRequest> = {},
  ): void {
    const { method, path } = operation(id);
    const contentType = method === 'PATCH' ? openings['patch.format'].contentType : 'application/json';
    requests.push({
      at: (clock.now() - start) / 1000,
      method,
      path: basePath + path.replace(/\{\w+\}/, place ?? ''),
      ...(body !== undefined && { contentType, body }),
      ...further,
    });
  }

  /** The facts of a record that a caller sends: its ids are placeholders, and its times moved. */
  function factsOf(resource: keyof typeof sent, record: object = {}, only?: readonly string[]) {
    const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (value === null || value === undefined || !(name in sent[resource])) return [];
      if (only && !only.includes(name)) return [];
      if (name === 'deviceIds') return [[name, value.map((id: number) => placeOf('device', id))]];
      if (name === 'groupIds') return [[name, value.map((id: number) => placeOf('group', id))]];
      return [[name, name === 'deviceTime' || name === 'raisedAt' ? value + moved : value]];
    });
    return Object.fromEntries(entries);
  }

  /** Where the answer to a create has the id (opening `operations.envelope`); nothing where its `Location` has it. */
  function pointerOf(family: 'group' | 'user'): { pointer?: string } {
    const { kind } = lens.answer(familyOperations[family].create);
    if (kind === 'id') return { pointer: openings['operations.envelope'].id.at };
    const pointer = kind === 'record' ? lens.reply(family).pointer('id') : undefined;
    return pointer === undefined ? {} : { pointer };
  }
}

function isChange(event: FleetEvent): event is Extract<FleetEvent, { kind: Change }> {
  return Object.hasOwn(changes, event.kind);
}

function refusal(isRefused: boolean): { refused?: true } {
  return isRefused ? { refused: true } : {};
}

function placeOf(resource: string, number: number): string {
  return `{${resource}:${number}}`;
}
