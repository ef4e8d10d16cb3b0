/**
 * The control API as one definition: a row for each route, with its words, the right that it needs, its query and the
 * schemas of its request and its reply. The server checks calls by it, `openapi.ts` describes it, and the types of the
 * server, the client and the live page follow from it.
 *
 * - `shared.ts`    ids, times, limits
 * - `clock.ts`     the clock, and what it brings
 * - `fleet.ts`     the account, devices, messages and alerts
 * - `filters.ts`   filters of calls, events and messages
 * - `service.ts`   calls, faults, profile, specification, state
 * - `lessons.ts`   objectives, and how they stand
 * - `stories.ts`   stories, trips, injections, verification
 * - `waiting.ts`   waits for calls, events and messages
 * - `worlds.ts`    worlds beside the one at the plain address
 *
 * The contents of streams of events are not here: an event is a row of `contracts/specification/events`.
 */
import type { Static, TSchema } from '../../../contracts/kit/schema.ts';
import type { Right } from '../roles.ts';
import * as clock from './clock.ts';
import * as fleet from './fleet.ts';
import type { injections } from './injections.generated.ts';
import * as lessons from './lessons.ts';
import * as service from './service.ts';
import type { id } from './shared.ts';
import * as stories from './stories.ts';
import * as waiting from './waiting.ts';
import * as worlds from './worlds.ts';

/** A route in all that is said of it; from it follow the types, the checks, the description and the rights. */
export interface RouteRow {
  /** Its purpose, in a sentence. */
  readonly does: string;
  readonly right: Right;
  /** The status of its success. Default 200. */
  readonly status?: number;
  /** The query parameters that it has. Others are refused. Default: none. */
  readonly query?: readonly string[];
  readonly body?: TSchema;
  /** Absent where the answer is no JSON. */
  readonly reply?: TSchema;
  /** The media type of such an answer. Default: a stream of server-sent events. */
  readonly type?: string;
}

