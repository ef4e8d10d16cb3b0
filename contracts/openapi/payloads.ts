/** The payloads of a dialect as schemas, each with an example that the lens writes. */
import type { Json } from '../kit/json.ts';
import { type CompiledLens, compileUntyped } from '../profile/lens/compile.ts';
import { rangeEnds } from '../profile/lens/postings.ts';
import { identifyingFact } from '../profile/lens/resources.ts';
import type { ListName, ListWrapping, WrappedRecord, WriteOperation } from '../profile/openings.ts';
import type { CompleteProfile } from '../profile/profile.ts';
import { writtenBy } from '../specification/operations.ts';
import type { Fields } from '../specification/records/field.ts';
import { records } from '../specification/records/fields.ts';
import { neverAnswered } from '../specification/records/index.ts';
import { listResource, type ResourceName } from '../specification/records/kinds.ts';
import { createFactSchemas, exampleOf, type FactSchemas, wordsOf } from './fact-schemas.ts';
import { anyOf } from './replies.ts';
import { constantPlaces, type Place, type Schema, schemaOfPlaces } from './schema-tree.ts';

export interface Payload {
  readonly schema: Schema;
  readonly example: Json;
  readonly contentType: string;
}

type Edited = 'group' | 'user';

/** The component that a record of each resource is. */
export const componentOf: { readonly [R in ResourceName]: string } = {
  ...{ device: 'Device', location: 'Location', alert: 'Alert', group: 'Group', user: 'User' },
  ...{ country: 'Country', timeZone: 'TimeZone' },
};

export interface Payloads {
  readonly lens: CompiledLens;
  readonly facts: FactSchemas;
  /** The bodies of the requests that were asked for, by the names that they are referred to with. */
  readonly bodies: ReadonlyMap<string, Schema>;
  component(resource: ResourceName): Schema;
  reply(resource: WrappedRecord): Payload;
  list(name: ListName): Payload;
  /** `undefined` for an empty body. */
  answer(operation: WriteOperation): Payload | undefined;
  body(resource: Edited, verb: 'create' | 'replace'): Payload;
  patch(resource: Edited): Payload;
  posting(what: 'locations' | 'alerts'): Payload;
}

const isAnswered = (fact: string): boolean => !neverAnswered.has(fact);

