/**
 * The control API as one definition: for each route the schema of its request and of its reply, and the types that
 * follow from them. The routes of the server are typed by it and check bodies with it; the live page imports its types.
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
 * Event streams are not here: an event is a row of `contracts/specification/events`.
 */
import type { Static, TSchema } from '../../../contracts/kit/schema.ts';
import * as clock from './clock.ts';
import * as fleet from './fleet.ts';
import type { injections } from './injections.generated.ts';
import * as lessons from './lessons.ts';
import * as service from './service.ts';
import type { id } from './shared.ts';
import * as stories from './stories.ts';
import * as waiting from './waiting.ts';
import * as worlds from './worlds.ts';

export const definition = {
  'GET /clock': { reply: clock.clockView },
  'PUT /clock': { body: clock.clockChange, reply: clock.clockView },
  'POST /clock/advance': { body: clock.advance, reply: clock.receipt },
  'DELETE /clock/advance': { reply: clock.interruption },
  'GET /deadlines': { reply: clock.deadlines },

  'GET /account': { reply: fleet.account },
  'PUT /account': { body: fleet.accountChange, reply: fleet.account },
  'GET /devices': { reply: fleet.devicePage },
  'POST /devices': { body: fleet.newDevices, reply: fleet.createdDevices },
  'GET /devices/{id}': { reply: fleet.deviceNow },
  'DELETE /devices/{id}': { reply: fleet.removedDevice },
  'GET /devices/{id}/track': { reply: fleet.track },
  'GET /devices/{id}/limits': { reply: fleet.limitsView },
  'PUT /devices/{id}/limits': { body: fleet.limitsChange, reply: fleet.limitsView },
  'POST /devices/{id}/activate': { body: fleet.activation, reply: fleet.deviceNow },
  'POST /devices/{id}/send': { body: fleet.sending, reply: fleet.sendingResult },
  'GET /outbox': { reply: fleet.outbox },
  'GET /alerts': { reply: fleet.alerts },
  'GET /names': { reply: fleet.names },

  'GET /health': { reply: service.health },
  'GET /role': { reply: service.role },
  'GET /requests': { reply: service.requests },
  'POST /wait': { body: waiting.wait, reply: waiting.came },
  'GET /faults': { reply: service.faults },
  'PUT /faults': { body: service.faultsChange, reply: service.faults },
  'GET /profile': { reply: service.profile },
  'GET /openapi.json': { reply: service.openApi },
  'GET /control-openapi.json': { reply: service.openApi },
  'GET /specification': { reply: service.specification },
  'POST /reset': { body: service.nothing, reply: clock.clockView },
  'GET /fixture': { reply: service.fixture },
  'PUT /fixture': { body: service.fixture, reply: clock.clockView },
  'GET /snapshot': { reply: service.snapshot },
  'PUT /snapshot': { body: service.snapshot, reply: clock.clockView },

  'POST /shutdown': { body: service.nothing, reply: service.stopping },

  'GET /stories': { reply: stories.storyList },
  'GET /story': { reply: stories.currentStory },
  'PUT /story': { body: stories.storyChoice, reply: stories.currentStory },
  'POST /story/seek': { body: stories.seek, reply: clock.clockView },
  'GET /devices/{id}/trips': { reply: stories.travels },
  'GET /trips': { reply: stories.dayTotals },
  'POST /inject': { body: stories.injection, reply: stories.injected },
  'POST /caption': { body: stories.newCaption, reply: stories.injected },
  'GET /lesson': { reply: lessons.currentLesson },
  'POST /lesson/answers': { body: lessons.lessonAnswer, reply: lessons.currentLesson },
  'GET /verification': { reply: stories.verification },

  'GET /worlds': { reply: worlds.worldList },
  'POST /worlds': { body: worlds.newWorld, reply: worlds.createdWorld },
  'DELETE /worlds/{id}': { reply: worlds.deletedWorld },
  'GET /class': { reply: worlds.classView },
  'POST /class': { body: worlds.newTrainees, reply: worlds.seatedTrainees },
} as const;

type Definition = typeof definition;
/** The types of each route. They are written out in the published declarations, which so need no schema. */
export type Calls = {
  [Key in keyof Definition]: {
    body: Definition[Key] extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
    reply: Static<Definition[Key]['reply']>;
  };
};
/** Method and path, such as `PUT /clock`; `{id}` is a device, or the name of a world. */
export type RouteKey = keyof Calls;
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
