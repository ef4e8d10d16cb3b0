/** The report of a story on a deployment, for people. */
import type { OperationCount, RefusalCount } from '../../../scenarios/target/tally.ts';
import type { Io } from '../../command.ts';
import type { TargetReport } from './report.ts';

export function summaryOf(report: TargetReport, io: Io): string {
  const { bold, dim } = io.colors;
  const parts = [
    `${bold(report.story)} on ${report.target}: ${endInWords(report)}`,
    dim(timeInWords(report)),
    section('Sent', operationsTable(report.operations)),
    section('Refused', report.refusals.map(refusalInWords)),
    section(
      'Not done',
      report.notDone.map(({ what, because, count }) => `${times(count)} ${what}: ${because}`),
    ),
    section('Expected', expectationLines(report)),
    section(
      'Notes',
      report.notes.map(({ words, count }) => `${times(count)} ${words}`),
    ),
    section('Left behind', report.leftBehind),
    lagInWords(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;

  function section(title: string, lines: readonly string[]): string {
    return lines.length === 0 ? '' : [`\n${bold(title)}`, ...lines.map((line) => `  ${line}`)].join('\n');
  }
}

function endInWords({ ended, because, sent, took, perSecond, unexpected }: TargetReport): string {
  const how = { finished: 'played', interrupted: 'interrupted', lost: 'given up' }[ended];
  const refused =
    unexpected === 0 ? 'no refusal that the story did not expect' : `${unexpected} refused unexpectedly`;
  return `${how}${because === undefined ? '' : ` (${because})`}, ${sent} requests in ${(took / 1000).toFixed(1)} s, ${perSecond}/s, ${refused}.`;
}

function timeInWords({ from, until, time, movedBy }: TargetReport): string {
  const how = {
    advance: "the deployment's clock was advanced with the story",
    real: 'times were shifted so that everything has just happened',
    story: 'times are those of the story',
  }[time];
  const moved = movedBy === 0 ? '' : ` (${movedBy > 0 ? '+' : ''}${(movedBy / 3_600_000).toFixed(2)} h)`;
  return `${from} to ${until}; ${how}${moved}`;
}

function operationsTable(operations: readonly OperationCount[]): string[] {
  if (operations.length === 0) return [];
  const rows = operations.map(({ operation, sent, served, refused, unanswered, latency }) => [
    operation,
    String(sent),
    String(served),
    String(refused),
    String(unanswered),
    ...[latency.p50, latency.p90, latency.p99, latency.max].map(milliseconds),
  ]);
  const head = ['operation', 'sent', 'served', 'refused', 'no answer', 'p50', 'p90', 'p99', 'max'];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [head, ...rows].map(line);
}

export function refusalInWords({ operation, status, message, count, expected }: RefusalCount): string {
  const said = [...(status > 0 ? [`status ${status}`] : []), ...(message === '' ? [] : [message])].join(', ');
  return `${times(count)} ${operation}: ${said}${expected ? ' (as the story expects)' : ''}`;
}

function expectationLines({ expectations: { judged, notJudged } }: TargetReport): string[] {
  const failed = judged.filter(({ met }) => !met);
  const held = judged.length - failed.length;
  return [
    ...failed.map(({ line, label, wanted, actual, metByStory }) => {
      const failure = `line ${line}, ${label}: wanted ${wanted}, found ${actual}`;
      return metByStory ? `✗ ${failure}` : `~ ${failure}, as on any service with this profile`;
    }),
    ...(held > 0 ? [`✓ ${held} held`] : []),
    ...(notJudged > 0
      ? [
          `· ${notJudged} not checked here: the API does not expose it, or its counts include more than the story`,
        ]
      : []),
  ];
}

function lagInWords({ lag }: TargetReport): string {
  if (lag.most < 1_000) return '';
  const late = `Steps went out up to ${(lag.most / 1000).toFixed(1)} s late`;
  return `\n${late} (${(lag.simulated / 1000).toFixed(0)} s of the story): a lower --speed or more --concurrency keeps up.`;
}

function times(count: number): string {
  return `${count} ×`;
}

function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
