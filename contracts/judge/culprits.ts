/**
 * The few rules that explain all histories which only rules explain. Often several rules would do. One is likely that lets
 * a deployment answer so, and hardly otherwise: one that would have let it answer in other ways, and did not, says little.
 */
import type { JudgedId } from '../specification/judged.ts';
import { alternatives, NO_PAST, pastAfter } from './alternatives.ts';
import type { Event } from './event.ts';
import { besideOf, type Explanation, Judge } from './judge.ts';
import { keptIn } from './parts/kept-facts.ts';
import type { Known } from './pins.ts';
import type { Stakes } from './stakes.ts';

/** A history, and the conclusions from it. */
export interface Weighed<H extends Suspected = Suspected> {
  readonly history: H;
  readonly stakes: Stakes;
  readonly explanation: Explanation | undefined;
}

interface Suspected {
  readonly about: readonly JudgedId[];
  readonly facts: readonly Event[];
}

/** So many rules are not broken at the same time: a rule about other devices, which explains all, is likelier. */
const MANY = 3;

/** @param asked the rules that are judged: one of them comes before others that explain as much */
export function culprits(
  weighed: readonly Weighed[],
  asked: ReadonlySet<JudgedId>,
  known: Known | undefined,
): ReadonlySet<JudgedId> {
  const open = weighed.filter(({ explanation }) => explanation && explanation.broken.length > 0);
  const guilty = withoutSpare(fewest(open, weighed, asked, onceEach(known)), weighed, asked);
  const isPlain = new Set([...guilty].map(nameOf)).size < MANY && [...guilty].some((rule) => asked.has(rule));
  const beside = isPlain ? undefined : besidesIn(open, asked, known);
  // A rule that explains no history by itself has no verdict.
  return beside && open.some((one) => singlesOf(one).some((rule) => beside.has(rule))) ? beside : guilty;
}

/**
 * One rule that explains all of them, each in its channel, if there is one, or else first the one that explains most of them,
 * and says most of each.
 */
function fewest(
  failed: readonly Weighed[],
  weighed: readonly Weighed[],
  asked: ReadonlySet<JudgedId>,
  loosenessOf: Looseness,
): ReadonlySet<JudgedId> {
  const guilty = new Set<JudgedId>();
  let open = failed;
  while (open.length > 0) {
    const single = open.flatMap(singlesOf);
    const several = open.flatMap((one) => setsOf(one)[0] ?? []);
    const left = askedFirst(single.length > 0 ? single : several, asked).filter((rule) => !guilty.has(rule));
    const names = [...new Set(left.map(nameOf))];
    const whole = names.filter((name) => open.every((one) => idIn(one, name) !== undefined));
    const likely = (whole.length > 0 ? whole : names).map(
      (name) => [name, likelihood(name, open, weighed, loosenessOf)] as const,
    );
    const [best] = likely.sort(([, one], [, other]) => other - one);
    if (best === undefined) break;
    for (const rule of left) if (nameOf(rule) === best[0]) guilty.add(rule);
    open = open.filter((one) => !isExplainedBy(guilty, one));
  }
  return guilty;
}

/** The rules that are judged, where any of these is. */
function askedFirst(rules: readonly JudgedId[], asked: ReadonlySet<JudgedId>): readonly JudgedId[] {
  const judged = rules.filter((rule) => asked.has(rule));
  return judged.length > 0 ? judged : rules;
}

/**
 * The rules about other devices that explain all histories where these may have a part in them, and one of them without, or
 * as the only ones that are judged.
 */
function besidesIn(
  open: readonly Weighed[],
  asked: ReadonlySet<JudgedId>,
  known: Known | undefined,
): ReadonlySet<JudgedId> | undefined {
  const isAlone = open.every((one) => singlesOf(one).every((rule) => !asked.has(rule)));
  const isPlain = isAlone || open.some((one) => singlesOf(one).some(isAboutOthers));
  if (!isPlain) return undefined;
  const beside = open.map(({ history: { facts }, explanation }) =>
    explanation ? besideOf(facts.slice(0, explanation.step + 1), explanation, known) : [],
  );
  const ofOthers = beside.map((rules) => rules.filter((rule) => isAboutOthers(rule) && asked.has(rule)));
  return ofOthers.length > 0 && ofOthers.every(({ length }) => length > 0)
    ? new Set(ofOthers.flat())
    : undefined;
}

function isAboutOthers(rule: JudgedId): boolean {
  return nameOf(rule) === 'limits/per-device';
}

/** The rule of this name that explains a history alone, in the channel that it is about. */
function idIn(one: Weighed, name: string): JudgedId | undefined {
  return singlesOf(one).find((rule) => nameOf(rule) === name);
}

