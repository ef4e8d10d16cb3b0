/** Notes for authors and players of a story, about what it does not say itself. */
import { plural } from '../../contracts/kit/phrases.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { defaultAnswers, type GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { dayEndIn } from '../../simulator/time/day-end.ts';
import { drivingTimes } from '../player/traffic/ways.ts';
import type { Story } from './story.ts';
import type { Setting } from './terms.ts';
import { devicesInWords, durationInWords } from './words.ts';

/** The devices for which no licence is left at the start: they begin expired. A fixture says itself which do. */
export function withoutLicence({ fleet, account, cast }: Pick<Setting, 'fleet' | 'account' | 'cast'>) {
  if (cast) return [];
  const used = fleet.filter(({ device }) => device?.licence === 'used');
  let left = account.licences - used.reduce((sum, { count }) => sum + count, 0);
  return fleet.flatMap(({ first, count, device }) => {
    if (device?.licence !== undefined) return [];
    const taken = Math.min(count, Math.max(0, left));
    left -= taken;
    return taken < count ? [{ first: first + taken, count: count - taken }] : [];
  });
}

/**
 * All notes, in words.
 *
 * @param openings of the profile that the service has; absent: the default
 */
export function notesOf(story: Story, openings: GivenOpenings = {}): string[] {
  return [dayEndOf(story, openings), ...licenceNotes(story), ...routeNotes(story)];
}

/** When the day of the service ends: as the profile says, or the story where that is open. */
function dayEndOf({ clock }: Setting, openings: GivenOpenings): string {
  const said = dayEndIn(clock.dayEnds ?? defaultAnswers['day.ends']);
  const answer = (opening: 'day.ends' | 'day.time-zone') =>
    openings[opening] === defaultAnswers[opening] ? undefined : openings[opening];
  const zone = answer('day.time-zone') ?? said.timeZone ?? clock.timeZone;
  return `The day ends at ${answer('day.ends') ?? said.at}, ${zone} time: daily counters start again.`;
}

/** How long each route takes. */
function routeNotes(story: Story): string[] {
  const times = drivingTimes(story);
  return story.routes.flatMap(({ name, kind }, route) => {
    const ms = times[route] ?? null;
    const how = kind === 'track' ? '' : ' by car';
    return ms === null ? [] : [`The route ${quoted(name)} takes ${durationInWords(ms)}${how}, one way.`];
  });
}

/** Returns notes about missing licences; none where there are enough. */
export function licenceNotes(story: Setting): string[] {
  const without = withoutLicence(story);
  if (without.length === 0) return [];
  const { licences } = story.account;
  const who = without.map((devices) => devicesInWords(devices, { ...story, devices: 0 })).join(', ');
  const begin = without.length === 1 && without[0]?.count === 1 ? 'begins' : 'begin';
  const of = `${plural(licences, 'licence')} for ${plural(story.devices, 'device')}`;
  return [`There ${licences === 1 ? 'is' : 'are'} ${of}: ${who} ${begin} expired.`];
}
