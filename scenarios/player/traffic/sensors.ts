/** The values of the sensors of vehicles: they are sent in reports as attributes. */
import type { TrafficState } from './state.ts';
import { flags, type Vehicles } from './vehicles.ts';

type Values = { readonly [sensor: string]: number };

export class Sensors {
  readonly #vehicles: Vehicles;
  /** By row. */
  #values = new Map<number, Values>();

  constructor(vehicles: Vehicles) {
    this.#vehicles = vehicles;
  }

  carry(v: number, values: Values): void {
    this.#values.set(v, { ...values });
    this.#vehicles.flag(v, flags.sensors, true);
  }

  set(v: number, sensor: string, value: number): void {
    this.carry(v, { ...this.#values.get(v), [sensor]: value });
  }

  of(v: number): Values | undefined {
    return this.#values.get(v);
  }

  /** A copy; `null` for a vehicle without any. */
  attributesOf(v: number): Values | null {
    if (((this.#vehicles.flags[v] ?? 0) & flags.sensors) === 0) return null;
    return { ...this.#values.get(v) };
  }

  save(): TrafficState['sensors'] {
    return structuredClone([...this.#values]);
  }

  restore(state: TrafficState['sensors']): void {
    this.#values = new Map(structuredClone(state));
  }
}
