/** Who and what takes part: clock, account, places, routes, groups, users, fleet. */
import {
  anyText,
  choice,
  definitions,
  describe,
  inFull,
  limit,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNothing,
  type Properties,
  percent,
  ref,
  type Schema,
  text,
  whole,
} from './parts.ts';

export const MAX_DEVICES = 1_000_000;

export const clock = describe('When it plays.', {
  ...object(
    {
      start: describe('Date and time of the beginning, by the clocks of the time zone.', {
        ...text,
        examples: ['2026-03-02 08:00'],
      }),
      end: describe('When it ends. Or say `for`.', ref('time')),
      for: describe('How long it lasts.', ref('duration')),
      timeZone: describe('A time zone of the IANA database; default UTC.', {
        ...text,
        examples: ['Europe/Berlin'],
      }),
      seed: describe('Everything that looks like chance comes from it; default 1.', whole(0, 4_294_967_295)),
    },
    ['start'],
  ),
});

export const account = describe('The account that everything belongs to.', {
  ...object({
    licences: describe('How many licences it has; default one for each device.', whole(0, 1_000_000_000)),
    apiAccess: describe('Whether its credentials get a token; default on.', ref('switch')),
    userName: describe('Default demo.', text),
    apiKey: describe('Default demo-key.', text),
  }),
});

/** A place is a position or a name of the town, or an object. */
const place: Schema = inFull(
  choice('a place', {
    around: {
      description: 'An area: a circle around a place.',
      value: ref('position'),
      beside: { radius: describe('Of the circle.', ref('length')) },
      required: ['radius'],
    },
    corners: {
      description: 'An area: its corners, in order; not closed.',
      value: listOf(ref('position')),
    },
  }),
  ref('position'),
);

export const places = describe(
  'Places and areas by name. Those of the bundled town need not stand here.',
  named(place),
);

const route: Schema = inFull(
  choice('a route', {
    roads: {
      description: 'Along the roads of the bundled town, from stop to stop.',
      value: listOf(ref('position'), 2),
    },
    waypoints: {
      description: 'Straight from point to point.',
      value: listOf(ref('position'), 2),
      beside: { speedLimit: describe('km/h; default 50.', number(1, 300)) },
    },
    track: {
      description: 'A recorded drive: a GPX, GeoJSON or CSV file beside this one.',
      value: text,
      beside: {
        rhythm: describe(
          "The recording's own rhythm (default), or that of the vehicle.",
          oneOf('recorded', 'own'),
        ),
      },
    },
  }),
  describe('from one place of the town to another, for ever, each chosen by chance', oneOf('roaming')),
);

export const routes = describe('Ways that vehicles drive, by name.', named(route));

export const groups = describe(
  'Groups by name, each with its description.',
  named({ type: ['string', 'null'] }),
);

export const userFacts: Properties = {
  email: describe('Default: made from the name, at example.com.', text),
  phone: describe('Default: a number that nobody has.', anyText),
  country: describe('ISO 3166-1, two letters; default GB.', {
    ...definitions.date,
    'x-code': 'COUNTRY_INVALID',
    description: 'a country of two letters such as DE',
    pattern: '^[A-Z]{2}$',
    examples: ['DE'],
  }),
  timeZone: describe("Default: the story's.", text),
  groups: describe('Default: all groups.', listOf(text, 0)),
  notify: describe('How the user is told of alerts; default by e-mail.', {
    ...listOf(ref('channel'), 0),
    uniqueItems: true,
  }),
};

export const users = describe(
  "Users by name, beside the account's own.",
  named(orNothing(object(userFacts))),
);

/** What belongs to a drive, beside the route. */
export const driving: Properties = {
  repeat: describe(
    'After the last stop; default loop where the route ends at its beginning, else once.',
    oneOf('once', 'loop', 'back-and-forth'),
  ),
  above: describe('km/h above the limits of the roads; default 0.', number(0, 150)),
  dwell: describe('How long it stands at each stop; default 0s.', ref('duration')),
  towed: describe('Moved by somebody else, its own engine off; default off.', ref('switch')),
};

export const limits: Properties = {
  dailyEmail: describe('E-mails a day; null for no limit.', limit),
  dailySms: describe('SMS a day; null for no limit.', limit),
};

const reporting: Schema = inFull(
  object({
    moving: describe('Default 30s.', ref('duration')),
    parked: describe('Default 10m.', ref('duration')),
    turns: describe(
      'Whether a turn of more than 30 degrees is reported at once; default off.',
      ref('switch'),
    ),
  }),
  ref('duration'),
);

const part = object({
  count: describe('How many; default 1.', whole(0, Number.MAX_SAFE_INTEGER)),
  label: describe(
    'What people call them; the number within the part follows, or stands where {n} does.',
    text,
  ),
  vehicle: describe('Default car.', oneOf('car', 'truck', 'bike')),
  group: describe('The group they are in.', text),
  start: describe('Where they stand at the start; default the stops of their route.', ref('position')),
  drives: describe(
    'What they drive from the start on: a route, or { route, repeat, above, dwell }.',
    inFull(object({ route: ref('drive'), ...driving }, ['route']), ref('drive')),
  ),
  report: describe('How often they report: while moving, or { moving, parked, turns }.', reporting),
  limits: describe('Daily limits; default none.', object(limits)),
  expirationDate: describe('Switches Expires on, to this date.', ref('date')),
  odometer: describe('km, at the start.', number(0, 10_000_000)),
  fuel: describe('Percent, at the start.', percent),
  battery: describe('Percent, at the start.', percent),
  sensors: describe('Facts that each location carries, such as temperature.', named({ type: 'number' })),
});

export const fleet = describe(
  'Devices that are alike, by a name such as van: they are van-1, van-2, … or van alone.',
  {
    ...named(orNothing(part)),
    minProperties: 1,
  },
);
