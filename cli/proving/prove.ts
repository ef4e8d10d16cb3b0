/** The proof of a client: its tests run plain, and then once under each row. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, exitCodes } from '../command.ts';
import { misconduct } from './conduct.ts';
import { type Row, rows } from './rows.ts';
import { type Ended, type Proof, runOnce } from './run.ts';
import { type Usual, usualOf } from './usual.ts';

/** `right`: as expected; `exposed`: not; `not reached`: the tests make no call that would meet it. */
export type Finding = 'right' | 'exposed' | 'not reached';

export interface RowResult {
  readonly id: string;
  readonly says: string;
  readonly expects: Row['expects'];
  readonly finding: Finding;
  /** The wrong deeds of the client, or why the row was not reached; each a sentence. */
  readonly reasons: readonly string[];
  /** The exit code of the tests; `null` where they were not run. */
  readonly code: number | null;
  /** Real time, in ms. */
  readonly took: number;
  readonly calls: number;
  /** The end of what the tests wrote, where they expose the client. */
  readonly output: string;
}

export interface Proven {
  /** The plain runs, in ms of real time. */
  readonly plain: readonly number[];
  readonly calls: number;
  readonly rows: readonly RowResult[];
  /** True if it was asked to stop before the last row. */
  readonly interrupted: boolean;
}

export interface ProveOptions {
  /** The rows to run, by their ids or how these begin; all where none are given. */
  readonly only: readonly string[];
  /** Real milliseconds that a run may take; by default five plain runs and ten seconds, and at least twenty. */
  readonly time: number | undefined;
  /** Runs at the same time. */
  readonly jobs: number;
  onPlain?(run: Ended): void;
  onRow?(result: RowResult, done: number, of: number): void;
}

/** How long a plain run may take, where nothing is said, in ms. */
const LONGEST_PLAIN = 600_000;

/**
 * @throws CliError UNKNOWN_ROW, PLAIN_RUN_FAILED where the tests do not pass without any fault, NO_CALLS where they make none
 */
export async function prove(proof: Proof, options: ProveOptions): Promise<Proven> {
  const chosen = choose(options.only);
  const first = await plainRun(proof, options);
  const second = await plainRun(proof, options);
  const usual = usualOf(first.traffic);
  const slowest = Math.max(first.took, second.took);
  const time = options.time ?? Math.max(20_000, 5 * slowest + 10_000);
  const results: (RowResult | undefined)[] = chosen.map(() => undefined);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let place = next++; place < chosen.length && !proof.io.stop.aborted; place = next++) {
      const row = chosen[place];
      if (!row) return;
      const result = await resultOf(proof, row, usual, time);
      if (proof.io.stop.aborted) return;
      results[place] = result;
      options.onRow?.(result, ++done, chosen.length);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return {
    plain: [first.took, second.took],
    calls: usual.calls,
    rows: results.filter((result) => result !== undefined),
    interrupted: proof.io.stop.aborted,
  };
}

function choose(only: readonly string[]): readonly Row[] {
  for (const begin of only) {
    if (rows.some(({ id }) => id.startsWith(begin))) continue;
    const hint = 'roadtest prove --list names them.';
    throw new CliError('UNKNOWN_ROW', `There is no row ${quoted(begin)}.`, { hint });
  }
  return only.length === 0 ? rows : rows.filter(({ id }) => only.some((begin) => id.startsWith(begin)));
}

async function plainRun(proof: Proof, { time = LONGEST_PLAIN, onPlain }: ProveOptions): Promise<Ended> {
  const run = await runOnce(proof, time);
  const interrupted = { exitCode: exitCodes.inconclusive };
  if (proof.io.stop.aborted) throw new CliError('INTERRUPTED', 'It was asked to stop.', interrupted);
  if (run.hung || run.code !== 0) {
    const what = run.hung ? `did not end within ${time / 1000} s` : `ended with ${run.code}`;
    throw new CliError('PLAIN_RUN_FAILED', `Without any fault the tests ${what}:\n${lastLines(run.output)}`, {
      hint: 'They have to pass beside roadtest exec before a fault can tell anything.',
    });
  }
  if (run.traffic.count === 0) {
    throw new CliError('NO_CALLS', 'The tests pass, and made no call of the service.', {
      hint: 'They find it in ROADTEST_BASE_URL, with ROADTEST_USER_NAME and ROADTEST_API_KEY.',
    });
  }
  onPlain?.(run);
  return run;
}

/** The result of a row. One that cannot run, such as a difference that the fixture rules out, costs no other its result. */
async function resultOf(proof: Proof, row: Row, usual: Usual, time: number): Promise<RowResult> {
  const { id, says, expects } = row;
  try {
    const unreached = whyUnreached(proof, row, usual);
    if (unreached !== undefined) return notRun(row, unreached);
    const run = await runOnce(proof, time, row, usual);
    const reasons = wrongIn(run, row, usual, time);
    const finding = !run.met ? 'not reached' : reasons.length > 0 ? 'exposed' : 'right';
    return {
      id,
      says,
      expects,
      finding,
      reasons: run.met ? reasons : ['No call met it.', ...reasons],
      code: run.code,
      took: run.took,
      calls: run.traffic.count,
      output: finding === 'right' ? '' : run.output,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notRun(
      row,
      `It cannot run here: ${why
        .split('\n')
        .map((line) => line.trim())
        .join(' ')}`,
    );
  }
}

function notRun({ id, says, expects }: Row, reason: string): RowResult {
  const nothing = { code: null, took: 0, calls: 0, output: '' };
  return { id, says, expects, finding: 'not reached', reasons: [reason], ...nothing };
}

function whyUnreached({ settings, profile }: Proof, row: Row, usual: Usual): string | undefined {
  if (row.rules && row.rules(usual).length === 0) return 'The tests make no call of that kind.';
  if (row.devices !== undefined && settings.fixture !== undefined)
    return 'The fixture says how many devices there are.';
  if (row.profiled && row.profiled(profile) === undefined) return 'The profile leaves no other answer.';
  return undefined;
}

function wrongIn({ code, hung, traffic }: Ended, { expects }: Row, usual: Usual, time: number): string[] {
  return [
    ...(hung ? [`The tests did not end within ${Math.round(time / 1000)} s.`] : []),
    ...(!hung && code !== 0 && expects === 'carries on' ? [`The tests fail (exit code ${code}).`] : []),
    ...misconduct(traffic, usual),
  ];
}

/** The end of a text, for an error. */
function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-15).join('\n');
}
