/** Groups and users: list, create, read, replace, update, delete (sections 1 and 4.2). */
import type { RecordLens } from '../../../contracts/profile/lens/lens.ts';
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import {
  familyOperations,
  listedBy,
  operation as operationOf,
} from '../../../contracts/specification/operations.ts';
import type { Fields } from '../../../contracts/specification/records/field.ts';
import { records } from '../../../contracts/specification/records/fields.ts';
import { FleetError } from '../../fleet/errors.ts';
import type { Group, User } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { type BodyProblem, bodyProblem } from '../bodies.ts';
import type { Reply } from '../call.ts';
import { createPaging } from '../paging.ts';
import { Refused, refusedByFleet } from '../refusals.ts';
import { jsonOf, type OperationRequest, type Perform } from '../request.ts';
import { type TextAnswers, textFault, textKept } from '../texts.ts';
import { createUnknownFieldKeeper, type UnknownFieldAnswers } from '../unknown-fields.ts';
import { refuseIssues, replyWith } from './reply.ts';

export type RecordAnswers = TextAnswers &
  UnknownFieldAnswers &
  Answers<'operations.envelope' | 'operations.status' | 'patch.format' | 'put.left-out' | 'records.required'>;

type Resource = 'group' | 'user';
type Facts = { readonly [fact: string]: unknown };

/** Places of the facts of a record in a body. */
type Places = Pick<RecordLens<Resource>, 'pointer'>;

/**
 * Returns whether a fact is kept. Others are read and dropped: those that the service itself gives, and the password,
 * which no operation returns and which no sign-in to a simulator needs.
 */
function isKept(resource: Resource, fact: string): boolean {
  const fields: Fields = records[resource];
  return fields[fact]?.sent !== undefined && fields[fact].value !== undefined;
}

type Verb = keyof (typeof familyOperations)[Resource];

