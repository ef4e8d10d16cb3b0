/** `roadtest explore`: of a deployment with lock and journal, as verify, or of a simulator in this process. */
import { explore } from '../../contracts/explore/explore.ts';
import type { ExploreOptions } from '../../contracts/explore/options.ts';
import { readHistory, savedHistory } from '../../contracts/explore/saved.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { shellWord } from '../../contracts/kit/curl.ts';
import { defined } from '../../contracts/kit/fields.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { inForce } from '../../contracts/report/baseline.ts';
import { concluded } from '../../contracts/report/exit.ts';
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
  const seen =
    address === undefined
      ? await ofSimulator(asked, settings, io)
      : await ofDeployment(address, asked, options, settings, io);
  refuseProblem(seen);
  const run = concluded(seen, { baseline });
  const beside = new Beside(io);
  await deliver(run, delivery, beside, io);
  if (newBaseline) await writeBaseline(run, newBaseline, beside, io);
  const failure = run.explored?.failures.find(({ past }) => past === undefined);
  if (failure) {
    if (save !== undefined) {
      const history = io.outlet.writtenJson(savedHistory(failure));
      await beside.attempt(() => writeWhole(save, history, 'history', io));
    }
    io.err(`Play it again with: ${commandOf(run.seed, address, options)}\n`);
  }
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
  return beside.exitCode(run.exitCode);
}

/** The command that finds a failure again, or plays it again where it was saved. */
function commandOf(seed: number, address: string | undefined, options: ExploreValues): string {
  const asked = (['profile', 'only', 'skip', 'baseline'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, options[name]],
  );
  const file = options.replay ?? options.save;
  const how = file === undefined ? ['--seed', String(seed)] : ['--replay', file];
  const target = address === undefined ? [] : [address];
  return ['roadtest', 'explore', ...target, ...asked, ...how].map(shellWord).join(' ');
}

/** @throws CliError HISTORY_INVALID, and the errors of `readText` */
async function historyFrom(file: string, io: Io) {
  const read = readHistory(await readText(file, 'history', io));
  if ('history' in read) return read.history.steps;
  throw new CliError('HISTORY_INVALID', `The history ${quoted(file)} cannot be played: ${read.problem}.`, {
    hint: 'roadtest explore --save FILE writes such a file.',
  });
}

/** No message leaves this process, and nothing waits. */
async function ofSimulator(asked: Asked, { profile }: JudgingSettings, io: Io): Promise<Run> {
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
): Promise<Run> {
  const display = displayFor(io);
  const working = { ...options, command: 'explore', target: parseTarget(address), profile };
  const onProgress: Asked['onProgress'] = (one) => one.kind === 'notice' && display.say(one.text);
  return onDeployment(working, display, io, ({ options: met, host }) =>
    explore({ ...asked, ...met, onProgress }, host),
  );
}
