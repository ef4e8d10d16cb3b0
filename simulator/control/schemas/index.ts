/**
 * The control API as one definition: a row for each route, with the right that it needs, its name in the client, its words,
 * its query and the schemas of its request and its reply. The server reads and checks calls by it, `openapi.ts` describes it,
 * and the functions of the client and all types follow from it.
 *
 * - `shared.ts`    ids, times, limits
 * - `clock.ts`     the clock, and what it brings
 * - `fleet.ts`     the account, devices, messages and alerts
 * - `query.ts`     query parameters, and how they are read
 * - `service.ts`   faults, profile, state
 * - `stories.ts`   stories, trips, injections, lessons
 * - `calls.ts`     calls, their filters, and waits for calls, events and messages
 * - `worlds.ts`    worlds beside the one at the plain address
 *
 * The contents of streams of events are not here: an event is a row of `contracts/specification/events`.
 */
import { each as eachOf, type Static, type TSchema } from '../../../contracts/kit/schema.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import { eventKinds } from '../../../contracts/specification/events/index.ts';
import type { Right } from '../roles.ts';
import * as calls from './calls.ts';
import * as clock from './clock.ts';
import * as fleet from './fleet.ts';
import type { injections } from './injections.generated.ts';
import { anyText, apiKey, each, oneWord, type Parameters, type ReadOf, upTo } from './query.ts';
import * as service from './service.ts';
import type { id } from './shared.ts';
import type { LatLon } from './stories.ts';
import * as stories from './stories.ts';
import * as worlds from './worlds.ts';

/** A route in all that is said of it; from it follow the types, the checks, the description, the client and the rights. */
export interface RouteRow {
  /** Its name in the client, a verb mostly below what it is about; `''` where it has none. */
  readonly as: string;
  /** Its purpose, in a sentence. */
  readonly does: string;
  readonly right: Right;
  /** The status of its success. Default 200. */
  readonly status?: number;
  /** The query parameters that it has. Others are refused. Default: none. */
  readonly query?: Parameters;
  readonly body?: TSchema;
  /** Absent where the answer is a stream of server-sent events. */
  readonly reply?: TSchema;
}

/** Rows of the routes that need a right. */
const needs =
  (right: Right) =>
  <const As extends string, const More extends Omit<RouteRow, 'as' | 'does' | 'right'>>(
    as: As,
    does: string,
    more: More,
  ) => ({ as, does, right, ...more });
const [look, act, inject, rewind, direct] = [
  needs('look'),
  needs('act'),
  needs('inject'),
  needs('rewind'),
  needs('direct'),
];

