/** The verdicts of the rules beside those of directed histories, id by id. */
import { hang } from '../../kit/columns.ts';
import { plural } from '../../kit/phrases.ts';
import { visible } from '../../kit/untrusted.ts';
import type { HistoryVerdict, Outcome, Run } from '../../suite/run.ts';
import type { Layout } from '../options.ts';

/** The reasons of verdicts that want attention are printed. */
const telling: ReadonlySet<HistoryVerdict['verdict']> = new Set(['fail', 'suspect', 'drift']);

export function besideBlock({ byHistories, outcomes }: Run, { palette, width }: Layout): string {
  if (!byHistories) return '';
  const { verdicts, histories, requests, devices } = byHistories;
  const byId = new Map(outcomes.map((outcome): [string, Outcome] => [outcome.id, outcome]));
  const wide = Math.max(0, ...verdicts.map(({ id }) => id.length));
  const lines = verdicts.map(({ id, verdict, stakes, byStatus, reason }) => {
    const counted = verdict === 'pass' ? `pass ×${stakes}${byStatus ? ', by status' : ''}` : verdict;
    const line = `${id.padEnd(wide)}  ${(byId.get(id)?.verdict ?? '').padEnd(14)}  ${counted}`;
    const why = telling.has(verdict) ? hang('    ', 4, visible(reason), width, palette.dim) : '';
    return `  ${line}\n${why}`;
  });
  const played = `${plural(histories, 'history', 'histories')}, ${plural(requests, 'request')}, ${plural(devices, 'device')}`;
  const byStatus = verdicts.filter((one) => one.verdict === 'pass' && one.byStatus).length;
  const count = (verdict: HistoryVerdict['verdict']) =>
    verdicts.filter((one) => one.verdict === verdict).length;
  const counts = [
    `${count('pass')} pass${byStatus > 0 ? `, ${byStatus} of them by status alone` : ''}`,
    ...[...telling].flatMap((verdict) => (count(verdict) > 0 ? [`${count(verdict)} ${verdict}`] : [])),
    `${count('not-reached')} not reached`,
  ];
  return [
    `${palette.bold('By rule and by histories')}  a preview: the exit code goes by the first\n`,
    hang('  ', 2, `${counts.join(' · ')}; ${played}`, width, palette.dim),
    ...lines,
  ].join('');
}
