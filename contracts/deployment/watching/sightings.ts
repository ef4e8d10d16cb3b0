/**
 * What answers showed of records, and of where devices are, that nothing of the run may change: the texts of the devices
 * that it made, and of the first of each list, which it did not make.
 */
import { fieldOf, type Json } from '../../kit/json.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { listedBy, type OperationId } from '../../specification/operations.ts';
import type { Answer, CallOptions } from '../answer.ts';
import type { Made } from '../making/made.ts';
import { readPage } from '../reading/list.ts';
import { type Place, readPlace } from '../reading/places.ts';
import { contentOf } from '../reading/success.ts';
import type { Dialect } from '../session/dialect.ts';
import { unlessUnbound } from '../session/unbound.ts';

/** What people call a record, and what a service has no reason to change by itself. */
const texts = {
  device: ['name', 'model', 'licencePlate', 'imei', 'phone'],
  group: ['name', 'description'],
  user: ['name', 'email', 'phone'],
} as const;

export type Watched = keyof typeof texts;
export type Texts = { readonly [fact: string]: string };

/** A record as it was first seen. */
export interface Sighting {
  resource: Watched;
  id: AnyId;
  texts: Texts;
  /** Whether the run made it. */
  own: boolean;
  /** Whether it was read by its id: a list may show less of it. */
  read: boolean;
  /** Whether a later answer showed other texts. */
  differs: boolean;
  exchange: number;
}

export interface PlaceSeen {
  id: AnyId;
  place: Place;
  exchange: number;
}

const lists = { listDevices: 'device', listGroups: 'group', listUsers: 'user' } as const;

/** What the names of all runs begin with. */
const OF_A_RUN = /^roadtest\b/i;

export interface SightingsContext extends Dialect {
  readonly nonce: string;
  readonly made: Pick<Made, 'isDevice' | 'standing'>;
}

export class Sightings {
  readonly #context: SightingsContext;
  readonly #records = new Map<string, Sighting>();
  readonly #lists = new Set<Watched>();
  /** Where devices of the run were last, since they last posted anything. */
  readonly #places = new Map<string, PlaceSeen>();
  readonly #alerted = new Set<string>();
  /** Every text that the run sent. */
  readonly #sent = new Set<string>();

  constructor(context: SightingsContext) {
    this.#context = context;
  }

  get records(): readonly Sighting[] {
    return [...this.#records.values()];
  }

  get places(): readonly PlaceSeen[] {
    return [...this.#places.values()];
  }

  /** Whether an alert was posted for a device: others may be sent messages because of it. */
  isAlerted(id: AnyId): boolean {
    return this.#alerted.has(String(id));
  }

  /** Whether the run ever sent a text. */
  wasSent(text: string): boolean {
    return this.#sent.has(text);
  }

  /** What a request with a good token was answered. */
  note(operation: OperationId, { id }: Pick<CallOptions, 'id'>, answer: Answer): void {
    try {
      if (operation in lists) this.#noteList(operation as keyof typeof lists, answer);
      if (id === undefined || !this.#context.made.isDevice(id)) return;
      if (operation === 'readDevice') this.#noteDevice(id, answer);
      if (operation === 'lastLocation') this.#notePlace(id, answer);
    } catch (error) {
      unlessUnbound(error);
    }
  }

  /** A request may change what was seen, whatever its token is, and whatever it is answered. */
  asked(operation: OperationId, { id, body }: Pick<CallOptions, 'id' | 'body'>): void {
    for (const text of textsIn(body)) this.#sent.add(text);
    if (operation === 'postLocations') this.#places.delete(String(id));
    if (operation === 'postAlerts') this.#alerted.add(String(id));
    if (operation === 'postAlerts' && hasPlace(body)) this.#places.delete(String(id));
  }

  /** The texts that a record of a list or of a reply has. */
  textsOf(resource: Watched, facts: object): Texts {
    const shown = texts[resource].flatMap((fact) => {
      const value = fieldOf(facts, fact);
      return typeof value === 'string' && value !== '' ? [[fact, value] as const] : [];
    });
    return Object.fromEntries(shown);
  }

  #noteDevice(id: AnyId, answer: Answer): void {
    const key = `device ${id}`;
    const { facts } = this.#context.lens.reply('device').read(contentOf(answer));
    if (String(facts.id) !== String(id)) return;
    const known = this.#records.get(key);
    if (known) this.#compare(known, facts);
    if (known?.read) return;
    const seen = { texts: this.textsOf('device', facts), exchange: answer.exchange };
    const differs = known?.differs ?? false;
    this.#records.set(key, { resource: 'device', id, own: true, read: true, differs, ...seen });
  }

  #compare(known: Sighting, facts: object): void {
    const texts = this.textsOf(known.resource, facts);
    if (otherFact(known.texts, texts) !== undefined) known.differs = true;
  }

  #noteList(operation: keyof typeof lists, answer: Answer): void {
    const resource = lists[operation];
    const records: readonly object[] = readPage(
      this.#context.lens,
      listedBy[operation],
      contentOf(answer),
    ).records;
    const named = records.flatMap((facts) => {
      const id = fieldOf(facts, 'id');
      return isId(id) ? [{ id, facts }] : [];
    });
    const { exchange } = answer;
    const note = ({ id, facts }: (typeof named)[number], own: boolean) => {
      const key = `${resource} ${id}`;
      if (this.#records.has(key)) return;
      this.#records.set(key, {
        resource,
        id,
        own,
        read: false,
        differs: false,
        texts: this.textsOf(resource, facts),
        exchange,
      });
    };
    for (const { id, facts } of named) {
      const known = this.#records.get(`${resource} ${id}`);
      if (known) this.#compare(known, facts);
    }
    const isOwn = (id: AnyId) => resource === 'device' && this.#context.made.isDevice(id);
    for (const one of named) if (isOwn(one.id)) note(one, true);
    if (this.#lists.has(resource) || named.length === 0) return;
    this.#lists.add(resource);
    const foreign = named.filter((one) => !this.#isOfARun(resource, one));
    // The last ones may be those of another run.
    for (const one of resource === 'device' ? [foreign[0], foreign.at(-1)] : [foreign[0]])
      if (one) note(one, false);
  }

  #isOfARun(resource: Watched, { id, facts }: { id: AnyId; facts: object }): boolean {
    const { made, nonce } = this.#context;
    const name = fieldOf(facts, 'name');
    if (typeof name === 'string' && (OF_A_RUN.test(name) || name.includes(nonce))) return true;
    return made.standing.some((one) => one.resource === resource && String(one.id) === String(id));
  }

  #notePlace(id: AnyId, answer: Answer): void {
    const { place } = readPlace(this.#context, answer);
    if (place) this.#places.set(String(id), { id, place, exchange: answer.exchange });
  }
}

/** The name of the first text that is another now; what is not shown is no other. */
export function otherFact(texts: Texts, now: Texts): string | undefined {
  return Object.keys(texts).find((name) => name in now && now[name] !== texts[name]);
}

function textsIn(body: Json | undefined): string[] {
  if (typeof body === 'string') return [body];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(textsIn) : [];
}

/** A device that raises an alert somewhere may well be there: then the alert has a fraction of a degree in it. */
export function hasPlace(body: Json | undefined): boolean {
  if (typeof body === 'number') return !Number.isInteger(body);
  return typeof body === 'object' && body !== null && Object.values(body).some(hasPlace);
}
