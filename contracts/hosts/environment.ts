/** The user's credentials as the environment has them: never on a command line, never in a repository. */
import { env } from 'node:process';
import type { Credentials } from '../deployment/options.ts';
import { placeholders } from '../kit/placeholders.ts';

/** `undefined` unless both are set. The variables are the ones that replace secrets in records. */
export function environmentCredentials(): Credentials | undefined {
  const [userName, apiKey] = [placeholders.userName, placeholders.apiKey].map((name) => env[name.slice(1)]);
  return userName && apiKey ? { userName, apiKey } : undefined;
}
