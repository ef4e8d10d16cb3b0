import { object, option, optional } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { channelWord, numberInWords } from '../language/words.ts';
import { defineDeviceExpectation } from './define.ts';
import { each, number } from './finding.ts';
import { wantedOf } from './wanted.ts';

const counters = object({ email: optional(ref('wanted')), sms: optional(ref('wanted')) });

export const usage = defineDeviceExpectation({
  kind: 'usage',
  beside: { usage: option("The day's counters.", counters) },
  read: ({ fields: { usage = {} }, path, names }) =>
    (['email', 'sms'] as const).flatMap((channel) => {
      const written = usage[channel];
      if (written === undefined) return [];
      return [{ channel, wanted: wantedOf(written, [...path, 'usage', channel], names) }];
    }),
  words: ({ channel, wanted }, who) =>
    `${channelWord(channel)} sent today by ${who}: ${numberInWords(wanted)}`,
  check: ({ devices, channel, wanted }, scene, it) =>
    each(scene, devices, it, (id) => number(scene.fleet.limits.get(id).usage[channel], wanted)),
  onTarget: { notJudged: 'no operation reads the counters' },
});
