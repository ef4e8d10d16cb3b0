/** From a journal to what is removed by it. */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { leftInJournal, type Swept, sweep } from '../../contracts/suite/index.ts';
import { CliError, type Io } from '../command.ts';
import { readText } from '../serving/files.ts';
import { lockFor, meet } from './attempt.ts';
import { fetchFor, hostFor } from './host.ts';
import { readProfile } from './profile.ts';
import { silent } from './progress.ts';
import { baseUrlFor } from './settings.ts';
import { stateFolder } from './state.ts';
import { parseTarget } from './target.ts';

export interface SweepOptions {
  profile: string | undefined;
  credentials: string | undefined;
  timeout: number | undefined;
}

/** @throws CliError JOURNAL_INVALID, and what stands in the way of any run */
export async function sweepJournal(file: string, options: SweepOptions, io: Io): Promise<Swept> {
  const journal = await readText(file, 'journal', io);
  const lastRun = leftInJournal(journal).at(-1);
  if (!lastRun) {
    throw new CliError(
      'JOURNAL_INVALID',
      `${file} is no journal of a run: it does not tell of which deployment.`,
      {
        hint: 'roadtest sweep without a name lists the journals that there are.',
      },
    );
  }
  const target = parseTarget(lastRun.target);
  io.stop.addEventListener('abort', () => io.err('Stopping. Ctrl+C again ends at once.\n'), { once: true });
  const fetch = await fetchFor(io.env);
  const caps = options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 };
  const profile = await readProfile(options.profile, io);
  const met = await meet({ target, profile, credentials: options.credentials, caps }, fetch, io);
  // What is removed is not written down again: the journal stands until all of it is.
  const host = await hostFor(
    {
      ...{ fetch, commands: met.run, display: silent },
      ...{ journal: undefined, attended: false, stop: () => {} },
    },
    io,
  );
  const lock = await lockFor(`sweep ${file}`, { target, journal: file }, met, () => {}, io);
  const settings = {
    baseUrl: baseUrlFor(target, met.profile),
    credentials: met.credentials,
    controlToken: met.controlToken,
    redactor: io.outlet.issued,
    signal: io.stop,
    ...(met.profile && { profile: met.profile }),
    ...caps,
  };
  return sweep(journal, settings, host).finally(() => lock.release());
}

/** A journal in a folder of ours has done its work; one that the user named is the user's. */
export async function deleteSwept(file: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, file);
  if (dirname(path) === (await stateFolder('journals', io))) await rm(path, { force: true });
}

/** The error for a call without a journal; it tells which there are. */
export async function missingJournal(io: Io): Promise<CliError> {
  const folder = await stateFolder('journals', io);
  const journals = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const found = journals.map((name) => `\n    ${join(folder, name)}`);
  const hint = found.length > 0 ? `There are:${found.join('')}` : `There is none in ${folder}.`;
  return new CliError('MISSING_ARGUMENT', 'JOURNAL is missing: the journal of the run to sweep after.', {
    hint,
  });
}
