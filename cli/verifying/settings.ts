/** From the options of a command that judges to what a run is made of: everything is read and checked before a request is sent. */
import { createHash } from 'node:crypto';
import { DAY, SECOND } from '../../contracts/kit/durations.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import { defined } from '../../contracts/kit/fields.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { BaselineEntry } from '../../contracts/report/baseline-file.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import type { Io } from '../command.ts';
import type { JudgingOptions } from '../common-options.ts';
import { type NewBaseline, newBaseline, readBaseline } from './baseline.ts';
import type { VerifyValues } from './options.ts';
import { type NamedProfile, namedProfile } from './profile.ts';
import { type Delivery, prepareDelivery } from './reports.ts';
import { parseSelection } from './selection.ts';

export interface JudgingSettings {
  delivery: Delivery;
  profile: NamedProfile | undefined;
  baseline: readonly BaselineEntry[];
  /** The file that gets the baseline of this run, and the entries that it has already. */
  newBaseline: NewBaseline | undefined;
  /** Options that the suite takes as they are. */
  bounds: Omit<VerifyOptions, 'baseUrl' | 'credentials'>;
}

/** @throws CliError, ProfileError and ReportError, each with a code */
export async function judgingSettings(options: JudgingOptions, io: Io): Promise<JudgingSettings> {
  // First of all: whatever is refused after this leaves no report of an earlier run.
  const delivery = await prepareDelivery(options.reporter, options.output, io);
  const selection = parseSelection(options.only, options.skip);
  const baseline = await readBaseline(options.baseline, io);
  const days = options['max-advance'];
  return {
    ...{ delivery, baseline },
    profile: await namedProfile(options.profile, io),
    newBaseline: await newBaseline(options['write-baseline'], baseline, io),
    bounds: {
      ...selection,
      readOnly: options['read-only'],
      ...defined({
        seed: options.seed,
        requestsPerSecond: options['max-rps'],
        maxMessages: options['max-messages'],
        ...waitsOf(options),
        maxAdvanceMs: days && days * DAY,
      }),
    },
  };
}

/** An answer is waited for no longer, in seconds. */
const MAX_ANSWER = 10;

/** How long the run waits for an expected moment, and for an answer. Without patience for moments it still waits for answers. */
export function waitsOf({ patience }: { patience: number | undefined }) {
  const answer = patience === undefined || patience === 0 ? undefined : Math.min(patience, MAX_ANSWER);
  return defined({ patienceMs: inMs(patience), timeoutMs: inMs(answer) });
}

export function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * SECOND;
}

/** The options that decide what is reached. None of them names a file or a secret. */
const DECIDING = [
  ...(['only', 'skip', 'read-only', 'thorough', 'max-messages'] as const),
  ...(['patience', 'max-time', 'max-advance'] as const),
];

/** The part of the command line by which runs are compared: a digest of the profile, and the deciding options. */
export function comparableIn(values: VerifyValues, profile: Profile | undefined): NonNullable<Run['given']> {
  const options = DECIDING.flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name} ${value}`];
  });
  if (!profile) return { options };
  const digest = createHash('sha256').update(exactJsonText(profile)).digest('hex');
  return { profile: digest.slice(0, 16), options };
}
