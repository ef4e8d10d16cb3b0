/** Driving, signal and sensors of vehicles: a deployment sees all of it in the reports of their devices. */
import { isOn } from '../language/resolve/diagnostics.ts';
import { lastingOf } from '../language/resolve/durations.ts';
import { drivingOf } from '../language/resolve/fleet.ts';
import { anyNumber, option, percent, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { driving } from '../language/schema/setting.ts';
import { drivingInWords, lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export const vehicleActions = {
  drive: defineDeviceAction({
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
  }),

  stop: defineDeviceAction({
    summary: 'Vehicles brake to a stop.',
    beside: { for: option('Drives on afterwards; default stays.', ref('duration')) },
    read: ({ fields }) => ({ for: lastingOf(fields.for) }),
    words: (action, who) => `${who} stops${lastingInWords(action.for)}`,
    step: (action, device) => ({ device, for: action.for }),
    perform: (step, { traffic }) => traffic.stop(step.device, step.for),
    onTarget: 'shown by reports',
  }),

  /** Buffered reports come late: partly out of order, partly twice. */
  'lose-signal': defineDeviceAction({
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
  }),

  'regain-signal': defineDeviceAction({
    summary: 'What was lost gets through again.',
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} has signal again`,
    step: (_, device) => ({ device }),
    perform: ({ device }, { traffic }) => traffic.regainSignal(device),
    onTarget: 'shown by reports',
  }),

  'set-sensor': defineDeviceAction({
    summary: 'A fact that locations carry changes.',
    beside: { sensor: text, value: anyNumber },
    introduces: { sensors: 'sensor' },
    read: ({ fields: { sensor, value } }) => ({ sensor, value }),
    words: ({ sensor, value }, who) => `${sensor} of ${who} is ${value}`,
    step: ({ sensor, value }, device) => ({ device, sensor, value }),
    perform: ({ device, sensor, value }, { traffic }) => traffic.setSensor(device, sensor, value),
    onTarget: 'shown by reports',
  }),

  'set-fuel': levelAction('fuel', 'What is in the tank.'),

  'set-battery': levelAction('battery', "The device's charge."),
};

function levelAction(level: 'fuel' | 'battery', summary: string) {
  return defineDeviceAction({
    summary,
    beside: { percent },
    read: ({ fields: { percent } }) => ({ percent }),
    words: ({ percent }, who) => `${level} of ${who} is at ${percent} %`,
    step: ({ percent }, device) => ({ device, percent }),
    perform: ({ device, percent }, { traffic }) => traffic.setLevel(device, level, percent),
    onTarget: 'shown by reports',
  });
}
