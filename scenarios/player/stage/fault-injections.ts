/** Faults of reports that are injected with a click: each lasts ten minutes, with values that are easily seen. */
import { DAY, MINUTE } from '../../../contracts/kit/durations.ts';
import { mapTable } from '../../../contracts/kit/tables.ts';
import type { FaultInjection } from '../../../simulator/control/schemas/index.ts';
import { type DeviceFaults, faultsInWords } from '../../device-faults/index.ts';
import type { Traffic } from '../traffic/traffic.ts';

const LASTS = 10 * MINUTE;

/** `isCutOff`: nothing gets through meanwhile, so that there is something to be sent afterwards. */
const presets: { readonly [K in FaultInjection]: { faults: DeviceFaults; isCutOff?: true } } = {
  'wrong-clock': { faults: { clock: 1_826 * DAY } },
  'no-fix': { faults: { position: 'none' } },
  'zero-position': { faults: { position: 'zero' } },
  jumps: { faults: { jumps: { upTo: 5_000 } } },
  duplicates: { faults: { copies: 3 } },
  'newest-first': { faults: { uploadOrder: 'newest-first' }, isCutOff: true },
  'stuck-sensor': { faults: { sensors: { fuel: 'stuck' } } },
};

/** Does it to a device of the traffic; returns what was done, in words. */
export const faultInjections = mapTable(
  presets,
  ({ faults, isCutOff }) =>
    (traffic: Traffic, device: number, name: string): string => {
      if (isCutOff) traffic.loseSignal(device, LASTS, true);
      // A report that was kept is arranged at the moment when it gets through.
      traffic.setFaults(device, faults, isCutOff ? LASTS + MINUTE : LASTS);
      const spans = `for ${LASTS / MINUTE} minutes`;
      if (isCutOff) return `${name} has no signal ${spans}; then ${faultsInWords(faults)}.`;
      return `Of ${name}, ${faultsInWords(faults)} ${spans}.`;
    },
);
