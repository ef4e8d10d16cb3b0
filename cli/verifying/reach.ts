/**
 * From an address to a deployment that can be worked on: it is met, or a fork of its world is made, and where a command
 * changes it that is locked and journalled. All of it is given back, whatever comes of the work.
 */
import { rm } from 'node:fs/promises';
import { withoutPrefix } from '../../contracts/deployment/first-contact.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { type Credentials, StalledError } from '../../contracts/deployment/options.ts';
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import { defined } from '../../contracts/kit/fields.ts';
import { inVariable } from '../../contracts/kit/placeholders.ts';
import { textsOf } from '../../contracts/kit/redact.ts';
import { worldPrefix } from '../../contracts/kit/world-address.ts';
import type { Controls, Profile } from '../../contracts/profile/profile.ts';
import { secretNames } from '../../contracts/profile/templates.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';
import { checkWritable } from '../serving/files.ts';
import { spanOrNone } from '../spans.ts';
import { toolName } from '../tool.ts';
import { givenCredentials, howTo } from './credentials.ts';
import { type Ground, groundFor, itself } from './fork.ts';
import { type JournalFile, journalFor } from './journal.ts';
import { type Lock, lockTarget } from './lock.ts';
import { fetchedProfile, type NamedProfile, type UsedProfile } from './profile.ts';
import type { Display } from './progress.ts';
import { fetchFor } from './proxy.ts';
import { waitsOf } from './settings.ts';
import { type Asking, askControl, profileAddress, simulatorCredentials, untilAnswered } from './target.ts';

/** The deployment that a command line means, and how it is called. */
export interface Calling {
  target: URL;
  profile: NamedProfile | undefined;
  patience: number | undefined;
  wait?: string | undefined;
}

/** The same, for a command that does its work there. */
export interface Working extends Calling {
  /** The name of the command, for the lock. */
  command: string;
  'read-only': boolean;
  'in-place'?: boolean;
  /** Named by the user, and kept. */
  journal?: string | undefined;
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
  working: Working,
  display: Display,
  io: Io,
  work: (reached: Reached) => Promise<Result>,
): Promise<Result & { warnings: string[] }> {
  const { command, target, journal: named } = working;
  const isReading = working['read-only'];
  if (named !== undefined) await checkWritable(named, 'journal', io);
  const ending = endingOf(io, display);
  let lock: Lock | undefined;
  let ground: Ground | undefined;
  let journal: JournalFile | undefined;
  try {
    const { run, isSimulator, asking, ...met } = await meet(working, io);
    const forks = !isReading && !working['in-place'] && isSimulator !== false;
    ground = forks ? await groundFor(target, asking) : itself(asking.fetch);
    if (forks && io.stop.aborted) throw interrupted();
    if (ground.forked)
      display.say(
        'A fork of the world is judged, and the world itself stays as it is (--in-place judges that).',
      );
    for (const line of ground.warnings) display.say(line);
    if (!isReading && !ground.forked) {
      journal = await journalFor(target.href, named, io);
      lock = await lockFor(`${command} ${target.href}`, target, met.profile, io);
    }
    const result = await work({
      options: { ...optionsFor(target, met, io), signal: ending.signal },
      host: { ...nodeHost(ground.fetch), temporary: ground.forked, ...defined({ run, journal }) },
    });
    const isLeft = await journal?.end();
    if (journal && !isLeft && named === undefined) await rm(journal.path, { force: true });
    const left = isLeft ? [`roadtest sweep ${journal?.path} tries again to undo it.`] : [];
    return { ...result, warnings: [...ground.warnings, ...result.warnings, ...left] };
  } finally {
    await ground?.end();
    await lock?.release();
    ending.over();
    display.end();
  }
}

/** The options by which the suite reaches a deployment. */
export function optionsFor(target: URL, met: Omit<Met, 'run' | 'asking'>, io: Io) {
  const { profile, credentials, controlToken, controlSecrets } = met;
  return {
    ...{ credentials, controlToken, controlSecrets, tool: toolName, redactor: io.outlet.issued },
    baseUrl: withoutPrefix(target.href, profile?.basePath),
    ...(profile && { profile }),
  };
}

