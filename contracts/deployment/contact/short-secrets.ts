/** Secrets that are so short that they are found in texts that are none. */
import { SHORT_SECRET } from '../../kit/written-out.ts';
import type { DeploymentOptions } from '../options.ts';

type Secrets = Pick<DeploymentOptions, 'controlSecrets' | 'controlToken' | 'credentials' | 'secrets'>;

/** A sentence for each of the secrets of a run that is short. */
export function shortSecrets({
  credentials,
  controlToken,
  controlSecrets = {},
  secrets = [],
}: Secrets): string[] {
  const named: [name: string, secret: string | undefined][] = [
    ['The API key', credentials.apiKey],
    ['The control token', controlToken],
    ...Object.entries(controlSecrets).map(([name, secret]): [string, string] => [
      `The secret ${name}`,
      secret,
    ]),
    ...secrets.map((secret): [string, string] => ['A secret', secret]),
  ];
  return named.flatMap(([name, secret = '']) =>
    secret === '' || secret.length >= SHORT_SECRET
      ? []
      : [
          `${name} has ${secret.length} characters: a text of fewer than ${SHORT_SECRET} is taken out of reports wherever it stands, or is not found.`,
        ],
  );
}
