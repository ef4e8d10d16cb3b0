/** Speeds, distances and temperatures in the units that the user has chosen. */
import { computed } from '@preact/signals';
import { units } from '../state/preferences.ts';
import { numberOf } from './format.ts';

interface Unit {
  unit: string;
  /** From km/h, km or °C. */
  from(value: number): number;
}

const KM = { mile: 1.609344, nauticalMile: 1.852 };
const same = (unit: string): Unit => ({ unit, from: (value) => value });
const per = (unit: string, kilometres: number): Unit => ({ unit, from: (value) => value / kilometres });

/** The units that can be chosen, the usual one first. Distances are those of the speed. */
export const CHOICES = {
  speed: {
    'km/h': { speed: same('km/h'), distance: same('km') },
    mph: { speed: per('mph', KM.mile), distance: per('mi', KM.mile) },
    knots: { speed: per('knots', KM.nauticalMile), distance: per('nmi', KM.nauticalMile) },
  },
  temperature: {
    '°C': { temperature: same('°C') },
    '°F': { temperature: { unit: '°F', from: (value: number) => (value * 9) / 5 + 32 } },
  },
} as const;

const chosen = computed(() => ({
  ...CHOICES.speed[units.value.speed],
  ...CHOICES.temperature[units.value.temperature],
  share: same('%'),
  plain: same(''),
}));

/** By the name of a fact or a sensor: a sensor whose name says so is one of temperature, in °C. */
const KINDS: ReadonlyMap<string, 'speed' | 'distance' | 'share'> = new Map([
  ['speed', 'speed'],
  ['distance', 'distance'],
  ['odometer', 'distance'],
  ['fuel', 'share'],
  ['battery', 'share'],
]);
const unitOf = (fact: string): Unit =>
  chosen.value[KINDS.get(fact) ?? (/temp/i.test(fact) ? 'temperature' : 'plain')];

/** A value of a fact or a sensor, and its unit beside it: km/h, km, %, °C as they were reported. */
export function measured(fact: string, value: number, digits = 0): { value: string; unit: string } {
  const { unit, from } = unitOf(fact);
  return { value: numberOf(from(value), digits), unit };
}

/** `31 mph`, `-4 °F`, `80 %`; a sensor of another kind is a number alone. */
export function inUnits(fact: string, value: number, digits = 0): string {
  const shown = measured(fact, value, digits);
  return shown.unit === '' ? shown.value : `${shown.value} ${shown.unit}`;
}
