/** `roadtest learn` as it is run: each source is read, and what they show together is written. */
import type { Finding } from '../../contracts/learning/finding.ts';
import { learnHar } from '../../contracts/learning/har.ts';
import { learnedFrom, type Source } from '../../contracts/learning/learned.ts';
import { CliError, exitCodes, type Io, warn } from '../command.ts';
import { harFrom } from '../judging/recordings.ts';
import { readText } from '../serving/files.ts';
import { spanOrNone } from '../spans.ts';
import { endingOf, groundOf, interrupted, lockFor, meet } from '../verifying/attempt.ts';
import type { Ground } from '../verifying/fork.ts';
import { fetchFor, hostFor } from '../verifying/host.ts';
import { journalFor } from '../verifying/journal.ts';
import type { Lock } from '../verifying/lock.ts';
import { silent } from '../verifying/progress.ts';
import { parseTarget } from '../verifying/target.ts';
import { askDeployment } from './deployment.ts';
import { fromDescription } from './described.ts';
import { refuseThere, writeLearned } from './file.ts';

/** As the command line gives them. */
export interface Given {
  output: string | undefined;
  force: boolean;
  openapi: string | undefined;
  har: string | undefined;
  write: boolean;
  journal: string | undefined;
  credentials: string | undefined;
  timeout: number | undefined;
  wait: string | undefined;
  'max-rps': number | undefined;
}

/** The fields of what a source showed that hold words of our own. */
const PLACES: ReadonlySet<string> = new Set<keyof Finding>(['at', 'source']);

/** Returns the exit code; throws a CliError for what prevents the first request. */
export async function learnOnce(address: string | undefined, given: Given, io: Io): Promise<number> {
  if (address === undefined && given.har === undefined && given.openapi === undefined) {
    throw new CliError('MISSING_ARGUMENT', 'Nothing to learn from: neither BASE_URL nor a file is named.', {
      hint: 'roadtest learn http://127.0.0.1:4010 learns from the simulator of roadtest serve.',
    });
  }
  await refuseThere(given.output, io, given.force);
  const shown = [
    ...(given.openapi === undefined ? [] : [await fromDescription(given.openapi, io)]),
    ...(given.har === undefined ? [] : [await fromRecording(given.har, address, io)]),
    ...(address === undefined ? [] : [await fromDeployment(address, given, io)]),
  ];
  const sources = io.outlet.secrets.deep(shown, PLACES);
  const learned = learnedFrom(sources);
  if (given.output === undefined) io.print(io.outlet.written(learned.text));
  else await writeLearned(given.output, learned.text, io);
  for (const words of learned.contradictions) warn(`Sources contradict each other: ${words}`, io);
  io.err(`${learned.summary}\n`);
  if (given.output !== undefined)
    io.err(`Next: roadtest verify ${address ?? 'BASE_URL'} --profile ${given.output}\n`);
  return exitCodes.ok;
}

/** @throws CliError HAR_INVALID, and as `readText` */
async function fromRecording(file: string, address: string | undefined, io: Io): Promise<Source> {
  const origin = address === undefined ? {} : { origin: parseTarget(address).origin };
  const har = harFrom(file, await readText(file, 'recording', io), origin);
  return { ...learnHar(har), from: `the recording ${file}` };
}

async function fromDeployment(address: string, given: Given, io: Io): Promise<Source> {
  const target = parseTarget(address);
  const { write: writes } = given;
  const ending = endingOf(io, silent);
  const display = { ...silent, say: (text: string) => io.err(`${text}\n`) };
  let ground: Ground | undefined;
  let lock: Lock | undefined;
  try {
    const fetch = await fetchFor(io.env);
    const caps = given.timeout === undefined ? {} : { timeoutMs: given.timeout * 1000 };
    const waitMs = spanOrNone(given.wait, 'wait');
    const met = await meet(
      { target, profile: undefined, credentials: given.credentials, caps, waitMs },
      fetch,
      io,
    );
    ground = await groundOf({ target, readOnly: !writes, inPlace: false, caps }, met, fetch, display, io);
    const changes = writes && !ground.forked;
    const journal = changes ? await journalFor(target.href, given.journal, io) : undefined;
    if (changes)
      lock = await lockFor(`learn ${target.href}`, { target, journal: given.journal }, met, ending.stop, io);
    const host = hostFor({ commands: undefined, fetch: ground.fetch, journal });
    const rate = given['max-rps'] === undefined ? {} : { requestsPerSecond: given['max-rps'] };
    const { credentials, controlToken } = met;
    const { signal } = ending;
    const asked = { baseUrl: target.href, credentials, controlToken, signal, writes };
    const { source, leftBehind } = await askDeployment(
      { ...caps, ...rate, ...asked, redactor: io.outlet.issued },
      host,
    ).catch((error: unknown) => {
      throw signal.aborted ? interrupted() : error;
    });
    const kept = journal && (await journal.end()).leftToSweep ? journal.path : undefined;
    for (const left of leftBehind) warn(`Left behind: ${left}.`, io);
    if (kept !== undefined) warn(`roadtest sweep ${kept} tries again to undo it.`, io);
    if (signal.aborted) throw interrupted();
    return source;
  } finally {
    await ground?.end();
    await lock?.release();
    ending.over();
  }
}
