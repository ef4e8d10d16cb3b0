/**
 * Everything that a run saw of the rules, as data: the outcomes follow from it alone (`settling.ts`), in the run itself and
 * from its recording.
 */

import type { Deployment } from '../deployment/deployment.ts';
import { recordShows, showsLimits } from '../deployment/reading/device.ts';
import type { TokenForm } from '../judge/event.ts';
import { rulingsOn, type Witnessed } from '../judge/verdict.ts';
import { namesOf } from '../kit/tables.ts';
import type { Step } from '../play/steps.ts';
import { type ControlFact, controlFacts } from '../profile/controls.ts';
import type { ControlName, Profile } from '../profile/profile.ts';
import type { JudgedId } from '../specification/judged.ts';
import { knownBy } from './described.ts';
import type { Finding } from './outcome.ts';

/** The means of a run: what it knew of the deployment, and what it could do on it. */
export interface Circumstances {
  readonly profile: Pick<Profile, 'openings'>;
  /** The controls that there are, and of these the ones whose answers do not give all of their facts. */
  readonly controls: readonly ControlName[];
  readonly partly: readonly ControlName[];
  /** The known ids and samples that the profile gives: `known.group`, `samples.alert`. */
  readonly told: readonly string[];
  /** Tells whether the record of a device shows any of its limits. */
  readonly showsLimits: boolean;
  /** The facts of devices and of licences that neither a control nor a record shows, by the profile. */
  readonly untold: readonly ControlFact[];
  readonly readOnly: boolean;
}

/** A history as it was played, with what shows it. */
export interface Evidenced extends Witnessed {
  /** The steps that gave the facts, in the same order. */
  readonly steps: readonly Step[];
  /** The requests of each fact: indexes into the exchanges of the run. */
  readonly exchanges: readonly (readonly number[])[];
  /** Why it says nothing: the deployment broke off each time. */
  readonly brokeOff: string | undefined;
  /** The answer that each fact rests on, in words; `null` where that is not one alone. */
  readonly answers: readonly (string | null)[];
}

/** Rules judged together, once: what was played for them, or why nothing was. */
export interface Round {
  readonly due: readonly JudgedId[];
  readonly shown: readonly Evidenced[];
  /** The finding on those that stayed open, since the run ended or the suite broke. */
  readonly instead?: Finding | undefined;
  /** The time that it took. */
  readonly milliseconds: number;
  /** Tells whether they are not judged again. */
  readonly isLast: boolean;
}

export interface Evidence {
  readonly circumstances: Circumstances;
  /** The rules that were asked for, in the order of the ledger. */
  readonly asked: readonly JudgedId[];
  readonly rounds: readonly Round[];
  /** The answers that brought a token, by their form, and how many were asked for. */
  readonly issued: readonly { readonly form: TokenForm; readonly exchange: number }[];
  readonly tokenAnswers: number;
  /** For rules without an outcome: the suite broke. */
  readonly instead?: Finding | undefined;
}

/**
 * The evidence of histories that no plan asked for: it is about the rules that they say something of, and no others.
 *
 * @param ids the rules that may be judged, in the order of the ledger
 */
export function evidenceOf(
  ids: readonly JudgedId[],
  shown: readonly Evidenced[],
  circumstances: Circumstances,
): Evidence {
  const rulings = rulingsOn(ids, shown, { known: knownBy(circumstances) });
  const asked = rulings.flatMap(({ id, verdict }) => (verdict === 'not-reached' ? [] : [id]));
  const round = { due: asked, shown, milliseconds: 0, isLast: true };
  return {
    ...{ circumstances, asked, issued: [], tokenAnswers: 0 },
    rounds: asked.length > 0 ? [round] : [],
  };
}

/** For more devices than these no rule asks a profile. */
const ENOUGH = 2;

/** The means of a run that has met its deployment. */
export function circumstancesOf({ profile, controls, lens, options }: Deployment): Circumstances {
  const names = namesOf(controlFacts);
  const offered = profile.controls ?? {};
  const { known = {}, samples = {} } = profile;
  const ids = namesOf(known).filter((name) => name !== 'device' || (known.device ?? []).length >= ENOUGH);
  const untold = untoldBy({ controls, lens });
  const isPartly = (name: ControlName) => {
    const { reads = {} } = { reads: undefined, ...offered[name] };
    const returns: readonly ControlFact[] = controlFacts[name].returns;
    // A simulator reads all that it has; what only its records show is told by their profile.
    if (controls.simulator) return untold.some((fact) => returns.includes(fact));
    const isReading = name === 'readLimits' || name === 'readLicences';
    return isReading && !returns.every((fact) => Object.hasOwn(reads, fact));
  };
  return {
    profile,
    controls: names.filter((name) => controls.has(name)),
    partly: names.filter(isPartly),
    told: [...ids.map((name) => `known.${name}`), ...namesOf(samples).map((name) => `samples.${name}`)],
    showsLimits: showsLimits({ lens }),
    untold,
    readOnly: options.readOnly === true,
  };
}

function untoldBy({ controls, lens }: Pick<Deployment, 'controls' | 'lens'>): ControlFact[] {
  const counts = (...facts: readonly ControlFact[]) =>
    facts.every((fact) => controls.returns('readLicences', fact));
  const isShown = (fact: ControlFact) =>
    controls.returns('readLimits', fact) || recordShows({ lens }, fact) || counts(fact);
  // Two counts give the third.
  const given: { readonly [F in ControlFact]?: boolean } = {
    used: counts('total', 'available'),
    available: counts('total', 'used'),
  };
  return [...controlFacts.readLimits.returns, ...namesOf(given)].filter(
    (fact) => !isShown(fact) && !given[fact],
  );
}