export const definition = {
  'GET /clock': look('clock.read', 'Read the fake clock.', { reply: clock.clockView }),
  'PUT /clock': act('clock.set', 'Move the clock forward, change its speed, freeze it or let it run.', {
    body: clock.clockChange,
    reply: clock.clockView,
  }),
  'POST /clock/advance': act(
    'clock.advance',
    'Move the clock ahead, and answer when all that was due has happened.',
    { body: clock.advance, reply: clock.receipt },
  ),
  'DELETE /clock/advance': act('clock.interrupt', 'Interrupt an advance.', { reply: clock.interruption }),
  'GET /deadlines': look('clock.deadlines', 'List what is due next.', {
    query: { limit: upTo(10_000, 50) },
    reply: clock.deadlines,
  }),

  'GET /account': look('account.read', 'Read the account: API access, licences, when the day ends.', {
    reply: fleet.account,
  }),
  'PUT /account': act('account.set', 'Change the account.', {
    body: fleet.accountChange,
    reply: fleet.account,
  }),
  'GET /devices': look('devices.list', 'List the devices with their limits and licences.', {
    query: { offset: upTo(Number.MAX_SAFE_INTEGER, 0), limit: upTo(100_000, 1_000) },
    reply: fleet.devicePage,
  }),
  'POST /devices': inject('devices.add', 'Add devices.', {
    status: 201,
    body: fleet.newDevices,
    reply: fleet.createdDevices,
  }),
  'GET /devices/{id}': look('devices.read', 'Read a device as it is now.', { reply: fleet.deviceNow }),
  'DELETE /devices/{id}': inject('devices.remove', 'Remove a device that does not drive by itself.', {
    reply: fleet.removedDevice,
  }),
  'GET /devices/{id}/track': look('devices.track', 'Read the stored locations of a device.', {
    query: { limit: upTo(1_000_000, 1_000) },
    reply: fleet.track,
  }),
  'GET /devices/{id}/limits': look('limits.read', 'Read the limit settings of a device.', {
    reply: fleet.limitsView,
  }),
  'PUT /devices/{id}/limits': act('limits.set', 'Change the limit settings of a device.', {
    body: fleet.limitsChange,
    reply: fleet.limitsView,
  }),
  'POST /devices/{id}/activate': act('devices.activate', 'Activate an expired device.', {
    body: fleet.activation,
    reply: fleet.deviceNow,
  }),
  'POST /devices/{id}/send': inject('devices.send', 'Send messages from a device.', {
    body: fleet.sending,
    reply: fleet.sendingResult,
  }),
  'GET /outbox': look('outbox.list', 'List the messages that were sent and withheld.', {
    query: { limit: upTo(100_000, 100), device: anyText },
    reply: fleet.outbox,
  }),
  'GET /alerts': look('alerts.list', 'List the latest alerts.', {
    query: { limit: upTo(100_000, 100) },
    reply: fleet.alerts,
  }),
  'GET /names': look('names.list', 'List the names of groups and users.', {
    query: { limit: upTo(10_000, 1_000) },
    reply: fleet.names,
  }),

  'GET /events': look('', 'Follow what happens.', {
    query: { kinds: each(oneWord('world', 'clock', ...eventKinds)), since: upTo(Number.MAX_SAFE_INTEGER) },
  }),
  'GET /positions': look('', 'Follow the positions of all devices.', {
    query: { with: oneWord('drives') },
  }),

  'GET /health': look('health.read', 'Ask whether the service is up.', { reply: service.health }),
  'GET /role': look('role.read', 'Ask what the token of this call allows.', { reply: service.role }),
  'GET /requests': look('requests.list', 'List calls of the public API.', {
    query: eachOf(namesOf(calls.requestFields), anyText),
    reply: calls.requests,
  }),
  'POST /wait': act('wait', 'Wait for calls, events or messages.', {
    body: calls.wait,
    reply: calls.came,
  }),
  'GET /faults': look('faults.read', 'List the fault rules, each with how often it was used.', {
    reply: service.faults,
  }),
  'PUT /faults': inject('faults.set', 'Replace the fault rules; an empty list removes them all.', {
    body: service.faultsChange,
    reply: service.faults,
  }),
  'GET /profile': look('profile.read', 'Read the profile of the world.', {
    reply: service.profile,
  }),
  'GET /openapi.json': look(
    'openApi.read',
    'Read the public API of the world, by its profile, in OpenAPI 3.1.',
    { reply: service.openApi },
  ),
  'GET /control-openapi.json': look('openApi.readControl', 'Read this control API in OpenAPI 3.1.', {
    reply: service.openApi,
  }),
  'POST /reset': rewind('reset', 'Reset the world to its start.', {
    body: service.nothing,
    reply: clock.clockView,
  }),
  // It has the credentials of the account, where they are asked for.
  'GET /fixture': act('fixture.read', 'Write the present state as a fixture.', {
    query: { locations: upTo(1_000_000, 100), apiKey },
    reply: service.fixture,
  }),
  'PUT /fixture': direct('fixture.begin', 'Replace this world by one that begins with a fixture.', {
    body: service.fixture,
    reply: clock.clockView,
  }),
  // It has tokens of the public API.
  'GET /snapshot': act('snapshot.read', 'Take a snapshot of the whole world.', {
    query: { apiKey },
    reply: service.snapshot,
  }),
  'PUT /snapshot': direct('snapshot.restore', 'Restore a snapshot.', {
    body: service.snapshot,
    reply: clock.clockView,
  }),
  'POST /shutdown': direct('shutdown', 'Stop the server.', {
    status: 202,
    body: service.nothing,
    reply: service.stopping,
  }),

  'GET /stories': look('story.list', 'List the stories that can be shown.', { reply: stories.storyList }),
  'GET /story': look('story.read', 'Read the story that is shown.', { reply: stories.currentStory }),
  'PUT /story': direct('story.show', 'Show a story, or none.', {
    body: stories.storyChoice,
    reply: stories.currentStory,
  }),
  'POST /story/seek': rewind('story.seek', 'Go to a moment of the story.', {
    body: stories.seek,
    reply: clock.clockView,
  }),
  'GET /devices/{id}/trips': look('devices.trips', 'Read the trips and stops of a device.', {
    reply: stories.travels,
  }),
  'GET /trips': look('story.trips', 'Read the totals of the trips of a day.', {
    query: { day: anyText },
    reply: stories.dayTotals,
  }),
  'POST /inject': inject(
    'story.inject',
    'Inject an incident into a device, or show a caption as a story does.',
    {
      body: stories.injection,
      reply: stories.injected,
    },
  ),
  'GET /lesson': look('lesson.read', 'Read the objectives of the lesson, and how they stand.', {
    reply: stories.currentLesson,
  }),
  'POST /lesson/answers': act('lesson.answer', 'Answer a question of the lesson, or reveal the answer.', {
    body: stories.lessonAnswer,
    reply: stories.currentLesson,
  }),

  'GET /worlds': direct('worlds.list', 'List the worlds of the server.', { reply: worlds.worldList }),
  'POST /worlds': direct('worlds.create', 'Make another world.', {
    status: 201,
    body: worlds.newWorld,
    reply: worlds.createdWorld,
  }),
  'DELETE /worlds/{id}': direct('worlds.remove', 'Delete a world.', { reply: worlds.deletedWorld }),
  // It has the tokens of all trainees.
  'GET /class': direct('class.read', 'List the trainees, with their links and credentials.', {
    reply: worlds.classView,
  }),
  'POST /class': direct('class.add', 'Make a world for each of the named trainees.', {
    status: 201,
    body: worlds.newTrainees,
    reply: worlds.addedTrainees,
  }),
} as const satisfies { readonly [route: string]: RouteRow };

