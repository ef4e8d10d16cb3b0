/** The suite's host on a command line: the network with its proxies, commands, a person, the journal. */

import type { Host, JournalSink, RunCommand } from '../../contracts/deployment/host.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { CliError, type Io } from '../command.ts';
import type { Display } from './progress.ts';
import { type Fetch, fetchFor } from './proxy.ts';

export interface HostParts {
  fetch: Fetch;
  /** The permission to run the commands of the profile; `undefined` where the user did not choose it. */
  commands: RunCommand | undefined;
  display: Display;
  /** Absent in a run that creates nothing. */
  journal: JournalSink | undefined;
  attended: boolean;
  /** Ends the run: the person wants it. */
  stop: () => void;
}

export { fetchFor };

export async function hostFor(
  { fetch, commands, display, journal, attended, stop }: HostParts,
  io: Io,
): Promise<Host> {
  return {
    ...nodeHost(fetch),
    ...(commands && { run: commands }),
    ...(journal && { journal }),
    ...(attended && { person: await attendant(display, stop, io) }),
  };
}

async function attendant(display: Display, stop: () => void, io: Io): Promise<NonNullable<Host['person']>> {
  const keyboard = io.keyboard?.();
  if (!keyboard) {
    throw new CliError('NOT_INTERACTIVE', '--attended needs a terminal.', {
      hint: 'Run without --attended.',
    });
  }
  const { personAt } = await import('./person.ts');
  return personAt(keyboard, (ask) => display.undisturbed(ask), stop, io.outlet);
}
