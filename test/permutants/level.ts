/** The types of a factor and a level. */
import { differences } from '../../contracts/profile/differences.ts';
import type { ErrorBody } from '../../contracts/profile/openings.ts';
import { defaultAnswers, type GivenOpenings } from '../../contracts/specification/openings/index.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import type { Gate } from './gates.ts';

/** One way in which a deployment can do what the document leaves open. */
export interface Level {
  openings?: GivenOpenings;
  basePath?: string;
  /** Facts of a deployment that no profile holds: its fleet, its time zone, the moment. */
  simulator?: Pick<SimulatorOptions, 'at' | 'devices' | 'licences' | 'timeZone' | 'frozen' | 'rules'>;
  /** Single refusals with a body of their own, beside whatever the others have (`errors.body`). */
  apart?: ErrorBody['apart'];
  gate?: Gate;
}

/** A difference that a client must not notice, as a level: see `contracts/profile/differences.ts`. */
export function unnoticed(name: keyof typeof differences): Level {
  const openings = differences[name].openings(defaultAnswers);
  if (openings === undefined) throw new Error(`The default profile has "${name}" already.`);
  return { openings };
}

export interface Factor {
  /** The kinds of difference (numbered in `contracts/profile/README.md`) that it stands for; none for one beyond them. */
  kinds: readonly number[];
  levels: { readonly [name: string]: Level };
}

export type Factors = { readonly [name: string]: Factor };
