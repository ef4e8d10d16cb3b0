/** A fleet with fewer licences than devices: as a fixture says it, which expired devices are in. */
import type { SimulatorOptions } from '../simulator/options.ts';

/** The last devices are expired. */
export function fewLicences(devices: number, licences: number): Pick<SimulatorOptions, 'fixture'> {
  const device = (_: unknown, place: number) => (place < licences ? {} : { licence: 'expired' as const });
  return { fixture: { account: { licences }, devices: Array.from({ length: devices }, device) } };
}
