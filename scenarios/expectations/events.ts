/** How often something happened so far: messages, alerts and other events. */
import type { TProperties } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../contracts/specification/events/index.ts';
import { checkRaised } from '../language/resolve/alert-types.ts';
import type { Reading } from '../language/rows.ts';
import { oneOf, option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import type { Channel, Devices } from '../language/terms.ts';
import { channelWord, devicesInWords, numberInWords, type StoryNames, toInWords } from '../language/words.ts';
import { isAmong } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { number, wantedOf } from './finding.ts';

const from = option('Of these devices only; default all.', ref('devices'));

export const eventExpectations = {
  sent: messages('sent', 'How many messages were sent so far.', {}),

  withheld: messages('withheld', 'How many messages were not sent so far.', {
    reason: option('Default any.', oneOf('daily-limit', 'device-expired')),
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
        const hint = names.nearest(value, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
        names.wrong('UNKNOWN_HAPPENING', here, `there is no event ${quoted(value)}`, hint);
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

function messages<More extends TProperties>(outcome: 'sent' | 'withheld', summary: string, more: More) {
  return defineExpectation({
    summary,
    value: ref('wanted'),
    beside: {
      from,
      channel: option('Default both.', ref('channel')),
      to: option('To this user, or this address; default anyone.', text),
      ...more,
    },
    read(reading) {
      const { value, here, path, names } = reading;
      const given: MessageFilter = reading.fields;
      const { channel = null, reason = null }: { channel?: Channel | null; reason?: string | null } = given;
      const [devices, to] = [devicesFrom(reading), names.recipient(given.to, [...path, 'to'])];
      if (devices === undefined || to === undefined) return [];
      return [{ devices, channel, reason, to, wanted: wantedOf(value, here, names) }];
    },
    words({ devices, channel, reason, to, wanted }, names) {
      const what = channel === null ? 'messages' : channelWord(channel);
      const because = reason === null ? '' : ` for ${reason}`;
      const whose = `${ofDevices(devices, names)}${toInWords(to)}`;
      return `${what}${whose} ${outcome}${because}: ${numberInWords(wanted)}`;
    },
    check({ devices, channel, reason, to, wanted }, { counters }, it) {
      const counts = (device: number) => devices === null || isAmong(devices, device, it);
      return number(counters.messages({ channel, outcome, reason, to }, counts), wanted);
    },
  });
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

/** ` of van`; nothing where any device counts. */
function ofDevices(devices: Devices | null, names: StoryNames): string {
  return devices === null ? '' : ` of ${devicesInWords(devices, names)}`;
}
