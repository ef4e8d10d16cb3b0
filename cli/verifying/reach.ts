/**
 * From an address to a deployment that can be worked on: it is met, or a fork of its world is made, and where a command
 * changes it that is locked and journalled. All of it is given back, whatever comes of the work.
 */
import { withoutPrefix } from '../../contracts/deployment/contact/first-contact.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { StalledError } from '../../contracts/deployment/options.ts';
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import { inVariable } from '../../contracts/kit/placeholders.ts';
import { textsOf } from '../../contracts/kit/written-out.ts';
import type { Controls, Profile } from '../../contracts/profile/profile.ts';
import { secretNames } from '../../contracts/profile/templates.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';
import { spanOrNone } from '../spans.ts';
import { toolName } from '../tool.ts';
import { type Credentials, givenCredentials, refuseNameless } from './credentials.ts';
import { type Ground, groundFor, itself } from './fork.ts';
import { journalFor } from './journal.ts';
import { type Lock, lockTarget } from './lock.ts';
import { fetchedProfile, type NamedProfile, type UsedProfile } from './profile.ts';
import type { Display } from './progress.ts';
import { type Fetch, fetchFor } from './proxy.ts';
import { profileAddress, simulatorCredentials, untilAnswered, whatAnswers } from './target.ts';

/** The deployment that a command line means. */
export interface Meeting {
  target: URL;
  profile: NamedProfile | undefined;
  given: { credentials: string | undefined; timeout: number | undefined; wait?: string | undefined };
}

export interface Reaching extends Meeting {
  /** The name of the command, for the lock. */
  command: string;
  given: Meeting['given'] & { journal: string | undefined; 'in-place'?: boolean };
  readOnly: boolean;
}

/** A deployment that can be worked on. */
export interface Reached {
  options: Omit<VerifyOptions, 'onProgress'> & { tool: string; signal: AbortSignal };
  host: Host;
}

/**
 * Does the work there, and returns its result, with warnings of the ground before its own, and of the journal after them.
 *
 * @throws CliError for what prevents the first request
 */
export async function onDeployment<Result extends { warnings: readonly string[] }>(
  { command, readOnly, ...meeting }: Reaching,
  display: Display,
  io: Io,
  work: (reached: Reached) => Promise<Result>,
): Promise<Result & { warnings: string[] }> {
  const { target, given } = meeting;
  const ending = endingOf(io, display);
  let lock: Lock | undefined;
  let ground: Ground | undefined;
  try {
    const fetch = await fetchFor(io.env);
    const { run, isSimulator, ...met } = await meet(meeting, fetch, io);
    const forks = !readOnly && !given['in-place'] && isSimulator !== false;
    ground = forks ? await forkOf(meeting, met, fetch, display, io) : itself(fetch);
    const changes = !readOnly && !ground.forked;
    const journal = changes ? await journalFor(target.href, given.journal, io) : undefined;
    if (changes) lock = await lockFor(`${command} ${target.href}`, target, met.profile, given.journal, io);
    const result = await work({
      options: { ...optionsFor(target, met, io), signal: ending.signal },
      host: {
        ...nodeHost(ground.fetch),
        temporary: ground.forked,
        ...(run && { run }),
        ...(journal && { journal }),
      },
    });
    const { leftToSweep = false } = (await journal?.end()) ?? {};
    const left = leftToSweep ? [`roadtest sweep ${journal?.path} tries again to undo it.`] : [];
    return { ...result, warnings: [...ground.warnings, ...result.warnings, ...left] };
  } finally {
    await ground?.end();
    await lock?.release();
    ending.over();
    display.end();
  }
}

/** @throws CliError INTERRUPTED */
async function forkOf(
  { target, given: { timeout } }: Meeting,
  { controlToken }: Pick<Met, 'controlToken'>,
  fetch: Fetch,
  display: Display,
  io: Io,
): Promise<Ground> {
  const ground = await groundFor(target, askingOf(timeout, controlToken, fetch, io));
  for (const line of [ground.said, ...ground.warnings]) if (line !== undefined) display.say(line);
  if (!io.stop.aborted) return ground;
  await ground.end();
  throw interrupted();
}

/** The options by which the suite reaches a deployment. */
export function optionsFor(
  target: URL,
  { profile, credentials, controlToken, controlSecrets }: Omit<Met, 'run'>,
  io: Io,
) {
  return {
    ...{ credentials, controlToken, controlSecrets },
    baseUrl: withoutPrefix(target.href, profile?.basePath),
    ...(profile && { profile }),
    redactor: io.outlet.issued,
    tool: toolName,
  };
}

/** Keeps other runs off a deployment that this one changes. */
export function lockFor(
  command: string,
  target: URL,
  profile: Profile | undefined,
  journal: string | undefined,
  io: Io,
): Promise<Lock> {
  const address = withoutPrefix(target.href, profile?.basePath) + (profile?.basePath ?? '');
  return lockTarget({ address, command: `roadtest ${command}`, journal }, io);
}

/** Facts about a deployment before it is judged. */
type Met = UsedProfile & {
  credentials: Credentials;
  controlToken: string | undefined;
  /** True if it is a simulator of ours; absent where that was not asked. */
  isSimulator?: boolean;
  /** Secrets from the environment that the controls of a profile from a file use. */
  controlSecrets: { readonly [name: string]: string };
};

/**
 * A simulator of ours takes the default credentials unless it was given others, and publishes its dialect.
 * Anything can pass for one: it is asked for data only, at the target's own address, and gets the
 * control token only where the user gave one.
 *
 * @throws CliError CREDENTIALS_MISSING, UNREACHABLE, PROFILE_SYNTAX, PROFILE_INVALID
 */
export async function meet({ target, profile, given }: Meeting, fetch: Fetch, io: Io): Promise<Met> {
  const controlToken = io.env[environment.controlToken] || undefined;
  const credentials = await givenCredentials(given.credentials, io);
  const controlSecrets = secretsFor(profile?.profile?.controls, io);
  io.outlet.secrets.leave([target.href.replace(/\/$/, ''), ...textsOf(profile?.profile)]);
  const asking = askingOf(given.timeout, controlToken, fetch, io);
  const waitMs = spanOrNone(given.wait, 'wait');
  if (waitMs !== undefined) await untilAnswered(target, waitMs, asking);
  if (io.stop.aborted) throw interrupted();
  if (credentials && profile) return { ...profile, credentials, controlToken, controlSecrets };
  const found = await whatAnswers(target, asking);
  if (io.stop.aborted) throw interrupted();
  if (!credentials && found.is !== 'simulator') refuseNameless(target, found);
  const described = found.is === 'simulator' ? found.profile : undefined;
  if (found.is === 'simulator' && described === undefined) {
    const why = `The simulator requires its control token: without ${environment.controlToken} most rules stay inconclusive.`;
    io.err(`${why}\n`);
  }
  return {
    ...(profile ?? fetchedProfile(described, profileAddress(target))),
    credentials: credentials ?? simulatorCredentials,
    isSimulator: found.is === 'simulator',
    controlToken,
    controlSecrets,
  };
}

function askingOf(timeout: number | undefined, controlToken: string | undefined, fetch: Fetch, io: Io) {
  const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
  return { fetch, controlToken, timeoutMs, signal: io.stop };
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
  return { signal: controller.signal, over };
}
