/** The setting of a story: clock, account, places, routes, groups, users and the fleet. */
import { refer, type Static, typed } from '../../../contracts/kit/schema.ts';
import { fixtureDevice, fixtureForm } from '../../../simulator/fixture/schema.ts';
import {
  anyNumber,
  anyText,
  choice,
  describe,
  inFull,
  limit,
  listOf,
  named,
  number,
  object,
  oneOf,
  option,
  orNothing,
  percent,
  text,
  whole,
} from './builders.ts';
import { ref } from './forms.ts';

const startTime = typed<string>({ ...text, examples: ['2026-03-02 08:00'] });
const timeZone = typed<string>({ ...text, examples: ['Europe/Berlin'] });
const dayEnds = typed<string>({ ...text, examples: ['04:00', '00:00 UTC'] });

export const castDefinitions = { fixture: fixtureForm };

export const cast = inFull(refer('fixture', fixtureForm), text);

export const clock = describe(
  'When it plays.',
  object({
    start: option(
      'Date and time of the beginning, by the clocks of the time zone; default that of the fixture.',
      startTime,
    ),
    end: option('When it ends. Or say `for`.', ref('time')),
    for: option('How long it lasts.', ref('duration')),
    timeZone: option('A time zone of the IANA database; default UTC.', timeZone),
    dayEnds: option(
      'When a day ends and daily counters start again: 04:00, or with a time zone, 00:00 UTC; default midnight in the time zone.',
      dayEnds,
    ),
    seed: option('Everything that looks random comes from it; default 1.', whole(0, 4_294_967_295)),
  }),
);

export const account = describe(
  'The account that everything belongs to.',
  object({
    licences: option('How many licences it has; default one for each device.', whole(0, 1_000_000_000)),
    apiAccess: option('Whether its credentials get a token; default on.', ref('switch')),
    userName: option('Default demo.', text),
    apiKey: option('Default demo-key.', text),
  }),
);

/** A place is a position or a name of the town, or an object. */
const place = inFull(
  choice(
    'a place',
    {
      around: {
        summary: 'An area: a circle around a place.',
        value: ref('position'),
        beside: { radius: describe('Of the circle.', ref('length')) },
      },
      corners: {
        summary: 'An area: its corners, in order; not closed.',
        value: listOf(ref('position')),
        beside: {},
      },
    },
    {},
  ),
  ref('position'),
);

export const places = describe(
  'Places and areas by name. Those of the bundled town need not be listed.',
  named(place),
);

const route = inFull(
  choice(
    'a route',
    {
      roads: {
        summary: 'Along the roads of the bundled town, from stop to stop.',
        value: listOf(ref('position'), 2),
        beside: {},
      },
      waypoints: {
        summary: 'Straight from point to point.',
        value: listOf(ref('position'), 2),
        beside: { speedLimit: option('km/h; default 50.', number(1, 300)) },
      },
      track: {
        summary: 'A recorded drive: a GPX, KML, GeoJSON, CSV or NMEA file beside this one.',
        value: text,
        beside: {
          rhythm: option(
            "The recording's own rhythm (default), or that of the vehicle.",
            oneOf('recorded', 'own'),
          ),
        },
      },
    },
    {},
  ),
  describe('from one place of the town to another, for ever, each chosen at random', oneOf('roaming')),
);

export const routes = describe('Ways that vehicles drive, by name.', named(route));

export const groups = describe(
  'Groups by name, each with its description.',
  named(typed<string | null>({ type: ['string', 'null'] })),
);

const country = typed<string>({
  type: 'string',
  'x-code': 'COUNTRY_INVALID',
  description: 'a country of two letters such as DE',
  pattern: '^[A-Z]{2}$',
  examples: ['DE'],
});

export const channels = listOf(ref('channel'), 0, { uniqueItems: true });

export const userFacts = {
  email: option('Default: made from the name, at example.com.', text),
  phone: option('Default: a number that is not in use.', anyText),
  country: option('ISO 3166-1, two letters; default GB.', country),
  timeZone: option("Default: the story's.", text),
  groups: option('Default: all groups.', listOf(text, 0)),
  notify: option('How the user is notified of alerts; default by e-mail.', channels),
};
const user = object(userFacts);

export const users = describe("Users by name, beside the account's own.", named(orNothing(user)));

/** The fields of a drive, beside the route. */
export const driving = {
  repeat: option(
    'After the last stop; default loop where the route ends at its beginning, else once.',
    oneOf('once', 'loop', 'back-and-forth'),
  ),
  above: option('km/h above the limits of the roads; default 0.', number(0, 150)),
  dwell: option('How long it waits at each stop; default 0s.', ref('duration')),
  towed: option('Moved by another vehicle, its own engine off; default off.', ref('switch')),
};
const drive = object(driving);

export const limits = {
  dailyEmail: option('E-mails a day; null for no limit.', limit),
  dailySms: option('SMS a day; null for no limit.', limit),
};

const reporting = inFull(
  object({
    moving: option('Default 30s.', ref('duration')),
    parked: option('Default 10m.', ref('duration')),
    turns: option('Whether a turn of more than 30 degrees is reported at once; default off.', ref('switch')),
  }),
  ref('duration'),
);

const { group: _group, limits: _limits, expirationDate: _date, ...deviceFacts } = fixtureDevice.properties;

const part = object({
  // The further fields of a device of a fixture.
  ...deviceFacts,
  count: option('How many; default 1.', whole(0, Number.MAX_SAFE_INTEGER)),
  label: option('The name of the devices; the number within the part follows, or replaces {n}.', text),
  vehicle: option('Default car.', oneOf('car', 'truck', 'bike')),
  group: option('The group they are in.', text),
  start: option('Where they are parked at the start; default the stops of their route.', ref('position')),
  drives: option(
    'What they drive from the start on: a route, or { route, repeat, above, dwell }.',
    inFull(object({ route: ref('drive'), ...driving }), ref('drive')),
  ),
  report: option('How often they report: while moving, or { moving, parked, turns }.', reporting),
  limits: option('Daily limits; default none.', object(limits)),
  expirationDate: option('Switches Expires on, to this date.', ref('date')),
  odometer: option('km, at the start.', number(0, 10_000_000)),
  fuel: option('Percent, at the start.', percent),
  battery: option('Percent, at the start.', percent),
  sensors: option('Facts that each location carries, such as temperature.', named(anyNumber)),
});

export const fleet = describe(
  'Devices that are alike, by a name such as van: they are van-1, van-2, … or van alone.',
  named(orNothing(part), 1),
);

export type WrittenClock = Static<typeof clock>;
export type WrittenPlace = Static<typeof place>;
export type WrittenRoute = Static<typeof route>;
export type WrittenUser = Static<typeof user>;
export type WrittenDriving = Static<typeof drive>;
export type WrittenPart = Static<typeof part>;
