/**
 * The expectations of stories, one row for each, by the field that asks for it: what a story may say, how it is put into
 * words, and how the story's own service is looked at. Here are those of the account and of what happened so far.
 *
 * - `device.ts`        what holds of each of some devices
 * - `reply.ts`         what the API answers
 * - `define.ts`        how an expectation is written
 * - `expectation.ts`   what is derived from all of them: types, schema, and what is done by kind
 * - `finding.ts`       what several of them share
 */
import type { TProperties } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../contracts/specification/events/index.ts';
import { also, checks, object, oneOf, option, optional, plainText } from '../language/builders.ts';
import { alertType, groupName, recipient, ref, userName } from '../language/forms.ts';
import type { Channel, Devices, Wanted } from '../language/terms.ts';
import { channelWord, devicesInWords, numberInWords, type StoryNames, toInWords } from '../language/words.ts';
import { isAmong } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { device, licenceStates, statuses } from './device.ts';
import { existence, number } from './finding.ts';
import { reply } from './reply.ts';

const wanted = ref('wanted');
const exists = option('Default on.', ref('switch'));
const from = option('Of these devices only; default all.', ref('devices'));

const licences = { used: optional(wanted), available: optional(wanted), total: optional(wanted) };

/** A kind of events that a service has. */
const eventKind = checks(plainText, (kind, { path, names }) => {
  const hint = () => names.nearest(kind, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
  if (!serviceEventKinds.some((each) => each === kind))
    names.wrong('UNKNOWN_HAPPENING', path, `there is no event ${quoted(kind)}`, hint());
});

/** In the order in which an editor offers them. */
export const expectations = {
  device,

  devices: defineExpectation({
    summary: 'How many devices there are.',
    value: wanted,
    beside: { licence: optional(licenceStates), status: optional(statuses) },
    words({ main, licence, status }) {
      const having = licence === undefined ? '' : ` with licence ${licence}`;
      return `${status === undefined ? '' : `${status} `}devices${having}: ${numberInWords(main)}`;
    },
    check({ main, licence, status }, { fleet: { devices } }) {
      if (licence === undefined && status === undefined) return number(devices.count, main);
      const matching = devices.countWhere(
        (facts) =>
          (licence === undefined || facts.licence === licence) &&
          (status === undefined || facts.status === status),
      );
      return number(matching, main);
    },
  }),

  licences: defineExpectation({
    summary: "The account's licences.",
    value: also(object(licences), { minProperties: 1 }),
    beside: {},
    read: ({ main }) =>
      (['used', 'available', 'total'] as const).flatMap((of) => {
        const wanted = main[of];
        return wanted === undefined ? [] : [{ of, wanted }];
      }),
    words: ({ of, wanted }) => `licences ${of}: ${numberInWords(wanted)}`,
    check: ({ of, wanted }, { fleet }) => number(fleet.account.view().licences[of], wanted),
  }),

  groups: countOf('groups', 'How many groups there are.'),

  users: countOf('users', "How many users there are, the account's own included."),

  group: defineExpectation({
    summary: 'A group of this name.',
    value: groupName,
    beside: { exists, members: option('How many devices are in it.', wanted) },
    words({ main, exists = true, members }) {
      const devices = members ? `, devices: ${numberInWords(members)}` : '';
      return `group ${main} ${exists ? 'exists' : 'does not exist'}${devices}`;
    },
    check({ main, exists = true, members }, { fleet }) {
      const group = fleet.groups.list().find(({ name }) => name === main);
      const found = existence(group !== undefined, exists);
      const shown = (count: number | null) => (count === 1 ? '1 device' : `${count} devices`);
      return found.met && group && members ? number(group.deviceIds.length, members, shown) : found;
    },
  }),

  user: defineExpectation({
    summary: 'A user of this name.',
    value: userName,
    beside: { exists },
    words: ({ main, exists = true }) => `user ${main} ${exists ? 'exists' : 'does not exist'}`,
    check: ({ main, exists = true }, { fleet }) =>
      existence(
        fleet.users.list().some(({ name }) => name === main),
        exists,
      ),
  }),

  sent: messages('sent', 'How many messages were sent so far.', {}),

  withheld: messages('withheld', 'How many messages were not sent so far.', {
    reason: option('Default any.', oneOf('daily-limit', 'device-expired')),
  }),

  alerts: defineExpectation({
    summary: 'How many alerts were raised so far.',
    value: wanted,
    beside: { from, type: option('Default any.', alertType) },
    words: ({ main, from, type = 'all' }, names) =>
      `${type} alerts${ofDevices(from, names)}: ${numberInWords(main)}`,
    check: ({ main, from, type = null }, { counters }, it) =>
      number(
        counters.alerts(type, (device) => from === undefined || isAmong(from, device, it)),
        main,
      ),
  }),

  happened: defineExpectation({
    summary: 'How many events of a kind there were so far.',
    value: eventKind,
    beside: { count: wanted },
    words: ({ main, count }) => `${main}: ${numberInWords(count)}`,
    check: ({ main, count }, { happened }) => number(happened(main), count),
  }),

  reply,
};

function countOf(family: 'groups' | 'users', summary: string) {
  return defineExpectation({
    summary,
    value: wanted,
    beside: {},
    words: ({ main }) => `${family}: ${numberInWords(main)}`,
    check: ({ main }, { fleet }) => number(fleet[family].list().length, main),
  });
}

export interface SoughtMessages {
  main: Wanted;
  from?: Devices;
  channel?: Channel;
  to?: string;
  reason?: string;
}

function messages<More extends TProperties>(outcome: 'sent' | 'withheld', summary: string, more: More) {
  const beside = {
    from,
    channel: option('Default both.', ref('channel')),
    to: option('To this user, or this address; default anyone.', recipient),
  };
  return defineExpectation({
    summary,
    value: wanted,
    beside: { ...beside, ...more },
    read: (facts): readonly SoughtMessages[] => [Object(facts)],
    words({ main, from, channel, to = null, reason }, names) {
      const what = channel === undefined ? 'messages' : channelWord(channel);
      const because = reason === undefined ? '' : ` for ${reason}`;
      return `${what}${ofDevices(from, names)}${toInWords(to)} ${outcome}${because}: ${numberInWords(main)}`;
    },
    check({ main, from, channel = null, to = null, reason = null }, { counters }, it) {
      const counts = (device: number) => from === undefined || isAmong(from, device, it);
      return number(counters.messages({ channel, outcome, reason, to }, counts), main);
    },
  });
}

/** ` of van`; nothing where any device counts. */
function ofDevices(devices: Devices | undefined, names: StoryNames): string {
  return devices === undefined ? '' : ` of ${devicesInWords(devices, names)}`;
}
