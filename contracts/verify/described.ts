/** A profile for the judge: the answers that a deployment is held to, the rules that it takes from it, and the lines that it lacks. */
import type { Unlock } from '../deployment/finding.ts';
import { dayEndAfter } from '../deployment/reading/dates.ts';
import { type Look, looksOf } from '../judge/decisive.ts';
import type { Known } from '../judge/pins.ts';
import { remembering } from '../kit/remembering.ts';
import { expiryInstant } from '../play/clock.ts';
import type { ControlFact } from '../profile/controls.ts';
import type { Profile } from '../profile/profile.ts';
import type { Judged, JudgedId } from '../specification/judged.ts';
import { explainNeed, type Need } from '../specification/needs.ts';

/** A profile as far as it answers openings. */
type Answering = Pick<Profile, 'openings'>;

const known = new WeakMap<Answering, Known>();

/** The answers that the judge holds a deployment to; the same object each time for a profile, since the judge remembers by it. */
export function knownBy({ profile }: { profile: Answering }): Known {
  const instant = profile.openings['expiry.instant'];
  const answers = known.get(profile) ?? {
    ...(dayEndAfter({ profile }, 0) !== undefined && {
      dayEndAfter: remembering((moment) => dayEndAfter({ profile }, moment)),
    }),
    ...(instant && { reachOf: remembering((date) => expiryInstant(date, instant)) }),
  };
  known.set(profile, answers);
  return answers;
}

const recording: ReadonlyMap<Need, 'alerts.purpose' | 'locations.purpose'> = new Map([
  ['says:alerts.purpose=record', 'alerts.purpose'],
  ['says:locations.purpose=record', 'locations.purpose'],
]);

/** The rules that the profile takes from the deployment, and why. */
export function unofferedIn(
  judged: readonly Judged[],
  { openings }: Answering,
): ReadonlyMap<JudgedId, string> {
  const least = openings['limits.range']?.min ?? 0;
  const mayPost = !openings['auth.roles']?.mayNotCall.includes('postAlerts');
  const why: { readonly [rule: string]: false | string } = {
    'limits/zero-sends-none': least > 0 && `no daily limit is below ${least}`,
    'token/renewal-extends':
      openings['token.reissue'] === 'same' && 'a token request gets the same token until it ends',
    'devices/posted-alert-is-taken': !mayPost && 'the account may not call postAlerts',
  };
  return new Map(
    judged.flatMap(({ id, needs, rule }): [JudgedId, string][] => {
      if (why[rule]) return [[id, `The profile says that ${why[rule]}.`]];
      const other = needs.find((need) => {
        const opening = recording.get(need);
        return opening && (openings[opening]?.does ?? 'record') !== 'record';
      });
      return other === undefined ? [] : [[id, `It needs ${explainNeed(other)}.`]];
    }),
  );
}

/** The rules about calls that the account may not make, and why; an answer may show more. */
export function withheldIn(
  judged: readonly Judged[],
  { openings }: Answering,
): ReadonlyMap<JudgedId, string> {
  const mayNot: readonly unknown[] = openings['auth.roles']?.mayNotCall ?? [];
  // A refusal is to be one to every account.
  const served = /^(operations|auth\/(bearer-accepted|no-way-round|valid-until-expiry))\//;
  const these = judged.filter(({ id, operation }) => served.test(id) && mayNot.includes(operation));
  return new Map(
    these.map(({ id, operation }) => [id, `The profile says that the account may not call ${operation}.`]),
  );
}

/**
 * The facts that show each. A device that may be expired says nothing by its messages, nor does one whose limit may not have
 * been set.
 */
const factsOf: { readonly [L in Look]: readonly ControlFact[] } = {
  message: ['licence', 'dailyEmail', 'dailySms'],
  burst: ['licence', 'dailyEmail', 'dailySms'],
  use: ['licence'],
  activation: ['licence'],
  counter: ['usageEmail', 'usageSms'],
  limit: ['dailyEmail', 'dailySms'],
  expires: ['expires'],
  counts: ['used', 'available'],
};

/** The lines of a profile that would show what decides a rule, as a sentence, and the controls that they belong to. */
export function untoldOf(
  { id, channel }: Judged,
  { untold }: { readonly untold: readonly ControlFact[] },
): { readonly sentence: string; readonly unlock: Unlock[] } | undefined {
  const facts = new Set(looksOf(id).flatMap((looks) => looks.flatMap((look) => factsOf[look])));
  const missing = untold.filter((fact) => {
    const [own] = /(Email|Sms)$/.exec(fact) ?? [];
    return facts.has(fact) && (own === undefined || own.toLowerCase() === channel);
  });
  if (missing.length === 0) return undefined;
  const lines = missing.map((fact) => `\`${fact}:\` to \`${controlOf(fact)}.reads\``);
  return {
    sentence: `The profile has no place for what would show it: add ${lines.join(', and ')}.`,
    unlock: [...new Set(missing.map(controlOf))],
  };
}

function controlOf(fact: ControlFact): 'controls.readLimits' | 'controls.readLicences' {
  return fact === 'used' || fact === 'available' ? 'controls.readLicences' : 'controls.readLimits';
}
