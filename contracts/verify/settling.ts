/**
 * From what a run saw to the outcomes of its rules. A lost connection, a timeout or a server error says nothing about a rule:
 * what was cut off is judged again, and so is, once, what failed now and then. Nothing here acts.
 */
import type { Unlock } from '../deployment/finding.ts';
import { isInLimit } from '../deployment/reading/answers.ts';
import { brokenByForm } from '../judge/parts/token-forms.ts';
import { type Ruling, rulingsOn, sentenceOf } from '../judge/verdict.ts';
import { nameIn } from '../kit/tables.ts';
import { isWhole } from '../profile/complete.ts';
import { controlFacts } from '../profile/controls.ts';
import type { Judged, JudgedId } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { explainNeed } from '../specification/needs.ts';
import { openings } from '../specification/openings/index.ts';
import { withoutContradicted } from './contradicted.ts';
import { touchesOf } from './demands.ts';
import { knownBy, unofferedIn, untoldOf, withheldIn } from './described.ts';
import type { Circumstances, Evidence, Evidenced, Round } from './evidence.ts';
import { findingOf } from './finding.ts';
import { expectedBy, type Finding, fail, notJudged, outcomeOf } from './outcome.ts';
import type { Exchange, Outcome } from './run.ts';
import { stepsTaken } from './telling.ts';

/** So many answers break a rule about the form of a token: one or two may have come about otherwise. */
const CONFIRMING = 3;
const request = { do: 'token', credentials: 'good' } as const;

interface Recorded {
  readonly exchanges: readonly Exchange[];
}

/** The outcomes that follow from all that a run saw, in the order of the ledger. */
export function outcomesOf(evidence: Evidence, recorded: Recorded): Outcome[] {
  const settling = new Settling(evidence.circumstances, recorded);
  settling.leaveOut(evidence.asked);
  for (const round of evidence.rounds) settling.settle(round);
  settling.review(evidence);
  if (evidence.instead) settling.instead(evidence.asked, evidence.instead);
  return evidence.asked.flatMap((id) => settling.outcomes.get(id) ?? []);
}

/** Rules judged round by round, until each has an outcome. */
export class Settling {
  readonly outcomes = new Map<JudgedId, Outcome>();
  /** The outcomes of rules that are to be judged once more, since they failed now and then. */
  readonly #suspect = new Map<JudgedId, Outcome>();
  readonly #circumstances: Circumstances;
  readonly #recorded: Recorded;

  constructor(circumstances: Circumstances, recorded: Recorded) {
    this.#circumstances = circumstances;
    this.#recorded = recorded;
  }

