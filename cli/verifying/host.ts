/** The suite's host on a command line: the network with its proxies, commands, the journal. */

import type { Host, JournalSink, RunCommand } from '../../contracts/deployment/host.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { type Fetch, fetchFor } from './proxy.ts';

export interface HostParts {
  fetch: Fetch;
  /** The permission to run the commands of the profile; `undefined` where the user did not choose it. */
  commands: RunCommand | undefined;
  /** Absent in a run that creates nothing. */
  journal: JournalSink | undefined;
  temporary?: boolean;
}

export { fetchFor };

export function hostFor({ fetch, commands, journal, temporary = false }: HostParts): Host {
  return { ...nodeHost(fetch), temporary, ...(commands && { run: commands }), ...(journal && { journal }) };
}
