/** Driving, signal and sensors of vehicles: a deployment sees all of it in the reports of their devices. */
import {
  type DeviceFaults,
  faultFields,
  faultKinds,
  faultsInWords,
  readableFacts,
} from '../device-faults/index.ts';
import { anyNumber, option, percent, text } from '../language/builders.ts';
import { driving, drivingOf } from '../language/fleet.ts';
import { ref } from '../language/forms.ts';
import type { Driving } from '../language/terms.ts';
import { drivingInWords, durationInWords, lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export const vehicleActions = {
  drive: defineDeviceAction({
    summary: 'Sends vehicles on a route.',
    beside: {
      route: ref('drive'),
      ...driving,
      stagger: option('How far apart they start, one after the other; default all at once.', ref('duration')),
    },
    read({ stagger, ...how }, { names }): { driving: Driving; stagger?: number } {
      return { driving: drivingOf(how, names), ...(stagger !== undefined && { stagger }) };
    },
    repeats: ({ stagger = 0 }) => ({ stagger }),
    words({ driving, stagger = 0 }, who, names) {
      const apart = stagger > 0 ? `, ${durationInWords(stagger)} apart` : '';
      return `${who} drives ${drivingInWords(driving, names)}${apart}`;
    },
    perform: ({ driving }, device, { traffic }) => traffic.drive(device, driving),
  }),

  stop: defineDeviceAction({
    summary: 'Vehicles brake to a stop.',
    beside: { for: option('Drives on afterwards; default stays.', ref('duration')) },
    words: (action, who) => `${who} stops${lastingInWords(action.for)}`,
    perform: (action, device, { traffic }) => traffic.stop(device, action.for ?? null),
  }),

  /** Buffered reports come late: partly out of order, partly twice. */
  loseSignal: defineDeviceAction({
    summary: 'Nothing gets through for a while.',
    beside: {
      for: option('Default until regainSignal.', ref('duration')),
      buffered: option(
        'Whether reports come afterwards: late, partly out of order and twice; default on.',
        ref('switch'),
      ),
    },
    words: ({ for: lasting, buffered = true }, who) =>
      `${who} loses signal${lastingInWords(lasting)}${buffered ? '' : ', nothing buffered'}`,
    perform: ({ for: lasting = null, buffered = true }, device, { traffic }) =>
      traffic.loseSignal(device, lasting, buffered),
  }),

  regainSignal: defineDeviceAction({
    summary: 'What was lost gets through again.',
    beside: {},
    words: (_, who) => `${who} has signal again`,
    perform: (_, device, { traffic }) => traffic.regainSignal(device),
  }),

  setSensor: defineDeviceAction({
    summary: 'A fact that locations carry changes.',
    beside: {
      sensor: text,
      value: anyNumber,
      over: option('Comes to it little by little, in so long; default at once.', ref('duration')),
    },
    introduces: ['sensors', 'sensor'],
    repeats: ({ over = 0 }) => rampOver(over),
    words({ sensor, value, over = 0 }, who) {
      return over > 0
        ? `${sensor} of ${who} comes to ${value} in ${durationInWords(over)}`
        : `${sensor} of ${who} is ${value}`;
    },
    perform({ sensor, value }, device, { traffic }, left) {
      const { [sensor]: before = value } = traffic.sensorsOf(device);
      const next = before + (value - before) / (left + 1);
      traffic.setSensor(device, sensor, left === 0 ? value : Math.round(next * ROUNDED) / ROUNDED);
    },
  }),

  deviceFaults: defineDeviceAction({
    summary: 'Something is wrong with what devices report.',
    beside: { ...faultFields, for: option('Default until endDeviceFaults.', ref('duration')) },
    read({ for: lasting, ...faults }, { path, names }): { faults: DeviceFaults; for?: number } {
      const message = `the reports of a device have one or more of ${faultKinds.join(', ')}`;
      if (Object.keys(faults).length === 0)
        names.wrong('MISSING_FIELD', path, message, 'such as "copies: 2"');
      for (const sensor of Object.keys(faults.sensors ?? {}))
        names.sensor(sensor, [...path, 'sensors', sensor], readableFacts);
      return { faults, ...(lasting !== undefined && { for: lasting }) };
    },
    words: (action, who) => `${who}: ${faultsInWords(action.faults)}${lastingInWords(action.for)}`,
    perform: (action, device, { traffic }) => traffic.setFaults(device, action.faults, action.for ?? null),
  }),

  endDeviceFaults: defineDeviceAction({
    summary: 'Devices report rightly again.',
    beside: {},
    words: (_, who) => `${who} reports rightly again`,
    perform: (_, device, { traffic }) => traffic.endFaults(device),
  }),

  setFuel: levelAction('fuel', 'What is in the tank.'),

  setBattery: levelAction('battery', "The device's charge."),
};

/** A value that changes little by little does so every 10 s, or more seldom where it takes long, and last when its time is over. */
function rampOver(ms: number): { times: number; apart: number } {
  const steps = Math.min(MAX_STEPS, Math.ceil(ms / STEP));
  return steps === 0 ? { times: 1, apart: 0 } : { times: steps + 1, apart: Math.round(ms / steps) };
}

const STEP = 10_000;
const MAX_STEPS = 100;
/** Thousandths, as sensors show. */
const ROUNDED = 1000;

function levelAction(level: 'fuel' | 'battery', summary: string) {
  return defineDeviceAction({
    summary,
    beside: { percent },
    words: ({ percent }, who) => `${level} of ${who} is at ${percent} %`,
    perform: ({ percent }, device, { traffic }) => traffic.setLevel(device, level, percent),
  });
}
