/** Changes found at the end that the run did not make, and the rule that each breaks. */

import type { KeptSetting, LimitsRead, OwnDevice, SettingName } from '../../deployment/controls/api.ts';
import { isInRange } from '../../deployment/controls/limits.ts';
import { isSameSetting } from '../../deployment/controls/memory.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import type { HasExchange } from '../../deployment/finding.ts';
import { dayEndAfter } from '../../deployment/reading/day-end.ts';
import { type Place, tellPlace } from '../../deployment/reading/places.ts';
import { otherFact, type PlaceSeen, type Sighting, type Texts } from '../../deployment/watching/sightings.ts';
import { HOUR } from '../../kit/durations.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';

/** Something that no request of the run was to change, and that is another now. */
export interface Stray {
  rule: JudgedId;
  reason: string;
  shown: readonly HasExchange[];
  /** Whether it came again each time: then no other client did it. */
  again?: boolean;
}

export const ruleOfSetting = {
  expires: 'expiry/only-its-own',
  expirationDate: 'expiry/only-its-own',
  dailyEmail: 'limits/per-device/email',
  dailySms: 'limits/per-device/sms',
} as const satisfies { [S in SettingName]: JudgedId };

const ruleOfTexts = {
  device: 'devices/listed-can-be-read',
  group: 'groups/updated-spares-others',
  user: 'users/updated-spares-others',
} as const satisfies { [R in Sighting['resource']]: JudgedId };

const counters = {
  email: { fact: 'usageEmail', words: 'e-mails', rule: 'limits/usage-counts/email' },
  sms: { fact: 'usageSms', words: 'SMS messages', rule: 'limits/usage-counts/sms' },
} as const;

/** The settings of a device that are no longer what was set, without those whose device was activated since. */
export function otherSettings(deployment: Deployment, { id, kept }: OwnDevice, read: LimitsRead): Stray[] {
  return changedSettings(deployment, kept, read)
    .filter(({ activated }) => !activated)
    .map(({ fact, value }) => ({
      rule: ruleOfSetting[fact],
      reason: `${String(value ?? 'none')} was set as ${fact} of the device ${id}, and nothing else since, but ${String(read[fact] ?? 'none')} is read.`,
      shown: [read],
    }));
}

/** The settings that are others now, and that were read back once or are good ones by the profile. */
export function changedSettings(
  deployment: Deployment,
  kept: readonly KeptSetting[],
  read: LimitsRead,
): KeptSetting[] {
  const isOff = kept.some(({ fact, value }) => fact === 'expires' && value === false);
  return kept.filter((setting) => {
    const { fact, value } = setting;
    const now = read[fact];
    // The date means nothing while Expires is off.
    if (now === undefined || (fact === 'expirationDate' && isOff)) return false;
    return isTold(deployment, setting) && !isSameSetting(fact, value, now);
  });
}

function isTold(deployment: Deployment, { fact, value, read }: KeptSetting): boolean {
  if (read || fact === 'expires') return true;
  return typeof value === 'number' && isInRange(deployment, value);
}

/** A day that may have ended without the run having been asked for messages since. */
const RECENT = 6 * HOUR;

/** The counters of a device that are not what it was seen to send on the present day. */
export function otherCounters(deployment: Deployment, id: AnyId, read: LimitsRead): Stray[] {
  return (['email', 'sms'] as const).flatMap((channel) => {
    const { fact, words, rule } = counters[channel];
    const sent = deployment.controls.sentByRun(id, channel);
    const counted = read[fact];
    if (sent === undefined || counted === undefined || counted === sent) return [];
    if (sent > 0 && mayHaveEnded(deployment)) return [];
    const reason = `The counter of ${words} of the device ${id} is at ${counted}, though it was seen to send ${sent} of them today.`;
    return [{ rule, reason, shown: [read] }];
  });
}

function mayHaveEnded(deployment: Deployment): boolean {
  const end = dayEndAfter(deployment, deployment.clock.now() - RECENT);
  return end === undefined || end <= deployment.clock.now();
}

/** A text of a record that is another now. */
interface TextStray extends Stray {
  seen: Sighting;
  now: string;
}

/** The first text of a record that is another now. */
export function otherText(seen: Sighting, now: Texts, shown: HasExchange): TextStray | undefined {
  const { resource, id, own, texts } = seen;
  const fact = otherFact(texts, now);
  if (fact === undefined) return undefined;
  const whose = own ? '' : ', which the run did not make';
  const reason = `The ${fact} of the ${resource} ${id}${whose}, was ${exactJsonText(texts[fact])} and is ${exactJsonText(now[fact])}: no request was about it.`;
  return { rule: ruleOfTexts[resource], reason, shown: [seen, shown], seen, now: String(now[fact]) };
}

/** A device that is elsewhere, though it posted nothing since. */
export function otherPlace(
  { id, place, exchange }: PlaceSeen,
  now: Place | undefined,
  shown: HasExchange,
): Stray {
  const reason = `The last location of the device ${id} was ${tellPlace(place)} and is ${tellPlace(now)}, though none was posted since.`;
  return { rule: 'devices/posted-location-becomes-last', reason, shown: [{ exchange }, shown] };
}
