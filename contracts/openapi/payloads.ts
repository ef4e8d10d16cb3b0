/** The payloads of a dialect as schemas, each with an example that the lens writes. */
import type { Json } from '../kit/json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { type CompiledLens, compileUntyped } from '../profile/lens/compile.ts';
import { rangeEnds } from '../profile/lens/postings.ts';
import { identifyingFact } from '../profile/lens/resources.ts';
import type { ListName, ListWrapping, WrappedRecord, WriteOperation } from '../profile/openings.ts';
import { place } from '../profile/pointer.ts';
import type { CompleteProfile } from '../profile/profile.ts';
import { writtenBy } from '../specification/operations.ts';
import type { Fields } from '../specification/records/field.ts';
import { records } from '../specification/records/fields.ts';
import { neverAnswered, recordFacts } from '../specification/records/index.ts';
import { listResource, type ResourceName } from '../specification/records/kinds.ts';
import { createFactSchemas, exampleOf, type FactSchemas, wordsOf } from './fact-schemas.ts';
import { anyOf, marked } from './replies.ts';
import { constantPlaces, type Place, type Schema, schemaOfPlaces } from './schema-tree.ts';

export interface Payload {
  readonly schema: Schema;
  readonly example: Json;
  readonly contentType: string;
}

type Edited = 'group' | 'user';

