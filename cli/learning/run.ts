/** `roadtest learn`: each source is read, and what they show together is written. */
import { defined } from '../../contracts/kit/fields.ts';
import type { Finding } from '../../contracts/learning/finding.ts';
import { learnHar } from '../../contracts/learning/har.ts';
import { learnedFrom, type Source } from '../../contracts/learning/learned.ts';
import { learnLive } from '../../contracts/learning/live.ts';
import { CliError, exitCodes, type Io, warn } from '../command.ts';
import { readText } from '../serving/reading.ts';
import { silent } from '../verifying/progress.ts';
import { interrupted, onDeployment } from '../verifying/reach.ts';
import { harFrom } from '../verifying/recordings.ts';
import { waitsOf } from '../verifying/settings.ts';
import { parseTarget } from '../verifying/target.ts';
import { fromDescription } from './described.ts';
import { refuseThere, writeLearned } from './file.ts';
import type { LearnValues } from './options.ts';

/** The fields of what a source showed that hold words of our own. */
const PLACES: ReadonlySet<string> = new Set<keyof Finding>(['at', 'source']);

/** Returns the exit code; throws a CliError for what prevents the first request. */
export async function learnOnce(address: string | undefined, options: LearnValues, io: Io): Promise<number> {
  const { har, openapi, output, force } = options;
  if (address === undefined && har === undefined && openapi === undefined)
    throw new CliError('MISSING_ARGUMENT', 'Nothing to learn from: neither BASE_URL nor a file is named.', {
      hint: 'roadtest learn http://127.0.0.1:4010 learns from the simulator of roadtest serve.',
    });
  await refuseThere(output, io, force);
  const shown = [
    ...(openapi === undefined ? [] : [await fromDescription(openapi, io)]),
    ...(har === undefined ? [] : [await fromRecording(har, address, io)]),
    ...(address === undefined ? [] : [await fromDeployment(address, options, io)]),
  ];
  const learned = learnedFrom(io.outlet.secrets.deep(shown, PLACES));
  if (output === undefined) io.print(io.outlet.written(learned.text));
  else await writeLearned(output, learned.text, io);
  for (const words of learned.contradictions) warn(`Sources contradict each other: ${words}`, io);
  io.err(`${learned.summary}\n`);
  if (output !== undefined) io.err(`Next: roadtest verify ${address ?? 'BASE_URL'} --profile ${output}\n`);
  return exitCodes.ok;
}

/** @throws CliError HAR_INVALID, and as `readText` */
async function fromRecording(file: string, address: string | undefined, io: Io): Promise<Source> {
  const origin = address === undefined ? undefined : parseTarget(address).origin;
  const har = harFrom(file, await readText(file, 'recording', io), defined({ origin }));
  return { ...learnHar(har), from: `the recording ${file}` };
}

async function fromDeployment(address: string, options: LearnValues, io: Io): Promise<Source> {
  const target = parseTarget(address);
  const { write: writes, 'max-rps': requestsPerSecond } = options;
  const working = { ...options, command: 'learn', target, profile: undefined, 'read-only': !writes };
  const { source, warnings, stopped } = await onDeployment(
    working,
    silent,
    io,
    async ({ options: { profile: _, ...met }, host }) => {
      const bounds = { ...waitsOf(options), ...defined({ requestsPerSecond }) };
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
