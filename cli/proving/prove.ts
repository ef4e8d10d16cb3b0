/** `roadtest prove`: a client's tests run plain, and then once under each row, beside a fresh service. */
import { plural } from '../../contracts/kit/phrases.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { runBeside } from '../serving/beside.ts';
import { readProfile } from '../serving/reading.ts';
import { serving } from '../serving/server.ts';
import { listed } from '../verifying/selection.ts';
import type { ProveValues } from './options.ts';
import { chosenRows, type Row, rows } from './rows.ts';
import { misconduct, Traffic } from './traffic.ts';

/** Characters of what a command writes that are kept. */
const KEPT = 8_192;

/** The command that runs the tests, and the options of the service beside it. */
type Proof = { words: readonly string[]; values: ProveValues; io: Io };

/** A row as it was run. `right`: as expected; `exposed`: not; `not reached`: the tests make no call that would meet it. */
interface RowResult extends Pick<Row, 'id' | 'says' | 'expects'> {
  finding: 'right' | 'exposed' | 'not reached';
  /** The wrong deeds of the client, or why the row was not reached; each a sentence. */
  reasons: readonly string[];
  /** The exit code of the tests; `null` where they were not run. */
  code: number | null;
  /** Real time, in ms. */
  took: number;
  calls: number;
  /** The end of what the tests wrote, where they expose the client. */
  output: string;
}

/**
 * Returns the exit code: 1 where a row exposes the client, 3 where it was interrupted.
 *
 * @throws CliError COMMAND_MISSING, UNKNOWN_ROW, PLAIN_RUN_FAILED where the tests do not pass without any fault, NO_CALLS where
 * they make none, and the errors of what the command line names
 */
export async function runProve(words: readonly string[], values: ProveValues, io: Io): Promise<number> {
  const { json, time } = values;
  if (values.list) {
    const told = rows.map(({ id, says, expects }) => ({ id, says, expects }));
    if (json) io.json(told, 2);
    else for (const { id, says, expects } of told) io.out(`${id.padEnd(36)} ${expects.padEnd(12)} ${says}\n`);
    return exitCodes.ok;
  }
  if (words.length === 0)
    throw new CliError('COMMAND_MISSING', 'There is no command that runs the tests.', {
      hint: 'Name it after --: roadtest prove -- npm test.',
    });
  const chosen = chosenRows(listed(values.only, 'only'));
  const proof: Proof = { words, values, io };
  const say = (text: string) => {
    io.draw('');
    if (!json) io.out(text);
  };
  const { took, traffic: usual } = await plainRun(proof, (time ?? 600) * 1000);
  say(`plain run: passes in ${(took / 1000).toFixed(1)} s with ${usual.count} calls\n`);
  const ms = time === undefined ? Math.max(20_000, 5 * took + 10_000) : time * 1000;
  const results: RowResult[] = [];
  for (const row of chosen) {
    const result = await resultOf(row, proof, usual, ms);
    if (io.stop.aborted) break;
    results.push(result);
    say(lineOf(result, io));
    if (results.length < chosen.length) io.draw(`${results.length} of ${chosen.length} rows`);
  }
  const interrupted = io.stop.aborted;
  const isExposed = results.some(({ finding }) => finding === 'exposed');
  const exitCode = isExposed ? exitCodes.failed : interrupted ? exitCodes.inconclusive : exitCodes.ok;
  if (json) io.json({ plain: Math.round(took), calls: usual.count, rows: results, interrupted, exitCode }, 2);
  else io.out(summaryOf(results, io));
  return exitCode;
}

/**
 * Runs the command once.
 *
 * @param time real milliseconds after which the command is ended
 * @param row what is other than usual; nothing for a plain run
 */
async function runOnce({ words, values, io }: Proof, time: number, row?: Row, usual?: Traffic) {
  const { profile, devices, seed, at, frozen, still, fixture } = values;
  const traffic = new Traffic();
  const rules = (usual && row?.rules?.(usual)) ?? [];
  const middle = usual ? Math.ceil(usual.of('any').calls / 2) : 0;
  let met = row?.rules === undefined && row?.inTheMiddle === undefined;
  const hooks = {
    begins(simulator: Simulator) {
      row?.begins?.(simulator);
      if (rules.length > 0) simulator.faults.set(rules);
    },
    async before(simulator: Simulator, place: number) {
      if (place !== middle || !row?.inTheMiddle) return;
      met = true;
      await row.inTheMiddle(simulator);
    },
  };
  const options = {
    ...{ port: 0, profile, devices, seed, at, frozen, still, fixture, keepsOn: true, ...row?.settings },
    around: (handle: Simulator['handle'], simulator: Simulator) => traffic.watched(handle, simulator, hooks),
    ...(row?.profiled && { profiled: row.profiled }),
  };
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), time);
  const silent = { ...io, out: () => {}, err: () => {}, stop: AbortSignal.any([io.stop, tooLong.signal]) };
  const started = performance.now();
  let output = '';
  try {
    const code = await serving(options, silent, (running, ioOfServer) =>
      runBeside(running, words, ioOfServer, {
        output: (text) => {
          output = (output + text).slice(-KEPT);
        },
        variables: { ROADTEST_PROVE: row?.id ?? 'plain' },
      }),
    );
    const found = { traffic, met: met ? traffic.count > 0 : traffic.metFault };
    return { code, hung: tooLong.signal.aborted, took: performance.now() - started, output, ...found };
  } finally {
    clearTimeout(timer);
  }
}

