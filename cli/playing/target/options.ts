/** What `roadtest play` takes for a deployment, as data: nothing heavy is loaded with it. */
import { namesOf } from '../../../contracts/kit/tables.ts';
import { CliError, type Values } from '../../command.ts';

export const targetOptions = {
  target: {
    type: 'string',
    value: 'BASE_URL',
    summary: 'Repeat the story on a deployment, by its own API: location reports, alerts, groups and users',
  },
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

/** @throws CliError WRONG_OPTION for an option that says nothing without a target */
export function refuseWithoutTarget(given: TargetValues): void {
  const names = namesOf(targetOptions);
  const alone = names.find((name) => given[name] !== undefined && given[name] !== false);
  if (alone === undefined) return;
  throw new CliError('WRONG_OPTION', `--${alone} is about a deployment, and there is no --target.`, {
    hint: 'roadtest play STORY --target BASE_URL repeats a story on a deployment.',
  });
}
