/** How the kinds of vehicles move, and what they use up. */

export interface Traits {
  /** m/s². */
  accelerate: number;
  brake: number;
  /** m/s² across the direction of travel that a driver takes in a bend. */
  lateral: number;
  /** km/h that it does at most. */
  fastest: number;
  /** Percent of the tank for a kilometre; percent of the tank for an hour with the engine running. */
  fuelPerKilometre: number;
  fuelPerHour: number;
}

export const vehicles = {
  car: {
    accelerate: 1.9,
    brake: 3.4,
    lateral: 2.2,
    fastest: 160,
    fuelPerKilometre: 0.14,
    fuelPerHour: 1.4,
  },
  truck: {
    accelerate: 0.95,
    brake: 1.8,
    lateral: 1.4,
    fastest: 90,
    fuelPerKilometre: 0.08,
    fuelPerHour: 0.7,
  },
  bike: {
    accelerate: 2.3,
    brake: 3.6,
    lateral: 2.6,
    fastest: 110,
    fuelPerKilometre: 0.3,
    fuelPerHour: 1,
  },
} as const satisfies { readonly [kind: string]: Traits };

export type Kind = keyof typeof vehicles;
