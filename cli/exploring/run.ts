/** `roadtest explore` as it is run: of a deployment with lock and journal, as verify, or of a simulator in this process. */

import { withoutPrefix } from '../../contracts/deployment/contact/first-contact.ts';
import { runOf } from '../../contracts/explore/as-run.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { explore } from '../../contracts/explore/explore.ts';
import type { ExploreOptions } from '../../contracts/explore/options.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { DAY } from '../../contracts/kit/durations.ts';
import type { Palette } from '../../contracts/kit/palette.ts';
import { inForce } from '../../contracts/report/baseline.ts';
import type { BaselineEntry } from '../../contracts/report/baseline-file.ts';
import { concludedSearch } from '../../contracts/report/conclude.ts';
import { baselineBlock } from '../../contracts/report/text/failures.ts';
import { lastLine } from '../../contracts/report/text.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { CliError, type Io } from '../command.ts';
import { writeRecording } from '../judging/recordings.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { durationFrom, spanOrNone } from '../spans.ts';
import { endingOf, groundOf, lockFor, meet } from '../verifying/attempt.ts';
import { newBaseline, readBaseline, writeBaseline } from '../verifying/baseline.ts';
import type { Ground } from '../verifying/fork.ts';
import { fetchFor, hostFor } from '../verifying/host.ts';
import { journalFor, journalLost } from '../verifying/journal.ts';
import type { Lock } from '../verifying/lock.ts';
import { readProfile } from '../verifying/profile.ts';
import { displayFor } from '../verifying/progress.ts';
import { deliver, prepareDelivery } from '../verifying/reports.ts';
import { parseSelection } from '../verifying/selection.ts';
import { parseTarget } from '../verifying/target.ts';
import { toolName } from '../verifying/tool.ts';
import { addToCorpus, type Corpus, corpusOf, historyFrom, saveHistory } from './histories.ts';
import { textOf } from './report.ts';

/** As the command line gives them. */
export interface Given {
  profile: string | undefined;
  credentials: string | undefined;
  only: string | undefined;
  skip: string | undefined;
  baseline: string | undefined;
  'write-baseline': string | undefined;
  time: string;
  requests: number | undefined;
  'shrink-time': string;
  'max-devices': number | undefined;
  seed: number | undefined;
  replay: string | undefined;
  corpus: string | undefined;
  save: string | undefined;
  record: string | undefined;
  'read-only': boolean;
  'in-place': boolean;
  'max-rps': number | undefined;
  'max-messages': number | undefined;
  'max-advance': number | undefined;
  timeout: number | undefined;
  wait: string | undefined;
  patience: number | undefined;
  journal: string | undefined;
  reporter: string;
  output: string | undefined;
  json: boolean;
}

interface Done {
  run: Exploration;
  /** The evidence of the histories, where it is asked for. */
  seen: Seen | undefined;
}

interface Seen {
  evidence: Evidence;
  of: Run;
}

type Asked = Omit<ExploreOptions, 'baseUrl' | 'credentials'>;

/** Returns the exit code; throws a CliError for what prevents the first request. */
export async function exploreOnce(address: string | undefined, given: Given, io: Io): Promise<number> {
  const corpus = await corpusOf(given.replay === undefined ? given.corpus : undefined, io);
  const baseline = await readBaseline(given.baseline, io);
  const known = await newBaseline(given['write-baseline'], baseline, io);
  const asked = await askedFor(given, corpus, baseline, io);
  const delivery = await prepareDelivery(given.reporter, given.output, io);
  const { run: made, seen } = await (address === undefined
    ? ofSimulator(asked, given, io)
    : ofDeployment(address, asked, given, io));
  const run = { ...made, warnings: [...corpus.warnings, ...made.warnings] };
  const record = concludedSearch(runOf(run), baseline);
  const { problem } = run;
  if (problem)
    throw new CliError(
      problem.code,
      problem.message,
      problem.hint === undefined ? {} : { hint: problem.hint },
    );
  const beside = new Beside(io);
  // The text is one of its own; every other report is that of a run of rules.
  const text = (palette: Palette) =>
    `${textOf(run, { address, given }, palette)}${baselineBlock(record, { palette })}${lastLine(record, { palette })}`;
  const { exitCode, conclusion, expiredBaseline } = record;
  if (given.json) io.json({ ...run, exitCode, conclusion, expiredBaseline }, 2);
  else await deliver(record, delivery, beside, io, text);
  if (known) await writeBaseline(record, known, beside, io);
  const [failure] = run.failures;
  const { save, corpus: kept, replay, record: file } = given;
  if (file !== undefined && seen) {
    const { unmet = [], ...of } = seen.of;
    const warnings = [...new Set([...run.warnings, ...of.warnings])].filter((one) => !unmet.includes(one));
    const whole = { ...seen.of, warnings };
    await writeRecording({ run: whole, evidence: seen.evidence }, file, beside, io);
  }
  if (failure && save !== undefined) await beside.attempt(() => saveHistory(failure, save, io));
  if (failure && kept !== undefined && replay === undefined)
    await beside.attempt(() => addToCorpus(failure, kept, io));
  if (run.journalLost !== undefined) beside.lose(journalLost(run.journalLost));
  return beside.exitCode(exitCode);
}