type Definition = typeof definition;
/** The types of each route with a reply in JSON. They are written out in the published declarations, which so need no schema. */
export type Calls = {
  [Key in keyof Definition as Definition[Key] extends { reply: TSchema } ? Key : never]: {
    query: Definition[Key] extends { query: infer Query }
      ? { readonly [Name in keyof Query]?: string | number }
      : undefined;
    body: Definition[Key] extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
    reply: Definition[Key] extends { reply: infer Reply extends TSchema } ? Static<Reply> : never;
  };
};
/** Method and path, such as `PUT /clock`; `{id}` is a device, or the name of a world. */
export type RouteKey = keyof Calls;
/** The same, with the routes that answer with a stream. */
export type RowKey = keyof Definition;
/** The query of a route as it is read. */
export type Asked<Key extends RowKey> = Definition[Key] extends { query: infer Query extends Parameters }
  ? ReadOf<Query>
  : unknown;
/** The query of a route; nothing where it has none. */
export type QueryOf<Key extends RouteKey> = Calls[Key]['query'];
/** The type of a route's request body; nothing where it has none. */
export type BodyOf<Key extends RouteKey> = Calls[Key]['body'];
export type ReplyOf<Key extends RouteKey> = Calls[Key]['reply'];

export type { ShownEvent } from '../../../contracts/specification/events/index.ts';
export type { LimitSettings } from '../../../contracts/specification/limits.ts';
export type { Occasion } from '../../../contracts/specification/operations.ts';
export type { CountedRule, FaultRule } from '../../faults/index.ts';
export type { LatLon };

/** An id as the profile writes it. */
export type Id = Static<typeof id>;
export type ClockView = Static<typeof clock.clockView>;
export type Deadline = Static<typeof clock.deadline>;
export type Account = Static<typeof fleet.account>;
export type Device = Static<typeof fleet.device>;
export type DeviceNow = Static<typeof fleet.deviceNow>;
export type DeviceLocation = Static<typeof fleet.location>;
export type Limits = Static<typeof fleet.limitsView>;
export type Alert = Static<typeof fleet.alert>;
export type Message = Static<typeof fleet.message>;
export type JournalEntry = Static<typeof calls.journalEntry>;
export type RequestsView = Static<typeof calls.requests>;
export type Problem = Static<typeof service.problem>;
export type RoleView = Static<typeof service.role>;
export type StoryProblem = Static<typeof service.storyProblem>;
export type WorldView = Static<typeof service.worldView>;
export type Injection = keyof typeof injections;
export type Travels = Static<typeof stories.travels>;
export type DayTotals = Static<typeof stories.dayTotals>;
export type StorySummary = Static<typeof stories.storySummary>;
export type CurrentStory = Static<typeof stories.currentStory>;
export type StoryView = Static<typeof stories.storyView>;
export type StoryLimit = Static<typeof stories.storyLimit>;
export type StoryShow = Static<typeof stories.storyShow>;
export type { ShownPanel } from './stories.ts';
export type LessonView = Static<typeof stories.lesson>;
export type LessonScore = Static<typeof stories.lessonScore>;
export type StoryEntry = Static<typeof stories.storyEntry>;
export type StoryExpectation = Static<typeof stories.storyExpectation>;
export type StoryChoice = Static<typeof stories.storyChoice>;
export type StorySite = StoryView['sites'][number];
export type NewWorld = Static<typeof worlds.newWorld>;
export type WorldEntry = Static<typeof worlds.world>;
export type Handout = Static<typeof worlds.handout>;
export type ClassView = Static<typeof worlds.classView>;
