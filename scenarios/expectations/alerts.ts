import { checkRaised } from '../language/resolve/alert-types.ts';
import { option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { isAmong } from '../player/scene.ts';
import { defineExpectation } from './define.ts';
import { number } from './finding.ts';
import { devicesFrom, from } from './messages.ts';
import { ofDevices, wantedOf } from './wanted.ts';

export const alerts = defineExpectation({
  kind: 'alerts',
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
  check: ({ devices, type, wanted }, { tally }, it) =>
    number(
      tally.alerts(type, (device) => devices === null || isAmong(devices, device, it)),
      wanted,
    ),
  onTarget: { notJudged: 'no operation reads alerts' },
});
