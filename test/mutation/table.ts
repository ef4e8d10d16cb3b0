/** The output of `npm run mutation`. */
import { aligned } from '../aligned.ts';
import { inWords } from './instrument.ts';
import { type Fate, type Finding, fates } from './mutation.ts';
import type { Part } from './parts.ts';

/** The most of a part that may be equivalent. */
const MOST_EQUIVALENT = 0.05;

/** The share of mutants that a test notices among those that are not equivalent: from 0 to 1. */
export function scoreOf(findings: readonly Finding[]): number {
  const noticed = countOf(findings, 'killed') + countOf(findings, 'timeout');
  const all = findings.length - countOf(findings, 'equivalent');
  return all === 0 ? 1 : noticed / all;
}

export function isReached(part: Part, findings: readonly Finding[]): boolean {
  return (
    scoreOf(findings) >= part.bar && countOf(findings, 'equivalent') <= MOST_EQUIVALENT * findings.length
  );
}

export function tableOf(parts: readonly Part[], findings: readonly Finding[]): string {
  const row = (name: string, of: readonly Finding[], bar: string, reached: string): (string | number)[] => [
    name,
    of.length,
    ...fates.map((fate) => countOf(of, fate)),
    `${(100 * scoreOf(of)).toFixed(1)} %`,
    bar,
    reached,
  ];
  const rows = parts.map((part) => {
    const own = findings.filter((finding) => finding.part === part.name);
    return row(part.name, own, `${100 * part.bar} %`, isReached(part, own) ? 'reached' : 'missed');
  });
  return aligned([['part', 'mutants', ...fates, 'score', 'bar', ''], ...rows, row('all', findings, '', '')]);
}

/** All that came to the same, a line each. */
export function listOf(findings: readonly Finding[], fate: Fate): string {
  const those = findings.filter((finding) => finding.fate === fate);
  return [`${fate}: ${those.length}`, ...those.map(({ mutant }) => `  ${inWords(mutant)}`)].join('\n');
}

function countOf(findings: readonly Finding[], fate: Fate): number {
  return findings.filter((finding) => finding.fate === fate).length;
}
