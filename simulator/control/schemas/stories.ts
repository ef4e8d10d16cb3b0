/** Stories, what a person injects into them, and lessons. */
import {
  constant,
  describe,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  tuple,
  typed,
  yesNo,
} from '../../../contracts/kit/schema.ts';
import { namesOf } from '../../../contracts/kit/tables.ts';
import { injections } from './injections.generated.ts';
import { id, time, timeOrNull, wholeNumber } from './shared.ts';

/** The names of what can be injected. */
export const injectionKinds = namesOf(injections);

export const storySummary = object({
  name: string(),
  title: string(),
  summary: string(),
  devices: integer(),
  /** ISO 8601. */
  duration: string(),
  chapters: integer(),
});
export const storyList = object({ stories: list(storySummary) });

export type LatLon = readonly [latitude: number, longitude: number];
const latLon = typed<LatLon>(tuple([number(), number()]));
type Area = { circle: { centre: LatLon; radius: number } } | { polygon: readonly LatLon[] };

export const storyEntry = object({
  /** Its place in the timeline of the story, which events of the story refer to. */
  entry: integer(),
  at: time,
  label: string(),
  kind: oneOf('chapter', 'caption', 'action', 'expectation', 'trigger'),
  /** As it is written; what stands in braces is known only once it is shown. */
  caption: optional(string()),
  line: integer(),
});
export const storyExpectation = object({
  entry: integer(),
  label: string(),
  line: integer(),
  /** `null`: not yet judged. */
  met: orNull(yesNo),
  wanted: optional(string()),
  actual: optional(string()),
});
type Geometry =
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'Point'; coordinates: number[] }
  | { type: 'Polygon'; coordinates: number[][][] };
/** GeoJSON (RFC 7946). */
const drawing = object({
  type: constant('FeatureCollection'),
  features: list(
    object({
      type: constant('Feature'),
      properties: typed<{ [name: string]: unknown }>({ type: 'object' }),
      geometry: typed<Geometry>({ type: 'object', required: ['type', 'coordinates'] }),
    }),
  ),
});

/** The panels of the live page. */
export const shownPanels = [
  'fleet',
  'stories',
  'account',
  'events',
  'vehicle',
  'deadlines',
  'developers',
] as const;
export type ShownPanel = (typeof shownPanels)[number];
/** Zooms of the page's map: from the whole world to a house. */
export const mapZoom = { min: 1, max: 19 } as const;

/** The view that an entry asks for, once its chapter or caption is reached. */
export const storyShow = object({
  entry: integer(),
  panel: typed<ShownPanel | null>({ enum: [...shownPanels, null] }),
  /** The number of a device, or the one that set the entry off. */
  device: typed<number | 'it' | null>({ type: ['integer', 'string', 'null'] }),
  /** A place by its position among the sites; or the whole fleet, with no device chosen. */
  area: typed<number | 'fleet' | null>({ type: ['integer', 'string', 'null'] }),
  zoom: orNull(number()),
});

/** A value of a reported fact that the story watches, of so many devices from the first by number. */
export const storyLimit = object({
  fact: string(),
  above: optional(number()),
  below: optional(number()),
  first: integer(),
  count: integer(),
});

export const storyView = object({
  name: string(),
  title: string(),
  summary: string(),
  seed: integer(),
  start: time,
  end: time,
  timeZone: string(),
  devices: integer(),
  chapters: list(object({ at: time, title: string() })),
  /** Entries whose time is known beforehand. */
  entries: list(storyEntry),
  sites: list(
    object({
      name: string(),
      at: latLon,
      area: optional(typed<Area>({ type: 'object' })),
    }),
  ),
  routes: drawing,
  expectations: list(storyExpectation),
  shows: list(storyShow),
  limits: list(storyLimit),
});

/** Recorded drives, fix by fix: seconds since the start, degrees, km/h where it is known. */
const recorded = object({
  start: time,
  end: time,
  drives: list(
    object({
      device: id,
      seconds: list(number()),
      latitude: list(number()),
      longitude: list(number()),
      speed: list(orNull(number())),
    }),
  ),
});

