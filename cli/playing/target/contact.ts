/** The deployment before the story: reached, its dialect known, a token had. */

import { type Client, connect } from '../../../contracts/deployment/client.ts';
import { shortSecrets } from '../../../contracts/deployment/contact/short-secrets.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import type { Host, JournalSink } from '../../../contracts/deployment/host.ts';
import type { Profile } from '../../../contracts/profile/profile.ts';
import { operations } from '../../../contracts/specification/operations.ts';
import type { Exchange } from '../../../contracts/verify/run.ts';
import type { Tally } from '../../../scenarios/target/tally.ts';
import { CliError, exitCodes, type Io } from '../../command.ts';
import { interrupted, meet } from '../../verifying/attempt.ts';
import { hostFor } from '../../verifying/host.ts';
import { fetchFor } from '../../verifying/proxy.ts';
import { baseUrlFor } from '../../verifying/settings.ts';
import type { Asking } from '../../verifying/target.ts';
import type { Looking } from '../../watching/looking.ts';
import type { Ending } from './ending.ts';
import type { TargetDisplay } from './progress.ts';
import type { TargetSettings } from './settings.ts';

export interface Contact {
  client: Client;
  host: Host;
  profile: Profile;
  /** How a simulator of ours is asked for its account. */
  asking: Asking;
  /** Looks at each call, where they are to be recorded. */
  looking: Looking | undefined;
}

export interface ContactParts {
  display: TargetDisplay;
  journal: JournalSink;
  ending: Ending;
  tally: Tally;
}

/** @throws CliError and the suite's ConfigurationError, each with a code */
export async function contact(settings: TargetSettings, parts: ContactParts, io: Io): Promise<Contact> {
  const { timeoutMs, patienceMs, concurrency, attended } = settings;
  const { display, journal, ending, tally } = parts;
  const fetch = await fetchFor(io.env);
  const met = await meet({ ...settings, caps: { timeoutMs } }, fetch, io);
  const profile = needProfile(met.profile);
  for (const warning of shortSecrets(met)) tally.note(warning);
  const host = await hostFor({ fetch, commands: met.run, display, journal, attended, stop: ending.stop }, io);
  const base = baseUrlFor(settings.target, profile);
  const looking = settings.record === undefined ? undefined : await lookingAt(base, profile, io);
  const client = await connect(
    {
      ...{ profile, timeoutMs, patienceMs, concurrency, baseUrl: base, onRequest: looking?.onRequest },
      credentials: met.credentials,
      controlToken: met.controlToken,
      controlSecrets: met.controlSecrets,
      redactor: io.outlet.issued,
      requestsPerSecond: settings.rate ?? Number.POSITIVE_INFINITY,
      maxMessages: Number.POSITIVE_INFINITY,
      // An outage is sat out as long as patience lasts.
      brokenAfter: Number.POSITIVE_INFINITY,
      signal: ending.client,
      onExchange: (exchange) => count(exchange, tally),
      onProgress: (progress) => {
        if (progress.kind === 'notice') display.say(progress.text);
      },
    },
    host,
  ).catch((error: unknown) => {
    throw io.stop.aborted ? interrupted() : error;
  });
  return { client, host, profile, looking, asking: { fetch, controlToken: met.controlToken, timeoutMs } };
}

/** Others may write there at the same time. */
async function lookingAt(base: string, profile: Profile, io: Io): Promise<Looking> {
  const { Looking } = await import('../../watching/looking.ts');
  return new Looking({ base, profile, sharing: 'shared' }, io);
}

/**
 * The error for a deployment that breaks off: exit code 2 before the first step of the story, 3 after it. Any other
 * error is given back as it is.
 */
export function asBrokenOff(error: unknown, { origin }: URL, begun: boolean): unknown {
  if (!(error instanceof Unreached)) return error;
  return new CliError('UNREACHABLE', `The deployment at ${origin} does not answer: ${error.message}.`, {
    hint: 'Check the address and that the deployment runs.',
    exitCode: begun ? exitCodes.inconclusive : exitCodes.usage,
    cause: error,
  });
}

function needProfile(profile: Profile | undefined): Profile {
  if (profile) return profile;
  throw new CliError('PROFILE_MISSING', 'It is unknown how this deployment writes its records.', {
    hint: 'Describe it in a profile: --profile FILE. A simulator serves its own.',
  });
}

const known: ReadonlySet<string> = new Set(operations.map(({ id }) => id));

/** Requests of the run's own are counted by what they are for. */
function count({ purpose, milliseconds, reply }: Exchange, tally: Tally): void {
  const name = purpose === 'set-up' ? 'set-up and controls' : purpose;
  tally.exchanged(name, reply && milliseconds);
  if (reply && !known.has(purpose)) tally.served(name);
}
