/** Driving, signal and sensors of vehicles: a deployment sees all of it in the reports of their devices. */
import {
  type DeviceFaults,
  faultFields,
  faultKinds,
  faultsInWords,
  faultsOf,
  kindsIn,
  readableFacts,
} from '../device-faults/index.ts';
import type { Path } from '../language/problems.ts';
import { durationOf, lastingOf } from '../language/resolve/durations.ts';
import { isOn } from '../language/resolve/each.ts';
import { drivingOf } from '../language/resolve/fleet.ts';
import type { Names } from '../language/resolve/names.ts';
import { anyNumber, option, percent, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { driving } from '../language/schema/setting.ts';
import type { Driving } from '../language/terms.ts';
import { drivingInWords, durationInWords, lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export interface Drive {
  driving: Driving;
  /** From one device to the next, in ms. */
  stagger?: number;
}

export interface Sensed {
  sensor: string;
  value: number;
  /** How long it takes until it has this value, in ms. */
  over?: number;
}

export const vehicleActions = {
  drive: defineDeviceAction({
    summary: 'Sends vehicles on a route.',
    beside: {
      route: ref('drive'),
      ...driving,
      stagger: option('How far apart they start, one after the other; default all at once.', ref('duration')),
    },
    read({ fields: { stagger, ...fields }, path, names }): Drive | undefined {
      const driving = drivingOf(fields.route, fields, [...path, 'route'], names);
      return driving && { driving, ...(stagger !== undefined && { stagger: durationOf(stagger) ?? 0 }) };
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
    read: ({ fields }) => ({ for: lastingOf(fields.for) }),
    words: (action, who) => `${who} stops${lastingInWords(action.for)}`,
    perform: (action, device, { traffic }) => traffic.stop(device, action.for),
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
    read: ({ fields }) => ({ for: lastingOf(fields.for), buffered: isOn(fields.buffered ?? true) }),
    words: (action, who) =>
      `${who} loses signal${lastingInWords(action.for)}${action.buffered ? '' : ', nothing buffered'}`,
    perform: (action, device, { traffic }) => traffic.loseSignal(device, action.for, action.buffered),
  }),

  regainSignal: defineDeviceAction({
    summary: 'What was lost gets through again.',
    beside: {},
    read: () => ({}),
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
    read: ({ fields: { over, ...fields } }): Sensed => ({
      ...fields,
      ...(over !== undefined && { over: durationOf(over) ?? 0 }),
    }),
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
    read({ fields: { for: lasting, ...written }, path, names }) {
      const faults = readFaults(written, path, names);
      return faults && { faults, for: lastingOf(lasting) };
    },
    words: (action, who) => `${who}: ${faultsInWords(action.faults)}${lastingInWords(action.for)}`,
    perform: (action, device, { traffic }) => traffic.setFaults(device, action.faults, action.for),
  }),

  endDeviceFaults: defineDeviceAction({
    summary: 'Devices report rightly again.',
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} reports rightly again`,
    perform: (_, device, { traffic }) => traffic.endFaults(device),
  }),

  setFuel: levelAction('fuel', 'What is in the tank.'),

  setBattery: levelAction('battery', "The device's charge."),
};

/** A value that changes little by little does so every 10 s, or more seldom where it takes long, and last when its time is over. */
function rampOver(ms: number): { times: number; apart: number } {
  const steps = Math.min(MOST_STEPS, Math.ceil(ms / STEP));
  return steps === 0 ? { times: 1, apart: 0 } : { times: steps + 1, apart: Math.round(ms / steps) };
}

const STEP = 10_000;
const MOST_STEPS = 100;
/** Thousandths, as sensors show. */
const ROUNDED = 1000;

function levelAction(level: 'fuel' | 'battery', summary: string) {
  return defineDeviceAction({
    summary,
    beside: { percent },
    read: ({ fields: { percent } }) => ({ percent }),
    words: ({ percent }, who) => `${level} of ${who} is at ${percent} %`,
    perform: ({ percent }, device, { traffic }) => traffic.setLevel(device, level, percent),
  });
}

function readFaults(
  written: { readonly [kind: string]: unknown },
  path: Path,
  names: Names,
): DeviceFaults | undefined {
  if (kindsIn(written).length === 0) {
    const message = `the reports of a device have one or more of ${faultKinds.join(', ')}`;
    return names.wrong('MISSING_FIELD', path, message, 'such as "copies: 2"');
  }
  const read = faultsOf(written);
  if ('wrong' in read) {
    const { within, message, hint } = read.wrong;
    return names.wrong('OUT_OF_RANGE', [...path, ...within], message, hint);
  }
  const known = [...names.sensors, ...readableFacts];
  for (const sensor of Object.keys(read.faults.sensors ?? {}))
    if (!known.includes(sensor)) return names.unknown('sensor', sensor, known, [...path, 'sensors', sensor]);
  return read.faults;
}
