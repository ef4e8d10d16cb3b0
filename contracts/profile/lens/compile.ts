/** From a profile's openings to its lens. Each part is compiled when it is first asked for, and kept. */

import type { Json } from '../../kit/json.ts';
import { checkOptions } from '../../kit/option-names.ts';
import type { GivenOpenings, Openings } from '../../specification/openings/index.ts';
import { writtenBy } from '../../specification/operations.ts';
import { limitFacts, neverAnswered, recordFacts } from '../../specification/records/index.ts';
import type { FactKind } from '../../specification/records/kinds.ts';
import {
  type IdentifiedResource,
  listResource,
  type ResourceName,
} from '../../specification/records/kinds.ts';
import { unbound } from '../errors.ts';
import type { AnyId } from '../facts.ts';
import type { Envelope, ListName, ListWrapping, Shape, WriteAnswer, WriteOperation } from '../openings.ts';
import type { ChosenIds } from './chosen-ids.ts';
import { type Codec, codecOf, conversion, type Dialect } from './codecs.ts';
import { type IdForms, numberedIds, opaqueIds } from './ids.ts';
import type { ErrorLens, Lens, LensOptions, Reading } from './lens.ts';
import { compileList, type ListPayload } from './lists.ts';
import { compilePatch, type PatchPayload } from './patches.ts';
import { compilePosting, type PostingPayload } from './postings.ts';
import {
  type AnyFacts,
  compileRecord,
  identifyingFact,
  planOfOne,
  planRecord,
  type RecordPayload,
  type ResourcePlan,
  withoutFacts,
} from './record.ts';
import { compileRefusals } from './refusals.ts';
import { timeForm } from './times.ts';
import { compileTree, constantPlaces } from './tree.ts';

/**
 * The lens of a profile's openings, which may be all of them or some. Throws ProfileError
 * `PROFILE_UNBOUND` when asked for what they do not say, `PROFILE_INVALID` for one that no lens can
 * be made of (see `checkProfile`, which finds these beforehand and says where they are).
 *
 * @example
 * import { compileLens, defaultProfile } from 'roadtest/profile';
 *
 * const lens = compileLens(defaultProfile.openings);
 * console.log(lens.readId('device', lens.writeId('device', 7))); // 7
 */
export function compileLens(openings: GivenOpenings, options?: LensOptions & { ids?: 'numbered' }): Lens;
export function compileLens(openings: GivenOpenings, options: LensOptions & { ids: 'opaque' }): Lens<AnyId>;
export function compileLens(openings: GivenOpenings, options: LensOptions = {}): unknown {
  checkOptions(options, { basePath: true, seed: true, ids: true }, 'compileLens');
  return new CompiledLens(openings, options);
}

/** The lens of one world: records have the ids that were chosen for them, also those that are chosen later. */
export function compileLensWith(chosen: ChosenIds, openings: GivenOpenings, options: LensOptions): Lens;
export function compileLensWith(chosen: ChosenIds, openings: GivenOpenings, options: LensOptions): unknown {
  return new CompiledLens(openings, options, chosen);
}

/** The lens without the types of single resources, for what goes over all of them. */
export function compileUntyped(openings: GivenOpenings): CompiledLens {
  return new CompiledLens(openings, {});
}

/** The openings that say how payloads are written. */
export type LensOpening =
  | `records.${ResourceName | 'id' | 'time' | 'units'}`
  | `${'locations' | 'alerts'}.purpose`
  | 'errors.body'
  | 'limits.names'
  | 'operations.envelope'
  | 'patch.format';

/** The kinds of facts that are numbers of a unit. */
const measured: ReadonlySet<FactKind> = new Set(['speed', 'course', 'length', 'distance']);

/** Facts pass through here without the types of their resource, which `Lens` puts on them from outside. */
export class CompiledLens {
  readonly basePath: string;
  readonly #openings: GivenOpenings;
  readonly #dialect: Dialect;
  readonly #parts = new Map<string, unknown>();

