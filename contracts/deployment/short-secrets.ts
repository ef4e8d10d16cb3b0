/** Secrets that are so short that they are found in texts that are none. */
import { SHORT_SECRET } from '../kit/redact.ts';
import type { DeploymentOptions } from './options.ts';

/** A sentence for each of the secrets of a run that is short. */
export function shortSecrets({
  credentials,
  controlToken = '',
  controlSecrets = {},
  secrets = [],
}: Pick<DeploymentOptions, 'controlSecrets' | 'controlToken' | 'credentials' | 'secrets'>): string[] {
  const named: readonly (readonly [name: string, secret: string])[] = [
    ['The API key', credentials.apiKey],
    ['The control token', controlToken],
    ...Object.entries(controlSecrets).map(([name, secret]) => [`The secret ${name}`, secret] as const),
    ...secrets.map((secret) => ['A secret', secret] as const),
  ];
  return named
    .filter(([, { length }]) => length > 0 && length < SHORT_SECRET)
    .map(
      ([name, { length }]) =>
        `${name} has ${length} characters: a text of fewer than ${SHORT_SECRET} is taken out of reports wherever it stands, or is not found.`,
    );
}
