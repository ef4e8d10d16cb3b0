/**
 * The control API as one definition: for each route the schema of its request and of its reply, and the types that
 * follow from them. The routes of the server are typed by it and check bodies with it; the live page imports its types.
 *
 * - `shared.ts`    ids, times, limits
 * - `clock.ts`     the clock, and what it brings
 * - `fleet.ts`     the account, devices, messages and alerts
 * - `service.ts`   calls, faults, profile, specification, state
 * - `stories.ts`   stories, trips, injections, verification
 * - `worlds.ts`    worlds beside the one at the plain address
 *
 * Event streams are not here: an event is a row of `contracts/specification/events`.
 */
import type { Static, TSchema } from '../../../contracts/kit/schema.ts';
import * as clock from './clock.ts';
import * as fleet from './fleet.ts';
import * as service from './service.ts';
import type { id } from './shared.ts';
import * as stories from './stories.ts';
import * as worlds from './worlds.ts';

interface RouteRow {
  /** Says what it does, in a sentence. */
  does: string;
  /** The status of success; 200 where it says none. */
  status?: number;
  body?: TSchema;
  reply: TSchema;
}

export const definition = {
  'GET /clock': { does: 'Read the fake clock.', reply: clock.clockView },
  'PUT /clock': {
    does: 'Set the clock forward, change its speed, freeze it or let it go.',
    body: clock.clockChange,
    reply: clock.clockView,
  },
  'POST /clock/advance': {
    does: 'Move the clock ahead, and answer when all that was due has happened.',
    body: clock.advance,
    reply: clock.receipt,
  },
  'DELETE /clock/advance': { does: 'Interrupt an advance.', reply: clock.interruption },
  'GET /deadlines': { does: 'List what is due next.', reply: clock.deadlines },

  'GET /account': {
    does: 'Read the account: API access, licences, when the day ends.',
    reply: fleet.account,
  },
  'PUT /account': { does: 'Change the account.', body: fleet.accountChange, reply: fleet.account },
  'GET /devices': { does: 'List the devices with their limits and licences.', reply: fleet.devicePage },
  'POST /devices': { does: 'Add devices.', status: 201, body: fleet.newDevices, reply: fleet.createdDevices },
  'GET /devices/{id}': { does: 'Read a device as it is now.', reply: fleet.deviceNow },
  'DELETE /devices/{id}': {
    does: 'Remove a device that does not drive by itself.',
    reply: fleet.removedDevice,
  },
  'GET /devices/{id}/track': { does: 'Read the stored locations of a device.', reply: fleet.track },
  'GET /devices/{id}/limits': { does: 'Read the limit settings of a device.', reply: fleet.limitsView },
  'PUT /devices/{id}/limits': {
    does: 'Change the limit settings of a device.',
    body: fleet.limitsChange,
    reply: fleet.limitsView,
  },
  'POST /devices/{id}/activate': {
    does: 'Activate an expired device.',
    body: fleet.activation,
    reply: fleet.deviceNow,
  },
  'POST /devices/{id}/send': {
    does: 'Send messages from a device.',
    body: fleet.sending,
    reply: fleet.sendingResult,
  },
  'GET /outbox': { does: 'List the messages that were sent and withheld.', reply: fleet.outbox },
  'GET /alerts': { does: 'List the latest alerts.', reply: fleet.alerts },
  'GET /names': { does: 'List the names of groups and users.', reply: fleet.names },

  'GET /health': { does: 'Ask whether the service is up.', reply: service.health },
  'GET /requests': { does: 'List the latest calls of the public API.', reply: service.journal },
  'GET /faults': { does: 'List the faults that are switched on.', reply: service.faults },
  'PUT /faults': {
    does: 'Switch slow answers, errors and cut connections on or off.',
    body: service.faultsChange,
    reply: service.faults,
  },
  'GET /profile': { does: 'Read the profile that the world speaks.', reply: service.profile },
  'GET /openapi.json': {
    does: 'Read the public API in OpenAPI 3.1, in the profile that the world speaks.',
    reply: service.openApi,
  },
  'GET /control-openapi.json': { does: 'Read this control API in OpenAPI 3.1.', reply: service.openApi },
  'GET /specification': {
    does: 'Read the operations, rules and openings of the interface document.',
    reply: service.specification,
  },
  'POST /reset': { does: 'Begin the world anew.', body: service.nothing, reply: clock.clockView },
  'GET /fixture': { does: 'Write the present state as a fixture.', reply: service.fixture },
  'GET /snapshot': { does: 'Read the whole world.', reply: service.snapshot },
  'PUT /snapshot': {
    does: 'Go on from a world that was read.',
    body: service.snapshot,
    reply: clock.clockView,
  },

  'POST /shutdown': { does: 'End the server.', status: 202, body: service.nothing, reply: service.stopping },

  'GET /stories': { does: 'List the stories that can be shown.', reply: stories.storyList },
  'GET /story': { does: 'Read the story that is shown.', reply: stories.currentStory },
  'PUT /story': { does: 'Show a story, or none.', body: stories.storyChoice, reply: stories.currentStory },
  'POST /story/seek': { does: 'Go to a moment of the story.', body: stories.seek, reply: clock.clockView },
  'GET /devices/{id}/trips': { does: 'Read the trips and stops of a device.', reply: stories.travels },
  'GET /trips': { does: 'Read the totals of the trips of a day.', reply: stories.dayTotals },
  'POST /inject': {
    does: 'Let something happen to a device of the story.',
    body: stories.injection,
    reply: stories.injected,
  },
  'GET /verification': {
    does: 'Read how far the contract suite is, and its report.',
    reply: stories.verification,
  },
  'POST /verification': {
    does: 'Let the contract suite judge this service.',
    status: 202,
    body: service.nothing,
    reply: stories.verification,
  },
  'GET /exploration': {
    does: 'Read how far random histories are, and what they found.',
    reply: stories.exploration,
  },
  'POST /exploration': {
    does: 'Let random histories look for faults of this service.',
    status: 202,
    body: service.nothing,
    reply: stories.exploration,
  },

  'GET /worlds': { does: 'List the worlds of the server.', reply: worlds.worldList },
  'POST /worlds': {
    does: 'Make a world beside the others.',
    status: 201,
    body: worlds.newWorld,
    reply: worlds.createdWorld,
  },
  'GET /worlds/{id}': { does: 'Read a world.', reply: worlds.world },
  'DELETE /worlds/{id}': { does: 'Delete a world.', reply: worlds.deletedWorld },
} as const satisfies { readonly [route: string]: RouteRow };

