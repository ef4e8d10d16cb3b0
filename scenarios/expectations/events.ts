/** How often something happened so far: messages, alerts and other events. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../contracts/specification/events/index.ts';
import { checkRaised } from '../language/resolve/alert-types.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { oneOf, option, text } from '../language/schema/builders.ts';
import { ref, type WrittenWanted } from '../language/schema/forms.ts';
import type { Channel, Devices, Wanted } from '../language/terms.ts';
import { channelWord, devicesInWords, numberInWords, type StoryNames, toInWords } from '../language/words.ts';
import { isAmong, type Scene } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { type Finding, number } from './finding.ts';
import { wantedOf } from './wanted.ts';

const from = option('Of these devices only; default all.', ref('devices'));
const messageFilters = {
  from,
  channel: option('Default both.', ref('channel')),
  to: option('To this user, or this address; default anyone.', text),
};

export interface Messages {
  devices: Devices | null;
  channel: Channel | null;
  reason: string | null;
  to: string | null;
  wanted: Wanted;
}
type Outcome = 'sent' | 'withheld';

export const eventExpectations = {
  sent: defineExpectation({
    summary: 'How many messages were sent so far.',
    value: ref('wanted'),
    beside: messageFilters,
    read: messagesFrom,
    words: (expectation, names) => messagesInWords(expectation, 'sent', names),
    check: (expectation, scene, it) => countMessages(expectation, 'sent', scene, it),
  }),

  withheld: defineExpectation({
    summary: 'How many messages were not sent so far.',
    value: ref('wanted'),
    beside: { ...messageFilters, reason: option('Default any.', oneOf('daily-limit', 'device-expired')) },
    read: messagesFrom,
    words: (expectation, names) => messagesInWords(expectation, 'withheld', names),
    check: (expectation, scene, it) => countMessages(expectation, 'withheld', scene, it),
  }),

  alerts: defineExpectation({
    summary: 'How many alerts were raised so far.',
    value: ref('wanted'),
    beside: { from, type: option('Default any.', text) },
    read(reading) {
      const { value, here, names, path, fields } = reading;
      const { type = null } = fields;
      if (type !== null) checkRaised(type, [...path, 'type'], names);
      const devices = devicesFrom(reading);
      return devices === undefined ? [] : [{ devices, type, wanted: wantedOf(value, here, names) }];
    },
    words: ({ devices, type, wanted }, names) =>
      `${type ?? 'all'} alerts${ofDevices(devices, names)}: ${numberInWords(wanted)}`,
    check: ({ devices, type, wanted }, { counters }, it) =>
      number(
        counters.alerts(type, (device) => devices === null || isAmong(devices, device, it)),
        wanted,
      ),
  }),

  happened: defineExpectation({
    summary: 'How many events of a kind there were so far.',
    value: text,
    beside: { count: ref('wanted') },
    read({ value, here, path, fields, names }) {
      if (!serviceEventKinds.some((kind) => kind === value)) {
        const hint =
          names.diagnostics.nearest(value, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
        names.diagnostics.wrong('UNKNOWN_HAPPENING', here, `there is no event ${quoted(value)}`, hint);
        return [];
      }
      return [{ event: value, wanted: wantedOf(fields.count, [...path, 'count'], names) }];
    },
    words: ({ event, wanted }) => `${event}: ${numberInWords(wanted)}`,
    check: ({ event, wanted }, { happened }) => number(happened(event), wanted),
  }),
};

interface MessageFilter {
  from?: string;
  channel?: Channel;
  to?: string;
  reason?: string;
}

function messagesFrom(reading: Reading<WrittenWanted, MessageFilter>): Messages[] {
  const { value, here, path, names, fields } = reading;
  const [devices, to] = [devicesFrom(reading), names.recipient(fields.to, [...path, 'to'])];
  if (devices === undefined || to === undefined) return [];
  const { channel = null, reason = null } = fields;
  return [{ devices, channel, reason, to, wanted: wantedOf(value, here, names) }];
}

/** `null` for all devices; `undefined`, with the problem noted, for devices that are not in the story. */
function devicesFrom({
  fields: { from },
  path,
  names,
  mayBeIt,
}: Reading<unknown, { from?: string }>): Devices | null | undefined {
  return from === undefined ? null : names.those(from, [...path, 'from'], mayBeIt);
}

function messagesInWords(
  { devices, channel, reason, to, wanted }: Messages,
  outcome: Outcome,
  names: StoryNames,
): string {
  const what = channel === null ? 'messages' : channelWord(channel);
  const because = reason === null ? '' : ` for ${reason}`;
  return `${what}${ofDevices(devices, names)}${toInWords(to)} ${outcome}${because}: ${numberInWords(wanted)}`;
}

function countMessages(
  { devices, channel, reason, to, wanted }: Messages,
  outcome: Outcome,
  { counters }: Scene,
  it: number | null,
): Finding {
  const counts = (device: number) => devices === null || isAmong(devices, device, it);
  return number(counters.messages({ channel, outcome, reason, to }, counts), wanted);
}

/** ` of van`; nothing where any device counts. */
function ofDevices(devices: Devices | null, names: StoryNames): string {
  return devices === null ? '' : ` of ${devicesInWords(devices, names)}`;
}