async function plainRun(proof: Proof, time: number) {
  const run = await runOnce(proof, time);
  if (proof.io.stop.aborted)
    throw new CliError('INTERRUPTED', 'It was asked to stop.', { exitCode: exitCodes.inconclusive });
  if (run.hung || run.code !== 0) {
    const what = run.hung ? `did not end within ${time / 1000} s` : `ended with ${run.code}`;
    const wrote = run.output.trim() === '' ? ', and wrote nothing.' : `:\n  ${tailOf(run.output)}`;
    throw new CliError('PLAIN_RUN_FAILED', `Without any fault the tests ${what}${wrote}`, {
      hint: 'They must pass with roadtest exec first: only then does a fault show anything.',
    });
  }
  if (run.traffic.count === 0)
    throw new CliError('NO_CALLS', 'The tests pass, but made no call to the service.', {
      hint: 'They find it in ROADTEST_BASE_URL, with ROADTEST_USER_NAME and ROADTEST_API_KEY.',
    });
  return run;
}

/** A row that cannot run, such as a difference that the fixture rules out, costs no other its result. */
async function resultOf(row: Row, proof: Proof, usual: Traffic, ms: number): Promise<RowResult> {
  const { id, says, expects } = row;
  const { values, io } = proof;
  const notRun = (reason: string): RowResult => ({
    ...{ id, says, expects, finding: 'not reached', reasons: [reason] },
    ...{ code: null, took: 0, calls: 0, output: '' },
  });
  try {
    if (row.rules?.(usual).length === 0) return notRun('The tests make no call of that kind.');
    if (row.settings?.devices !== undefined && values.fixture !== undefined)
      return notRun('The fixture says how many devices there are.');
    if (row.profiled && row.profiled(await readProfile(values.profile, io)) === undefined)
      return notRun('The profile allows no other answer.');
    const { code, hung, took, traffic, met, output } = await runOnce(proof, ms, row, usual);
    const isFailed = !hung && code !== 0 && expects === 'carries on';
    const wrong = [
      ...(hung ? [`The tests did not end within ${Math.round(ms / 1000)} s.`] : []),
      ...(isFailed ? [`The tests fail (exit code ${code}).`] : []),
      ...misconduct(traffic, usual),
    ];
    const finding = !met ? 'not reached' : wrong.length > 0 ? 'exposed' : 'right';
    return {
      ...{ id, says, expects, finding, code, took: Math.round(took), calls: traffic.count },
      reasons: met ? wrong : ['No call met it.', ...wrong],
      output: finding === 'right' ? '' : output,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notRun(`It cannot run here: ${why.replace(/\s*\n\s*/g, ' ')}`);
  }
}

function lineOf({ id, expects, finding, reasons, took }: RowResult, { colors }: Io): string {
  const name = id.padEnd(36);
  if (finding === 'not reached') return `${colors.dim(`· ${name} not reached`)}\n`;
  const line = `${name} ${expects.padEnd(12)} ${(took / 1000).toFixed(1).padStart(5)} s`;
  return finding === 'exposed'
    ? `${colors.red('✘')} ${line} ${reasons[0]}\n`
    : `${colors.green('✔')} ${line}\n`;
}

/** The end of the report: what exposes the client, what was not reached, and the counts. */
function summaryOf(results: readonly RowResult[], { colors }: Io): string {
  const found = (wanted: RowResult['finding']) => results.filter(({ finding }) => finding === wanted);
  const [exposed, unreached] = [found('exposed'), found('not reached')];
  const blocks = exposed.map(({ id, says, expects, reasons, code, output }) => {
    const wrote = code === 0 || output.trim() === '' ? [] : [colors.dim(tailOf(output))];
    const lines = [`A correct client ${expects} in time.`, ...reasons, ...wrote];
    return `\n${colors.red('✘')} ${colors.bold(id)}: ${says}\n  ${lines.join('\n  ')}\n`;
  });
  const missed = unreached.map(({ id, reasons }) => `  ${id}: ${reasons.join(' ')}\n`);
  return [
    ...blocks,
    exposed.length > 0 ? '\nTo run one of them again, add --only with its id.\n' : '',
    missed.length > 0 ? `\nNot reached by these tests:\n${missed.join('')}` : '',
    `\n${plural(results.length, 'row')}: ✔ ${found('right').length} as a correct client · `,
    `✘ ${exposed.length} exposed · ${unreached.length} not reached\n`,
  ].join('');
}

function tailOf(output: string): string {
  return `| ${output.trimEnd().split('\n').slice(-12).join('\n  | ')}`;
}
