/** The options of `roadtest play` for a deployment, as data: nothing heavy is loaded with it. */
import { namesOf } from '../../../contracts/kit/tables.ts';
import { CliError, type Values } from '../../command.ts';
import { callingOptions, waitOption } from '../../common-options.ts';

export const targetOptions = {
  target: {
    type: 'string',
    value: 'BASE_URL',
    summary:
      'Repeat the story on a deployment, through its public API: location reports, alerts, groups and users',
  },
  credentials: {
    ...callingOptions.credentials,
    summary:
      'With --target: file with user name and API key, in place of ROADTEST_USER_NAME and ROADTEST_API_KEY',
  },
  devices: {
    type: 'string',
    value: 'IDS|FILE',
    summary: 'With --target: the devices to use, in order: id,id,… or a file (default: those it lists)',
  },
  time: {
    type: 'string',
    value: 'HOW',
    summary:
      "With --target: advance (its clock, by a control of the profile), real, or story (the story's own times)",
  },
  rate: {
    type: 'number',
    value: 'N',
    min: 0.01,
    max: 1_000_000,
    summary: 'With --target: maximum requests per second',
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
    summary: 'With --target: location reports per request, where the API accepts several (1)',
  },
  timeout: {
    ...callingOptions.timeout,
    summary: 'With --target: seconds to wait for a response (10)',
  },
  patience: {
    type: 'number',
    value: 'S',
    min: 0,
    max: 86_400,
    summary: 'With --target: seconds to keep trying while it cannot be reached or asks to wait (60)',
  },
  wait: {
    ...waitOption.wait,
    summary: 'With --target: wait up to this long for the deployment to answer: 10s, 2m',
  },
  record: {
    type: 'string',
    value: 'FILE',
    summary: 'With --target: write its calls and their answers, without secrets, for roadtest judge',
  },
  keep: { type: 'boolean', summary: 'With --target: keep the groups and users that the story created' },
  attended: {
    type: 'boolean',
    summary: 'With --target: ask at the terminal for the steps that the profile leaves to a person',
  },
} as const;

export type TargetValues = Values<typeof targetOptions>;

/** @throws CliError WRONG_OPTION for an option that says nothing without a target */
export function refuseWithoutTarget(given: TargetValues): void {
  const names = namesOf(targetOptions);
  const alone = names.find((name) => given[name] !== undefined && given[name] !== false);
  if (alone === undefined) return;
  throw new CliError('WRONG_OPTION', `--${alone} needs --target.`, {
    hint: 'roadtest play STORY --target BASE_URL repeats a story on a deployment.',
  });
}
