/** A proof as text: a line for each row, then what exposes the client, each with the command that repeats it. */
import { shellWord } from '../../contracts/kit/curl.ts';
import type { Io } from '../command.ts';
import type { Finding, Proven, RowResult } from './prove.ts';

export const signs: { readonly [F in Finding]: string } = { right: '✔', exposed: '✘', 'not reached': '·' };

/** A row in one line. */
export function lineOf(
  { id, expects, finding, reasons, took }: RowResult,
  { colors }: Pick<Io, 'colors'>,
): string {
  const paint = { right: colors.green, exposed: colors.red, 'not reached': colors.dim }[finding];
  const name = id.padEnd(36);
  const wanted = expects.padEnd(12);
  if (finding === 'not reached') return `${paint(signs[finding])} ${colors.dim(`${name} not reached`)}\n`;
  const said = finding === 'exposed' ? ` ${reasons[0] ?? ''}` : '';
  return `${paint(signs[finding])} ${name} ${wanted} ${(took / 1000).toFixed(1).padStart(5)} s${said}\n`;
}

/**
 * The end of the report.
 *
 * @param again the command line without the rows and what comes behind `--`
 */
export function summaryOf(proven: Proven, command: Command, { colors }: Pick<Io, 'colors'>): string {
  const exposed = proven.rows.filter(({ finding }) => finding === 'exposed');
  const unreached = proven.rows.filter(({ finding }) => finding === 'not reached');
  const told = exposed.map(
    (row) =>
      `\n${colors.red(signs.exposed)} ${colors.bold(row.id)}: ${row.says}\n` +
      `  A right client ${row.expects}${row.expects === 'gives up' ? ' in time' : ''}.\n` +
      row.reasons.map((reason) => `  ${reason}\n`).join('') +
      (row.code === 0 || row.output.trim() === '' ? '' : `${colors.dim(tailOf(row.output))}\n`) +
      `  again: ${againOf(row.id, command)}\n`,
  );
  const why = unreached.map(({ id, reasons }) => `  ${id}: ${reasons.join(' ')}\n`);
  return (
    told.join('') +
    (why.length === 0 ? '' : `\nNot reached by these tests:\n${why.join('')}`) +
    `\n${countsOf(proven)}\n`
  );
}

/** Counts in one line. */
export function countsOf({ rows, calls, plain, interrupted }: Proven): string {
  const of = (wanted: Finding) => rows.filter(({ finding }) => finding === wanted).length;
  const time = rows.reduce((sum, { took }) => sum + took, 0) + plain.reduce((sum, took) => sum + took, 0);
  return (
    `${rows.length} rows: ${signs.right} ${of('right')} as a right client · ${signs.exposed} ${of('exposed')} exposed · ` +
    `${of('not reached')} not reached · ${calls} calls in a plain run · ${Math.round(time / 1000)} s` +
    (interrupted ? ' · interrupted' : '')
  );
}

/** The command line of a proof. */
export interface Command {
  /** The options that were given, as words. */
  readonly options: readonly string[];
  readonly words: readonly string[];
}

export function againOf(id: string, { options, words }: Command): string {
  return ['roadtest', 'prove', ...options, '--only', id, '--', ...words].map(shellWord).join(' ');
}

const LINES = 12;

function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LINES);
  return lines.map((line) => `  | ${line}`).join('\n');
}
