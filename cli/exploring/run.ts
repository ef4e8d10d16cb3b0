/** `roadtest explore` as it is run: of a deployment with lock and journal, as verify, or of a simulator in this process. */

import { runOf } from '../../contracts/explore/as-run.ts';
import type { Exploration, ExploreOptions } from '../../contracts/explore/exploration.ts';
import { explore } from '../../contracts/explore/explore.ts';
import { readHistory, savedHistory } from '../../contracts/explore/saved.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import type { Palette } from '../../contracts/kit/palette.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Step } from '../../contracts/play/steps.ts';
import { inForce } from '../../contracts/report/baseline.ts';
import type { BaselineEntry } from '../../contracts/report/baseline-file.ts';
import { concludedSearch } from '../../contracts/report/exit.ts';
import { findingsOf } from '../../contracts/report/findings.ts';
import { findingBlock, lastLine, layoutOf } from '../../contracts/report/text.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { CliError, type Io } from '../command.ts';
import { Beside, checkWritable, readText, writeWhole } from '../serving/files.ts';
import { durationFrom } from '../spans.ts';
import { toolName } from '../tool.ts';
import { newBaseline, readBaseline, writeBaseline } from '../verifying/baseline.ts';
import { journalLost } from '../verifying/journal.ts';
import { readProfile } from '../verifying/profile.ts';
import { displayFor } from '../verifying/progress.ts';
import { endingOf, onDeployment } from '../verifying/reach.ts';
import { deliver, prepareDelivery, refuseProblem } from '../verifying/reports.ts';
import { parseSelection } from '../verifying/selection.ts';
import { boundsOf } from '../verifying/settings.ts';
import { parseTarget } from '../verifying/target.ts';
import type { Given } from './options.ts';
import { textOf } from './report.ts';

type Asked = Omit<ExploreOptions, 'baseUrl' | 'credentials'>;

/** Returns the exit code; throws a CliError for what prevents the first request. */
export async function exploreOnce(address: string | undefined, given: Given, io: Io): Promise<number> {
  const { save } = given;
  const baseline = await readBaseline(given.baseline, io);
  const known = await newBaseline(given['write-baseline'], baseline, io);
  const asked = await askedFor(given, baseline, io);
  const delivery = await prepareDelivery(given.reporter, given.output, io);
  const search = address === undefined ? ofSimulator : ofDeployment(address);
  const run = await search(asked, given, io);
  const record = concludedSearch(runOf(run), baseline);
  refuseProblem(run);
  const beside = new Beside(io);
  // The text is one of its own; every other report is that of a run of rules.
  const text = (palette: Palette) =>
    `${textOf(run, { address, given }, palette)}${agedBlock(record, palette)}${lastLine(record, { palette })}`;
  const { exitCode, conclusion, expiredBaseline } = record;
  if (given.json) io.json({ ...run, exitCode, conclusion, expiredBaseline }, 2);
  else await deliver(record, delivery, beside, io, text);
  if (known) await writeBaseline(record, known, beside, io);
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

/** Everything is read and checked before a request is sent. */
async function askedFor(given: Given, baseline: readonly BaselineEntry[], io: Io): Promise<Asked> {
  const { requests, replay, 'max-devices': maxDevices } = given;
  if (given.save !== undefined) await checkWritable(given.save, 'history', io);
  return {
    ...parseSelection(given.only, given.skip),
    ...boundsOf(given),
    accepted: inForce(baseline, new Date().toISOString()).map(({ id }) => id),
    ...(replay !== undefined && { replay: await historyFrom(replay, io) }),
    timeMs: durationFrom(given.time, 'time'),
    shrinkMs: durationFrom(given['shrink-time'], 'shrink-time'),
    ...(requests !== undefined && { requests }),
    ...(maxDevices !== undefined && { maxDevices }),
  };
}

/** @throws CliError FILE_NOT_READABLE, HISTORY_INVALID */
async function historyFrom(file: string, io: Io): Promise<Step[]> {
  const read = readHistory(await readText(file, 'history', io));
  if ('history' in read) return read.history.steps;
  throw new CliError('HISTORY_INVALID', `The history ${quoted(file)} cannot be played: ${read.problem}.`, {
    hint: 'roadtest explore --save FILE writes such a file.',
  });
}

/** No message leaves this process, and nothing waits. */
async function ofSimulator(asked: Asked, given: Given, io: Io): Promise<Exploration> {
  const named = await readProfile(given.profile, io);
  const simulator = createSimulator({ devices: 3, ...(named && { profile: named.profile }) });
  const ending = endingOf(io, { say: (text) => io.err(`${text}\n`) });
  try {
    const { userName, apiKey } = simulator.fleet.account;
    const options = {
      maxMessages: 1_000_000,
      maxDevices: 1_000_000,
      ...asked,
      baseUrl: 'http://127.0.0.1',
      credentials: { userName, apiKey },
      profile: simulator.profile,
      signal: ending.signal,
      tool: toolName,
    };
    const host = { ...nodeHost(simulator.fetch), answer: toDirect(simulator.handle) };
    return await explore(options, host);
  } finally {
    ending.over();
    simulator.stop();
  }
}

function ofDeployment(address: string) {
  return async (asked: Asked, given: Given, io: Io): Promise<Exploration> => {
    const target = parseTarget(address);
    const profile = await readProfile(given.profile, io);
    const display = displayFor(io);
    const reaching = { command: 'explore', target, profile, given, readOnly: given['read-only'] };
    return onDeployment(reaching, display, io, ({ options, host }) => {
      const onProgress: Asked['onProgress'] = (one) => one.kind === 'notice' && display.say(one.text);
      return explore({ ...asked, ...options, onProgress }, host);
    });
  };
}
