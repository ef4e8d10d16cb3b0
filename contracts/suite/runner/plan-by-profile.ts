/** The rules that a profile keeps a run from judging, known before anything is sent. */
import { namesOf } from '../../kit/tables.ts';
import { controlFacts } from '../../profile/controls.ts';
import type { ControlName, Profile } from '../../profile/profile.ts';
import type { Judged } from '../../specification/judged.ts';
import type { Need } from '../../specification/needs.ts';

const controlNames = namesOf(controlFacts);

/** Whether the profile has a control. Without a profile all are expected: a simulator brings its own. */
export function mayUse(profile: Profile | undefined, name: ControlName): boolean {
  const control = profile?.controls?.[name];
  return profile === undefined || (control !== undefined && control.by !== 'none');
}

/** The controls of the profile that change something. */
export function changingControls(profile: Profile | undefined): ControlName[] {
  return controlNames.filter((name) => !name.startsWith('read') && mayUse(profile, name));
}

/** The needs of a rule that the profile lacks: the case ends as soon as it asks for one. */
export function missingFor({ needs }: Judged, profile: Profile | undefined): Need[] {
  if (profile === undefined) return [];
  return needs.filter((need) => {
    const [kind, name = ''] = need.split(':');
    if (kind === 'do') return !controlNames.some((one) => one === name && mayUse(profile, one));
    return kind === 'says' && !says(profile, name);
  });
}

/** `locations.purpose=record` */
function says({ openings }: Profile, sentence: string): boolean {
  const [opening, answer] = sentence.split('=');
  const given = opening === 'alerts.purpose' ? openings['alerts.purpose'] : openings['locations.purpose'];
  return given?.does === answer;
}
