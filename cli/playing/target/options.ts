/** What `roadtest play` takes for a deployment, as data; and checked, before anything is sent. */
import type { Profile } from '../../../contracts/profile/index.ts';
import { CliError, type Io, type Values } from '../../command.ts';
import { readProfile } from '../../verifying/settings.ts';
import { parseTarget } from '../../verifying/target.ts';
import { type TimeWay, timeWays } from './clock.ts';
import { type Id, namedDevices } from './devices.ts';

export const targetOptions = {
  target: {
    type: 'string',
    value: 'BASE_URL',
    summary: 'Repeat the story on a deployment, by its own API: location reports, alerts, groups and users',
  },
  profile: { type: 'string', value: 'FILE', summary: 'Deployment profile (YAML or JSON): its dialect' },
  credentials: {
    type: 'string',
    value: 'FILE',
    summary:
      'With --target: file with user name and API key, in place of ROADTEST_USER_NAME and ROADTEST_API_KEY',
  },
  devices: {
    type: 'string',
    value: 'IDS',
    summary: 'With --target: which devices play, in order: id,id,… or a file (those of its list)',
  },
  time: {
    type: 'string',
    value: 'HOW',
    summary: "With --target: advance its clock by its control (where it has one), real, or story's own times",
  },
  rate: {
    type: 'number',
    value: 'N',
    min: 0.01,
    max: 1_000_000,
    summary: 'With --target: requests a second at most',
  },
  concurrency: {
    type: 'number',
    value: 'N',
    min: 1,
    max: 256,
    whole: true,
    summary: 'With --target: requests at the same time (4)',
  },
  batch: {
    type: 'number',
    value: 'N',
    min: 1,
    max: 1_000,
    whole: true,
    summary: 'With --target: reports of a device in one request, where its API takes many (1)',
  },
  timeout: {
    type: 'number',
    value: 'S',
    min: 0.1,
    max: 3_600,
    summary: 'With --target: seconds for an answer (10)',
  },
  patience: {
    type: 'number',
    value: 'S',
    min: 0,
    max: 86_400,
    summary: 'With --target: seconds to go on trying while it cannot be reached or asks to wait (60)',
  },
  keep: { type: 'boolean', summary: 'With --target: leave the groups and users of the story there' },
  attended: {
    type: 'boolean',
    summary: 'With --target: ask the person at the keyboard for what the profile says a person does',
  },
} as const;

export type TargetValues = Values<typeof targetOptions>;

export interface TargetSettings {
  target: URL;
  profile: Profile | undefined;
  /** File. */
  credentials: string | undefined;
  devices: Id[] | undefined;
  time: TimeWay | undefined;
  rate: number | undefined;
  concurrency: number;
  batch: number;
  timeoutMs: number;
  patienceMs: number;
  keep: boolean;
  attended: boolean;
}

/** @throws CliError and ProfileError, each with a code */
export async function targetSettings(
  given: TargetValues & { target: string },
  io: Io,
): Promise<TargetSettings> {
  const { time, concurrency = 4, batch = 1, timeout = 10, patience = 60 } = given;
  if (time !== undefined && !isTimeWay(time)) {
    throw new CliError('WRONG_OPTION', `--time is one of ${timeWays.join(', ')}, not "${time}".`);
  }
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
    keep: given.keep,
    attended: given.attended,
  };
}

function isTimeWay(text: string): text is TimeWay {
  return (timeWays as readonly string[]).includes(text);
}

/** Options that say nothing without `--target`. */
const forTargets = Object.keys(targetOptions).filter((name) => !['target', 'profile'].includes(name));

/** @throws CliError WRONG_OPTION for one of them without a target */
export function refuseWithoutTarget(given: TargetValues): void {
  if (given.target !== undefined) return;
  const alone = forTargets.find((name) => {
    const value = given[name as keyof TargetValues];
    return value !== undefined && value !== false;
  });
  if (alone === undefined) return;
  throw new CliError('WRONG_OPTION', `--${alone} is about a deployment, and there is no --target.`, {
    hint: 'roadtest play NAME --target BASE_URL repeats a story on a deployment.',
  });
}
