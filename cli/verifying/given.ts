/** The part of the command line by which runs are compared: the profile, and the options that decide what is reached. */
import { createHash } from 'node:crypto';
import { DAY } from '../../contracts/kit/durations.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Settings } from './settings.ts';

type Deciding = Pick<Settings, 'selection' | 'readOnly' | 'thorough' | 'exploreMs' | 'caps'>;

/** No option among them names a file or a secret. */
export function givenOf(settings: Deciding, profile: Profile | undefined): NonNullable<Run['given']> {
  const { selection, readOnly, thorough, exploreMs, caps } = settings;
  const options: { readonly [name: string]: string | number | boolean | undefined } = {
    only: selection.only.join(),
    skip: selection.skip.join(),
    'read-only': readOnly,
    thorough,
    explore: seconds(exploreMs),
    'max-messages': caps.maxMessages,
    timeout: seconds(caps.timeoutMs),
    patience: seconds(caps.patienceMs),
    'max-time': seconds(caps.maxTimeMs),
    'max-advance': caps.maxAdvanceMs === undefined ? undefined : caps.maxAdvanceMs / DAY,
  };
  const told = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === '' || value === false) return [];
    return [value === true ? `--${name}` : `--${name} ${value}`];
  });
  return { ...(profile && { profile: digestOf(profile) }), options: told };
}

function seconds(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : `${milliseconds / 1000}s`;
}

function digestOf(profile: Profile): string {
  return createHash('sha256').update(exactJsonText(profile)).digest('hex').slice(0, 16);
}
