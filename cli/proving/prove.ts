/** `roadtest prove` as it is run: a client's tests run plain, and then once under each row. */
import { CliError, exitCodes, type Io } from '../command.ts';
import { readProfile } from '../serving/reading.ts';
import { listed } from '../verifying/selection.ts';
import { misconduct } from './conduct.ts';
import type { Given } from './options.ts';
import { againOf, lineOf, type Proven, type RowResult, summaryOf } from './report.ts';
import { chosenRows, type Row, rows } from './rows.ts';
import { type Ended, type Proof, runOnce } from './run.ts';
import { type Usual, usualOf } from './traffic.ts';

/** How long a plain run may take, where nothing is said, in ms. */
const LONGEST_PLAIN = 600_000;

/**
 * Returns the exit code: 1 where a row exposes the client, 3 where it was interrupted.
 *
 * @throws CliError COMMAND_MISSING, UNKNOWN_ROW, PLAIN_RUN_FAILED where the tests do not pass without any fault, NO_CALLS where
 * they make none, and the errors of what the command line names
 */
export async function runProve(words: readonly string[], given: Given, io: Io): Promise<number> {
  if (given.list) return listRows(given, io);
  if (words.length === 0)
    throw new CliError('COMMAND_MISSING', 'There is no command that runs the tests.', {
      hint: 'Name it after --: roadtest prove -- npm test.',
    });
  const chosen = chosenRows(listed(given.only));
  const { only: _, list: __, time, jobs, json, ...served } = given;
  const proof: Proof = {
    settings: { ...served, port: 0, host: '127.0.0.1', keepsOn: true },
    words,
    io: { ...io, out: () => {}, err: () => {} },
  };
  const say = (text: string) => {
    io.draw('');
    if (!json) io.out(text);
  };
  const plain = [];
  for (let times = 0; times < 2; times++) {
    const { took, traffic } = await plainRun(proof, time === undefined ? LONGEST_PLAIN : time * 1000);
    say(`plain run: passes in ${(took / 1000).toFixed(1)} s with ${traffic.count} calls\n`);
    plain.push({ took, traffic });
  }
  const usual = usualOf(plain[0]?.traffic.calls ?? []);
  const longest = 5 * Math.max(...plain.map(({ took }) => took)) + 10_000;
  const profile = given.profile === undefined ? undefined : await readProfile(given.profile, io);
  const under = async (row: Row): Promise<RowResult> => {
    const ms = time === undefined ? Math.max(20_000, longest) : time * 1000;
    const unreached = whyUnreached(row, usual, profile, given);
    const found = unreached === undefined ? await foundBy(proof, row, usual, ms) : notRun(unreached);
    const { id, says, expects } = row;
    return { id, says, expects, ...found, again: againOf(id, given, words) };
  };
  const results: RowResult[] = [];
  const left = chosen.entries();
  const work = async (): Promise<void> => {
    for (const [place, row] of left) {
      const result = await under(row);
      if (io.stop.aborted) return;
      results[place] = result;
      say(lineOf(result, io));
      const done = Object.keys(results).length;
      if (done < chosen.length) io.draw(`${done} of ${chosen.length} rows`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const proven: Proven = {
    plain: plain.map(({ took }) => Math.round(took)),
    calls: usual.calls,
    rows: results.filter((result) => result !== undefined),
    interrupted: io.stop.aborted,
  };
  const isExposed = proven.rows.some(({ finding }) => finding === 'exposed');
  const exitCode = isExposed ? exitCodes.failed : io.stop.aborted ? exitCodes.inconclusive : exitCodes.ok;
  if (json) io.json({ ...proven, exitCode }, 2);
  else io.out(summaryOf(proven, io));
  return exitCode;
}

function listRows({ json }: Given, io: Io): number {
  const told = rows.map(({ id, says, expects }) => ({ id, says, expects }));
  if (json) io.json(told, 2);
  else for (const { id, says, expects } of told) io.out(`${id.padEnd(36)} ${expects.padEnd(12)} ${says}\n`);
  return exitCodes.ok;
}

async function plainRun(proof: Proof, time: number): Promise<Ended> {
  const run = await runOnce(proof, time);
  const interrupted = { exitCode: exitCodes.inconclusive };
  if (proof.io.stop.aborted) throw new CliError('INTERRUPTED', 'It was asked to stop.', interrupted);
  if (run.hung || run.code !== 0) {
    const what = run.hung ? `did not end within ${time / 1000} s` : `ended with ${run.code}`;
    const end = run.output.trimEnd().split('\n').slice(-15).join('\n');
    throw new CliError('PLAIN_RUN_FAILED', `Without any fault the tests ${what}:\n${end}`, {
      hint: 'They have to pass beside roadtest exec before a fault can tell anything.',
    });
  }
  if (run.traffic.count === 0) {
    throw new CliError('NO_CALLS', 'The tests pass, and made no call of the service.', {
      hint: 'They find it in ROADTEST_BASE_URL, with ROADTEST_USER_NAME and ROADTEST_API_KEY.',
    });
  }
  return run;
}

type Found = Omit<RowResult, 'id' | 'says' | 'expects' | 'again'>;

/** A row that cannot run, such as a difference that the fixture rules out, costs no other its result. */
async function foundBy(proof: Proof, row: Row, usual: Usual, time: number): Promise<Found> {
  try {
    const run = await runOnce(proof, time, row, usual);
    const { code, hung, took, traffic, met, output } = run;
    const wrong = [
      ...(hung ? [`The tests did not end within ${Math.round(time / 1000)} s.`] : []),
      ...(!hung && code !== 0 && row.expects === 'carries on' ? [`The tests fail (exit code ${code}).`] : []),
      ...misconduct(traffic, usual),
    ];
    const finding = !met ? 'not reached' : wrong.length > 0 ? 'exposed' : 'right';
    const reasons = met ? wrong : ['No call met it.', ...wrong];
    const shown = finding === 'right' ? '' : output;
    return { finding, reasons, code, took: Math.round(took), calls: traffic.count, output: shown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notRun(`It cannot run here: ${why.replace(/\s*\n\s*/g, ' ')}`);
  }
}

function notRun(reason: string): Found {
  return { finding: 'not reached', reasons: [reason], code: null, took: 0, calls: 0, output: '' };
}

function whyUnreached(
  row: Row,
  usual: Usual,
  profile: Parameters<NonNullable<Row['profiled']>>[0],
  { fixture }: Given,
): string | undefined {
  if (row.rules && row.rules(usual).length === 0) return 'The tests make no call of that kind.';
  if (row.devices !== undefined && fixture !== undefined)
    return 'The fixture says how many devices there are.';
  if (row.profiled && row.profiled(profile) === undefined) return 'The profile leaves no other answer.';
  return undefined;
}
