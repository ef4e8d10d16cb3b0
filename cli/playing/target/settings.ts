/** From the options of `roadtest play … --target` to what a run is made of: all is checked before anything is sent. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { AnyId } from '../../../contracts/profile/facts.ts';
import { CliError, type Io } from '../../command.ts';
import { checkWritable } from '../../serving/files.ts';
import { spanOrNone } from '../../spans.ts';
import { type NamedProfile, readProfile } from '../../verifying/profile.ts';
import { parseTarget } from '../../verifying/target.ts';
import { type TimeWay, timeWays } from './clock.ts';
import { namedDevices } from './devices.ts';
import type { TargetValues } from './options.ts';

/** With the options that `play` has in any case. */
export interface GivenForTarget extends TargetValues {
  target: string;
  profile: string | undefined;
}

export interface TargetSettings {
  target: URL;
  profile: NamedProfile | undefined;
  /** File. */
  credentials: string | undefined;
  devices: AnyId[] | undefined;
  time: TimeWay | undefined;
  rate: number | undefined;
  concurrency: number;
  batch: number;
  timeoutMs: number;
  patienceMs: number;
  waitMs: number | undefined;
  /** The file for its calls and their answers. */
  record?: string | undefined;
  keep: boolean;
  attended: boolean;
}

/** @throws CliError and ProfileError, each with a code */
export async function targetSettings(given: GivenForTarget, io: Io): Promise<TargetSettings> {
  const { time, concurrency = 4, batch = 1, timeout = 10, patience = 60 } = given;
  if (time !== undefined && !isTimeWay(time)) {
    throw new CliError('WRONG_OPTION', `--time is one of ${timeWays.join(', ')}, not ${quoted(time)}.`);
  }
  if (given.record !== undefined) await checkWritable(given.record, 'recording', io);
  return {
    target: parseTarget(given.target),
    profile: await readProfile(given.profile, io),
    credentials: given.credentials,
    devices: await namedDevices(given.devices, io),
    time,
    rate: given.rate,
    concurrency,
    batch,
    timeoutMs: timeout * 1000,
    patienceMs: patience * 1000,
    waitMs: spanOrNone(given.wait, 'wait'),
    record: given.record,
    keep: given.keep,
    attended: given.attended,
  };
}

function isTimeWay(text: string): text is TimeWay {
  return timeWays.some((way) => way === text);
}
