/**
 * Everything that a run saw of the rules, as data: the outcomes follow from it alone (`settling.ts`), in the run itself and
 * from its recording.
 */

import type { Deployment } from '../deployment/deployment.ts';
import { recordShows, showsLimits } from '../deployment/reading/device.ts';
import type { TokenForm } from '../judge/event.ts';
import type { Witnessed } from '../judge/verdict.ts';
import { namesOf } from '../kit/tables.ts';
import type { Step } from '../play/steps.ts';
import { type ControlFact, controlFacts } from '../profile/controls.ts';
import type { ControlName, Profile } from '../profile/profile.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Finding } from './outcome.ts';
import type { TokenParts } from './token-parts.ts';

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
  readonly instead?: Finding | undefined;
  /** The time that it took. */
  readonly milliseconds: number;
}

/** An answer that brought a token, by its form. */
export interface IssuedForm {
  readonly form: TokenForm;
  readonly exchange: number;
  /** The token that it brought; equal numbers are equal tokens. */
  readonly token: number;
  readonly shows: TokenParts;
}

export interface Evidence {
  readonly circumstances: Circumstances;
  /** The rules that were asked for, in the order of the ledger. */
  readonly asked: readonly JudgedId[];
  readonly rounds: readonly (Round & { readonly isLast: boolean })[];
  readonly issued: readonly IssuedForm[];
  /** The answers to requests for a token, with those that brought none. */
  readonly tokenAnswers: number;
  /** For rules without an outcome: the suite broke. */
  readonly instead?: Finding | undefined;
}

/** For more devices than these no rule asks a profile. */
const ENOUGH = 2;

/** The means of a run that has met its deployment. */
export function circumstancesOf({ profile, controls, lens, options }: Deployment): Circumstances {
  const names = namesOf(controlFacts);
  const offered = profile.controls ?? {};
  const untold = untoldBy({ controls, lens });
  const returns = (name: ControlName): readonly ControlFact[] => controlFacts[name].returns;
  const isPartly = (name: ControlName) => {
    const { reads = {} } = { reads: undefined, ...offered[name] };
    const isReading = name === 'readLimits' || name === 'readLicences';
    // A simulator reads all that it has; what only its records show is told by their profile.
    return controls.simulator
      ? untold.some((fact) => returns(name).includes(fact))
      : isReading && !returns(name).every((fact) => Object.hasOwn(reads, fact));
  };
  return {
    profile,
    controls: names.filter((name) => controls.has(name)),
    partly: names.filter(isPartly),
    told: toldIn(profile),
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
  const given = { used: counts('total', 'available'), available: counts('total', 'used') };
  return [...controlFacts.readLimits.returns, ...namesOf(given)].filter(
    (fact) => !isShown(fact) && !new Map<string, boolean>(Object.entries(given)).get(fact),
  );
}

function toldIn({ known = {}, samples = {} }: Profile): string[] {
  const ids = namesOf(known).filter((name) => name !== 'device' || (known.device ?? []).length >= ENOUGH);
  return [...ids.map((name) => `known.${name}`), ...namesOf(samples).map((name) => `samples.${name}`)];
}
