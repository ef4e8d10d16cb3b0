/** Speeds, distances and temperatures in the units that the user has chosen. */
import { computed } from '@preact/signals';
import { units } from '../state/preferences.ts';
import { numberOf } from './format.ts';

type Unit = readonly [unit: string, from: (value: number) => number];
const same = (unit: string): Unit => [unit, (value) => value];
const per = (unit: string, kilometres: number): Unit => [unit, (value) => value / kilometres];

/** The units that can be chosen, the usual one first. Distances are those of the speed. */
export const CHOICES = {
  speed: {
    'km/h': { speed: same('km/h'), distance: same('km') },
    mph: { speed: per('mph', 1.609344), distance: per('mi', 1.609344) },
    knots: { speed: per('knots', 1.852), distance: per('nmi', 1.852) },
  },
  temperature: {
    '°C': { temperature: same('°C') },
    '°F': { temperature: ['°F', (value: number) => (value * 9) / 5 + 32] as Unit },
  },
} as const;

const chosen = computed(() => ({
  ...CHOICES.speed[units.value.speed],
  ...CHOICES.temperature[units.value.temperature],
}));

/** The unit of a fact or a sensor by its name: a sensor whose name says so is one of temperature, in °C. */
function unitOf(fact: string): Unit {
  const { speed, distance, temperature } = chosen.value;
  if (fact === 'speed') return speed;
  if (fact === 'distance' || fact === 'odometer') return distance;
  if (fact === 'fuel' || fact === 'battery') return same('%');
  return /temp/i.test(fact) ? temperature : same('');
}

/** A value as it was reported (km/h, km, %, °C): `31 mph`, `-4 °F`, `80 %`; a sensor of another kind is a number alone. */
export function inUnits(fact: string, value: number, digits = 0): string {
  const [unit, from] = unitOf(fact);
  return `${numberOf(from(value), digits)} ${unit}`.trim();
}
