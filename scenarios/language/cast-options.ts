/** The world of a story with a fixture. */
import { defaultAnswers } from '../../contracts/specification/openings/index.ts';
import type { Fixture } from '../../simulator/fixture/schema.ts';
import type { SimulatorOptions } from '../../simulator/options.ts';
import type { StoryClock } from './terms.ts';

/** It is always said: the world may take the place of one that had another. */
export const MIDNIGHT = defaultAnswers['day.ends'];

/** As the fixture says, at the first moment of the story; its clock is frozen until the story is played. */
export function castOptions(
  fixture: Fixture,
  { start, timeZone, dayEnds = MIDNIGHT, seed }: StoryClock,
): SimulatorOptions {
  return { fixture, seed, at: start, timeZone, dayEnds, frozen: true };
}
