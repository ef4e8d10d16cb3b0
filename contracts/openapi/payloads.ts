/** The payloads of a dialect as schemas, each with an example that the lens writes. */
import type { Json } from '../kit/json.ts';
import { compileUntyped } from '../profile/lens/compile.ts';
import { rangeEnds } from '../profile/lens/postings.ts';
import { identifyingFact } from '../profile/lens/record.ts';
import type { ListName, ListWrapping, WrappedRecord, Wrapping, WriteOperation } from '../profile/openings.ts';
import type { CompleteProfile } from '../profile/profile.ts';
import { writtenBy } from '../specification/operations.ts';
import type { Fields } from '../specification/records/field.ts';
import { records } from '../specification/records/fields.ts';
import { neverAnswered } from '../specification/records/index.ts';
import { listResource, type ResourceName } from '../specification/records/kinds.ts';
import { exampleOf, factSays } from './facts.ts';
import { anyOf, constantPlaces, type Place, type Schema, schemaOfPlaces } from './schema.ts';
import { createValues } from './values.ts';
import { pageSays } from './words.ts';

export interface Payload {
  readonly schema: Schema;
  readonly example: Json;
  readonly contentType: string;
}

export type Payloads = ReturnType<typeof createPayloads>;
type Edited = 'group' | 'user';

/** The component that a record of a resource is. */
export function componentOf(resource: ResourceName): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}