function likelihood(
  name: string,
  open: readonly Weighed[],
  weighed: readonly Weighed[],
  loosenessOf: Looseness,
): number {
  const told = open.reduce((sum, one) => {
    const rule = idIn(one, name);
    if (rule === undefined) return sum;
    return sum + toldBy(rule, one) * Math.exp(-LOOSE * Math.max(0, loosenessOf(rule, one)));
  }, 0);
  return told / (1 + HOLDING * Math.sqrt(held(name, weighed)));
}

/**
 * How much it says of a history that a rule alone explains it. The rule of the last step before the failure says most: what
 * came before was seen to be well. That of the failing step itself would explain any. The rule that the history was
 * written for comes before others, the more the fewer others there are.
 */
function toldBy(rule: JudgedId, one: Weighed): number {
  const single = singlesOf(one);
  const rank = single.indexOf(rule);
  if (rank < 0) return 0;
  const names = [...new Set(one.history.about.map(nameOf))];
  const own = names[0] === nameOf(rule) ? MEANT / names.length : 0;
  return EACH + own + (rank === 0 ? 1 : rank < single.length - 1 ? EARLIER : LAST);
}

/** Sorts rules that explain more histories first. */
const EACH = 1;
const MEANT = 1;
const EARLIER = 0.7;
const LAST = 0.3;
/** A rule that held elsewhere is a little less likely. */
const HOLDING = 0.03;
/** So is one that would have let the deployment answer in other ways, too. */
const LOOSE = 0.3;

/** At so many steps a rule was at stake, and held. */
function held(name: string, weighed: readonly Weighed[]): number {
  const times = weighed.flatMap(({ stakes }) =>
    [...stakes.at].map(([rule, at]) => (nameOf(rule) === name ? at.length : 0)),
  );
  return times.reduce((sum, one) => sum + one, 0);
}

type Looseness = (rule: JudgedId, one: Weighed) => number;

/** Each is asked for again with each rule that is named. */
function onceEach(known: Known | undefined): Looseness {
  const all = new Map<string, number>();
  const keys = new Map<Weighed, number>();
  return (rule, one) => {
    if (!keys.has(one)) keys.set(one, keys.size);
    const key = `${keys.get(one)} ${rule}`;
    const looseness = all.get(key) ?? loosenessOf(rule, one, known);
    all.set(key, looseness);
    return looseness;
  };
}

/**
 * The logarithm of how many histories a deployment that breaks this rule alone could have shown in place of this one, by the
 * other answers to each step; without those that a lawful one could have shown.
 */
function loosenessOf(
  rule: JudgedId,
  { history: { facts }, explanation }: Weighed,
  known: Known | undefined,
): number {
  if (!explanation) return 0;
  const { step, part } = explanation;
  const start = { known, only: part, kept: keptIn(facts) };
  let strict = Judge.create(start);
  let broken = Judge.create({ ...start, maxViolations: 1, may: rule });
  let [past, sum] = [NO_PAST, 0];
  for (const fact of facts.slice(0, step + 1)) {
    const others = alternatives(fact, past);
    const left = (judge: Judge) => others.filter((other) => judge.after(other).explains).length;
    sum += Math.log((left(broken) + 1) / (left(strict) + 1));
    [strict, broken, past] = [strict.after(fact), broken.after(fact), pastAfter(past, fact)];
  }
  return sum;
}

/** The name of a rule in any channel. */
function nameOf(id: JudgedId): string {
  return id.split('/', 2).join('/');
}

/** The sets of rules that explain a history. */
export function setsOf({ explanation }: Weighed): readonly (readonly JudgedId[])[] {
  return explanation?.broken ?? [];
}

/** The rules that explain a history alone. */
function singlesOf(one: Weighed): JudgedId[] {
  return setsOf(one).flatMap((set) => (set.length === 1 ? set : []));
}

export function isExplainedBy(guilty: ReadonlySet<JudgedId>, one: Weighed): boolean {
  return setsOf(one).some((set) => set.every((rule) => guilty.has(rule)));
}

/** Without a rule that explains nothing but what the others explain as well; one that is judged makes way for others that are. */
function withoutSpare(
  guilty: ReadonlySet<JudgedId>,
  weighed: readonly Weighed[],
  asked: ReadonlySet<JudgedId>,
): ReadonlySet<JudgedId> {
  const needed = new Set(guilty);
  for (const rule of guilty) {
    const mayTakeOver = (one: JudgedId) => one !== rule && (asked.has(one) || !asked.has(rule));
    const others = new Set([...needed].filter(mayTakeOver));
    const isSpare = weighed.every((one) => !isExplainedBy(needed, one) || isExplainedBy(others, one));
    if (isSpare) needed.delete(rule);
  }
  return needed;
}