export const currentStory = object({
  /** `null` while no story is played. */
  story: typed<Static<typeof storyView> | null>({ anyOf: [storyView, { type: 'null' }] }),
  /** The bundled town; `null` where nothing of what is shown is in it. */
  roads: typed<Static<typeof drawing> | null>({ anyOf: [drawing, { type: 'null' }] }),
  /** The recorded drives that devices of the plain fleet follow; `null` for none. */
  recorded: orNull(recorded),
});

/** From the library by its name (`null`: the plain fleet), or the text of a file. */
export const storyChoice = object({
  name: optional(orNull(string())),
  file: optional(string()),
  text: optional(string()),
  seed: optional(wholeNumber(0, 2 ** 32 - 1)),
});
export const seek = { ...object({ to: time }), examples: [{ to: '2026-01-06T00:00:00Z' }] };

/** Seconds within the areas of a story's places. */
const within = list(object({ name: string(), seconds: integer() }));
export const travels = object({
  /** The time of the oldest location that is kept; `null` without any. */
  since: timeOrNull,
  /** Metres. */
  trips: list(object({ start: time, end: time, distance: integer(), areas: within })),
  stops: list(object({ start: time, end: time, latitude: number(), longitude: number(), areas: within })),
});
export const dayTotals = object({
  /** YYYY-MM-DD, of the account's time zone. */
  day: string(),
  /** The time of the oldest location of that day that is kept. */
  since: timeOrNull,
  /** How many devices are counted, of how many. */
  devices: integer(),
  of: integer(),
  trips: integer(),
  stops: integer(),
  /** Metres. */
  distance: integer(),
  /** Seconds. */
  driving: integer(),
  standing: integer(),
});

/** A kind of injection with its device, or `caption` with its text: which belongs to which is checked where it is done. */
export const injection = {
  ...object({
    kind: oneOf(...injectionKinds, 'caption'),
    device: optional(id),
    text: optional(describe('a text of at most 500 characters', string({ maxLength: 500, pattern: '\\S' }))),
  }),
  examples: [
    { device: 'dev-1', kind: 'sos' },
    { kind: 'caption', text: 'Look at van-3.' },
  ],
};
export const injected = object({ did: string() });

/** The story as a lesson: objectives as they stand, and questions whose answer is hidden until it is asked for. */
export const objectiveView = object({
  name: string(),
  /** `late`: done after its time; `missed`: its time is over, and it is not done. */
  state: oneOf('open', 'met', 'late', 'missed'),
  from: time,
  due: time,
  /** When it was done; `null` until then. */
  at: timeOrNull,
  /** How often it was done, of how often it is to be done. */
  done: integer(),
  times: integer(),
  points: integer(),
  /** Points that it has brought. */
  earned: integer(),
  /** `null` until its time has come, or where there is none. */
  hint: orNull(string()),
});
const question = object({
  question: string(),
  choices: list(string()),
  /** The place of the choice, from 0; `null` while nothing was chosen. */
  chosen: orNull(integer()),
  /** The place of the right one, and why; `null` until it is asked for. */
  answer: orNull(integer()),
  because: orNull(string()),
});
const score = {
  met: integer(),
  of: integer(),
  points: integer(),
  most: integer(),
};
export const lessonScore = object(score);
export const lesson = object({
  title: string(),
  brief: orNull(string()),
  /** For the trainer, and for all once the story is over. */
  debrief: orNull(string()),
  /** For the trainer alone. */
  notes: optional(string()),
  over: yesNo,
  ...score,
  objectives: list(objectiveView),
  questions: list(question),
});
export const currentLesson = object({ lesson: optional(lesson) });
/** Without a choice, the answer is shown. */
export const lessonAnswer = {
  ...object({ question: wholeNumber(0, 99), choice: optional(wholeNumber(0, 19)) }),
  examples: [{ question: 0, choice: 1 }],
};
