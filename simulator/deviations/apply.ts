/** A simulator with a deviation, and what is judged of it. */
import { channels, type Judged } from '../../contracts/specification/judged.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { toFetch } from '../hosts/fetch.ts';
import type { Rules, SimulatorOptions } from '../options.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { Around, Deviation, Scope } from './deviation.ts';

/**
 * All channels, and all operations but the token request: without that nothing could be verified, so it
 * breaks only where it is named.
 */
const fullScope: Scope = {
  operations: new Set(guardedOperations.map(({ id }) => id)),
  channels: new Set(channels),
};

/** The scope of what is judged: its operation or channel alone. Without either: the full scope. */
export function scopeOf({ operation, channel }: Pick<Judged, 'operation' | 'channel'>): Scope {
  return {
    operations: operation === undefined ? fullScope.operations : new Set([operation]),
    channels: channel === undefined ? fullScope.channels : new Set([channel]),
  };
}

/** The changes that make a simulator deviate. They may have state: each simulator needs its own. */
export interface Defect {
  rules?: Partial<Rules>;
  around?: Around;
}

/** A deviation for some operations and channels. */
export function defectOf({ rules, around }: Deviation, scope: Scope = fullScope): Defect {
  return { ...(rules && { rules: rules(scope) }), ...(around && { around: around(scope) }) };
}

/** A simulator with a defect; without one, a simulator as it should be. */
export function deviantSimulator({ rules, around }: Defect = {}, options: SimulatorOptions = {}): Simulator {
  const simulator = createSimulator({ ...options, ...(rules && { rules }) });
  if (!around) return simulator;
  const handle = around(simulator.handle, simulator);
  return { ...simulator, handle, fetch: toFetch(handle, simulator.bodyLimit) };
}