export const definition = {
  'GET /clock': { does: 'Read the fake clock.', right: 'look', reply: clock.clockView },
  'PUT /clock': {
    does: 'Set the clock forward, change its speed, freeze it or let it go.',
    right: 'act',
    body: clock.clockChange,
    reply: clock.clockView,
  },
  'POST /clock/advance': {
    does: 'Move the clock ahead, and answer when all that was due has happened.',
    right: 'act',
    body: clock.advance,
    reply: clock.receipt,
  },
  'DELETE /clock/advance': { does: 'Interrupt an advance.', right: 'act', reply: clock.interruption },
  'GET /deadlines': {
    does: 'List what is due next.',
    right: 'look',
    query: ['limit'],
    reply: clock.deadlines,
  },

  'GET /account': {
    does: 'Read the account: API access, licences, when the day ends.',
    right: 'look',
    reply: fleet.account,
  },
  'PUT /account': {
    does: 'Change the account.',
    right: 'act',
    body: fleet.accountChange,
    reply: fleet.account,
  },
  'GET /devices': {
    does: 'List the devices with their limits and licences.',
    right: 'look',
    query: ['offset', 'limit'],
    reply: fleet.devicePage,
  },
  'POST /devices': {
    does: 'Add devices.',
    right: 'inject',
    status: 201,
    body: fleet.newDevices,
    reply: fleet.createdDevices,
  },
  'GET /devices/{id}': { does: 'Read a device as it is now.', right: 'look', reply: fleet.deviceNow },
  'DELETE /devices/{id}': {
    does: 'Remove a device that does not drive by itself.',
    right: 'inject',
    reply: fleet.removedDevice,
  },
  'GET /devices/{id}/track': {
    does: 'Read the stored locations of a device.',
    right: 'look',
    query: ['limit'],
    reply: fleet.track,
  },
  'GET /devices/{id}/limits': {
    does: 'Read the limit settings of a device.',
    right: 'look',
    reply: fleet.limitsView,
  },
  'PUT /devices/{id}/limits': {
    does: 'Change the limit settings of a device.',
    right: 'act',
    body: fleet.limitsChange,
    reply: fleet.limitsView,
  },
  'POST /devices/{id}/activate': {
    does: 'Activate an expired device.',
    right: 'act',
    body: fleet.activation,
    reply: fleet.deviceNow,
  },
  'POST /devices/{id}/send': {
    does: 'Send messages from a device.',
    right: 'inject',
    body: fleet.sending,
    reply: fleet.sendingResult,
  },
  'GET /outbox': {
    does: 'List the messages that were sent and withheld.',
    right: 'look',
    query: ['limit', 'device'],
    reply: fleet.outbox,
  },
  'GET /alerts': { does: 'List the latest alerts.', right: 'look', query: ['limit'], reply: fleet.alerts },
  'GET /names': {
    does: 'List the names of groups and users.',
    right: 'look',
    query: ['limit'],
    reply: fleet.names,
  },

  'GET /events': { does: 'Follow what happens.', right: 'look', query: ['kinds', 'since'] },
  'GET /positions': {
    does: 'Follow the positions of all devices.',
    right: 'look',
    query: ['rate', 'devices', 'with'],
  },

  'GET /health': { does: 'Ask whether the service is up.', right: 'look', reply: service.health },
  'GET /role': { does: 'Ask what the token of this call allows.', right: 'look', reply: service.role },
  'GET /requests': {
    does: 'List calls of the public API.',
    right: 'look',
    query: ['operation', 'device', 'status', 'by', 'path', 'field', 'since', 'limit'],
    reply: service.requests,
  },
  'POST /wait': {
    does: 'Wait for calls, events or messages.',
    right: 'act',
    body: waiting.wait,
    reply: waiting.came,
  },
  'GET /faults': {
    does: 'List the rules by which calls meet a fault, each with how often it was used.',
    right: 'look',
    reply: service.faults,
  },
  'PUT /faults': {
    does: 'Replace the rules by which calls meet a fault; an empty list ends them.',
    right: 'inject',
    body: service.faultsChange,
    reply: service.faults,
  },
  'GET /profile': { does: 'Read the profile that the world speaks.', right: 'look', reply: service.profile },
  'GET /openapi.json': {
    does: 'Read the public API in OpenAPI 3.1, in the profile that the world speaks.',
    right: 'look',
    reply: service.openApi,
  },
  'GET /control-openapi.json': {
    does: 'Read this control API in OpenAPI 3.1.',
    right: 'look',
    reply: service.openApi,
  },
  'GET /specification': {
    does: 'Read the operations, rules and openings of the interface document.',
    right: 'look',
    reply: service.specification,
  },
  'POST /reset': {
    does: 'Begin the world anew.',
    right: 'rewind',
    body: service.nothing,
    reply: clock.clockView,
  },
  // It has the credentials of the account, where they are asked for.
  'GET /fixture': {
    does: 'Write the present state as a fixture.',
    right: 'act',
    query: ['form', 'locations', 'apiKey'],
    reply: service.fixture,
  },
  'PUT /fixture': {
    does: 'Begin a world with a fixture in place of this one.',
    right: 'direct',
    body: service.fixture,
    reply: clock.clockView,
  },
  // It has tokens of the public API.
  'GET /snapshot': {
    does: 'Read the whole world.',
    right: 'act',
    query: ['apiKey'],
    reply: service.snapshot,
  },
  'PUT /snapshot': {
    does: 'Go on from a world that was read.',
    right: 'direct',
    body: service.snapshot,
    reply: clock.clockView,
  },

  'POST /shutdown': {
    does: 'End the server.',
    right: 'direct',
    status: 202,
    body: service.nothing,
    reply: service.stopping,
  },

  'GET /stories': { does: 'List the stories that can be shown.', right: 'look', reply: stories.storyList },
  'GET /story': { does: 'Read the story that is shown.', right: 'look', reply: stories.currentStory },
  'PUT /story': {
    does: 'Show a story, or none.',
    right: 'direct',
    body: stories.storyChoice,
    reply: stories.currentStory,
  },
  'POST /story/seek': {
    does: 'Go to a moment of the story.',
    right: 'rewind',
    body: stories.seek,
    reply: clock.clockView,
  },
  'GET /devices/{id}/trips': {
    does: 'Read the trips and stops of a device.',
    right: 'look',
    reply: stories.travels,
  },
  'GET /trips': {
    does: 'Read the totals of the trips of a day.',
    right: 'look',
    query: ['day'],
    reply: stories.dayTotals,
  },
  'POST /inject': {
    does: 'Let something happen to a device of the story.',
    right: 'inject',
    body: stories.injection,
    reply: stories.injected,
  },
  'POST /caption': {
    does: 'Show a text on the page, as a story does.',
    right: 'inject',
    body: stories.newCaption,
    reply: stories.injected,
  },
  'GET /lesson': {
    does: 'Read the objectives of the lesson, and how they stand.',
    right: 'look',
    reply: lessons.currentLesson,
  },
  'POST /lesson/answers': {
    does: 'Answer a question of the lesson, or let the answer be shown.',
    right: 'act',
    body: lessons.lessonAnswer,
    reply: lessons.currentLesson,
  },
  'GET /verification': {
    does: 'Read what the contract suite says of a twin of this service, as in the demo.',
    right: 'look',
    reply: stories.verification,
  },
  'GET /verification/report': {
    does: 'Read the report of that, as a page.',
    right: 'look',
    type: 'text/html',
  },

  'GET /worlds': { does: 'List the worlds of the server.', right: 'direct', reply: worlds.worldList },
  'POST /worlds': {
    does: 'Make a world beside the others.',
    right: 'direct',
    status: 201,
    body: worlds.newWorld,
    reply: worlds.createdWorld,
  },
  'DELETE /worlds/{id}': { does: 'Delete a world.', right: 'direct', reply: worlds.deletedWorld },
  // It has the tokens of all trainees.
  'GET /class': {
    does: 'List the trainees, with their links and credentials.',
    right: 'direct',
    reply: worlds.classView,
  },
  'POST /class': {
    does: 'Make a world for each of some trainees.',
    right: 'direct',
    status: 201,
    body: worlds.newTrainees,
    reply: worlds.seatedTrainees,
  },
} as const satisfies { readonly [route: string]: RouteRow };

