import { drivingOf } from '../language/resolve/fleet.ts';
import { ref } from '../language/schema/forms.ts';
import { driving } from '../language/schema/setting.ts';
import { drivingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export const drive = defineDeviceAction({
  kind: 'drive',
  summary: 'Sends vehicles on a route.',
  beside: { route: ref('drive'), ...driving },
  read({ fields, path, names }) {
    const driving = drivingOf(fields.route, fields, [...path, 'route'], names);
    return driving && { driving };
  },
  words: ({ driving }, who, names) => `${who} drives ${drivingInWords(driving, names)}`,
  step: ({ driving }, device) => ({ device, driving }),
  perform: ({ device, driving }, { traffic }) => traffic.drive(device, driving),
  onTarget: 'shown by reports',
});