/** Keeps other runs off a deployment that this one changes. */
export function lockFor(command: string, target: URL, profile: Profile | undefined, io: Io): Promise<Lock> {
  const address = withoutPrefix(target.href, profile?.basePath) + (profile?.basePath ?? '');
  return lockTarget(address, `roadtest ${command}`, io);
}

/** Facts about a deployment before it is judged. */
type Met = UsedProfile & {
  credentials: Credentials;
  controlToken: string | undefined;
  /** True if it is a simulator of ours; absent where that was not asked. */
  isSimulator?: boolean;
  /** Secrets from the environment that the controls of a profile from a file use. */
  controlSecrets: { readonly [name: string]: string };
  asking: Asking;
};

/**
 * A simulator of ours takes the default credentials unless it was given others, and publishes its dialect.
 * Anything can pass for one: it is asked for data only, at the target's own address, and gets the
 * control token only where the user gave one.
 *
 * @throws CliError CREDENTIALS_MISSING, UNREACHABLE, PROFILE_SYNTAX, PROFILE_INVALID
 */
export async function meet(calling: Calling, io: Io): Promise<Met> {
  const { target, profile } = calling;
  const fetch = await fetchFor(io.env);
  const controlToken = io.env[environment.controlToken] || undefined;
  const credentials = givenCredentials(io);
  const controlSecrets = secretsFor(profile?.profile.controls, io);
  io.outlet.secrets.leave([target.href.replace(/\/$/, ''), ...textsOf(profile?.profile)]);
  const asking = { fetch, controlToken, timeoutMs: waitsOf(calling).timeoutMs, signal: io.stop };
  const waitMs = spanOrNone(calling.wait, 'wait');
  if (waitMs !== undefined) await untilAnswered(target, waitMs, asking);
  if (io.stop.aborted) throw interrupted();
  if (credentials && profile) return { ...profile, credentials, controlToken, controlSecrets, asking };
  const answer = await askControl(profileAddress(target), {}, asking);
  if (io.stop.aborted) throw interrupted();
  const isShut = answer.fields.code === 'CONTROL_TOKEN_NEEDED';
  const isSimulator = isShut || (answer.ok && answer.fields.roadtest !== undefined);
  if (!credentials && !isSimulator) throw refusedNameless(target, answer.failure);
  if (isShut)
    io.err(
      `The simulator requires its control token: without ${environment.controlToken} most rules stay inconclusive.\n`,
    );
  const told = isSimulator && !isShut ? answer.text : undefined;
  return {
    ...(profile ?? fetchedProfile(told, profileAddress(target))),
    credentials: credentials ?? simulatorCredentials,
    ...{ isSimulator, controlToken, controlSecrets, asking },
  };
}

/** Only a simulator lets in who was given no credentials. */
function refusedNameless({ origin, pathname }: URL, failure: string | undefined): CliError {
  if (failure !== undefined)
    return new CliError('UNREACHABLE', `Nothing answers at ${origin}: ${failure}.`, {
      hint: 'Check the address and that the deployment runs. roadtest serve starts a simulator.',
    });
  const ofWorld =
    worldPrefix(pathname) === '' ? '' : ' Of a simulator, GET /_control/worlds lists the worlds.';
  return new CliError(
    'CREDENTIALS_MISSING',
    'No credentials are given, and the deployment is not a simulator.',
    { hint: howTo + ofWorld },
  );
}

/** The secrets that the controls of a profile file name; one that is not set stops the run before its first request. */
function secretsFor(controls: Controls | undefined, io: Io): { readonly [name: string]: string } {
  const names = secretNames(controls);
  const missing = names.filter((name) => !io.env[name]);
  if (missing.length > 0)
    throw new CliError('SECRET_MISSING', `The profile's controls need ${missing.join(', ')}: not set.`, {
      hint: `Set ${missing.length > 1 ? 'these environment variables' : 'this environment variable'}, or take {$NAME} out of the profile.`,
    });
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
    display.say('Stopping: removing everything that was created. Ctrl+C again ends at once.');
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