/** The component that a record of each resource is. */
export const componentOf: { readonly [R in ResourceName]: string } = {
  device: 'Device',
  location: 'Location',
  alert: 'Alert',
  group: 'Group',
  user: 'User',
  country: 'Country',
  timeZone: 'TimeZone',
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

/** @param hasIdForm whether ids are of the form of the profile; where it says none, others may come */
export function createPayloads({ openings }: CompleteProfile, hasIdForm: boolean): Payloads {
  const lens = compileUntyped(openings);
  const facts = createFactSchemas(openings, hasIdForm);
  const envelope = openings['operations.envelope'];
  const json = envelope.contentType;
  const changing = openings['records.volatile'].map(
    (at): Place => ({
      at,
      required: true,
      schema: { type: 'integer', description: 'It changes with each call.' },
    }),
  );

  const bodies = new Map<string, Schema>();
  function named(name: string, title: string, schema: Schema): Schema {
    bodies.set(name, { title, ...schema });
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The canonical facts of the example of a record. */
  function example(resource: ResourceName, wanted: (fact: string) => boolean): { [fact: string]: unknown } {
    const names = lens.record(resource).facts;
    return Object.fromEntries(
      names.filter(wanted).map((fact) => [fact, exampleOf(openings, resource, fact)]),
    );
  }
  /** A reply with the fields that change with each call. */
  function withChanging(json: Json): Json {
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
    for (const { at } of changing) place(json, splitPointer(at), 1);
    return json;
  }
  const isAnswered = (fact: string): boolean => !neverAnswered.has(fact);

  const isClosed = openings['records.unknown-fields'] === 'refused';
  /** Tells whether the fields of groups and users are all that there are. */
  const others = { dropped: undefined, kept: true, refused: false }[openings['records.unknown-fields']];

  const component = (resource: ResourceName): Schema => {
    const record = lens.record(resource);
    const isEdited = resource === 'group' || resource === 'user';
    const places = record.facts.filter(isAnswered).map((fact): Place => {
      const schema = facts.of(resource, fact, 'reply');
      const limit = !(fact in recordFacts[resource]);
      return {
        at: record.pointer(fact) ?? '',
        required: true,
        schema: limit ? marked(['limits.names', 'limits.range', 'limits.default'], schema) : schema,
      };
    });
    return marked([`records.${resource}`], {
      title: componentOf[resource],
      ...schemaOfPlaces(
        [...places, ...constantPlaces(openings[`records.${resource}`].constants)],
        isEdited && others ? true : undefined,
      ),
      examples: [record.write(example(resource, isAnswered))],
    });
  };

  const isObject = (resource: ResourceName): boolean => {
    const record = lens.record(resource);
    return record.facts.every((fact) => record.pointer(fact) !== '');
  };
  const recordAt = (resource: ResourceName, at: string): Place => ({
    at,
    schema: { $ref: `#/components/schemas/${componentOf[resource]}` },
    required: true,
    isObject: isObject(resource),
  });

  const reply: Payloads['reply'] = (resource) => {
    const { at, constants } = envelope.records[resource];
    const schema = schemaOfPlaces([recordAt(resource, at), ...constantPlaces(constants), ...changing]);
    return {
      schema,
      example: withChanging(lens.reply(resource).write(example(resource, isAnswered))),
      contentType: json,
    };
  };

  const list: Payloads['list'] = (name) => {
    const resource = listResource[name];
    const wrapping = envelope.lists[name];
    const isPaged = name !== 'locations' && name !== 'alerts';
    const records: Place = {
      at: wrapping.at,
      required: true,
      isObject: wrapping.form === 'map',
      schema:
        wrapping.form === 'array'
          ? { type: 'array', items: recordAt(resource, '').schema }
          : mapOf(resource, wrapping),
    };
    const schema = schemaOfPlaces([
      records,
      ...constantPlaces(wrapping.constants),
      ...(isPaged ? pagePlaces(wrapping) : []),
      ...(wrapping.form === 'map' && wrapping.at === '' ? [] : changing),
    ]);
    const page = { total: 1, page: openings['operations.paging'].firstPage, pages: 1, next: null };
    const { key = identifyingFact[resource], value } = wrapping;
    const ofMap = wrapping.form === 'map' ? [key, value].flatMap((fact) => fact ?? []) : [];
    const beside = Object.fromEntries(ofMap.map((fact) => [fact, exampleOf(openings, resource, fact)]));
    const record = { ...beside, ...example(resource, isAnswered) };
    const written = lens.list(name).write([record], isPaged ? page : undefined);
    const isRoom = wrapping.form === 'array' || wrapping.at !== '';
    return { schema, example: isRoom ? withChanging(written) : written, contentType: json };
  };

  function mapOf(resource: ResourceName, { key, value }: ListWrapping): Schema {
    const named = wordsOf(resource, key ?? identifyingFact[resource] ?? 'id').says;
    const values = value === undefined ? recordAt(resource, '').schema : facts.of(resource, value, 'reply');
    return { type: 'object', description: `By name: ${named}`, additionalProperties: values };
  }

  function pagePlaces({ total, totalAsText, next, page, pages }: ListWrapping): Place[] {
    const count = { type: 'integer', minimum: 0 };
    const given: [string | undefined, Schema][] = [
      [
        total,
        {
          description: 'The number of all records.',
          ...(totalAsText ? { type: 'string', pattern: '^[0-9]+$' } : count),
        },
      ],
      [page, { description: 'The number of this page.', ...count }],
      [pages, { description: 'The number of all pages.', ...count }],
    ];
    if (openings['operations.paging'].by === 'cursor')
      given.push([
        next,
        { description: 'The cursor of the next page; null on the last.', type: ['string', 'null'] },
      ]);
    return given.flatMap(([at, schema]) => (at === undefined ? [] : [{ at, schema, required: true }]));
  }

  const answer: Payloads['answer'] = (operation) => {
    const resource = writtenBy[operation];
    if (resource === 'location' || resource === 'alert') {
      const what = resource === 'location' ? 'locations' : 'alerts';
      const { does, body } = openings[`${what}.purpose`];
      if (does === 'query') return list(what);
      return answered(operation, resource, manyOf(body), what);
    }
    return answered(operation, resource, [false]);
  };

  function answered(
    operation: WriteOperation,
    resource: WrappedRecord,
    many: readonly boolean[],
    what: 'locations' | 'alerts' = 'alerts',
  ): Payload | undefined {
    const kind = envelope.answers[operation];
    const family =
      resource === 'location' || resource === 'device' ? undefined : envelope.families?.[resource];
    const written = lens.answer(operation).write(example(resource, isAnswered));
    if (written === undefined) return undefined;
    const payload = (schemas: readonly Schema[]): Payload => ({
      schema: anyOf(schemas),
      example: withChanging(
        many[0] && kind !== 'nothing'
          ? (lens.answer(operation).write([example(resource, isAnswered)]) ?? null)
          : written,
      ),
      contentType: json,
    });
    if (kind === 'record')
      return payload(many.map((several) => (several ? list(what).schema : reply(resource).schema)));
    if (kind === 'nothing') {
      const { constants } = family?.nothing ?? envelope.nothing;
      return payload([schemaOfPlaces([...constantPlaces(constants), ...changing])]);
    }
    const { at, constants } = family?.id ?? envelope.id;
    const id = facts.of(resource, 'id', 'reply');
    return payload(
      many.map((several) => {
        const schema = several ? { type: 'array', items: id } : id;
        return schemaOfPlaces([{ at, schema, required: true }, ...constantPlaces(constants), ...changing]);
      }),
    );
  }

  const isSent =
    (resource: ResourceName) =>
    (fact: string): boolean => {
      const fields: Fields = records[resource];
      return fields[fact]?.sent !== undefined;
    };

  /** The fields of a record that a body can have, at their places. */
  function bodyPlaces(
    resource: Exclude<WrappedRecord, 'device'>,
    required: (fact: string) => boolean,
  ): Place[] {
    const record = lens.record(resource);
    const sent = isSent(resource);
    // If unknown fields are refused, those that the service gives are known, and no more.
    const known = isClosed && (resource === 'group' || resource === 'user');
    return record.facts
      .filter((fact) => sent(fact) || known)
      .map((fact) => ({
        at: record.pointer(fact) ?? '',
        required: required(fact),
        schema: sent(fact)
          ? facts.of(resource, fact, 'body')
          : { ...facts.of(resource, fact, 'reply'), readOnly: true },
      }));
  }

  function editedRecord(resource: Edited, required: (fact: string) => boolean): Schema {
    const constants = isClosed ? constantPlaces(openings[`records.${resource}`].constants) : [];
    const places = [
      ...bodyPlaces(resource, required),
      ...constants.map((one) => ({ ...one, required: false })),
    ];
    return schemaOfPlaces(places, others);
  }

  const body: Payloads['body'] = (resource, verb) => {
    const title = `${componentOf[resource]}${verb === 'create' ? ' to make' : ' in place of another'}`;
    const name = verb === 'create' ? `New${componentOf[resource]}` : `${componentOf[resource]}Replacement`;
    const fields: Fields = records[resource];
    const leftOut = openings['put.left-out'];
    const asked: readonly string[] = openings['records.required'][resource];
    const required = (fact: string): boolean => {
      if (verb === 'create') return asked.includes(fact);
      if (leftOut === 'refused') return isSent(resource)(fact) && fields[fact]?.value !== undefined;
      return leftOut === 'cleared' && fields[fact]?.required === true;
    };
    const { at, constants } = envelope.bodies[resource];
    const record = editedRecord(resource, required);
    const schema = schemaOfPlaces([
      { at, schema: record, required: true, isObject: true },
      ...constantPlaces(constants),
    ]);
    const written = lens.body(resource).write(example(resource, isSent(resource)));
    return { schema: named(name, title, schema), example: written, contentType: 'application/json' };
  };

  const patch: Payloads['patch'] = (resource) => {
    const { form } = openings['patch.format'];
    const { contentType, write } = lens.patch(resource);
    const written = write({ name: `Another ${resource}` });
    const made = (schema: Schema): Payload => ({
      schema: named(`${componentOf[resource]}Change`, `Changes of a ${resource}`, schema),
      example: written,
      contentType,
    });
    if (form === 'json-patch') return made(jsonPatch);
    const { at, constants } = envelope.bodies[resource];
    const record = editedRecord(resource, () => false);
    const schema = schemaOfPlaces([
      { at, schema: record, required: true, isObject: true },
      ...constantPlaces(constants),
    ]);
    return made(schema);
  };

  const posting: Payloads['posting'] = (what) => {
    const { does, body } = openings[`${what}.purpose`];
    const contentType = 'application/json';
    const required = constantPlaces(body.required).map((place) => ({
      ...place,
      schema: likeness(place.schema),
    }));
    const form = lens.posting(what);
    const resource = listResource[what];
    if (does === 'query') {
      const from = Number(wordsOf('location', 'deviceTime').example);
      const range = rangeEnds(openings[`${what}.purpose`]);
      const ends: Place[] = [
        {
          at: range.from,
          required: true,
          schema: facts.told('From this time on.'),
        },
        { at: range.to, required: true, schema: facts.told('Up to this time.') },
      ];
      const written = form.writeRange({ from, to: from + 3_600_000 });
      return { schema: schemaOfPlaces([...ends, ...required]), example: written, contentType };
    }
    const fields: Fields = records[resource];
    const places = bodyPlaces(resource, (fact) => fields[fact]?.required === true);
    const isWrapper = body.form === 'wrapper';
    const made = schemaOfPlaces(isWrapper ? places : [...places, ...required]);
    const record = named(`${componentOf[resource]}Report`, `${componentOf[resource]} to post`, made);
    const schema = anyOf(
      manyOf(body).map((several) => (several ? { type: 'array', items: record, minItems: 1 } : record)),
    );
    const whole = isWrapper ? schemaOfPlaces([{ at: body.at, schema, required: true }, ...required]) : schema;
    const written = form.write([example(resource, isSent(resource))]);
    return { schema: whole, example: written, contentType };
  };

  return { lens, facts, bodies, component, reply, list, answer, body, patch, posting };
}

/** A required field holds a value of the type that a good one has. */
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
