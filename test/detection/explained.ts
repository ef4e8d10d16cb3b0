/**
 * Observable mutants that the suite need not catch, one line each: `opening`, where it changes what an
 * opening leaves to the deployment and no run can observe, or `outside`, the field or value that no
 * sentence of the document and no pin of a profile says anything about. In doubt a mutant is missed.
 */
import type { OpeningId } from '../../contracts/specification/openings/index.ts';
import { isSame, type Mutant, type MutantName } from '../mutation/instrument.ts';

export type Explained = MutantName & ({ opening: OpeningId } | { outside: string });

export const explained: readonly Explained[] = [
  {
    file: 'simulator/http/bodies.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a template
    code: "`must be ${bodies[body].properties[fact]?.description ?? 'an object'}`",
    becomes: '``',
    outside: 'the words of a refusal (`detail`)',
  },
];

/** Why a mutant need not be caught; `undefined`: it is missed when it is not. */
export function explanationOf(mutant: Mutant): Explained | undefined {
  return explained.find((one) => isSame(one, mutant));
}