/** @param hasIdForm whether ids are of the form of the profile; where it says none, others may come */
export function createPayloads({ openings }: CompleteProfile, hasIdForm: boolean) {
  const lens = compileUntyped(openings);
  const values = createValues(openings, lens, hasIdForm);
  const { 'operations.envelope': envelope, 'operations.paging': paging } = openings;
  const { contentType } = envelope;
  /** The bodies of the requests that were asked for, by the names that they are referred to with. */
  const bodies = new Map<string, Schema>();
  const fieldsOf = (resource: ResourceName): Fields => records[resource];
  const isSent = (resource: ResourceName) => (fact: string) => fieldsOf(resource)[fact]?.sent !== undefined;
  const isAnswered = (fact: string): boolean => !neverAnswered.has(fact);
  const sent = (schema: Schema, example: Json): Payload => ({
    schema,
    example,
    contentType: 'application/json',
  });

  function named(name: string, title: string, schema: Schema): Schema {
    bodies.set(name, { title, ...schema });
    return { $ref: `#/components/schemas/${name}` };
  }

  function referTo(resource: ResourceName): Schema {
    return { $ref: `#/components/schemas/${componentOf(resource)}` };
  }

  /** The canonical facts of the example of a record. */
  function example(resource: ResourceName, wanted = isAnswered): { [fact: string]: unknown } {
    const names = lens.record(resource).facts.filter(wanted);
    return Object.fromEntries(names.map((fact) => [fact, exampleOf(openings, resource, fact)]));
  }

  /** The fields of a record as a reply has them, or those that a body can have, at their places. */
  function placesOf(resource: ResourceName, required?: (fact: string) => boolean): Place[] {
    const record = lens.record(resource);
    return record.facts.filter(required ? isSent(resource) : isAnswered).map((fact) => ({
      at: record.pointer(fact) ?? '',
      schema: values.schema(resource, fact, required ? 'body' : 'reply'),
      required: required?.(fact) ?? true,
    }));
  }

  /** Something at its place, and the fixed values around it. */
  function wrapped({ at, constants }: Wrapping, schema: Schema, isObject = false): Schema {
    return schemaOfPlaces([{ at, schema, required: true, isObject }, ...constantPlaces(constants)]);
  }

  function component(resource: ResourceName): Schema {
    const constants = constantPlaces(openings[`records.${resource}`].constants);
    const schema = schemaOfPlaces([...placesOf(resource), ...constants]);
    const examples = [lens.record(resource).write(example(resource))];
    return { title: componentOf(resource), ...schema, examples };
  }

  function reply(resource: WrappedRecord): Payload {
    const record = lens.record(resource);
    const isObject = record.facts.every((fact) => record.pointer(fact) !== '');
    const schema = wrapped(envelope.records[resource], referTo(resource), isObject);
    return { schema, example: lens.reply(resource).write(example(resource)), contentType };
  }

  function list(name: ListName): Payload {
    const resource = listResource[name];
    const wrapping = envelope.lists[name];
    const { form, at, key = identifyingFact(resource) ?? 'id', value } = wrapping;
    const isPaged = name !== 'locations' && name !== 'alerts';
    const isMap = form === 'map';
    const items = isMap && value !== undefined ? values.schema(resource, value, 'reply') : referTo(resource);
    const all: Schema = isMap
      ? {
          ...{ type: 'object', description: `By name: ${factSays(resource, key)}` },
          additionalProperties: items,
        }
      : { type: 'array', items };
    const schema = schemaOfPlaces([
      { at, required: true, isObject: isMap, schema: all },
      ...constantPlaces(wrapping.constants),
      ...(isPaged ? pagePlaces(wrapping) : []),
    ]);
    const ofMap = isMap ? [key, value ?? key] : [];
    const beside = Object.fromEntries(ofMap.map((fact) => [fact, exampleOf(openings, resource, fact)]));
    const page = { total: 1, page: paging.firstPage, pages: 1, next: null };
    const written = lens.list(name).write([{ ...beside, ...example(resource) }], isPaged ? page : undefined);
    return { schema, example: written, contentType };
  }

  function pagePlaces({ totalAsText, ...places }: ListWrapping): Place[] {
    const count = { type: 'integer', minimum: 0 };
    const schemas: { readonly [P in keyof typeof pageSays]: Schema | false } = {
      total: totalAsText ? { type: 'string', pattern: '^[0-9]+$' } : count,
      page: count,
      pages: count,
      next: paging.by === 'cursor' && { type: ['string', 'null'] },
    };
    return (['total', 'page', 'pages', 'next'] as const).flatMap((part) => {
      const [at, schema] = [places[part], schemas[part]];
      if (at === undefined || !schema) return [];
      return [{ at, schema: { description: pageSays[part], ...schema }, required: true }];
    });
  }

  /** The answer to a write; `undefined` for an empty body. */
  function answer(operation: WriteOperation): Payload | undefined {
    const resource = writtenBy[operation];
    const what = resource === 'location' ? 'locations' : resource === 'alert' ? 'alerts' : undefined;
    const purpose = what && openings[`${what}.purpose`];
    if (what && purpose?.does === 'query') return list(what);
    const kind = envelope.answers[operation];
    const own = resource === 'location' ? undefined : envelope.families?.[resource];
    const many = purpose ? manyOf(purpose.body) : [false];
    const one = example(resource);
    const written = lens.answer(operation).write(many[0] && kind !== 'nothing' ? [one] : one);
    if (written === undefined) return undefined;
    const schemas = many.map((several): Schema => {
      if (kind === 'nothing')
        return schemaOfPlaces(constantPlaces((own?.nothing ?? envelope.nothing).constants));
      if (kind === 'record') return several && what ? list(what).schema : reply(resource).schema;
      const id = values.schema(resource, 'id', 'reply');
      return wrapped(own?.id ?? envelope.id, several ? { type: 'array', items: id } : id);
    });
    return { schema: anyOf(schemas), example: written, contentType };
  }

  /** A group or a user in a body, at its place. */
  function editedIn(resource: Edited, required: (fact: string) => boolean): Schema {
    return wrapped(envelope.bodies[resource], schemaOfPlaces(placesOf(resource, required)), true);
  }

  function body(resource: Edited, verb: 'create' | 'replace'): Payload {
    const component = componentOf(resource);
    const leftOut = openings['put.left-out'];
    const asked: readonly string[] = openings['records.required'][resource];
    const schema = editedIn(resource, (fact) => {
      const field = fieldsOf(resource)[fact];
      if (verb === 'create') return asked.includes(fact);
      return leftOut === 'refused' ? field?.value !== undefined : leftOut === 'cleared' && !!field?.required;
    });
    const [name, title] =
      verb === 'create'
        ? [`New${component}`, `${component} to make`]
        : [`${component}Replacement`, `${component} in place of another`];
    return sent(named(name, title, schema), lens.body(resource).write(example(resource, isSent(resource))));
  }

  function patch(resource: Edited): Payload {
    const form = lens.patch(resource);
    const isList = openings['patch.format'].form === 'json-patch';
    const schema = isList ? jsonPatch : editedIn(resource, () => false);
    return {
      schema: named(`${componentOf(resource)}Change`, `Changes of a ${resource}`, schema),
      example: form.write({ name: `Another ${resource}` }),
      contentType: form.contentType,
    };
  }

  function posting(what: 'locations' | 'alerts'): Payload {
    const purpose = openings[`${what}.purpose`];
    const { form, at, required: good } = purpose.body;
    // A required field holds a value of the type that a good one has.
    const required = constantPlaces(good).map((place) => ({ ...place, schema: likeness(place.schema) }));
    const written = lens.posting(what);
    if (purpose.does === 'query') {
      const from = Number(exampleOf(openings, 'location', 'deviceTime'));
      const ends = rangeEnds(purpose);
      const schema = schemaOfPlaces([
        { at: ends.from, required: true, schema: values.told('From this time on.') },
        { at: ends.to, required: true, schema: values.told('Up to this time.') },
        ...required,
      ]);
      return sent(schema, written.writeRange({ from, to: from + 3_600_000 }));
    }
    const resource = listResource[what];
    const component = componentOf(resource);
    const places = placesOf(resource, (fact) => fieldsOf(resource)[fact]?.required === true);
    const isWrapper = form === 'wrapper';
    const one = schemaOfPlaces(isWrapper ? places : [...places, ...required]);
    const record = named(`${component}Report`, `${component} to post`, one);
    const several = { type: 'array', items: record, minItems: 1 };
    const schema = anyOf(manyOf(purpose.body).map((isMany) => (isMany ? several : record)));
    return sent(
      isWrapper ? schemaOfPlaces([{ at, schema, required: true }, ...required]) : schema,
      written.write([example(resource, isSent(resource))]),
    );
  }

  return { lens, values, bodies, component, reply, list, answer, body, patch, posting };
}

function likeness({ const: good }: Schema): Schema {
  const type = good === null ? 'null' : Array.isArray(good) ? 'array' : typeof good;
  return { type, examples: [good ?? null] };
}

/** Returns whether a body holds one record, several, or either. */
function manyOf({ form, many }: { form: 'bare' | 'array' | 'either' | 'wrapper'; many: boolean }): boolean[] {
  return form === 'either' ? [false, true] : [form === 'array' || (form === 'wrapper' && many)];
}

/** RFC 6902. */
const jsonPatch: Schema = {
  type: 'array',
  description: 'A JSON Patch (RFC 6902). Its paths begin at the record.',
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', format: 'json-pointer' },
      from: { type: 'string', format: 'json-pointer' },
      value: {},
    },
  },
};
