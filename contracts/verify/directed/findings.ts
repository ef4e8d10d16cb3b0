/** The findings of one round: from histories as they were played, in the run itself and from its recording. */
import type { Exchange } from '../../deployment/exchange.ts';
import type { Unlock } from '../../deployment/finding.ts';
import { type Ruling, rulingsOn, sentenceOf } from '../../judge/verdict.ts';
import { nameIn } from '../../kit/tables.ts';
import { controlFacts } from '../../profile/controls.ts';
import type { Judged, JudgedId } from '../../specification/judged.ts';
import { explainNeed } from '../../specification/needs.ts';
import type { Circumstances, Evidenced } from '../evidence.ts';
import { type Finding, notJudged } from '../outcome.ts';
import { withoutContradicted } from './contradicted.ts';
import { findingOf } from './finding.ts';
import { knownBy } from './known.ts';
import { unofferedIn, withheldIn } from './unoffered.ts';
import { untoldOf } from './untold.ts';

/**
 * @param exchanges of the run: they tell which page of a list comes last
 * @param broken rules that were found broken before
 */
export function findingsOn(
  judged: readonly Judged[],
  shown: readonly Evidenced[],
  circumstances: Circumstances,
  exchanges: readonly Exchange[],
  broken: ReadonlySet<JudgedId>,
): ReadonlyMap<JudgedId, Finding> {
  const { profile } = circumstances;
  const seen = withoutContradicted(shown, profile);
  const due = reachable(judged, circumstances);
  const known = knownBy(circumstances);
  const unoffered = unofferedIn(due, profile);
  const described = { known, unoffered, withheld: withheldIn(due, profile), broken };
  const rulings = new Map(
    rulingsOn(
      due.map(({ id }) => id),
      seen,
      described,
    ).map((ruling) => [ruling.id, ruling]),
  );
  const findings = judged.flatMap((rule): [JudgedId, Finding][] => {
    const ruling = rulings.get(rule.id);
    if (!ruling) return [[rule.id, unreached(rule, lackingFor(rule, circumstances))]];
    const finding = brokenOff(ruling, shown) ?? findingOf(rule, ruling, seen, known, exchanges);
    return [[rule.id, withLines(finding, rule, circumstances)]];
  });
  return new Map(findings);
}

/** With the lines of the profile that are missing, where nothing else was known to be. */
function withLines(finding: Finding, rule: Judged, circumstances: Circumstances): Finding {
  if (finding.verdict !== 'inconclusive' || finding.unlock?.length) return finding;
  const untold = untoldOf(rule, circumstances);
  return untold
    ? { ...finding, reason: `${finding.reason} ${untold.sentence}`, unlock: [...untold.unlock] }
    : finding;
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

function unreached({ needs }: Judged, unlock: readonly Unlock[]): Finding {
  return notJudged(`It needs ${needs.map(explainNeed).join(', and ')}.`, unlock);
}

/** Nothing follows where the deployment broke off each time, unless the rule is broken. */
function brokenOff({ id, verdict }: Ruling, shown: readonly Evidenced[]): Finding | undefined {
  const broken = shown.find(({ about, brokeOff }) => brokeOff !== undefined && about.includes(id));
  if (broken?.brokeOff === undefined || verdict === 'fail') return undefined;
  return { verdict: 'suspect', reason: sentenceOf(broken.brokeOff), brokeOff: true };
}