  constructor(openings: GivenOpenings, options: LensOptions, chosen?: ChosenIds) {
    this.#openings = openings;
    this.basePath = options.basePath ?? '';
    const ids = (): IdForms => {
      if (options.ids === 'opaque') return opaqueIds(openings['records.id']);
      const form = numberedIds(this.#need('records.id'), options.seed ?? 1);
      return chosen?.over(form) ?? form;
    };
    this.#dialect = {
      ids: () => this.#once('ids', ids),
      times: () => this.#once('times', () => timeForm(this.#need('records.time'))),
      unit: (quantity) => conversion(quantity, this.#need('records.units')),
    };
  }

  offers(opening: keyof Openings): boolean {
    return this.#openings[opening] !== undefined;
  }

  writeId(resource: IdentifiedResource, id: AnyId): AnyId {
    return this.#dialect.ids()[resource].write(id);
  }

  readId(resource: IdentifiedResource, json: unknown): AnyId | undefined {
    return this.#dialect.ids()[resource].read(json);
  }

  pathId(resource: IdentifiedResource, id: AnyId): string {
    return encodeURIComponent(String(this.#dialect.ids()[resource].write(id)));
  }

  readPathId(resource: IdentifiedResource, segment: string): AnyId | undefined {
    return this.#dialect.ids()[resource].readText(segment);
  }

  writeTime(time: number): string | number {
    return this.#dialect.times().write(time);
  }

  readTime(json: unknown): number | undefined {
    return this.#dialect.times().read(json);
  }

  /** One fact of a record, whether or not it has a place. */
  writeFact(resource: ResourceName, fact: string, value: unknown): Json {
    return this.#plan(resource).codec(fact).write(value);
  }

  record(resource: ResourceName): RecordPayload {
    return this.#once(`record ${resource}`, () => compileRecord(this.#plan(resource)));
  }

  reply(resource: keyof Envelope['records']): RecordPayload {
    return this.#once(`reply ${resource}`, () =>
      compileRecord(this.#answeredPlan(resource), this.#envelope('records', resource)),
    );
  }

  list(name: ListName): ListPayload {
    return this.#once(`list ${name}`, () => {
      const resource = listResource[name];
      const wrapping: ListWrapping = this.#envelope('lists', name);
      return compileList(this.#answeredPlan(resource), wrapping, identifyingFact(resource) ?? 'id');
    });
  }

  answer(operation: WriteOperation): Answer {
    return this.#once(`answer ${operation}`, () => this.#compileAnswer(operation));
  }

  body(resource: 'group' | 'user'): RecordPayload {
    return this.#once(`body ${resource}`, () =>
      compileRecord(this.#plan(resource), this.#envelope('bodies', resource)),
    );
  }

  posting(what: 'locations' | 'alerts'): PostingPayload {
    return this.#once(`posting ${what}`, () =>
      compilePosting(
        this.#need(`${what}.purpose`),
        () => this.#plan(listResource[what]),
        () => codecOf('time', this.#dialect),
      ),
    );
  }

  patch(resource: 'group' | 'user'): PatchPayload {
    return this.#once(`patch ${resource}`, () => {
      const format = this.#need('patch.format');
      const wrapping = format.form === 'json-patch' ? { at: '' } : this.#envelope('bodies', resource);
      return compilePatch(this.#plan(resource), format, wrapping);
    });
  }

  get errors(): ErrorLens {
    return this.#once('errors', () => compileRefusals(this.#need('errors.body'), this.#dialect));
  }

  #compileAnswer(operation: WriteOperation): Answer {
    const resource = writtenBy[operation];
    const kind = this.#envelope('answers', operation);
    const envelope = this.#need('operations.envelope');
    const own = resource === 'location' ? undefined : envelope.families?.[resource];
    if (kind === 'record') {
      const one = this.reply(resource);
      const many = () => this.list(resource === 'location' ? 'locations' : 'alerts');
      return {
        kind,
        read: one.read,
        write: (facts) => (isMany(facts) ? many().write(facts) : one.write(facts)),
      };
    }
    if (kind === 'id') {
      const wrapping = own?.id ?? envelope.id;
      if (!wrapping) throw unbound('operations.envelope', '/id');
      const codec = oneOrMany(this.#plan(resource).codec('id'));
      const { read, write } = compileRecord(planOfOne('id', codec), wrapping);
      return {
        kind,
        read,
        write: (facts) => write({ id: isMany(facts) ? facts.map((one) => one.id) : facts.id }),
      };
    }
    const { constants = {} } = (kind === 'empty' ? undefined : (own?.nothing ?? envelope.nothing)) ?? {};
    const write = compileTree(constantPlaces(constants));
    const isEmpty = Object.keys(constants).length === 0;
    const read = () => ({ facts: {}, issues: [] });
    return { kind: 'nothing', read, write: (facts) => (isEmpty ? undefined : write(facts)) };
  }

  #plan(resource: ResourceName): ResourcePlan {
    return this.#once(`plan ${resource}`, () => {
      const shapes: Shape[] = [this.#readable(resource, this.#need(`records.${resource}`))];
      const limits = resource === 'device' ? this.#openings['limits.names'] : undefined;
      if (limits) shapes.push(limits);
      const kinds = resource === 'device' ? { ...recordFacts.device, ...limitFacts } : recordFacts[resource];
      return planRecord(shapes, kinds, this.#dialect);
    });
  }

