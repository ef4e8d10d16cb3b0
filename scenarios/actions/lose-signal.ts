import { isOn } from '../language/resolve/diagnostics.ts';
import { lastingOf } from '../language/resolve/durations.ts';
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

/** What was buffered comes late: partly out of order, partly twice. */
export const loseSignal = defineDeviceAction({
  kind: 'lose-signal',
  summary: 'Nothing gets through for a while.',
  beside: {
    for: option('Default until regainSignal.', ref('duration')),
    buffered: option(
      'Whether reports come afterwards: late, partly out of order and twice; default on.',
      ref('switch'),
    ),
  },
  read: ({ fields }) => ({ for: lastingOf(fields.for), buffered: isOn(fields.buffered ?? true) }),
  words: (action, who) =>
    `${who} loses signal${lastingInWords(action.for)}${action.buffered ? '' : ', nothing buffered'}`,
  step: (action, device) => ({ device, for: action.for, buffered: action.buffered }),
  perform: (step, { traffic }) => traffic.loseSignal(step.device, step.for, step.buffered),
  onTarget: 'shown by reports',
});
