/** From the options of `roadtest verify` to what a run is made of: everything is read and checked before a request is sent. */
import { withoutPrefix } from '../../contracts/deployment/contact/first-contact.ts';
import { DAY } from '../../contracts/kit/durations.ts';
import type { Source } from '../../contracts/learning/learned.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { BaselineEntry } from '../../contracts/report/baseline-file.ts';
import { parseRequirement, type Requirement } from '../../contracts/report/verdict-exit.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { CliError, type Io } from '../command.ts';
import { refuseThere } from '../learning/file.ts';
import { checkWritable } from '../serving/files.ts';
import { spanOrNone } from '../spans.ts';
import { type NewBaseline, newBaseline, readBaseline } from './baseline.ts';
import type { Named } from './credentials.ts';
import { onlyFailed } from './last-run.ts';
import { type NamedProfile, readProfile } from './profile.ts';
import { type Delivery, makeFolder, prepareDelivery } from './reports.ts';
import { listed, parseSelection, type Selection } from './selection.ts';
import { parseTarget } from './target.ts';

/** As the command line gives them. */
export interface Given {
  profile: string | undefined;
  only: string | undefined;
  skip: string | undefined;
  seed: number | undefined;
  thorough: boolean;
  explore?: string | undefined;
  openapi?: string | undefined;
  'learned-profile'?: string | undefined;
  'read-only': boolean;
  'in-place': boolean;
  require: string | undefined;
  baseline: string | undefined;
  'write-baseline': string | undefined;
  'max-rps': number | undefined;
  'max-messages': number | undefined;
  timeout: number | undefined;
  wait: string | undefined;
  patience: number | undefined;
  'max-time': number | undefined;
  'max-advance': number | undefined;
  concurrency: number | undefined;
  credentials: string | undefined;
  journal: string | undefined;
  reporter: string;
  output: string | undefined;
  json: boolean;
  'rerun-failed': boolean;
  record?: string | undefined;
  history: string | undefined;
}

export interface Settings {
  target: URL;
  profile: NamedProfile | undefined;
  selection: Selection;
  baseline: readonly BaselineEntry[];
  /** The file that gets the baseline of this run, and the entries that it has already. */
  newBaseline: NewBaseline | undefined;
  requirements: readonly Requirement[];
  seed: number | undefined;
  thorough: boolean;
  readOnly: boolean;
  /** True if the world itself is judged, and no fork of it. */
  inPlace: boolean;
  /** How long random histories are played afterwards; absent: none. */
  exploreMs: number | undefined;
  /** A description that the profile is learned from, beside the deployment itself. */
  described: Source | undefined;
  /** The file for the profile that is learned where none is given. */
  learnedProfile: string | undefined;
  /** How long the deployment may take until it answers at all. */
  waitMs: number | undefined;
  credentials: Named;
  /** A file. */
  journal: string | undefined;
  delivery: Delivery;
  /** The file for all that the run saw. */
  record: string | undefined;
  /** The folder where runs are kept. */
  history: string | undefined;
  caps: Partial<
    Pick<
      VerifyOptions,
      | 'requestsPerSecond'
      | 'maxMessages'
      | 'timeoutMs'
      | 'patienceMs'
      | 'maxTimeMs'
      | 'maxAdvanceMs'
      | 'concurrency'
    >
  >;
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
  const asked = parseSelection(given.only, given.skip);
  const baseline = await readBaseline(given.baseline, io);
  return {
    target,
    selection: given['rerun-failed'] ? await onlyFailed(asked, target.href, io) : asked,
    requirements: listed(given.require).map(parseRequirement),
    profile: await readProfile(given.profile, io),
    baseline,
    newBaseline: await newBaseline(given['write-baseline'], baseline, io),
    seed: given.seed,
    thorough: given.thorough,
    readOnly: given['read-only'],
    inPlace: given['in-place'],
    exploreMs: spanOrNone(given.explore, 'explore'),
    described: given.openapi === undefined ? undefined : await described(given.openapi, io),
    learnedProfile: given['learned-profile'],
    waitMs: spanOrNone(given.wait, 'wait'),
    credentials: given.credentials,
    journal: given.journal,
    record: given.record,
    history: given.history,
    caps: capsFrom(given),
    delivery,
  };
}

async function described(file: string, io: Io): Promise<Source> {
  const { fromDescription } = await import('../learning/described.ts');
  return fromDescription(file, io);
}

function capsFrom(given: Given): Settings['caps'] {
  const {
    timeout,
    patience,
    concurrency,
    'max-time': maxTime,
    'max-advance': advance,
    'max-rps': rps,
    'max-messages': messages,
  } = given;
  return {
    ...(rps !== undefined && { requestsPerSecond: rps }),
    ...(messages !== undefined && { maxMessages: messages }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(patience !== undefined && { patienceMs: patience * 1000 }),
    ...(maxTime !== undefined && { maxTimeMs: maxTime * 1000 }),
    ...(advance !== undefined && { maxAdvanceMs: advance * DAY }),
    ...(concurrency !== undefined && { concurrency }),
  };
}

/** The options from which a run and its plan are derived. */
export function optionsFrom(
  { target, selection, seed, thorough, readOnly, caps }: Settings,
  profile: Profile | undefined,
): Omit<VerifyOptions, 'credentials'> {
  return {
    baseUrl: withoutPrefix(target.href, profile?.basePath),
    ...(profile && { profile }),
    ...selection,
    ...(seed !== undefined && { seed }),
    thorough,
    readOnly,
    ...caps,
  };
}
