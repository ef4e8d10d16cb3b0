/** `roadtest scenarios show`: a story in words, without playing it. */

import { table, wrap } from '../../contracts/kit/columns.ts';
import { plural } from '../../contracts/kit/phrases.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { localText } from '../../scenarios/language/times.ts';
import { devicesInWords, drivingInWords, durationInWords } from '../../scenarios/language/words.ts';
import { leftOutInWords } from '../../scenarios/motion/track.ts';
import type { Io } from '../command.ts';
import { objectivesOf } from './objectives.ts';
import { timelineOf } from './timeline.ts';

export function showStory(story: Story, io: Io): string {
  const { bold, dim } = io.colors;
  const summary = wrap(story.summary, io.columns - 2).map((line) => `  ${line}\n`);
  const cast = table(castOf(story), [dim], io.width);
  return `${bold(story.title)} ${dim(story.name)}\n${summary.join('')}\n${cast}\n${timelineOf(story, io)}${objectivesOf(story, io)}`;
}

/** Rows of a name and a text: who and what takes part. */
function castOf(story: Story): string[][] {
  const { account, clock, groups, sites, users } = story;
  const { start, end, timeZone, seed } = clock;
  const times = `${localText(start, timeZone)} to ${localText(end, timeZone)}, ${timeZone}`;
  return [
    ['when', `${times} (${durationInWords(end - start)}), seed ${seed}`],
    ['account', `${plural(account.licences, 'licence')}, API access ${account.apiAccess ? 'on' : 'off'}`],
    ...listed('places', sites.map(placeInWords)),
    ...listed('routes', story.routes.map(routeInWords)),
    ...listed(
      'groups',
      groups.map(({ name, description }) => (description ? `${name}: ${description}` : name)),
    ),
    ...listed(
      'users',
      users.map((user) => userInWords(user, story)),
    ),
    ...listed(
      'fleet',
      story.fleet.map((part) => partInWords(part, story)),
    ),
  ];
}

/** A row for each value, the first with the name. */
function listed(name: string, values: readonly string[]): string[][] {
  return values.map((value, index) => [index === 0 ? name : '', value]);
}

function placeInWords({ name, at, area }: Story['sites'][number]): string {
  const here = `${name}: ${at.map((degrees) => degrees.toFixed(5)).join(', ')}`;
  if (!area) return here;
  return 'radius' in area ? `${here}, ${area.radius} m around` : `${here}, ${area.corners.length} corners`;
}

function routeInWords(route: Story['routes'][number]): string {
  switch (route.kind) {
    case 'roads':
      return `${route.name}: along the roads of the town, ${route.stops.length} stops`;
    case 'waypoints':
      return `${route.name}: ${route.points.length} waypoints, ${route.speedLimit} km/h`;
    case 'track': {
      const rhythm = route.rhythm === 'recorded' ? 'in its own rhythm' : "in the vehicle's rhythm";
      const left = leftOutInWords(route.leftOut);
      return `${route.name}: a recorded drive of ${route.fixes.length} points, ${rhythm}${left === undefined ? '' : ` (left out: ${left})`}`;
    }
    case 'roaming':
      return `${route.name}: anywhere in the town`;
  }
}

function userInWords(
  { name, email, timeZone, notify, groups }: Story['users'][number],
  story: Story,
): string {
  const channels = notify.length > 0 ? `notified by ${notify.join(' and ')}` : 'not notified';
  const where = timeZone === story.clock.timeZone ? '' : `, ${timeZone}`;
  const of = groups.map((group) => story.groups[group]?.name).join(', ');
  return `${name} <${email}>${where}, ${channels}${of && ` of ${of}`}`;
}

function partInWords(part: Story['fleet'][number], story: Story): string {
  const { count, drives, expirationDate, group, limits, report, vehicle } = part;
  const facts = [
    `${devicesInWords(part, { ...story, devices: 0 })}: ${count} ${count === 1 ? vehicle : `${vehicle}s`}`,
    ...(group === null ? [] : [`in ${story.groups[group]?.name}`]),
    drives === null ? 'parked' : `on ${drivingInWords(drives, story)}`,
    `reports every ${durationInWords(report.moving)}, parked ${durationInWords(report.parked)}`,
    ...(limits.dailyEmail === null ? [] : [`${limits.dailyEmail} e-mails a day`]),
    ...(limits.dailySms === null ? [] : [`${limits.dailySms} SMS a day`]),
    ...(expirationDate === null ? [] : [`expires on ${expirationDate}`]),
  ];
  return facts.join(', ');
}
