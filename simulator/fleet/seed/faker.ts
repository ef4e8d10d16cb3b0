/**
 * Made-up facts, from a seed, as the faker library makes them: with its words (`.build/generate.mjs`), and the same ones
 * for the same seed. Its code is not needed: it is as much as that of the whole fleet, for six kinds of facts.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { Twister } from './twister.ts';
import { words } from './words.generated.ts';

const { commerce, location, person, vehicle } = words;

/** Facts that follow from these numbers alone, and from those drawn before. */
export function fakerOf(...seed: number[]) {
  const twister = new Twister(seed);

  function oneOf<T>(list: readonly T[]): T {
    return itemAt(list, list.length > 1 ? Math.floor(twister.next() * list.length) : 0);
  }

  function byWeight<T>(choices: readonly { value: T; weight: number }[]): T {
    const drawn = twister.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
    let sum = 0;
    const found = choices.find(({ weight }) => {
      sum += weight;
      return drawn < sum;
    });
    return (found ?? itemAt(choices, choices.length - 1)).value;
  }

  const sex = () => oneOf(['female', 'male'] as const);

  function firstName(): string {
    const { generic, ...names } = person.first_name;
    const ofSex = names[sex()];
    return oneOf(
      byWeight([
        { weight: 3 * Math.sqrt(ofSex.length), value: ofSex },
        { weight: Math.sqrt(generic.length), value: generic },
      ]),
    );
  }

  function lastName(): string {
    // The library draws it here as well; English last names are the same for each.
    sex();
    return filled(byWeight(person.last_name_pattern.generic));
  }

  const parts: { readonly [name: string]: () => string } = {
    'person.firstName': firstName,
    'person.lastName': lastName,
    'person.last_name.generic': () => oneOf(person.last_name.generic),
    'location.city_name': () => oneOf(location.city_name),
    'location.city_prefix': () => oneOf(location.city_prefix),
    'location.city_suffix': () => oneOf(location.city_suffix),
  };

  /** A pattern such as `{{location.city_prefix}} {{person.firstName}}`. */
  function filled(pattern: string): string {
    return pattern.replace(/{{([\w.]+)}}/g, (whole, name: string) => parts[name]?.() ?? whole);
  }

  return {
    commerce: { department: () => oneOf(commerce.department) },
    location: { city: () => filled(oneOf(location.city_pattern)) },
    person: { firstName, lastName },
    vehicle: {
      type: () => oneOf(vehicle.type),
      vehicle: () => `${oneOf(vehicle.manufacturer)} ${oneOf(vehicle.model)}`,
    },
  };
}

/** Where different things are drawn from the same seed, each has a number of its own. */
export const draws = { vehicles: 1, group: 2, user: 3, plate: 4, imei: 5, phone: 6 } as const;

/** A number of the North American range that is reserved for fiction: 555-0100 to 555-0199. */
export function fictionalPhone(bits: number): string {
  const area = 201 + (bits % 789);
  const line = 100 + (Math.floor(bits / 789) % 100);
  return `+1${area}5550${line}`;
}
