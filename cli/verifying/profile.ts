/**
 * The profile of a run, and whether its commands may run. Only one whose file the user
 * named comes with the permission; what a deployment says of itself is data.
 */
import type { RunCommand } from '../../contracts/deployment/host.ts';
import { commandRunner } from '../../contracts/hosts/command.ts';
import { ProfileError } from '../../contracts/profile/errors.ts';
import { parseFetchedProfile } from '../../contracts/profile/load.ts';
import type { FetchedProfile, Profile } from '../../contracts/profile/profile.ts';
import { CliError, type Io } from '../command.ts';
import { readProfile } from '../serving/reading.ts';

/** A profile whose file the user named. */
export interface NamedProfile {
  readonly profile: Profile;
  /** The permission to run its commands. */
  readonly run: RunCommand;
}

/** A profile from elsewhere runs nothing: `parseProfile` accepts no command in it without `run`. */
export type UsedProfile =
  | NamedProfile
  | { readonly profile: FetchedProfile | undefined; readonly run: undefined };

/** @throws the errors of `readProfile` */
export async function namedProfile(file: string | undefined, io: Io): Promise<NamedProfile | undefined> {
  const profile = await readProfile(file, io);
  return profile && { profile, run: commandRunner(io.env) };
}

/**
 * The profile that a deployment serves of itself, if any.
 *
 * @throws CliError PROFILE_SYNTAX, PROFILE_INVALID
 */
export function fetchedProfile(text: string | undefined, address: string): UsedProfile {
  try {
    return { profile: text === undefined ? undefined : parseFetchedProfile(text, address), run: undefined };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CliError(error.code, error.message, {
      hint: 'Name its profile with --profile FILE; the run then does not ask the deployment for one.',
      cause: error,
    });
  }
}
