/** Descriptions of permutants: what the service answers while the suite judges it fits. */
import { expect, it } from 'vitest';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { oneIn } from '../sample.ts';
import { permutants } from './dialects.ts';
import { fitsOf } from './fits.ts';
import { isServedIn, recorded } from './recorded.ts';

it.each(oneIn(10, permutants()).map((permutant) => [permutant.name.split(':')[0], permutant] as const))(
  '%s',
  async (_, permutant) => {
    const fits = fitsOf(writeOpenApi(permutant.profile), isServedIn(permutant.profile));
    const exchanges = await recorded(permutant);
    expect(exchanges.length).toBeGreaterThan(20);
    expect([...new Set(exchanges.flatMap(fits))].slice(0, 6)).toEqual([]);
  },
);
