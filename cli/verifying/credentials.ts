/** The user's credentials. They come from the environment: a command line is there for every user of the machine to read. */
import type { Credentials } from '../../contracts/deployment/options.ts';
import { CliError, type Io } from '../command.ts';
import { environment } from '../serving/access.ts';

/** Says how credentials are given. */
export const howTo = `Set ${environment.userName} and ${environment.apiKey}.`;

/**
 * The credentials of the environment; `undefined` for none.
 *
 * @throws CliError CREDENTIALS_INCOMPLETE
 */
export function givenCredentials(io: Io): Credentials | undefined {
  const userName = io.env[environment.userName];
  const apiKey = io.env[environment.apiKey];
  if (!userName && !apiKey) return undefined;
  if (!userName || !apiKey)
    throw new CliError(
      'CREDENTIALS_INCOMPLETE',
      `There is no ${userName ? 'API key' : 'user name'} in the environment.`,
      { hint: howTo },
    );
  io.outlet.secrets.hideCredentials({ userName, apiKey });
  return { userName, apiKey };
}
