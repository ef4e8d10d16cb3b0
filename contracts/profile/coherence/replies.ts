/** Statuses and bodies that do not go together. */

import { bodilessStatuses } from '../../kit/http.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { entriesOf } from '../../kit/tables.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { operation, writtenBy } from '../../specification/operations.ts';
import type { ProfileIssue } from '../errors.ts';
import type { GuardedOperation, Status } from '../openings.ts';
import { issue } from './issue.ts';

export function checkReplies(openings: Openings): ProfileIssue[] {
  return [
    ...successIssues(openings),
    ...tokenIssues(openings),
    ...refusalIssues(openings),
    ...answerIssues(openings),
  ];
}

function successIssues(openings: Openings): ProfileIssue[] {
  return entriesOf(openings['operations.status'])
    .filter(([id, status]) => bodilessStatuses.has(status) && hasBody(openings, id))
    .map(([id, status]) =>
      issue(
        'STATUS_WITHOUT_BODY',
        formatPointer(['openings', 'operations.status', id]),
        `${id} returns a body, which a reply with status ${status} cannot have`,
        `give it another status in "operations.status", or make its answer "empty" in "operations.envelope"`,
      ),
    );
}

function hasBody(openings: Openings, id: GuardedOperation): boolean {
  const { answers, families, ...envelope } = openings['operations.envelope'];
  const resource = new Map<string, string>(entriesOf(writtenBy)).get(id);
  const own = Object.entries(families ?? {}).find(([family]) => family === resource)?.[1];
  const nothing = own?.nothing ?? envelope.nothing;
  if (operation(id).method === 'GET') return true;
  if (asksForRange(openings, id)) return true;
  const answer = new Map<string, string>(entriesOf(answers)).get(id);
  if (answer === 'empty') return false;
  return answer !== 'nothing' || Object.keys(nothing.constants ?? {}).length > 0;
}

function asksForRange(openings: Openings, id: GuardedOperation): boolean {
  if (id === 'postLocations') return openings['locations.purpose'].does === 'query';
  return id === 'postAlerts' && openings['alerts.purpose'].does === 'query';
}

/** The answer to a token request always has a body (section 2). */
function tokenIssues(openings: Openings): ProfileIssue[] {
  const given: [string, string, Status | 'ignored'][] = [
    ['token.status', 'issued', openings['token.status'].issued],
    ['token.status', 'refused', openings['token.status'].refused],
    ['token.status', 'incomplete', openings['token.status'].incomplete ?? 'ignored'],
    ['token.malformed', 'notJson', openings['token.malformed'].notJson],
    ['token.malformed', 'contentType', openings['token.malformed'].contentType],
  ];
  return given
    .filter(([, , status]) => status !== 'ignored' && bodilessStatuses.has(status))
    .map(([id, name, status]) =>
      issue(
        'STATUS_WITHOUT_BODY',
        formatPointer(['openings', id, name]),
        `a token request is always answered with a body, which a reply with status ${status} cannot have`,
      ),
    );
}

/** A refusal that has the status of a success must say in its body that it is none. */
function refusalIssues(openings: Openings): ProfileIssue[] {
  const refusals: [string[], Status, boolean][] = [
    ...Object.entries(openings['errors.status']).map(([refusal, status]): [string[], Status, boolean] => [
      ['errors.status', refusal],
      status,
      true,
    ]),
    [['auth.refusal', 'status'], openings['auth.refusal'].status, openings['auth.refusal'].body === 'error'],
  ];
  const body = openings['errors.body'];
  const saysSo = body.form === 'json' && body.fields.success !== undefined;
  const own: { [refusal: string]: { form: string } | undefined } = body.apart ?? {};
  const isTold = ([group, refusal = '']: string[]): boolean => {
    const form = group === 'errors.status' ? own[refusal]?.form : undefined;
    return form === 'json' || form === 'text' || (saysSo && form !== 'empty');
  };
  return refusals
    .filter(
      ([path, status, withBody]) =>
        status < 300 && (!withBody || !isTold(path) || bodilessStatuses.has(status)),
    )
    .map(([path, status]) =>
      issue(
        'REFUSAL_LOOKS_LIKE_SUCCESS',
        formatPointer(['openings', ...path]),
        `a refusal with status ${status} cannot be distinguished from a success`,
        'give the error body a place for "success", or the refusal a status from 400 on',
      ),
    );
}

function answerIssues(openings: Openings): ProfileIssue[] {
  if (openings['operations.envelope'].answers.postLocations !== 'id') return [];
  return [
    issue(
      'ANSWER_WITHOUT_ID',
      formatPointer(['openings', 'operations.envelope', 'answers', 'postLocations']),
      'a location has no id to answer with',
      'answer with "record" or "nothing"',
    ),
  ];
}
