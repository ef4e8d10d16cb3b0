/** One run of the suite, from checked settings to its record. */

import { withoutPrefix } from '../../contracts/deployment/contact/first-contact.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { MOST_MESSAGES, StalledError } from '../../contracts/deployment/options.ts';
import { runController } from '../../contracts/hosts/node.ts';
import { inVariable } from '../../contracts/kit/placeholders.ts';
import { textsOf } from '../../contracts/kit/written-out.ts';
import type { LearnedProfile } from '../../contracts/learning/learned.ts';
import type { Controls } from '../../contracts/profile/profile.ts';
import { secretNames } from '../../contracts/profile/templates.ts';
import { acceptedBy, inForce } from '../../contracts/report/baseline.ts';
import { concluded } from '../../contracts/report/conclude.ts';
import type { Evidence } from '../../contracts/verify/evidence.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Progress, VerifyOptions } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import type { Recorded } from '../judging/recordings.ts';
import { environment } from '../serving/access.ts';
import { type Credentials, givenCredentials, refuseNameless } from './credentials.ts';
import { type Ground, groundFor, itself } from './fork.ts';
import { givenOf } from './given.ts';
import { hostFor } from './host.ts';
import { type JournalFile, journalFor } from './journal.ts';
import { type Lock, lockTarget } from './lock.ts';
import { fetchedProfile, type UsedProfile } from './profile.ts';
import type { Display } from './progress.ts';
import type { Fetch } from './proxy.ts';
import { fetchFor } from './proxy.ts';
import { optionsFrom, type Settings } from './settings.ts';
import { profileAddress, simulatorCredentials, untilAnswered, whatAnswers } from './target.ts';
import { toolName } from './tool.ts';

/** A run, and what it is judged by again; that is absent where nothing could be judged. */
export interface Attempt {
  run: Run;
  recorded: Recorded | undefined;
}

/** @throws CliError for what prevents the first request */
export async function attempt(settings: Settings, display: Display, io: Io): Promise<Attempt> {
  const { target, readOnly } = settings;
  const ending = endingOf(io, display);
  let lock: Lock | undefined;
  let ground: Ground | undefined;
  try {
    const fetch = await fetchFor(io.env);
    const met = await meet(settings, fetch, io);
    ground = await groundOf(settings, met, fetch, display, io);
    const changes = !readOnly && !ground.forked;
    const file = changes ? await journalFor(target.href, settings.journal, io) : undefined;
    if (changes) lock = await lockFor(`verify ${target.href}`, settings, met, ending.stop, io);
    const { fetch: there, forked: temporary } = ground;
    const host = hostFor({ fetch: there, commands: met.run, journal: file, temporary });
    // A profile that is to be kept is learned, whatever the deployment tells of itself.
    const told = settings.learnedProfile === undefined ? met.profile : undefined;
    const options = {
      ...optionsFrom(settings, told),
      credentials: met.credentials,
      controlToken: met.controlToken,
      controlSecrets: met.controlSecrets,
      redactor: io.outlet.issued,
      signal: ending.signal,
      tool: toolName,
    };
    const known = inForce(settings.baseline, new Date().toISOString());
    const shown = (progress: Progress): Progress =>
      progress.kind === 'judged' ? { ...progress, outcome: acceptedBy(known, progress.outcome) } : progress;
    let evidence: Evidence | undefined;
    let learned: LearnedProfile | undefined;
    const asked = { ...options, onProgress: (progress: Progress) => display.onProgress(shown(progress)) };
    const judged = await verify(asked, host, {
      described: settings.described,
      onLearned: (found) => {
        learned = found;
        if (!told && settings.learnedProfile === undefined)
          display.say('verify -o FILE writes the profile, to be read and completed.');
      },
      onEvidence: settings.record === undefined ? undefined : (seen) => (evidence = seen),
    });
    if (learned && settings.learnedProfile !== undefined) {
      const { writeLearned } = await import('../learning/file.ts');
      await writeLearned(settings.learnedProfile, learned.text, io);
      display.say(`The profile is in ${settings.learnedProfile}, to be read and completed.`);
    }
    const profile = learned?.profile ?? told;
    const run = await explored(judged, { ...options, ...optionsFrom(settings, profile) }, settings, host);
    const given = givenOf(settings, profile);
    const warnings = [...ground.warnings, ...run.warnings];
    const whole = await withJournal({ ...run, given, warnings }, file);
    return { run: concluded(whole, settings), recorded: evidence && { run: whole, evidence } };
  } finally {
    await ground?.end();
    await lock?.release();
    ending.over();
    display.end();
  }
}

