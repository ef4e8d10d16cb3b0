/** Learning from a deployment that is reached already: by `roadtest learn`, and by `roadtest verify` without a profile. */

import type { Host } from '../../contracts/deployment/host.ts';
import { ConfigurationError } from '../../contracts/deployment/options.ts';
import type { Source } from '../../contracts/learning/learned.ts';
import { type LearnOptions, learnLive } from '../../contracts/learning/live.ts';
import { CliError } from '../command.ts';

export interface Asked {
  readonly source: Source;
  /** In words, what was made and could not be removed. */
  readonly leftBehind: readonly string[];
}

/** @throws CliError for what prevents the first request */
export async function askDeployment(options: LearnOptions, host: Host): Promise<Asked> {
  try {
    const { requests, leftBehind, ...findings } = await learnLive(options, host);
    return { source: { ...findings, from: `${requests} requests to ${options.baseUrl}` }, leftBehind };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CliError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
}
