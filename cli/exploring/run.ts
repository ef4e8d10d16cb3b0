/** `roadtest explore`: of a deployment with lock and journal, as verify, or of a simulator in this process. */
import { runOf } from '../../contracts/explore/as-run.ts';
import type { Exploration, ExploreOptions } from '../../contracts/explore/exploration.ts';
import { explore } from '../../contracts/explore/explore.ts';
import { readHistory, savedHistory } from '../../contracts/explore/saved.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { defined } from '../../contracts/kit/fields.ts';
import type { Palette } from '../../contracts/kit/palette.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Step } from '../../contracts/play/steps.ts';
import { inForce } from '../../contracts/report/baseline.ts';
import { concludedSearch } from '../../contracts/report/exit.ts';
import { findingsOf } from '../../contracts/report/findings.ts';
import { findingBlock, lastLine, layoutOf } from '../../contracts/report/text.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { CliError, type Io } from '../command.ts';
import { Beside, checkWritable, writeWhole } from '../serving/files.ts';
import { readText } from '../serving/reading.ts';
import { durationFrom } from '../spans.ts';
import { toolName } from '../tool.ts';
import { writeBaseline } from '../verifying/baseline.ts';
import { journalLost } from '../verifying/journal.ts';
import { displayFor } from '../verifying/progress.ts';
import { endingOf, onDeployment } from '../verifying/reach.ts';
import { deliver, refuseProblem } from '../verifying/reports.ts';
import { type JudgingSettings, judgingSettings } from '../verifying/settings.ts';
import { parseTarget } from '../verifying/target.ts';
import { toDirect } from './direct.ts';
import type { ExploreValues } from './options.ts';
import { textOf } from './report.ts';

type Asked = Omit<ExploreOptions, 'baseUrl' | 'credentials'>;

/** Returns the exit code; throws a CliError for what prevents the first request. */
export async function exploreOnce(
  address: string | undefined,
  options: ExploreValues,
  io: Io,
): Promise<number> {
  const { save, replay, requests, 'max-devices': maxDevices } = options;
  const settings = await judgingSettings(options, io);
  const { baseline, delivery, newBaseline } = settings;
  if (save !== undefined) await checkWritable(save, 'history', io);
  const asked = {
    ...settings.bounds,
    accepted: inForce(baseline, new Date().toISOString()).map(({ id }) => id),
    timeMs: durationFrom(options.time, 'time'),
    shrinkMs: durationFrom(options['shrink-time'], 'shrink-time'),
    ...defined({ requests, maxDevices }),
    ...(replay !== undefined && { replay: await historyFrom(replay, io) }),
  };
  const run =
    address === undefined
      ? await ofSimulator(asked, settings, io)
      : await ofDeployment(address, asked, options, settings, io);
  const record = concludedSearch(runOf(run), baseline);
  refuseProblem(run);
  const beside = new Beside(io);
  // The text is one of its own; every other report is that of a run of rules.
  const text = (palette: Palette) =>
    `${textOf(run, { address, options }, palette)}${agedBlock(record, palette)}${lastLine(record, { palette })}`;
  const { exitCode, conclusion, expiredBaseline } = record;
  if (options.json) io.json({ ...run, exitCode, conclusion, expiredBaseline }, 2);
  else await deliver(record, delivery, beside, io, text);
  if (newBaseline) await writeBaseline(record, newBaseline, beside, io);
  const [failure] = run.failures;
  if (failure && save !== undefined) {
    const history = io.outlet.writtenJson(savedHistory(failure.broken, failure.steps));
    await beside.attempt(() => writeWhole(save, history, 'history', io));
  }
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
  return beside.exitCode(exitCode);
}

/** Entries of the baseline that are to be looked at again. */
function agedBlock(record: Run, palette: Palette): string {
  const aged = findingsOf(record).filter(({ word }) => word.startsWith('BASELINE_'));
  return aged.map((finding) => findingBlock(finding, layoutOf({ palette }))).join('');
}

/** @throws CliError HISTORY_INVALID, and the errors of `readText` */
async function historyFrom(file: string, io: Io): Promise<Step[]> {
  const read = readHistory(await readText(file, 'history', io));
  if ('history' in read) return read.history.steps;
  throw new CliError('HISTORY_INVALID', `The history ${quoted(file)} cannot be played: ${read.problem}.`, {
    hint: 'roadtest explore --save FILE writes such a file.',
  });
}

/** No message leaves this process, and nothing waits. */
async function ofSimulator(asked: Asked, { profile }: JudgingSettings, io: Io): Promise<Exploration> {
  const simulator = createSimulator({ devices: 3, ...defined({ profile: profile?.profile }) });
  const ending = endingOf(io, { say: (text) => io.err(`${text}\n`) });
  try {
    const { userName, apiKey } = simulator.fleet.account;
    const options = {
      ...{ maxMessages: 1_000_000, maxDevices: 1_000_000, ...asked },
      baseUrl: 'http://127.0.0.1',
      credentials: { userName, apiKey },
      profile: simulator.profile,
      signal: ending.signal,
      tool: toolName,
    };
    return await explore(options, { ...nodeHost(simulator.fetch), answer: toDirect(simulator.handle) });
  } finally {
    ending.over();
    simulator.stop();
  }
}

function ofDeployment(
  address: string,
  asked: Asked,
  options: ExploreValues,
  { profile }: JudgingSettings,
  io: Io,
): Promise<Exploration> {
  const display = displayFor(io);
  const working = { ...options, command: 'explore', target: parseTarget(address), profile };
  const onProgress: Asked['onProgress'] = (one) => one.kind === 'notice' && display.say(one.text);
  return onDeployment(working, display, io, ({ options: met, host }) =>
    explore({ ...asked, ...met, onProgress }, host),
  );
}