/**
 * Where the requests of a run go: to a fork of the world that is meant, or to the deployment itself. It is to be ended.
 *
 * @throws CliError INTERRUPTED
 */
export async function groundOf(
  { target, readOnly, inPlace, caps }: Pick<Settings, 'target' | 'readOnly' | 'inPlace' | 'caps'>,
  { controlToken, isSimulator }: Pick<Met, 'controlToken' | 'isSimulator'>,
  fetch: Fetch,
  display: Pick<Display, 'say'>,
  io: Io,
): Promise<Ground> {
  if (readOnly || inPlace || isSimulator === false) return itself(fetch);
  const asking = { fetch, controlToken, timeoutMs: caps.timeoutMs, signal: io.stop };
  const ground = await groundFor(target, asking);
  for (const line of [ground.said, ...ground.warnings]) if (line !== undefined) display.say(line);
  if (!io.stop.aborted) return ground;
  await ground.end();
  throw interrupted();
}

/** Devices stay behind: histories after a run make few, and use them again. */
const DEVICES_OF_HISTORIES = 20;

/** With the random histories that were asked for, under the same lock and journal. */
async function explored(
  run: Run,
  options: VerifyOptions,
  { exploreMs, baseline }: Pick<Settings, 'exploreMs' | 'baseline'>,
  host: Host,
): Promise<Run> {
  if (exploreMs === undefined || run.problem || run.interrupted || run.gone) return run;
  const { explore, withExploration } = await import('../../contracts/explore/index.ts');
  const bounds = {
    maxMessages: (options.maxMessages ?? MOST_MESSAGES) - run.messages,
    maxDevices: DEVICES_OF_HISTORIES,
    timeMs: exploreMs,
    accepted: inForce(baseline, run.startedAt).map(({ id }) => id),
  };
  return withExploration(run, await explore({ ...options, ...bounds, seed: run.seed }, host));
}

/** Keeps other runs off a deployment that this one changes. `stop` ends it should another take the lock over. */
export function lockFor(
  command: string,
  { target, journal }: Pick<Settings, 'target'> & { journal?: string | undefined },
  { profile }: Pick<Met, 'profile'>,
  stop: () => void,
  io: Io,
): Promise<Lock> {
  const address = withoutPrefix(target.href, profile?.basePath) + (profile?.basePath ?? '');
  return lockTarget({ address, command: `roadtest ${command}`, journal, onLost: stop }, io);
}

/** Facts about a deployment before it is judged. */
export type Met = UsedProfile & {
  credentials: Credentials;
  controlToken: string | undefined;
  /** True if it is a simulator of ours; absent where that was not asked. */
  isSimulator?: boolean;
  /** Secrets from the environment that the controls of a profile from a file use. */
  controlSecrets: { readonly [name: string]: string };
};

export interface Meeting extends Pick<Settings, 'target' | 'profile' | 'credentials' | 'caps'> {
  /** Absent: the deployment has to be up already. */
  waitMs?: number | undefined;
}

/**
 * A simulator of ours takes the default credentials unless it was given others, and publishes its dialect.
 * Anything can pass for one: it is asked for data only, at the target's own address, and gets the
 * control token only where the user gave one.
 *
 * @throws CliError CREDENTIALS_MISSING, UNREACHABLE, PROFILE_SYNTAX, PROFILE_INVALID
 */