/** @param hasIdForm whether ids are of the form of the profile; where it says none, others may come */
export function createPayloads({ openings }: CompleteProfile, hasIdForm: boolean): Payloads {
  const lens = compileUntyped(openings);
  const facts = createFactSchemas(openings, hasIdForm);
  const envelope = openings['operations.envelope'];
  const { contentType } = envelope;
  const bodies = new Map<string, Schema>();
  /** Tells whether the fields of groups and users are all that there are. */
  const others = { dropped: undefined, kept: true, refused: false }[openings['records.unknown-fields']];

  function named(name: string, title: string, schema: Schema): Schema {
    bodies.set(name, { title, ...schema });
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The canonical facts of the example of a record. */
  function example(resource: ResourceName, wanted = isAnswered): { [fact: string]: unknown } {
    const names = lens.record(resource).facts.filter(wanted);
    return Object.fromEntries(names.map((fact) => [fact, exampleOf(openings, resource, fact)]));
  }

  function placeOf(resource: ResourceName, fact: string, schema: Schema, required: boolean): Place {
    return { at: lens.record(resource).pointer(fact) ?? '', schema, required };
  }

  function component(resource: ResourceName): Schema {
    const record = lens.record(resource);
    const places = record.facts.filter(isAnswered).map((fact): Place => {
      return placeOf(resource, fact, facts.of(resource, fact, 'reply'), true);
    });
    const constants = constantPlaces(openings[`records.${resource}`].constants);
    const isOpen = others === true && (resource === 'group' || resource === 'user');
    return {
      title: componentOf[resource],
      ...schemaOfPlaces([...places, ...constants], isOpen || undefined),
      examples: [record.write(example(resource))],
    };
  }

  function recordAt(resource: ResourceName, at: string): Place {
    const record = lens.record(resource);
    const isObject = record.facts.every((fact) => record.pointer(fact) !== '');
    const schema = { $ref: `#/components/schemas/${componentOf[resource]}` };
    return { at, schema, required: true, isObject };
  }

  function reply(resource: WrappedRecord): Payload {
    const { at, constants } = envelope.records[resource];
    const schema = schemaOfPlaces([recordAt(resource, at), ...constantPlaces(constants)]);
    return { schema, example: lens.reply(resource).write(example(resource)), contentType };
  }

  function list(name: ListName): Payload {
    const resource = listResource[name];
    const wrapping = envelope.lists[name];
    const { form, at, key = identifyingFact[resource], value } = wrapping;
    const isPaged = name !== 'locations' && name !== 'alerts';
    const isMap = form === 'map';
    const items =
      !isMap || value === undefined ? recordAt(resource, '').schema : facts.of(resource, value, 'reply');
    const all = (): Schema =>
      isMap
        ? {
            type: 'object',
            description: `By name: ${wordsOf(resource, key ?? 'id').says}`,
            additionalProperties: items,
          }
        : { type: 'array', items };
    const schema = schemaOfPlaces([
      { at, required: true, isObject: isMap, schema: all() },
      ...constantPlaces(wrapping.constants),
      ...(isPaged ? pagePlaces(wrapping) : []),
    ]);
    const page = { total: 1, page: openings['operations.paging'].firstPage, pages: 1, next: null };
    const ofMap = isMap ? [key, value].flatMap((fact) => fact ?? []) : [];
    const beside = Object.fromEntries(ofMap.map((fact) => [fact, exampleOf(openings, resource, fact)]));
    const written = lens.list(name).write([{ ...beside, ...example(resource) }], isPaged ? page : undefined);
    return { schema, example: written, contentType };
  }

  function pagePlaces({ total, totalAsText, next, page, pages }: ListWrapping): Place[] {
    const count = { type: 'integer', minimum: 0 };
    const hasCursor = openings['operations.paging'].by === 'cursor';
    const given: [string | undefined, string, Schema][] = [
      [total, 'The number of all records.', totalAsText ? { type: 'string', pattern: '^[0-9]+$' } : count],
      [page, 'The number of this page.', count],
      [pages, 'The number of all pages.', count],
      [
        hasCursor ? next : undefined,
        'The cursor of the next page; null on the last.',
        { type: ['string', 'null'] },
      ],
    ];
    return given.flatMap(([at, description, schema]) =>
      at === undefined ? [] : [{ at, schema: { description, ...schema }, required: true }],
    );
  }

  function answer(operation: WriteOperation): Payload | undefined {
    const resource = writtenBy[operation];
    const what = resource === 'location' ? 'locations' : resource === 'alert' ? 'alerts' : undefined;
    const purpose = what && openings[`${what}.purpose`];
    if (what && purpose?.does === 'query') return list(what);
    const many = purpose ? manyOf(purpose.body) : [false];
    const kind = envelope.answers[operation];
    const family = resource === 'location' ? undefined : envelope.families?.[resource];
    const nothing = family?.nothing ?? envelope.nothing;
    const { at, constants } = family?.id ?? envelope.id;
    const one = example(resource);
    const written = lens.answer(operation).write(many[0] && kind !== 'nothing' ? [one] : one);
    if (written === undefined) return undefined;
    const schemas = many.map((several): Schema => {
      if (kind === 'nothing') return schemaOfPlaces(constantPlaces(nothing.constants));
      if (kind === 'record') return several && what ? list(what).schema : reply(resource).schema;
      const id = facts.of(resource, 'id', 'reply');
      const schema = several ? { type: 'array', items: id } : id;
      return schemaOfPlaces([{ at, schema, required: true }, ...constantPlaces(constants)]);
    });
    return { schema: anyOf(schemas), example: written, contentType };
  }

  const fieldsOf = (resource: ResourceName): Fields => records[resource];
  const isSent = (resource: ResourceName) => (fact: string) => fieldsOf(resource)[fact]?.sent !== undefined;

  /** The fields of a record that a body can have, at their places. */
  function bodyPlaces(resource: ResourceName, required: (fact: string) => boolean): Place[] {
    const sent = isSent(resource);
    // If unknown fields are refused, those that the service gives are known, and no more.
    const isKnown = others === false && (resource === 'group' || resource === 'user');
    const wanted = lens.record(resource).facts.filter((fact) => sent(fact) || isKnown);
    return wanted.map((fact) => {
      const given = { ...facts.of(resource, fact, 'reply'), readOnly: true };
      const schema = sent(fact) ? facts.of(resource, fact, 'body') : given;
      return placeOf(resource, fact, schema, required(fact));
    });
  }

  /** A group or a user in a body, at its place. */
  function editedIn(resource: Edited, required: (fact: string) => boolean): Schema {
    const known = others === false ? constantPlaces(openings[`records.${resource}`].constants) : [];
    const loose = known.map((one) => ({ ...one, required: false }));
    const schema = schemaOfPlaces([...bodyPlaces(resource, required), ...loose], others);
    const { at, constants } = envelope.bodies[resource];
    return schemaOfPlaces([{ at, schema, required: true, isObject: true }, ...constantPlaces(constants)]);
  }

  function body(resource: Edited, verb: 'create' | 'replace'): Payload {
    const component = componentOf[resource];
    const [name, title] =
      verb === 'create'
        ? [`New${component}`, `${component} to make`]
        : [`${component}Replacement`, `${component} in place of another`];
    const fields = fieldsOf(resource);
    const leftOut = openings['put.left-out'];
    const asked: readonly string[] = openings['records.required'][resource];
    const required = (fact: string): boolean => {
      if (verb === 'create') return asked.includes(fact);
      if (leftOut === 'refused') return isSent(resource)(fact) && fields[fact]?.value !== undefined;
      return leftOut === 'cleared' && fields[fact]?.required === true;
    };
    const schema = named(name, title, editedIn(resource, required));
    const written = lens.body(resource).write(example(resource, isSent(resource)));
    return { schema, example: written, contentType: 'application/json' };
  }

  function patch(resource: Edited): Payload {
    const form = lens.patch(resource);
    const isList = openings['patch.format'].form === 'json-patch';
    const schema = isList ? jsonPatch : editedIn(resource, () => false);
    return {
      schema: named(`${componentOf[resource]}Change`, `Changes of a ${resource}`, schema),
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
    const made = (schema: Schema, shown: Json): Payload => ({
      ...{ schema, example: shown, contentType: 'application/json' },
    });
    if (purpose.does === 'query') {
      const from = Number(wordsOf('location', 'deviceTime').example);
      const ends = rangeEnds(purpose);
      const places: Place[] = [
        { at: ends.from, required: true, schema: facts.told('From this time on.') },
        { at: ends.to, required: true, schema: facts.told('Up to this time.') },
      ];
      return made(
        schemaOfPlaces([...places, ...required]),
        written.writeRange({ from, to: from + 3_600_000 }),
      );
    }
    const resource = listResource[what];
    const component = componentOf[resource];
    const places = bodyPlaces(resource, (fact) => fieldsOf(resource)[fact]?.required === true);
    const isWrapper = form === 'wrapper';
    const one = schemaOfPlaces(isWrapper ? places : [...places, ...required]);
    const record = named(`${component}Report`, `${component} to post`, one);
    const several = { type: 'array', items: record, minItems: 1 };
    const schema = anyOf(manyOf(purpose.body).map((isMany) => (isMany ? several : record)));
    return made(
      isWrapper ? schemaOfPlaces([{ at, schema, required: true }, ...required]) : schema,
      written.write([example(resource, isSent(resource))]),
    );
  }

  return { lens, facts, bodies, component, reply, list, answer, body, patch, posting };
}

function likeness({ const: good }: Schema): Schema {
  const type = good === null ? 'null' : Array.isArray(good) ? 'array' : typeof good;
  return { type, examples: [good ?? null] };
}

/** Returns whether a body holds one record, several, or either. */
function manyOf({ form, many }: { form: 'bare' | 'array' | 'either' | 'wrapper'; many: boolean }): boolean[] {
  if (form === 'either') return [false, true];
  return [form === 'array' || (form === 'wrapper' && many)];
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
