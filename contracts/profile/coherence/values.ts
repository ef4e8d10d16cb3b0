/** Limits and pages: ranges and names that do not go together. */

import { formatPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { ProfileIssue } from '../errors.ts';
import { issue } from './issue.ts';

export function checkValues(openings: Openings): ProfileIssue[] {
  return [...limitIssues(openings), ...pagingIssues(openings)];
}

function limitIssues(openings: Openings): ProfileIssue[] {
  const { min, max, whole } = openings['limits.range'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  if (max !== null && min > max) {
    return [issue('RANGE_EMPTY', at('limits.range', 'min'), `no limit is between ${min} and ${max}`)];
  }
  return Object.entries(openings['limits.default'])
    .filter(
      ([, limit]) =>
        limit !== null && (limit < min || limit > (max ?? limit) || (whole && !Number.isInteger(limit))),
    )
    .map(([channel, limit]) =>
      issue(
        'DEFAULT_OUT_OF_RANGE',
        at('limits.default', channel),
        `the default limit ${limit} is not allowed by "limits.range"`,
      ),
    );
}

function pagingIssues(openings: Openings): ProfileIssue[] {
  const { by, size = null, max } = openings['operations.paging'];
  const at = (...path: string[]): string => formatPointer(['openings', ...path]);
  const issues: ProfileIssue[] = [];
  if (size !== null && max !== undefined && size > max) {
    const message = `a page has ${size} records by default, but at most ${max}`;
    issues.push(issue('PAGE_TOO_LARGE', at('operations.paging', 'size'), message));
  }
  if (by === 'none' && size !== null) {
    const message = 'without paging, records after the first page cannot be requested';
    issues.push(issue('PAGE_WITHOUT_PAGING', at('operations.paging', 'size'), message, 'make the size null'));
  }
  if (by === 'cursor') {
    const { lists } = openings['operations.envelope'];
    const lost = (['devices', 'groups', 'users'] as const).filter((name) => lists[name].next === undefined);
    issues.push(
      ...lost.map((name) =>
        issue(
          'CURSOR_NOWHERE',
          at('operations.envelope', 'lists', name),
          `the list of ${name} has no place for the cursor of the next page`,
          'say where "next" is',
        ),
      ),
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
    .map((parameter) =>
      issue(
        'QUERY_NAME_TWICE',
        formatPointer(['openings', 'operations.query', parameter]),
        `the name ${quoted(names[parameter])} is that of another query parameter too`,
      ),
    );
}
