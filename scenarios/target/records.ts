/** Groups and users: create, replace, patch, delete (section 4.2), by the ids that the deployment gave. */
import type { AnyId } from '../../contracts/profile/facts.ts';
import { familyOperations } from '../../contracts/specification/operations.ts';
import type { UserFacts } from '../language/terms.ts';
import type { CallStep, RecordFacts, Resource, TargetContext } from './step.ts';

export function created(
  resource: Resource,
  name: string,
  facts: RecordFacts,
  { lens }: TargetContext,
): CallStep {
  // Without the place of the new id nothing more could be done with the record: better not to make it.
  lens.answer(familyOperations[resource].create);
  const effect = { resource, was: null, name, facts };
  return {
    does: 'call',
    operation: familyOperations[resource].create,
    body: lens.body(resource).write(facts),
    effect,
  };
}

export function replaced(
  resource: Resource,
  was: string,
  name: string,
  facts: RecordFacts,
  context: TargetContext,
): CallStep {
  const { id } = context.ids.record(resource, was);
  const body = context.lens.body(resource).write(facts);
  const effect = { resource, was, name, facts };
  return { does: 'call', operation: familyOperations[resource].replace, id, body, effect };
}

export function patched(
  resource: Resource,
  was: string,
  name: string | undefined,
  change: RecordFacts,
  context: TargetContext,
): CallStep {
  const known = context.ids.record(resource, was);
  const body = context.lens.patch(resource).write(change, known.facts);
  const effect = { resource, was, name: name ?? was, facts: change };
  return { does: 'call', operation: familyOperations[resource].update, id: known.id, body, effect };
}

export function removed(resource: Resource, was: string, { ids }: TargetContext): CallStep {
  const { id } = ids.record(resource, was);
  const effect = { resource, was, name: null, facts: {} };
  return { does: 'call', operation: familyOperations[resource].delete, id, effect };
}

export function groupFacts(
  given: { name?: string; description?: string; devices?: readonly number[] },
  context: TargetContext,
): RecordFacts {
  const { devices, ...facts } = given;
  const deviceIds = devices?.map((number): AnyId => context.ids.device(number));
  return only({ name: marked(facts.name, context), description: facts.description, deviceIds });
}

export function userFacts({ groups, notify, ...facts }: UserFacts, context: TargetContext): RecordFacts {
  const groupIds = groups?.map((name): AnyId => context.ids.record('group', name).id);
  return only({ ...facts, name: marked(facts.name, context), groupIds, notify: notify && [...notify] });
}

function marked(name: string | undefined, { mark }: TargetContext): string | undefined {
  return name === undefined || !mark ? name : mark(name);
}

function only(facts: { [F in keyof RecordFacts]: RecordFacts[F] | undefined }): RecordFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