type Definition = typeof definition;
/** Method and path, such as `PUT /clock`; `{id}` is a device, or the name of a world. */
export type RouteKey = keyof Definition;
/** The type of a route's request body; nothing where it has none. */
export type BodyOf<Key extends RouteKey> = Definition[Key] extends { body: infer Body extends TSchema }
  ? Static<Body>
  : undefined;
export type ReplyOf<Key extends RouteKey> = Static<Definition[Key]['reply']>;

export type { ShownEvent } from '../../../contracts/specification/events/index.ts';
export type { LimitSettings } from '../../../contracts/specification/limits.ts';
export type { Occasion } from '../../../contracts/specification/occasions.ts';
export type { Opening } from '../../../contracts/specification/openings/index.ts';
export type { Operation } from '../../../contracts/specification/operations.ts';
export type { FaultRule } from '../faults.ts';
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
export type Specification = Static<typeof service.specification>;
export type Problem = Static<typeof service.problem>;
export type StoryProblem = Static<typeof service.storyProblem>;
export type WorldView = Static<typeof service.worldView>;
export type Injection = (typeof stories.injections)[number];
export type Travels = Static<typeof stories.travels>;
export type DayTotals = Static<typeof stories.dayTotals>;
export type StorySummary = Static<typeof stories.storySummary>;
export type CurrentStory = Static<typeof stories.currentStory>;
export type StoryView = Static<typeof stories.storyView>;
export type StoryShow = Static<typeof stories.storyShow>;
export type { ShownPanel } from './stories.ts';
export type StoryEntry = Static<typeof stories.storyEntry>;
export type StoryExpectation = Static<typeof stories.storyExpectation>;
export type StoryChoice = Static<typeof stories.storyChoice>;
export type StorySite = StoryView['sites'][number];
export type VerificationOutcome = Static<typeof stories.outcome>;
export type VerificationReport = Static<typeof stories.report>;
export type NewWorld = Static<typeof worlds.newWorld>;
export type WorldEntry = Static<typeof worlds.world>;
export type ExplorationView = Static<typeof stories.exploration>;
export type VerificationView = Static<typeof stories.verification>;