/** The six operations of one resource. */
export function recordOperations(world: World, resource: Resource): { readonly [V in Verb]: Perform } {
  const { fleet, lens, profile, delayedReads } = world;
  const operations = familyOperations[resource];
  const path = `${operationOf(operations.list).path}/`;
  const kept = resource === 'group' ? fleet.groups : fleet.users;
  const openings: RecordAnswers = profile.openings;
  const statuses = openings['operations.status'];
  const { families, ...envelope } = openings['operations.envelope'];
  const locationHeader = families?.[resource]?.locationHeader ?? envelope.locationHeader;
  const bodies = lens.body(resource);
  const asked: readonly string[] = openings['records.required'][resource];
  // A fact without a place in the body cannot be required.
  const required = asked.filter((fact) => bodies.pointer(fact) !== undefined);
  const neverLeftOut =
    openings['put.left-out'] === 'refused' ? bodies.facts.filter((fact) => isKept(resource, fact)) : [];
  const patches = lens.patch(resource);
  // The pointers of a JSON Patch begin at the record itself, other patches are wrapped as the bodies are.
  const patched = openings['patch.format'].form === 'json-patch' ? lens.record(resource) : bodies;
  const single = lens.reply(resource);
  const all = lens.list(listedBy[operations.list]);
  const answers = {
    create: lens.answer(operations.create),
    replace: lens.answer(operations.replace),
    update: lens.answer(operations.update),
    delete: lens.answer(operations.delete),
  };
  const pageOf = createPaging(profile.openings);
  const unknownFields = createUnknownFieldKeeper(openings, resource, lens);
  const treatment = openings['records.text'];

  return {
    list: (request: OperationRequest): Reply => {
      const page = pageOf(request);
      const visible: readonly { id: number }[] = delayedReads.readAll<Group | User>(
        resource,
        kept.list(),
        request.now,
      );
      const end = page.limit === undefined ? undefined : page.offset + page.limit;
      const shown = page.offset === 0 && end === undefined ? visible : visible.slice(page.offset, end);
      return replyWith(
        statuses[operations.list],
        all.write(shown, page.facts(visible.length)),
        page.headers(visible.length),
      );
    },

    create: ({ call, now }: OperationRequest): Reply => {
      const content = contentOf(call);
      const created = placed(bodies, () => kept.create(content));
      delayedReads.written(resource, created.id, () => undefined, now);
      const headers = locationHeader
        ? { location: (call.mountedAt ?? '') + lens.basePath + path + lens.pathId(resource, created.id) }
        : {};
      return replyWith(statuses[operations.create], answers.create.write(created), headers);
    },

    read: ({ id, now }: OperationRequest): Reply => {
      const number = lens.readPathId(resource, id);
      const current: Group | User | undefined = number === undefined ? undefined : kept.get(number);
      const visible = number === undefined ? undefined : delayedReads.read(resource, number, current, now);
      if (!visible) throw noRecord(id, number);
      return replyWith(statuses[operations.read], unknownFields.shown(single.write(visible), visible));
    },

    replace: ({ call, id, now }: OperationRequest): Reply => {
      const before = recordOf(id);
      const content = contentOf(call, before);
      const replaced = placed(bodies, () => kept.replace(before.id, content));
      delayedReads.written(resource, before.id, () => before, now);
      return replyWith(statuses[operations.replace], answers.replace.write(replaced));
    },

    update: ({ call, id, now }: OperationRequest): Reply => {
      const before = recordOf(id);
      const json = jsonOf(call);
      const { facts, issues } = patches.read(before, json);
      refuseIssues(issues);
      const change = {
        ...checked(facts, patched, before.id, true),
        ...unknownFields.inPatch(before, json),
      };
      const updated = placed(patched, () => kept.update(before.id, change));
      delayedReads.written(resource, before.id, () => before, now);
      return replyWith(statuses[operations.update], answers.update.write(updated));
    },

    delete: ({ id, now }: OperationRequest): Reply => {
      const before = recordOf(id);
      kept.delete(before.id);
      delayedReads.written(resource, before.id, () => before, now);
      return replyWith(statuses[operations.delete], answers.delete.write(before));
    },
  };

  function recordOf(id: string): Group | User {
    const number = lens.readPathId(resource, id);
    const record = number === undefined ? undefined : kept.get(number);
    if (!record) throw noRecord(id, number);
    return record;
  }

  function noRecord(id: string, number: number | undefined): Refused {
    const name = resource.toUpperCase();
    return number !== undefined && kept.wasDeleted(number)
      ? new Refused('deleted-id', { code: `DELETED_${name}`, detail: `The ${resource} ${id} was deleted.` })
      : new Refused('unknown-id', { code: `UNKNOWN_${name}`, detail: `There is no ${resource} ${id}.` });
  }

  /** The content of a body that creates a record, or replaces one (`before`). */
  function contentOf(call: OperationRequest['call'], before?: Group | User): object {
    const json = jsonOf(call);
    const { facts, issues } = bodies.read(json);
    refuseIssues(issues);
    const given: Facts = facts;
    const isMissing = (fact: string) => (before ? !(fact in given) : (given[fact] ?? null) === null);
    const missing = (before ? neverLeftOut : required).find(isMissing);
    if (missing !== undefined) throw invalid(bodies, { fact: missing, message: 'is required' });
    const stays = openings['put.left-out'] === 'kept' ? before : undefined;
    const isPart = before === undefined || stays !== undefined;
    return {
      ...stays,
      ...checked(given, bodies, before?.id, isPart),
      ...unknownFields.inBody(json, stays?.unknownFields),
    };
  }

  /**
   * The facts that can be kept, once they have been found good. One that is `null` was taken away: the
   * fleet knows what it is then. `at` gives the places of facts in the body.
   */
  function checked(facts: Facts, at: Places, id: number | undefined, partial: boolean): object {
    const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
    const problem = missingFact(facts) ?? bodyProblem(resource, said, partial);
    if (problem) throw invalid(at, problem);
    if (id !== undefined && 'id' in said && said.id !== id) {
      throw new Refused('invalid', {
        code: 'ID_DIFFERS',
        detail: 'The id in the body is not the id in the path.',
        field: at.pointer('id'),
      });
    }
    const entries = Object.entries(facts).filter(([fact]) => isKept(resource, fact));
    return Object.fromEntries(entries.map(([fact, value]) => [fact, keptAs(at, fact, value)]));
  }

  function keptAs(at: Places, fact: string, value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const message = textFault(value, treatment);
    if (message !== undefined) throw invalid(at, { fact, message });
    return textKept(value, treatment);
  }

  function invalid(at: Places, { fact, message }: BodyProblem): Refused {
    const field = at.pointer(fact) ?? `/${fact}`;
    return new Refused('invalid', { code: 'BODY_INVALID', detail: `${field} ${message}.`, field });
  }

  /** Carries out a write. When the fleet refuses it for a fact, the refusal names its place in the body. */
  function placed<T>(at: Places, write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof FleetError) || error.field === undefined) throw error;
      throw refusedByFleet(error, lens, at.pointer(error.field));
    }
  }

  /** A required fact that a body takes away by `null`. */
  function missingFact(facts: Facts): BodyProblem | undefined {
    const fact = Object.keys(facts).find((name) => facts[name] === null && name === 'name');
    return fact === undefined ? undefined : { fact, message: 'is required' };
  }
}
