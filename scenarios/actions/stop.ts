import { lastingOf } from '../language/resolve/durations.ts';
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export const stop = defineDeviceAction({
  kind: 'stop',
  summary: 'Vehicles brake to a stop.',
  beside: { for: option('Drives on afterwards; default stays.', ref('duration')) },
  read: ({ fields }) => ({ for: lastingOf(fields.for) }),
  words: (action, who) => `${who} stops${lastingInWords(action.for)}`,
  step: (action, device) => ({ device, for: action.for }),
  perform: (step, { traffic }) => traffic.stop(step.device, step.for),
  onTarget: 'shown by reports',
});
