/** Faults of what devices report: a deployment sees them in the reports. */
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
import { lastingOf } from '../language/resolve/durations.ts';
import type { Names } from '../language/resolve/names.ts';
import { option } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { lastingInWords } from '../language/words.ts';
import { defineDeviceAction } from './define.ts';

export const deviceFaultActions = {
  'device-faults': defineDeviceAction({
    summary: 'Something is wrong with what devices report.',
    beside: { ...faultFields, for: option('Default until endDeviceFaults.', ref('duration')) },
    read({ fields: { for: lasting, ...written }, path, names }) {
      const faults = readFaults(written, path, names);
      return faults && { faults, for: lastingOf(lasting) };
    },
    words: (action, who) => `${who}: ${faultsInWords(action.faults)}${lastingInWords(action.for)}`,
    perform: (action, device, { traffic }) => traffic.setFaults(device, action.faults, action.for),
  }),

  'end-device-faults': defineDeviceAction({
    summary: 'Devices report rightly again.',
    beside: {},
    read: () => ({}),
    words: (_, who) => `${who} reports rightly again`,
    perform: (_, device, { traffic }) => traffic.endFaults(device),
  }),
};

function readFaults(
  written: { readonly [kind: string]: unknown },
  path: Path,
  { diagnostics, sensors }: Names,
): DeviceFaults | undefined {
  if (kindsIn(written).length === 0) {
    const message = `the reports of a device have one or more of ${faultKinds.join(', ')}`;
    return diagnostics.wrong('MISSING_FIELD', path, message, 'such as "copies: 2"');
  }
  const read = faultsOf(written);
  if ('wrong' in read) {
    const { within, message, hint } = read.wrong;
    return diagnostics.wrong('OUT_OF_RANGE', [...path, ...within], message, hint);
  }
  const known = [...sensors, ...readableFacts];
  for (const sensor of Object.keys(read.faults.sensors ?? {}))
    if (!known.includes(sensor))
      return diagnostics.unknown('sensor', sensor, known, [...path, 'sensors', sensor]);
  return read.faults;
}
