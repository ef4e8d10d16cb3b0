/** The track record: which rules found which faults. `record.json` is what `npm run track-record` measured last. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expand } from '../../contracts/specification/judged.ts';
import { type RuleId, rules } from '../../contracts/specification/rules/index.ts';
import type { MutantName } from '../mutation/instrument.ts';

/**
 * - `matrix`     simulators with one rule broken, in every operation or channel (`test/mutants`)
 * - `foreign`    a deployment that shares no code with the simulator, with one habit broken (`test/foreign`)
 * - `automatic`  faults that nobody chose, drawn by a seed (`test/detection`)
 */
export const sources = ['matrix', 'foreign', 'automatic'] as const;
export type Source = (typeof sources)[number];

/** The end of a run in which no rule failed: `open` where something that could be reached stayed open. */
export const others = ['suspect', 'drift', 'open', 'nothing'] as const;

/** The rules that failed, with blanks between them, or one of `others`. */
export type Finders = string;

export interface Measured {
  /** The number of faults that there are. */
  of: number;
  /** The names of the faults that were judged, by what found them. */
  found: { [finders: Finders]: string[] };
}

/** Faults by `matrix` and `foreign`, and by `automatic` those that a caller could notice. */
export type Record = { seed: number } & { [S in Source]: Measured };

const file = fileURLToPath(new URL('record.json', import.meta.url));

export function readRecord(): Record {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function writeRecord(record: Record): void {
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}

const byId = new Map<string, string>(rules.flatMap((rule) => expand(rule).map(({ id }) => [id, rule.id])));

/** The rule of what is judged of it. */
export const ruleOf = (id: string): string => byId.get(id) ?? id;

/** The finders of a fault, of `fail token/issued`, `suspect limits/per-device/sms`, `drift day.ends` and the like. */
export function findersOf(found: readonly string[]): Finders {
  const failed = found.flatMap((finding) => {
    const [verdict, id = ''] = finding.split(' ');
    return verdict === 'fail' ? [ruleOf(id)] : [];
  });
  if (failed.length > 0) return [...new Set(failed)].sort().join(' ');
  return others.find((one) => found.some((finding) => finding.startsWith(`${one} `))) ?? 'nothing';
}

/** Puts a fault where it belongs now, and takes it from where it was. */
export function note({ found }: Measured, name: string, finders: Finders): void {
  for (const [key, names] of Object.entries(found)) {
    const kept = names.filter((one) => one !== name);
    if (kept.length > 0) found[key] = kept;
    else delete found[key];
  }
  found[finders] = [...(found[finders] ?? []), name].sort();
}

/** The name of an automatic fault: lines change, so that it has none. */
export function nameOf({ file, code, becomes, nth }: MutantName): string {
  return `${file}: ${code} → ${becomes}${(nth ?? 1) > 1 ? ` (${nth})` : ''}`;
}

export const namesIn = ({ found }: Measured): string[] => Object.values(found).flat();

/** The faults that this rule found, and no other. */
export function alone(measured: Measured, rule: RuleId): readonly string[] {
  return measured.found[rule] ?? [];
}

/** The number of faults that this rule found beside others. */
export function together({ found }: Measured, rule: RuleId): number {
  const keys = Object.keys(found).filter((key) => key.includes(' ') && key.split(' ').includes(rule));
  return keys.reduce((sum, key) => sum + (found[key]?.length ?? 0), 0);
}