  /** Without the measures where their units are not known: all else can be read. */
  #readable(resource: ResourceName, shape: Shape): Shape {
    if (this.#openings['records.units'] !== undefined) return shape;
    const kinds: { readonly [fact: string]: FactKind } = recordFacts[resource];
    const fields = Object.entries(shape.fields).filter(([fact]) => !measured.has(kinds[fact] ?? 'text'));
    return { ...shape, fields: Object.fromEntries(fields) };
  }

  #answeredPlan(resource: ResourceName): ResourcePlan {
    return withoutFacts(this.#plan(resource), neverAnswered);
  }

  #envelope<P extends 'records' | 'lists' | 'bodies' | 'answers', N extends keyof Envelope[P]>(
    part: P,
    name: N,
  ): Envelope[P][N] {
    const given = this.#need('operations.envelope')[part] as Partial<Envelope[P]> | undefined;
    const wrapping = given?.[name];
    if (wrapping === undefined) throw unbound('operations.envelope', `/${part}/${String(name)}`);
    return wrapping as Envelope[P][N];
  }

  #need<O extends LensOpening>(opening: O): Exclude<GivenOpenings[O], undefined> {
    const answer = this.#openings[opening];
    if (answer === undefined) throw unbound(opening);
    return answer as Exclude<GivenOpenings[O], undefined>;
  }

  #once<T>(part: string, make: () => T): T {
    let made = this.#parts.get(part) as T | undefined;
    if (made === undefined) {
      made = make();
      this.#parts.set(part, made);
    }
    return made;
  }
}

/** `AnswerLens` without the types of one resource. */
export interface Answer {
  readonly kind: WriteAnswer;
  write(facts: AnyFacts | readonly AnyFacts[]): Json | undefined;
  read(json: unknown): Reading<AnyFacts>;
}

function isMany(facts: AnyFacts | readonly AnyFacts[]): facts is readonly AnyFacts[] {
  return Array.isArray(facts);
}

/** An id, or a list of ids, of which the first is read. */
function oneOrMany(id: Codec): Codec {
  return {
    expected: id.expected,
    write: (value) => (Array.isArray(value) ? value.map((one) => id.write(one)) : id.write(value)),
    read: (json) => id.read(Array.isArray(json) ? json[0] : json) ?? undefined,
  };
}
