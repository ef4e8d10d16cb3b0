/** From the options of `roadtest verify` to what a run is made of: everything is read and checked before a request is sent. */
import { createHash } from 'node:crypto';
import { DAY, SECOND } from '../../contracts/kit/durations.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import type { Source } from '../../contracts/learning/learned.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { BaselineEntry } from '../../contracts/report/baseline-file.ts';
import { parseRequirement, type Requirement } from '../../contracts/report/exit.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { CliError, type Io, type Values } from '../command.ts';
import type { judgingOptions } from '../common-options.ts';
import { fromDescription } from '../learning/described.ts';
import { refuseThere } from '../learning/file.ts';
import { checkWritable } from '../serving/files.ts';
import { spanOrNone } from '../spans.ts';
import { type NewBaseline, newBaseline, readBaseline } from './baseline.ts';
import type { Given } from './options.ts';
import { type NamedProfile, readProfile } from './profile.ts';
import { type Delivery, makeFolder, prepareDelivery } from './reports.ts';
import { listed, parseSelection } from './selection.ts';
import { parseTarget } from './target.ts';

/** The options of a command line, and what follows from them. */
export interface Settings {
  given: Given;
  target: URL;
  profile: NamedProfile | undefined;
  baseline: readonly BaselineEntry[];
  /** The file that gets the baseline of this run, and the entries that it has already. */
  newBaseline: NewBaseline | undefined;
  requirements: readonly Requirement[];
  /** A description that the profile is learned from, beside the deployment itself. */
  described: Source | undefined;
  /** How long random histories are played afterwards, in ms; absent: none. */
  exploreMs: number | undefined;
  delivery: Delivery;
  /** Options that the suite takes as they are. */
  bounds: Omit<VerifyOptions, 'baseUrl' | 'credentials'>;
}

/** @throws CliError, ProfileError and ReportError, each with a code */
export async function settingsFrom(address: string | undefined, given: Given, io: Io): Promise<Settings> {
  // First of all: whatever is refused after this leaves no report of an earlier run.
  const delivery = await prepareDelivery(given.json ? 'json' : given.reporter, given.output, io);
  if (address === undefined) {
    throw new CliError('MISSING_ARGUMENT', 'BASE_URL is missing: the base address of the deployment.', {
      hint: 'roadtest verify http://127.0.0.1:4010 verifies the simulator of roadtest serve.',
    });
  }
  const target = parseTarget(address);
  if (given.record !== undefined) await checkWritable(given.record, 'recording', io);
  await refuseThere(given['learned-profile'], io);
  if (given.history !== undefined) await makeFolder(given.history, io);
  const selection = parseSelection(given.only, given.skip);
  const baseline = await readBaseline(given.baseline, io);
  const maxTime = given['max-time'];
  return {
    given,
    target,
    requirements: listed(given.require).map(parseRequirement),
    profile: await readProfile(given.profile, io),
    baseline,
    newBaseline: await newBaseline(given['write-baseline'], baseline, io),
    described: given.openapi === undefined ? undefined : await fromDescription(given.openapi, io),
    exploreMs: spanOrNone(given.explore, 'explore'),
    delivery,
    bounds: {
      ...selection,
      ...boundsOf(given),
      thorough: given.thorough,
      ...(maxTime !== undefined && { maxTimeMs: maxTime * SECOND }),
    },
  };
}

/** The bounds of what is done on a deployment, as each command that judges one takes them. */
export function boundsOf(given: Values<typeof judgingOptions> & { seed: number | undefined }) {
  const { seed, timeout, patience, 'max-rps': rps, 'max-messages': messages, 'max-advance': days } = given;
  return {
    readOnly: given['read-only'],
    ...(seed !== undefined && { seed }),
    ...(rps !== undefined && { requestsPerSecond: rps }),
    ...(messages !== undefined && { maxMessages: messages }),
    ...(timeout !== undefined && { timeoutMs: timeout * SECOND }),
    ...(patience !== undefined && { patienceMs: patience * SECOND }),
    ...(days !== undefined && { maxAdvanceMs: days * DAY }),
  };
}

/** The options that decide what is reached. None of them names a file or a secret. */
const DECIDING = [
  ...(['only', 'skip', 'read-only', 'thorough', 'explore', 'max-messages'] as const),
  ...(['timeout', 'patience', 'max-time', 'max-advance'] as const),
];

/** The part of the command line by which runs are compared: a digest of the profile, and the deciding options. */
export function comparableIn(given: Given, profile: Profile | undefined): NonNullable<Run['given']> {
  const options = DECIDING.flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name} ${value}`];
  });
  if (!profile) return { options };
  const digest = createHash('sha256').update(exactJsonText(profile)).digest('hex');
  return { profile: digest.slice(0, 16), options };
}
