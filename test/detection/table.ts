/** The output of a run of `npm run detection`. */
import { aligned } from '../aligned.ts';
import { inWords } from '../mutation/instrument.ts';
import { type Fate, type Finding, fates } from './detection.ts';

/** The share of caught mutants among those that a caller could notice and the suite could find: from 0 to 1. */
export function scoreOf(findings: readonly Finding[]): number {
  const caught = countOf(findings, 'caught');
  const missed = countOf(findings, 'missed');
  return caught + missed === 0 ? 1 : caught / (caught + missed);
}

export function tableOf(findings: readonly Finding[]): string {
  const folders = [...new Set(findings.map(folderOf))].sort();
  const row = (name: string, of: readonly Finding[]): string[] => [
    name,
    String(of.length),
    ...fates.map((fate) => String(countOf(of, fate))),
    `${(100 * scoreOf(of)).toFixed(1)} %`,
  ];
  return aligned([
    ['folder', 'faults', ...fates, 'score'],
    ...folders.map((folder) =>
      row(
        folder,
        findings.filter((one) => folderOf(one) === folder),
      ),
    ),
    row('all', findings),
  ]);
}

/** All that came to the same, a few lines each. */
export function listOf(findings: readonly Finding[], fate: Fate): string {
  const those = findings.filter((finding) => finding.fate === fate);
  const lines = those.map(({ mutant, why, call }) => {
    const shown = call ? `\n    differs at ${excerpt(JSON.stringify(call))}` : '';
    return `  ${inWords(mutant)}${shown}${why.length > 0 ? `\n    ${why.join('; ')}` : ''}`;
  });
  return [`${fate}: ${those.length}`, ...lines].join('\n');
}

function countOf(findings: readonly Finding[], fate: Fate): number {
  return findings.filter((finding) => finding.fate === fate).length;
}

function folderOf({ mutant }: Finding): string {
  return mutant.file.slice(0, mutant.file.lastIndexOf('/'));
}

function excerpt(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
