/** The world of a story with a fixture. */
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { StoryClock } from './terms.ts';

/** As the fixture says, at the first moment of the story; its clock is frozen until the story is played. */
export function castOptions(fixture: Fixture, { start, timeZone, seed }: StoryClock): SimulatorOptions {
  return { fixture, seed, at: start, timeZone, frozen: true };
}
