/** Worlds beside the one at the plain address. */
import {
  describe,
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  string,
  text,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { worldNames } from '../../../contracts/kit/world-address.ts';
import type { Fixture } from '../../fixture/schema.ts';
import { grants } from '../roles.ts';
import { speed } from './clock.ts';
import { time, wholeNumber } from './shared.ts';
import { lessonScore } from './stories.ts';

const name = describe(`a name ${worldNames.description}`, string({ pattern: worldNames.pattern }));

const personName = describe('1 to 60 characters', string({ minLength: 1, maxLength: 60 }));

const granted = list(oneOf(...grants));
const beginningStory = object({ name: optional(text), file: optional(text), text: optional(text) });

/** A new world begins with a fixture, a snapshot, a story, a fork of another world, or a new fleet. */
export const newWorld = {
  ...object({
    /** Default: one that no world had. */
    name: optional(name),
    seed: optional(wholeNumber(0, 2 ** 32 - 1)),
    devices: optional(wholeNumber(0, 100_000)),
    /** ISO 8601, or `now`. */
    at: optional(text),
    timeZone: optional(text),
    /** Default: frozen, but where `speed` is given; a fork and a snapshot go on as they did. */
    frozen: optional(yesNo),
    speed: optional(speed),
    /** Its form is checked where the world is made, which says all that is wrong with it. */
    fixture: optional(typed<Fixture>({ type: 'object' })),
    snapshot: optional(typed<object>({ type: 'object' })),
    story: optional(beginningStory),
    /** The name of a world; `null` for the one at the plain address. */
    fork: optional(orNull(name)),
    /** The trainee whose world it is: trainee and viewers get tokens of their own. */
    trainee: optional(object({ name: personName, may: optional(granted) })),
  }),
  examples: [{ name: 'checkout', seed: 7, devices: 3 }],
};

const addresses = {
  name: string(),
  /** The base address of the public API, with the prefix of the profile. */
  baseUrl: string(),
  controlUrl: string(),
  pageUrl: string(),
};
export const createdWorld = object({
  ...addresses,
  userName: string(),
  apiKey: string(),
  /** The tokens of a trainee's world: shown once. */
  tokens: optional(object({ trainee: string(), viewer: string() })),
});
export const world = object({
  ...addresses,
  now: time,
  /** The account's. */
  timeZone: string(),
  devices: integer(),
  /** Real time. */
  createdAt: time,
  lastUsedAt: time,
  /** The name of the trainee whose world it is. */
  trainee: optional(string()),
  frozen: yesNo,
  speed,
  /** Calls of the public API that are kept. */
  calls: integer(),
  /** How the objectives of its lesson stand. */
  lesson: optional(lessonScore),
  /** The newest. */
  alert: optional(object({ at: time, text: string() })),
});
export const worldList = object({
  worlds: list(world),
  /** How many there can be. */
  most: integer(),
});
export const deletedWorld = object({ name: string(), status: oneOf('deleted') });

/** A trainee of a class, with what they are given. */
export const handout = object({
  name: string(),
  /** The name of their world. */
  world: string(),
  /** The page of their world, with their token. */
  link: string(),
  /** The same for viewers. */
  viewer: string(),
  baseUrl: string(),
  userName: string(),
  apiKey: string(),
});
export const newTrainees = {
  ...object({
    trainees: list(string(), { minItems: 1 }),
    /** Default: what the trainees of the class may do otherwise. */
    may: optional(granted),
    /** Default: the story of the class; `null` for the plain fleet, parked. */
    story: optional(orNull(beginningStory)),
  }),
  examples: [{ trainees: ['Anna', 'Ben'], story: { name: 'lesson/midnight' } }],
};
export const addedTrainees = object({ trainees: list(handout) });
export const classView = object({
  trainees: list(handout),
  /** How many there can be. */
  most: integer(),
  /** Rights of trainees who are added without any. */
  may: granted,
  /** The story of trainees who are added without one; `null`: the plain fleet, parked. */
  story: orNull(string()),
  /** True if the server asks for tokens: no other takes trainees. */
  takesTrainees: yesNo,
});
