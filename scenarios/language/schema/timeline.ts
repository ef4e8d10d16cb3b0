/** When something happens, and what must hold then. */
import { actions } from './actions.ts';
import {
  always,
  anyText,
  type Branch,
  choice,
  describe,
  listOf,
  MANY,
  number,
  object,
  oneOf,
  oneOrMore,
  type Properties,
  ref,
  type Schema,
  text,
  whole,
} from './parts.ts';

const subject = describe('Of which devices; default all.', ref('devices'));
const about = (beside: Properties = {}): Properties => ({ device: subject, ...beside });

const conditions: { readonly [predicate: string]: Branch } = {
  enters: { description: 'A device comes into an area.', value: text, beside: about() },
  leaves: { description: 'A device goes out of an area.', value: text, beside: about() },
  speedAbove: {
    description: 'A device is faster than so many km/h.',
    value: number(0, 500),
    beside: about({ in: describe('Only within this area.', text) }),
  },
  standsStill: {
    description: 'A device has not moved for so long.',
    value: ref('duration'),
    beside: about(),
  },
  sensor: {
    description: 'A fact of the locations goes above or below a value.',
    value: text,
    beside: about({ above: { type: 'number' }, below: { type: 'number' } }),
  },
  counterReaches: {
    description: "A device's counter of the day has come to so many.",
    value: whole(1, 1_000_000),
    beside: about({ channel: ref('channel') }),
    required: ['channel'],
  },
  expires: { description: 'A device expires.', value: always, beside: about() },
  withheld: {
    description: 'A message of a device is not sent.',
    value: oneOf('email', 'sms', 'any'),
    beside: about(),
  },
  raises: { description: 'A device raises an alert of this type.', value: text, beside: about() },
  arrives: { description: 'A route driven once has come to its end.', value: always, beside: about() },
};

export const condition = choice('a condition', conditions);

const filters: Properties = {
  from: describe('Of these devices only; default all.', ref('devices')),
  channel: describe('Default both.', ref('channel')),
};

const expectations: { readonly [field: string]: Branch } = {
  device: {
    description: 'What is so of each of these devices.',
    value: ref('devices'),
    beside: {
      licence: oneOf('used', 'expired'),
      status: oneOf('online', 'offline', 'unknown'),
      usage: describe("The day's counters.", object({ email: ref('wanted'), sms: ref('wanted') })),
      near: describe('Where the last location lies: near this place, or within its area.', text),
      notNear: describe('Where the last location does not lie.', text),
      within: describe('What is near; default 100m, and 0m for an area.', ref('length')),
      last: describe(
        'Facts of the last location.',
        object({
          speed: describe('km/h', ref('wanted')),
          odometer: describe('km', ref('wanted')),
          fuel: describe('Percent', ref('wanted')),
          battery: describe('Percent', ref('wanted')),
          age: describe('How long ago it was measured.', ref('wantedAge')),
        }),
      ),
      locations: describe('How many the service holds.', ref('wanted')),
    },
  },
  devices: {
    description: 'How many devices there are.',
    value: ref('wanted'),
    beside: { licence: oneOf('used', 'expired'), status: oneOf('online', 'offline', 'unknown') },
  },
  licences: {
    description: "The account's licences.",
    value: {
      ...object({ used: ref('wanted'), available: ref('wanted'), total: ref('wanted') }),
      minProperties: 1,
    },
  },
  sent: { description: 'How many messages were sent so far.', value: ref('wanted'), beside: filters },
  withheld: {
    description: 'How many messages were not sent so far.',
    value: ref('wanted'),
    beside: { ...filters, reason: describe('Default any.', oneOf('daily-limit', 'device-expired')) },
  },
  alerts: {
    description: 'How many alerts were raised so far.',
    value: ref('wanted'),
    beside: { from: filters.from as Schema, type: describe('Default any.', text) },
  },
  happened: {
    description: 'How many events of a kind there were so far.',
    value: text,
    beside: { count: ref('wanted') },
    required: ['count'],
  },
  groups: { description: 'How many groups there are.', value: ref('wanted') },
  users: { description: "How many users there are, the account's own included.", value: ref('wanted') },
  group: {
    description: 'A group of this name.',
    value: text,
    beside: {
      exists: describe('Default on.', ref('switch')),
      members: describe('How many devices are in it.', ref('wanted')),
    },
  },
  user: {
    description: 'A user of this name.',
    value: text,
    beside: { exists: describe('Default on.', ref('switch')) },
  },
  reply: {
    description: 'What the public API answers to an operation such as listDevices.',
    value: text,
    beside: {
      of: describe('Which device, group or user, by name, where the operation is about one.', text),
      with: describe('The token to show; default the newest.', oneOf('token', 'first-token', 'no-token')),
      answered: describe('Default served.', oneOf('served', 'refused')),
      items: describe('The length of the list.', ref('wanted')),
      facts: describe('Facts of the record, by name.', {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      }),
    },
  },
};

export const expectation = choice('an expectation', expectations);

const expected = describe(
  'What must hold: one expectation or a list.',
  oneOrMore({ $ref: '#/definitions/expectation' }),
);

const told: Properties = {
  name: describe('For people; default what it does.', text),
  chapter: describe('Begins a chapter of this name.', text),
  caption: describe('What is told to those who watch.', anyText),
  do: actions,
  expect: expected,
};
const window: Properties = {
  from: describe('Default: the start.', ref('time')),
  until: describe('Default: the end.', ref('time')),
};

const entries: { readonly [when: string]: Branch } = {
  at: { description: 'Once, at a time.', value: ref('time') },
  every: {
    description: 'Again and again, so far apart.',
    value: ref('duration'),
    beside: {
      from: describe('The first time; default once it has passed since the start.', ref('time')),
      until: window.until as Schema,
    },
  },
  cron: {
    description: "At the times of a cron expression, by the story's clocks.",
    value: text,
    beside: window,
  },
  when: {
    description: 'Each time that something becomes true of a device.',
    value: { $ref: '#/definitions/condition' },
    beside: {
      ...window,
      most: describe('At most so often; default no bound.', whole(1, 1_000_000)),
      notAgainFor: describe('For the same device not again so soon; default 0s.', ref('duration')),
    },
  },
};

const entry = choice('an entry', entries, told);

export const timeline = describe('What happens, and when.', { ...listOf(entry, 0), maxItems: MANY });
export const expectAtEnd = describe(
  'What must hold at the end.',
  oneOrMore({ $ref: '#/definitions/expectation' }),
);
