/** `roadtest learn` as it is run: each source is read, and what they show together is written. */
import type { Finding } from '../../contracts/learning/finding.ts';
import { learnHar } from '../../contracts/learning/har.ts';
import { learnedFrom, type Source } from '../../contracts/learning/learned.ts';
import { learnLive } from '../../contracts/learning/live.ts';
import { CliError, exitCodes, type Io, warn } from '../command.ts';
import { harFrom } from '../judging/recordings.ts';
import { readText } from '../serving/reading.ts';
import { silent } from '../verifying/progress.ts';
import { interrupted, onDeployment } from '../verifying/reach.ts';
import { parseTarget } from '../verifying/target.ts';
import { fromDescription } from './described.ts';
import { refuseThere, writeLearned } from './file.ts';
import type { Given } from './options.ts';

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
  const { write: writes, timeout, 'max-rps': rps } = given;
  const reaching = { command: 'learn', target, profile: undefined, given, readOnly: !writes };
  const { source, warnings, stopped } = await onDeployment(
    reaching,
    silent,
    io,
    async ({ options, host }) => {
      const { profile: _, ...met } = options;
      const bounds = {
        ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
        ...(rps !== undefined && { requestsPerSecond: rps }),
      };
      const asked = { ...met, ...bounds, baseUrl: target.href, writes };
      const { requests, leftBehind, ...findings } = await learnLive(asked, host).catch((error: unknown) => {
        throw met.signal.aborted ? interrupted() : error;
      });
      return {
        source: { ...findings, from: `${requests} requests to ${target.href}` },
        warnings: leftBehind.map((one) => `Left behind: ${one}.`),
        stopped: met.signal.aborted,
      };
    },
  );
  for (const warning of warnings) warn(warning, io);
  if (stopped) throw interrupted();
  return source;
}