/** Everything is read and checked before a request is sent. */
async function askedFor(
  given: Given,
  { histories }: Corpus,
  baseline: readonly BaselineEntry[],
  io: Io,
): Promise<Asked> {
  const { requests, seed, timeout, patience, replay } = given;
  if (given.save !== undefined) await checkWritable(given.save, 'history', io);
  if (given.record !== undefined) await checkWritable(given.record, 'recording', io);
  return {
    ...parseSelection(given.only, given.skip),
    accepted: inForce(baseline, new Date().toISOString()).map(({ id }) => id),
    first: replay === undefined ? histories : [await historyFrom(replay, io)],
    onlyFirst: replay !== undefined,
    timeMs: durationFrom(given.time, 'time'),
    shrinkMs: durationFrom(given['shrink-time'], 'shrink-time'),
    readOnly: given['read-only'],
    tool: toolName,
    ...(requests !== undefined && { requests }),
    ...(seed !== undefined && { seed }),
    ...(given['max-rps'] !== undefined && { requestsPerSecond: given['max-rps'] }),
    ...(given['max-devices'] !== undefined && { maxDevices: given['max-devices'] }),
    ...(given['max-messages'] !== undefined && { maxMessages: given['max-messages'] }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(patience !== undefined && { patienceMs: patience * 1000 }),
    ...(given['max-advance'] !== undefined && { maxAdvanceMs: given['max-advance'] * DAY }),
  };
}

/** Takes what the histories show, where it is to be recorded. */
function taking({ record }: Given) {
  let kept: Seen | undefined;
  const take = (evidence: Evidence, of: Run) => {
    kept = { evidence, of };
  };
  return { seen: () => kept, take: record === undefined ? undefined : take };
}

/** No message leaves this process, and nothing waits. */
async function ofSimulator(asked: Asked, given: Given, io: Io): Promise<Done> {
  const named = await readProfile(given.profile, io);
  const simulator = createSimulator({ devices: 3, ...(named && { profile: named.profile }) });
  const ending = endingOf(io, { say: (text) => io.err(`${text}\n`) });
  try {
    const { userName, apiKey } = simulator.fleet.account;
    const all = {
      maxMessages: 1_000_000,
      maxDevices: 1_000_000,
      ...asked,
      profile: simulator.profile,
      signal: ending.signal,
    };
    const target = { baseUrl: 'http://127.0.0.1', credentials: { userName, apiKey } };
    const host = { ...nodeHost(simulator.fetch), answer: toDirect(simulator.handle) };
    const { seen, take } = taking(given);
    const run = await explore({ ...target, ...all }, host, take);
    return { run, seen: seen() };
  } finally {
    ending.over();
    simulator.stop();
  }
}

async function ofDeployment(address: string, asked: Asked, given: Given, io: Io): Promise<Done> {
  const target = parseTarget(address);
  const profile = await readProfile(given.profile, io);
  const display = displayFor(io);
  const ending = endingOf(io, display);
  let lock: Lock | undefined;
  let ground: Ground | undefined;
  try {
    const fetch = await fetchFor(io.env);
    const { credentials, journal } = given;
    const caps = asked.timeoutMs === undefined ? {} : { timeoutMs: asked.timeoutMs };
    const met = await meet(
      { target, profile, credentials, caps, waitMs: spanOrNone(given.wait, 'wait') },
      fetch,
      io,
    );
    const how = { target, readOnly: given['read-only'], inPlace: given['in-place'], caps };
    ground = await groundOf(how, met, fetch, display, io);
    const changes = !how.readOnly && !ground.forked;
    const file = changes ? await journalFor(target.href, journal, io) : undefined;
    if (file) lock = await lockFor(`explore ${target.href}`, { target, journal }, met, ending.stop, io);
    const { fetch: there, forked: temporary, warnings } = ground;
    const { seen, take } = taking(given);
    const judged = await explore(
      {
        ...asked,
        baseUrl: withoutPrefix(target.href, met.profile?.basePath),
        ...(met.profile && { profile: met.profile }),
        credentials: met.credentials,
        controlToken: met.controlToken,
        controlSecrets: met.controlSecrets,
        redactor: io.outlet.issued,
        signal: ending.signal,
        onProgress: (progress) => progress.kind === 'notice' && display.say(progress.text),
      },
      hostFor({ fetch: there, commands: met.run, journal: file, temporary }),
      take,
    );
    const run = { ...judged, warnings: [...warnings, ...judged.warnings] };
    if (!file || !(await file.end()).leftToSweep) return { run, seen: seen() };
    const left = `roadtest sweep ${file.path} tries again to undo it.`;
    return { run: { ...run, warnings: [...run.warnings, left] }, seen: seen() };
  } finally {
    await ground?.end();
    await lock?.release();
    ending.over();
    display.end();
  }
}
