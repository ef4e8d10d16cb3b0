/**
 * Evidence that an operation did its work: what it is to answer with can be read from its answer,
 * or the answer is exactly what the profile says. A refusal never looks like that.
 */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { ListName } from '../../profile/openings.ts';
import { operation as operationOf, type PathResource } from '../../specification/operations.ts';
import type { Deployment, Probe } from '../deployment.ts';
import { isAsExpected, isSuccess } from '../reading/answers.ts';
import { readPage } from '../reading/lists.ts';
import { whereBound } from '../sharing/unbound.ts';

type Dialect = Pick<Deployment, 'lens' | 'profile'>;
type Written = Parameters<Dialect['lens']['answer']>[0];

/** Returns whether the answer shows that the operation did its work; `false` too where the profile does not say. */
export function shows(dialect: Dialect, probe: Probe): boolean {
  const { operation, answer, id } = probe;
  const { lists, reads, writes, method, pathId } = operationOf(operation);
  const { lens } = dialect;
  return (
    isSuccess(answer) &&
    whereBound(false, () => {
      if (lists) return showsList(dialect, lists, probe);
      if (reads === 'location')
        return isRead(lens.reply('location').read(answer.json), ({ latitude, longitude }) =>
          [latitude, longitude].every((degrees) => typeof degrees === 'number' && Math.abs(degrees) <= 180),
        );
      if (reads) {
        const { read, facts: places } = lens.reply(pathId as PathResource);
        // A refusal may name the id that was asked for, and shows no more.
        const isMore = (facts: Facts) => places.length < 2 || Object.keys(facts).length > 1;
        return isRead(read(answer.json), (facts) => isSame(facts.id, id) && isMore(facts));
      }
      if (writes === 'location' || writes === 'alert') return showsPost(dialect, `${writes}s`, probe);
      // A create shows the id of what it made.
      if (method === 'POST') return id !== undefined;
      return showsAnswer(dialect, operation as Written, answer, answer.json, (facts) => isSame(facts.id, id));
    })
  );
}

type Facts = { readonly [fact: string]: unknown };

/** Returns whether all that is described could be read, and holds what it is to. */
function isRead(
  { facts, issues }: { facts: Facts; issues: readonly unknown[] },
  holds: (facts: Facts) => boolean,
): boolean {
  return issues.length === 0 && holds(facts);
}

function showsList({ lens }: Dialect, name: ListName, { answer }: Probe): boolean {
  const { records, issues } = readPage(lens, name, answer.json);
  const identified = name === 'countries' ? 'code' : 'id';
  const isNamed = records.every((facts) => isFilled(fieldOf(facts, identified)));
  return issues.length === 0 && records.length > 0 && isNamed;
}

function showsPost(dialect: Dialect, what: 'locations' | 'alerts', { answer }: Probe): boolean {
  const { json } = answer;
  if (dialect.profile.openings[`${what}.purpose`]?.does !== 'record') {
    const { records, issues } = dialect.lens.list(what).read(json);
    return issues.length === 0 && records.length > 0;
  }
  const holds = (facts: Facts) => (what === 'alerts' ? isFilled(facts.id) : Object.keys(facts).length > 0);
  const [operation, resource] =
    what === 'locations' ? (['postLocations', 'location'] as const) : (['postAlerts', 'alert'] as const);
  // A report that was posted as a list can be answered as one, with nothing around each record.
  const [one] = Array.isArray(json) && json.length === 1 ? json : [];
  if (one !== undefined && isRead(dialect.lens.record(resource).read(one), holds)) return true;
  return showsAnswer(dialect, operation, answer, one ?? json, holds);
}

/** An answer that says no more than that it worked is the constants of the profile, or its status and no body. */
function showsAnswer(
  { lens, profile }: Dialect,
  operation: Written,
  answer: Probe['answer'],
  json: unknown,
  holds: (facts: Facts) => boolean,
): boolean {
  const { kind, read, write } = lens.answer(operation);
  if (kind !== 'nothing') return isRead(read(json), holds);
  const expected = write({});
  if (expected !== undefined) return isAsExpected(profile, expected, answer.json);
  return answer.text === '' && answer.status === profile.openings['operations.status']?.[operation];
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** An id in a path is a text whatever it is in a payload. */
function isSame(found: unknown, id: AnyId | undefined): boolean {
  return isFilled(found) && id !== undefined && String(found) === String(id);
}