export async function meet(
  { target, profile, credentials, caps, waitMs }: Meeting,
  fetch: Fetch,
  io: Io,
): Promise<Met> {
  const controlToken = io.env[environment.controlToken] || undefined;
  const given = await givenCredentials(credentials, io);
  const controlSecrets = secretsFor(profile?.profile?.controls, io);
  io.outlet.secrets.leave([target.href.replace(/\/$/, ''), ...textsOf(profile?.profile)]);
  const asking = { fetch, controlToken, timeoutMs: caps.timeoutMs, signal: io.stop };
  if (waitMs !== undefined) await untilAnswered(target, waitMs, asking);
  if (io.stop.aborted) throw interrupted();
  if (given && profile) return { ...profile, credentials: given, controlToken, controlSecrets };
  const found = await whatAnswers(target, asking);
  if (io.stop.aborted) throw interrupted();
  if (!given && found.is !== 'simulator') refuseNameless(target, found);
  const described = found.is === 'simulator' ? found.profile : undefined;
  if (found.is === 'simulator' && described === undefined) {
    const why = `The simulator requires its control token: without ${environment.controlToken} most rules stay inconclusive.`;
    io.err(`${why}\n`);
  }
  return {
    ...(profile ?? fetchedProfile(described, profileAddress(target))),
    credentials: given ?? simulatorCredentials,
    isSimulator: found.is === 'simulator',
    controlToken,
    controlSecrets,
  };
}

/** The secrets that the controls of a profile file name; one that is not set stops the run before its first request. */
function secretsFor(controls: Controls | undefined, io: Io): { readonly [name: string]: string } {
  const names = secretNames(controls);
  const missing = names.filter((name) => !io.env[name]);
  if (missing.length > 0) {
    throw new CliError('SECRET_MISSING', `The profile's controls need ${missing.join(', ')}: not set.`, {
      hint: `Set ${missing.length > 1 ? 'these environment variables' : 'this environment variable'}, or take {$NAME} out of the profile.`,
    });
  }
  const secrets = Object.fromEntries(names.map((name): [string, string] => [name, io.env[name] ?? '']));
  for (const [name, secret] of Object.entries(secrets)) io.outlet.secrets.hide(secret, inVariable(name));
  return secrets;
}

/** An interruption before anything was judged or changed. */
export function interrupted(): CliError {
  return new CliError('INTERRUPTED', 'Interrupted: nothing was judged or changed.', {
    exitCode: exitCodes.inconclusive,
  });
}

/** Ends when the process is asked to, or when nothing is under way any more. */
export function endingOf(io: Io, display: Pick<Display, 'say'>) {
  const controller = runController();
  const stop = (): void => {
    if (controller.signal.aborted) return;
    display.say('Stopping: everything created is removed. Ctrl+C again ends at once.');
    controller.abort();
  };
  if (io.stop.aborted) stop();
  io.stop.addEventListener('abort', stop, { once: true });
  const stall = () => controller.abort(new StalledError());
  io.stalled?.addEventListener('abort', stall, { once: true });
  const over = () => {
    io.stop.removeEventListener('abort', stop);
    io.stalled?.removeEventListener('abort', stall);
  };
  return { signal: controller.signal, stop, over };
}

/** Names the journal in the run where something is left that can be swept; devices never can. */
async function withJournal(run: Run, file: JournalFile | undefined): Promise<Run> {
  if (!file || !(await file.end()).leftToSweep) return run;
  return { ...run, warnings: [...run.warnings, `roadtest sweep ${file.path} tries again to undo it.`] };
}

/** A run that could not begin, as the error that it is. */
export function refuseProblem({ problem }: Run): void {
  if (!problem) return;
  throw new CliError(problem.code, problem.message, problem.hint === undefined ? {} : { hint: problem.hint });
}
