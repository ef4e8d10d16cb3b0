/**
 * The few rules that explain all histories which only rules explain, by a greedy cover: first the one that explains most of
 * them alone, then the one that explains most of what is left.
 */
import { type JudgedId, nameOf } from '../specification/judged.ts';
import type { Event } from './event.ts';
import { besideOf, type Explanation } from './judge.ts';
import type { Known } from './pins.ts';
import type { Stakes } from './stakes.ts';

/** A history, and the conclusions from it. */
export interface JudgedHistory<H extends Suspected = Suspected> {
  readonly history: H;
  readonly stakes: Stakes;
  readonly explanation: Explanation | undefined;
}

interface Suspected {
  readonly about: readonly JudgedId[];
  readonly facts: readonly Event[];
}

/**
 * @param asked the rules that are judged: one of them comes before others that explain as much
 * @param broken rules that are known to be broken: what these explain is explained
 */
export function culprits(
  weighed: readonly JudgedHistory[],
  asked: ReadonlySet<JudgedId>,
  broken: ReadonlySet<JudgedId>,
  known: Known | undefined,
): ReadonlySet<JudgedId> {
  const guilty = new Set(broken);
  const isExplained = (one: JudgedHistory) =>
    setsOf(one).some((set) => set.every((rule) => guilty.has(rule)));
  const isOpen = (one: JudgedHistory) => setsOf(one).length > 0 && !isExplained(one);
  const failed = weighed.filter(isOpen);
  const cleared = clearedIn(weighed);
  let names = 0;
  for (let open = failed; open.length > 0; open = open.filter(isOpen)) {
    const rules = likeliest(open, asked, guilty, cleared);
    if (rules.length === 0) break;
    for (const rule of rules) guilty.add(rule);
    names++;
  }
  // A rule about other devices explains several others at once.
  const isPlain = names <= 1 && [...guilty].some((rule) => asked.has(rule));
  const beside = isPlain ? [] : besidesIn(failed, asked, known);
  return beside.length > 0 ? new Set([...broken, ...beside]) : guilty;
}

/** The rules of one name, in each channel, that explain most; without those that explain no history alone, all of the first set. */
function likeliest(
  open: readonly JudgedHistory[],
  asked: ReadonlySet<JudgedId>,
  guilty: ReadonlySet<JudgedId>,
  cleared: ReadonlySet<string>,
): readonly JudgedId[] {
  const single = open.flatMap(singlesOf);
  const rules = (single.length > 0 ? single : open.flatMap((one) => setsOf(one)[0] ?? [])).filter(
    (rule) => !guilty.has(rule),
  );
  const judged = rules.filter((rule) => asked.has(rule));
  const left = judged.length > 0 ? judged : rules;
  const worth = (name: string) => open.reduce((sum, one) => sum + toldBy(name, one, cleared), 0);
  const worths = [...new Set(left.map(nameOf))].map((name) => [name, worth(name)] as const);
  const [best] = worths.toSorted(([, one], [, other]) => other - one);
  return left.filter((rule) => nameOf(rule) === best?.[0]);
}

/**
 * How much it says of a history that a rule alone explains it: more where it was written for that rule, the fewer others it was
 * written for, and less where it is the rule of the failing step itself, which would explain any, or was cleared.
 */
function toldBy(name: string, one: JudgedHistory, cleared: ReadonlySet<string>): number {
  const names = [...new Set(singlesOf(one).map(nameOf))];
  if (!names.includes(name)) return 0;
  const about = namesIn(one);
  const written = about.includes(name) ? 1 / about.length : 0;
  return 2 + written + (names.length > 1 && names.at(-1) === name ? 0 : 0.1) - (cleared.has(name) ? 0.05 : 0);
}

/** The rules to each of which histories of its own were written, and none of these failed. */
function clearedIn(weighed: readonly JudgedHistory[]): ReadonlySet<string> {
  const own = weighed.filter((one) => namesIn(one).length === 1);
  const failed = new Set(own.filter((one) => setsOf(one).length > 0).flatMap(namesIn));
  return new Set(own.flatMap(namesIn).filter((name) => !failed.has(name)));
}

/** The names of the rules that a history was written for. */
function namesIn({ history }: JudgedHistory): string[] {
  return [...new Set(history.about.map(nameOf))];
}

/** The rules about other devices that explain all histories where these may have a part in them, as the only ones that are judged. */
function besidesIn(
  open: readonly JudgedHistory[],
  asked: ReadonlySet<JudgedId>,
  known: Known | undefined,
): readonly JudgedId[] {
  // A rule that explains no history by itself has no verdict.
  const singles = new Set(open.flatMap(singlesOf).filter(isOfOthers));
  if (![...singles].some((rule) => asked.has(rule))) return [];
  const some = open.map(({ history: { facts }, explanation }) => ({ facts, explanation }));
  const beside = besideAll(some, asked, known);
  return beside.some((rule) => singles.has(rule)) ? beside : [];
}

/** Returns whether a rule is about what one device has to do with others. */
function isOfOthers(rule: JudgedId): boolean {
  return nameOf(rule) === 'limits/per-device';
}

/**
 * The rules about other devices that explain each failure where these may have a part in it, if there are any for all, and
 * as far as they are asked for.
 */
export function besideAll(
  failed: readonly { readonly facts: readonly Event[]; readonly explanation: Explanation | undefined }[],
  asked: ReadonlySet<JudgedId>,
  known: Known | undefined,
): readonly JudgedId[] {
  if (![...asked].some(isOfOthers)) return [];
  const all: JudgedId[] = [];
  for (const { facts, explanation: { part = '', step = 0 } = {} } of failed) {
    const beside = besideOf(facts.slice(0, step + 1), part, known);
    const some = beside.filter(isOfOthers);
    if (some.length === 0) return [];
    all.push(...some);
  }
  return [...new Set(all)].filter((rule) => asked.has(rule));
}

/** The sets of rules that explain a history. */
export function setsOf({ explanation }: JudgedHistory): readonly (readonly JudgedId[])[] {
  return explanation?.broken ?? [];
}

/** The rules that explain a history alone. */
function singlesOf(one: JudgedHistory): JudgedId[] {
  return setsOf(one).flatMap((set) => (set.length === 1 ? set : []));
}
