/** How the kinds of vehicles move, what is harsh in each, and what they use up. */

/** The manoeuvres that a driver can do too hard. */
export const manoeuvres = ['braking', 'acceleration', 'cornering'] as const;
export type Manoeuvre = (typeof manoeuvres)[number];

export interface Traits {
  /** m/s². */
  accelerate: number;
  brake: number;
  /** m/s² across the direction of travel that a driver takes in a bend. */
  lateral: number;
  /** m/s² above which each is harsh: more than a driver who keeps to the figures above ever does. */
  harsh: { readonly [M in Manoeuvre]: number };
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
    harsh: { braking: 4, acceleration: 3, cornering: 4 },
    fastest: 160,
    fuelPerKilometre: 0.14,
    fuelPerHour: 1.4,
  },
  truck: {
    accelerate: 0.95,
    brake: 1.8,
    lateral: 1.4,
    harsh: { braking: 2.5, acceleration: 1.5, cornering: 2.2 },
    fastest: 90,
    fuelPerKilometre: 0.08,
    fuelPerHour: 0.7,
  },
  bike: {
    accelerate: 2.3,
    brake: 3.6,
    lateral: 2.6,
    harsh: { braking: 4.5, acceleration: 3.2, cornering: 4.2 },
    fastest: 110,
    fuelPerKilometre: 0.3,
    fuelPerHour: 1,
  },
} as const satisfies { readonly [kind: string]: Traits };

export type Kind = keyof typeof vehicles;

/** How much harder than others a harsh driver accelerates, brakes and takes bends. */
const HARDER = { accelerate: 2.5, brake: 2, lateral: 3 };

/** The same vehicle with a harsh driver. */
export function drivenHarshly(traits: Traits): Traits {
  const { accelerate, brake, lateral } = traits;
  return {
    ...traits,
    accelerate: accelerate * HARDER.accelerate,
    brake: brake * HARDER.brake,
    lateral: lateral * HARDER.lateral,
  };
}