  /** The rules that a read-only run cannot judge. */
  leaveOut(asked: readonly JudgedId[]): JudgedId[] {
    if (!this.#circumstances.readOnly) return [];
    const writing = asked.filter((id) => touchesOf(judgedOf(id)) !== 'nothing');
    this.instead(writing, notJudged('It writes, and the run is read-only.', ['writing']));
    return writing;
  }

  /** Settles what counts of one round; returns the rules that are to be judged again. */
  settle(round: Round): JudgedId[] {
    const findings = this.#findings(round);
    return round.due.filter((id) => {
      const finding = findings.get(id);
      if (!finding) return false;
      const checked = this.#checked(outcomeOf(id, finding, round.milliseconds));
      const isEnded = finding === round.instead || checked.leftOpen;
      const outcome = round.instead && isEnded ? outcomeOf(id, round.instead) : checked;
      const before = this.#suspect.get(id);
      const isSuspect = outcome.verdict === 'suspect' && !before;
      const isUnsteady = finding.isUnsteady && !before;
      if (!round.isLast && (finding.brokeOff || isSuspect || isUnsteady)) {
        if (!finding.brokeOff) this.#suspect.set(id, outcome);
        return true;
      }
      // A rule is no pass if it contradicted itself about tokens, or on devices that were there before.
      const stays = outcome.verdict === 'inconclusive' || (outcome.verdict === 'pass' && this.#isLasting(id));
      this.outcomes.set(id, before && stays ? before : outcome);
      return false;
    });
  }

  #isLasting(id: JudgedId): boolean {
    if (id.startsWith('token/')) return true;
    return /^(limits|expiry|licences)\//.test(id) && !this.#circumstances.controls.includes('createDevice');
  }

  #findings({ due, shown, instead }: Round): ReadonlyMap<JudgedId, Finding> {
    if (instead && shown.length === 0) return new Map(due.map((id) => [id, instead]));
    const judged = due.map(judgedOf);
    const { profile } = this.#circumstances;
    const failed = [...this.outcomes.values()].filter(({ verdict }) => verdict === 'fail');
    const seen = withoutContradicted(shown, profile);
    const reached = reachable(judged, this.#circumstances);
    const known = knownBy(this.#circumstances);
    const described = {
      ...{ known, unoffered: unofferedIn(reached, profile), withheld: withheldIn(reached, profile) },
      broken: new Set(failed.map(({ id }) => id)),
    };
    const ids = reached.map(({ id }) => id);
    const rulings = new Map(rulingsOn(ids, seen, described).map((ruling) => [ruling.id, ruling]));
    return new Map(
      judged.map((rule) => {
        const ruling = rulings.get(rule.id);
        if (!ruling) return [rule.id, unreached(rule, this.#circumstances)];
        const finding =
          brokenOff(ruling, shown) ?? findingOf(rule, ruling, seen, known, this.#recorded.exchanges);
        const isOpen = finding.verdict === 'inconclusive' && !finding.unlock?.length;
        return [rule.id, isOpen ? (instead ?? this.#withLines(finding, rule)) : finding];
      }),
    );
  }

  /** With the lines of the profile that are missing, where nothing else was known to be. */
  #withLines(finding: Finding, rule: Judged): Finding {
    const untold = untoldOf(rule, this.#circumstances);
    return untold ? notJudged(`${finding.reason} ${untold.sentence}`, untold.unlock) : finding;
  }

  /** The outcomes that change by all answers that brought a token, whatever it was asked for. */
  review({ issued, tokenAnswers }: Pick<Evidence, 'issued' | 'tokenAnswers'>): void {
    const answers = issued.map(({ form, exchange }) => {
      const event = { kind: 'issued', at: 0, credentials: 'good', issued: true, form } as const;
      return { event, form, exchange, breaks: brokenByForm(event) };
    });
    for (const [id, { rule, verdict, milliseconds }] of this.outcomes) {
      const broken = answers.filter(({ breaks }) => breaks.includes(id));
      const [first] = broken;
      if (!first || (verdict !== 'pass' && verdict !== 'inconclusive')) continue;
      const observed = `a token in ${first.form.shown}`;
      const often = `in ${broken.length} of ${tokenAnswers} answers`;
      const exchanges = broken.slice(0, CONFIRMING).map(({ exchange }) => exchange);
      const expected = expectedBy({ rule });
      const sent = { facts: [first.event], steps: [request], exchanges: [[first.exchange]] };
      const finding: Finding =
        broken.length < CONFIRMING
          ? { verdict: 'suspect', reason: `The run got ${observed}, ${often}.`, exchanges }
          : {
              ...fail(expected, `${observed}, ${often}`, exchanges),
              steps: stepsTaken(sent, this.#recorded.exchanges, expected),
            };
      this.outcomes.set(id, outcomeOf(id, finding, milliseconds));
    }
  }

  /** The outcome of all rules that have none. */
  instead(asked: readonly JudgedId[], instead: Finding): void {
    for (const id of asked) if (!this.outcomes.has(id)) this.outcomes.set(id, outcomeOf(id, instead));
  }

  /** No verdict rests on a refusal of too many requests; what stayed open though nothing was missing is left open. */
  #checked(outcome: Outcome): Outcome {
    const { verdict, unlock = [] } = outcome;
    const answered = { profile: this.#circumstances.profile, transport: this.#recorded };
    if ((verdict === 'fail' || verdict === 'suspect') && isInLimit(answered, outcome.exchanges)) {
      const { expected: _, observed: __, ...others } = outcome;
      const reason =
        'The deployment may have been limiting the rate of requests; this answer proves nothing.';
      return { ...others, verdict: 'inconclusive', reason, unlock: ['rate-limit'] };
    }
    const isOpen = verdict === 'inconclusive' && !this.#circumstances.readOnly;
    const isMissed = unlock.some((one) => isMissing(one, this.#circumstances));
    return isOpen && !isMissed ? { ...outcome, leftOpen: true } : outcome;
  }
}

/** The rules for which no control is lacking. */
export function reachable(judged: readonly Judged[], circumstances: Circumstances): Judged[] {
  return judged.filter((rule) => lackingFor(rule, circumstances).length === 0);
}

/** The controls without which nothing can show whether a rule is kept. */
function lackingFor({ needs }: Judged, { controls, showsLimits }: Circumstances): Unlock[] {
  return needs.flatMap((need): Unlock[] => {
    const name = need.startsWith('do:') ? nameIn(controlFacts, need.slice('do:'.length)) : undefined;
    // The record of a device may show them as well.
    const isRead = name === 'readLimits' && showsLimits;
    return name === undefined || isRead || controls.includes(name) ? [] : [`controls.${name}`];
  });
}

function unreached(rule: Judged, circumstances: Circumstances): Finding {
  const needs = rule.needs.map(explainNeed).join(', and ');
  return notJudged(`It needs ${needs}.`, lackingFor(rule, circumstances));
}

/** Concludes nothing if the deployment broke off each time, unless the rule is broken. */
function brokenOff({ id, verdict }: Ruling, shown: readonly Evidenced[]): Finding | undefined {
  const broken = shown.find(({ about, brokeOff }) => brokeOff !== undefined && about.includes(id));
  if (broken?.brokeOff === undefined || verdict === 'fail') return undefined;
  return { verdict: 'suspect', reason: sentenceOf(broken.brokeOff), brokeOff: true };
}

/** The person who starts a run may always allow more, and so may an account; no profile gives a deployment a clock. */
const always: ReadonlySet<string> = new Set(['patience', 'max-advance', 'messages', 'account', 'clock']);

/** Returns whether something that would unlock a rule is missing: in the profile, the controls, the account, or how the run was started. */
function isMissing(unlock: string, { profile, controls, partly, told }: Circumstances): boolean {
  if (always.has(unlock)) return true;
  const opening = openings.find(({ id }) => id === unlock);
  if (opening) return !isWhole(opening.id, profile.openings[opening.id]);
  const [kind, name = ''] = unlock.split('.');
  // A control that only reads is of use as far as the profile says where its facts are.
  if (kind === 'controls') return !controls.some((one) => one === name) || partly.some((one) => one === name);
  return (kind === 'known' || kind === 'samples') && !told.includes(unlock);
}
