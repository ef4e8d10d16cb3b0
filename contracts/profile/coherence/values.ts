/** Single values that a schema cannot judge: time zones, durations, ranges, headers. */

import { didYouMean } from '../../kit/suggest.ts';
import type { ProfileIssue } from '../errors.ts';
import type { Openings } from '../openings.ts';
import { formatPointer } from '../pointer.ts';
import { durationIssues } from './durations.ts';

export function checkValues(openings: Openings): ProfileIssue[] {
  return [
    ...openingDurations(openings),
    ...timeZoneIssues(openings),
    ...limitIssues(openings),
    ...pagingIssues(openings),
    ...headerIssues(openings),
  ];
}

function openingDurations(openings: Openings): ProfileIssue[] {
  const rateLimit = openings['rate-limit'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  return [
    ...durationIssues(openings['token.lifetime'], at('token.lifetime')),
    ...durationIssues(openings.consistency.readableAfter, at('consistency', 'readableAfter'), {
      mayBeZero: true,
    }),
    ...(rateLimit ? durationIssues(rateLimit.per, at('rate-limit', 'per')) : []),
  ];
}

function timeZoneIssues(openings: Openings): ProfileIssue[] {
  const given: [string, string[]][] = [
    [openings['day.time-zone'], ['day.time-zone']],
    [openings['expiry.instant'].timeZone, ['expiry.instant', 'timeZone']],
  ];
  const issues: ProfileIssue[] = given
    .filter(([zone]) => zone !== 'account' && !isTimeZone(zone))
    .map(([zone, path]) => ({
      code: 'TIME_ZONE_UNKNOWN',
      message: `there is no time zone "${zone}"`,
      pointer: formatPointer(['openings', ...path]),
      hint:
        didYouMean(zone, ['account', ...Intl.supportedValuesOf('timeZone')]) ??
        'take a name such as Europe/Berlin',
    }));
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(openings['day.ends'])) {
    const message = `"${openings['day.ends']}" is no time of day such as 04:00`;
    issues.push({ code: 'TIME_OF_DAY_INVALID', message, pointer: formatPointer(['openings', 'day.ends']) });
  }
  return issues;
}

/** A name of the database, not an offset, which some platforms take too. */
function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function limitIssues(openings: Openings): ProfileIssue[] {
  const { min, max, whole } = openings['limits.range'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  if (min > max) {
    return [
      {
        code: 'RANGE_EMPTY',
        message: `no limit lies between ${min} and ${max}`,
        pointer: at('limits.range', 'min'),
      },
    ];
  }
  return Object.entries(openings['limits.default'])
    .filter(
      ([, limit]) => limit !== null && (limit < min || limit > max || (whole && !Number.isInteger(limit))),
    )
    .map(([channel, limit]) => ({
      code: 'DEFAULT_OUT_OF_RANGE',
      message: `the default limit ${limit} is not allowed by "limits.range"`,
      pointer: at('limits.default', channel),
    }));
}

function pagingIssues(openings: Openings): ProfileIssue[] {
  const { by, size, max } = openings['operations.paging'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  const issues: ProfileIssue[] = [];
  if (size !== null && size > max) {
    const message = `a page has ${size} records by default, but at most ${max}`;
    issues.push({ code: 'PAGE_TOO_LARGE', message, pointer: at('operations.paging', 'size') });
  }
  if (by === 'none' && size !== null) {
    const message = 'without paging nobody can ask for what is not on the first page';
    issues.push({
      code: 'PAGE_WITHOUT_PAGING',
      message,
      pointer: at('operations.paging', 'size'),
      hint: 'make the size null',
    });
  }
  if (by === 'cursor') {
    const { lists } = openings['operations.envelope'];
    const lost = (['devices', 'groups', 'users'] as const).filter((name) => lists[name].next === undefined);
    issues.push(
      ...lost.map((name) => ({
        code: 'CURSOR_NOWHERE',
        message: `the list of ${name} has no place for the cursor of the next page`,
        pointer: at('operations.envelope', 'lists', name),
        hint: 'say where "next" stands',
      })),
    );
  }
  return [...issues, ...queryIssues(openings, by)];
}

/** Two parameters that are in use at the same time cannot have one name. */
function queryIssues(openings: Openings, by: Openings['operations.paging']['by']): ProfileIssue[] {
  const names = openings['operations.query'];
  const position = {
    none: undefined,
    offset: 'offset',
    page: 'page',
    cursor: 'cursor',
    link: 'cursor',
  } as const;
  const paging = position[by] ? [position[by], 'limit' as const] : [];
  const used = ['group' as const, ...paging];
  return used
    .filter((parameter, index) => used.slice(0, index).some((other) => names[other] === names[parameter]))
    .map((parameter) => ({
      code: 'QUERY_NAME_TWICE',
      message: `the name "${names[parameter]}" is that of another query parameter too`,
      pointer: formatPointer(['openings', 'operations.query', parameter]),
    }));
}

/** Headers that the server itself answers for. */
const ownHeaders = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

function headerIssues(openings: Openings): ProfileIssue[] {
  const given: [{ [name: string]: string }, string[]][] = [
    [openings['auth.refusal'].headers, ['auth.refusal', 'headers']],
    [openings.versioning?.headers ?? {}, ['versioning', 'headers']],
  ];
  const total = openings['operations.paging'].totalHeader;
  const names = given.flatMap(([headers, path]) =>
    Object.entries(headers).map(([name, value]): [string, string, string[]] => [
      name,
      value,
      [...path, name],
    ]),
  );
  if (total !== null) names.push([total, '', ['operations.paging', 'totalHeader']]);
  return names.flatMap(([name, value, path]) => {
    const pointer = formatPointer(['openings', ...path]);
    if (ownHeaders.includes(name.toLowerCase())) {
      return [{ code: 'HEADER_RESERVED', message: `the server itself writes the header "${name}"`, pointer }];
    }
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return [];
    return [
      { code: 'HEADER_INVALID', message: `"${name}: ${value}" is no header that can be sent`, pointer },
    ];
  });
}
