/** Limits and pages: ranges and names that do not go together. */

import { formatPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { ProfileIssue } from '../errors.ts';

export function checkValues(openings: Openings): ProfileIssue[] {
  return [...limitIssues(openings), ...pagingIssues(openings)];
}

function limitIssues(openings: Openings): ProfileIssue[] {
  const { min, max, whole } = openings['limits.range'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  if (max !== null && min > max) {
    return [
      {
        code: 'RANGE_EMPTY',
        message: `no limit is between ${min} and ${max}`,
        pointer: at('limits.range', 'min'),
      },
    ];
  }
  return Object.entries(openings['limits.default'])
    .filter(
      ([, limit]) =>
        limit !== null && (limit < min || limit > (max ?? limit) || (whole && !Number.isInteger(limit))),
    )
    .map(([channel, limit]) => ({
      code: 'DEFAULT_OUT_OF_RANGE',
      message: `the default limit ${limit} is not allowed by "limits.range"`,
      pointer: at('limits.default', channel),
    }));
}

function pagingIssues(openings: Openings): ProfileIssue[] {
  const { by, size = null, max } = openings['operations.paging'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  const issues: ProfileIssue[] = [];
  if (size !== null && max !== undefined && size > max) {
    const message = `a page has ${size} records by default, but at most ${max}`;
    issues.push({ code: 'PAGE_TOO_LARGE', message, pointer: at('operations.paging', 'size') });
  }
  if (by === 'none' && size !== null) {
    const message = 'without paging, records after the first page cannot be requested';
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
        hint: 'say where "next" is',
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
      message: `the name ${quoted(names[parameter])} is that of another query parameter too`,
      pointer: formatPointer(['openings', 'operations.query', parameter]),
    }));
}
