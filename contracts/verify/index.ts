/**
 * `roadtest/verify`: judges a deployment from code, as `roadtest verify` does on a command line.
 *
 * - `options.ts`     its options
 * - `deployment.ts`  the deployment they name
 */

import type { Host } from '../deployment/host.ts';
import { commandRunner } from '../hosts/command.ts';
import { environmentCredentials } from '../hosts/environment.ts';
import { nodeHost, runController } from '../hosts/node.ts';
import { checkOptions, type OptionNames } from '../kit/option-names.ts';
import { ProfileError } from '../profile/errors.ts';
import type { Profile } from '../profile/profile.ts';
import { concluded, parseRequirement } from '../report/exit.ts';
import { type VerifyOptions, verifyOptionNames } from './options.ts';
import type { Run } from './run.ts';
import { baseUrlOf, credentialsOf, fetchOf } from './target.ts';
import { verify as runSuite } from './whole-run.ts';

export { ReportError } from '../report/errors.ts';
export type { VerifyOptions } from './options.ts';
export type { ExitCode, Outcome, Run, Verdict } from './run.ts';

/** The suite reports credentials that are missing, and where to set them. */
const noCredentials = { userName: '', apiKey: '' };

/**
 * Judges a deployment by the selected rules and cleans up. The result is the object of the JSON report, with its
 * `exitCode`. A deployment that cannot be reached, or credentials that it refuses, give exit code 2 and `problem`.
 * Learns first what the profile leaves out of statuses and writes; without a profile, all that a deployment shows.
 *
 * Nothing keeps another run off the deployment meanwhile, and nothing is kept of what a crashed run left behind:
 * where that matters, let one run at a time do this, and pass a `journal` in `host`.
 *
 * @throws {ProfileError} `PROFILE_INVALID` for a profile that is not valid
 * @throws {ReportError} `REQUIREMENT_INVALID` for an entry of `require`
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { verify } from 'roadtest/verify';
 *
 * const run = await verify({ simulator: createSimulator(), only: ['token/'] });
 * console.log(run.exitCode); // 0
 */
export async function verify(options: VerifyOptions): Promise<Run> {
  checkOptions(options, verifyOptionNames, 'verify');
  if (options.credentials)
    checkOptions(options.credentials, { userName: true, apiKey: true }, 'credentials of verify');
  if (options.host) checkOptions(options.host, hostNames, 'host of verify');
  const { baseUrl: _, simulator, fetch: __, credentials, profile, require = [], ...others } = options;
  const { baseline = [], host, signal, ...settings } = others;
  const requirements = require.map(parseRequirement);
  if (profile) await checkGiven(profile);
  const spoken = profile ?? simulator?.profile;
  const run = await runSuite(
    {
      tool: 'roadtest/verify',
      ...settings,
      baseUrl: baseUrlOf(options),
      credentials: credentials ?? credentialsOf(options) ?? environmentCredentials() ?? noCredentials,
      signal: runController(signal).signal,
      ...(spoken && { profile: spoken }),
    },
    {
      ...nodeHost(fetchOf(options)),
      // A profile that is given here may run its commands; a simulator's own only says how it speaks.
      ...(profile && { run: commandRunner() }),
      ...host,
    },
  );
  return concluded(run, { requirements, baseline });
}

const hostNames: OptionNames<Host> = {
  fetch: true,
  answer: true,
  monotonic: true,
  wall: true,
  sleep: true,
  nonce: true,
  answerMemory: true,
  run: true,
  journal: true,
  temporary: true,
};

async function checkGiven(profile: Profile): Promise<void> {
  const { checkProfile } = await import('../profile/load.ts');
  const issues = checkProfile(profile);
  if (issues.length > 0) throw new ProfileError('PROFILE_INVALID', 'The profile is not valid.', issues);
}
