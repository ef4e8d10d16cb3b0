/** Rules that are not judged, since the profile says otherwise. */
import type { Profile } from '../../profile/profile.ts';
import type { Judged, JudgedId } from '../../specification/judged.ts';
import { explainNeed, type Need } from '../../specification/needs.ts';

/** The rules that the profile takes from the deployment, and why. */
export function unofferedIn(
  judged: readonly Judged[],
  profile: Pick<Profile, 'openings'> | undefined,
): ReadonlyMap<JudgedId, string> {
  const least = profile?.openings['limits.range']?.min ?? 0;
  return new Map(
    judged.flatMap(({ id, needs, rule }): [JudgedId, string][] => {
      if (rule === 'limits/zero-sends-none' && least > 0)
        return [[id, `The profile says that no daily limit is below ${least}.`]];
      if (rule === 'token/renewal-extends' && profile?.openings['token.reissue'] === 'same')
        return [[id, 'The profile says that a token request gets the same token until it ends.']];
      const mayNot = profile?.openings['auth.roles']?.mayNotCall ?? [];
      if (rule === 'devices/posted-alert-is-taken' && mayNot.includes('postAlerts'))
        return [[id, 'The profile says that the account may not call postAlerts.']];
      const other = needs.find((need) => saysOtherwise(need, profile));
      return other === undefined ? [] : [[id, `It needs ${explainNeed(other)}.`]];
    }),
  );
}

/** The rules about calls that the account may not make, and why; an answer may show more. */
export function withheldIn(
  judged: readonly Judged[],
  profile: Pick<Profile, 'openings'> | undefined,
): ReadonlyMap<JudgedId, string> {
  const mayNot = profile?.openings['auth.roles']?.mayNotCall ?? [];
  const these = judged.filter(
    ({ id, operation }) => isOfServing(id) && mayNot.some((one) => one === operation),
  );
  return new Map(
    these.map(({ id, operation }) => [id, `The profile says that the account may not call ${operation}.`]),
  );
}

/** Returns whether a rule is about calls that are served: a refusal is to be one to every account. */
function isOfServing(id: JudgedId): boolean {
  return /^(operations|auth\/(bearer-accepted|no-way-round|valid-until-expiry))\//.test(id);
}

/** Returns whether the profile answers the opening that a need names, and in another way. */
function saysOtherwise(need: Need, profile: Pick<Profile, 'openings'> | undefined): boolean {
  const opening = recording.get(need);
  const purpose = opening && profile?.openings[opening];
  return purpose !== undefined && purpose.does !== 'record';
}

const recording: ReadonlyMap<Need, 'alerts.purpose' | 'locations.purpose'> = new Map([
  ['says:alerts.purpose=record', 'alerts.purpose'],
  ['says:locations.purpose=record', 'locations.purpose'],
]);