type Definition = typeof definition;
/** The types of each route with a reply in JSON. They are written out in the published declarations, which so need no schema. */
export type Calls = {
  [Key in keyof Definition as Definition[Key] extends { reply: TSchema } ? Key : never]: {
    query: Definition[Key] extends { query: readonly (infer Name extends string)[] }
      ? { readonly [N in Name]?: string | number }
      : undefined;
    body: Definition[Key] extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
    reply: Definition[Key] extends { reply: infer Reply extends TSchema } ? Static<Reply> : never;
  };
};
/** Method and path, such as `PUT /clock`; `{id}` is a device, or the name of a world. */
export type RouteKey = keyof Calls;
/** The same, with the routes that answer with a stream or a page. */
export type RowKey = RouteKey | 'GET /events' | 'GET /positions' | 'GET /verification/report';
/** The query of a route; nothing where it has none. */
export type QueryOf<Key extends RouteKey> = Calls[Key]['query'];
/** The type of a route's request body; nothing where it has none. */
export type BodyOf<Key extends RouteKey> = Calls[Key]['body'];
export type ReplyOf<Key extends RouteKey> = Calls[Key]['reply'];

export type { ShownEvent } from '../../../contracts/specification/events/index.ts';
export type { LimitSettings } from '../../../contracts/specification/limits.ts';
export type { Occasion } from '../../../contracts/specification/occasions.ts';
export type { Opening } from '../../../contracts/specification/openings/index.ts';
export type { Operation } from '../../../contracts/specification/operations.ts';
export type { CountedRule, FaultRule } from '../../faults/index.ts';
export type { LatLon } from './stories.ts';

/** An id as the profile writes it. */
export type Id = Static<typeof id>;
export type ClockView = Static<typeof clock.clockView>;
export type ClockChange = Static<typeof clock.clockChange>;
export type Deadline = Static<typeof clock.deadline>;
export type Account = Static<typeof fleet.account>;
export type AccountChange = Static<typeof fleet.accountChange>;
export type Device = Static<typeof fleet.device>;
export type DeviceNow = Static<typeof fleet.deviceNow>;
export type DeviceLocation = Static<typeof fleet.location>;
export type Limits = Static<typeof fleet.limitsView>;
export type Alert = Static<typeof fleet.alert>;
export type Message = Static<typeof fleet.message>;
export type JournalEntry = Static<typeof service.journalEntry>;
export type RequestsView = Static<typeof service.requests>;
export type Specification = Static<typeof service.specification>;
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
export type LessonView = Static<typeof lessons.lesson>;
export type LessonScore = Static<typeof lessons.lessonScore>;
export type StoryEntry = Static<typeof stories.storyEntry>;
export type StoryExpectation = Static<typeof stories.storyExpectation>;
export type StoryChoice = Static<typeof stories.storyChoice>;
export type StorySite = StoryView['sites'][number];
export type NewWorld = Static<typeof worlds.newWorld>;
export type WorldEntry = Static<typeof worlds.world>;
export type Seat = Static<typeof worlds.seat>;
export type ClassView = Static<typeof worlds.classView>;
export type VerificationView = Static<typeof stories.verification>;
