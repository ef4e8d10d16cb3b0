/**
 * Ids that were chosen for single records, in place of those that the dialect gives to their numbers.
 *
 * The service counts its records; the outside calls them by other numbers, or by texts. Each resource has a one-to-one
 * map from every number to a number outside: each is itself, until an id is chosen; then the two numbers change places.
 * So no two records are ever written alike, and none that is added later takes a chosen id. A text stands for a number
 * outside that no dialect writes.
 */
import type { IdentifiedResource } from '../../specification/records/kinds.ts';
import type { IdForm } from './ids.ts';

export const chosenResources = ['device', 'group', 'user'] as const satisfies readonly IdentifiedResource[];
export type ChosenResource = (typeof chosenResources)[number];

/** A number as the dialect writes it, or a text. */
export type OuterId = number | string;
/** The chosen pairs of a number and its id outside, by resource. */
export type ChosenIdsState = { [R in ChosenResource]?: [number, OuterId][] };

/** Above it are the numbers of texts. No record has such a number. */
const TEXTS_FROM = 2 ** 52;

class ChosenOfOne {
  readonly #chosen = new Set<number>();
  readonly #to = new Map<number, number>();
  readonly #from = new Map<number, number>();
  readonly #texts = new Map<string, number>();
  readonly #textOf = new Map<number, string>();

  /** The number that had this id outside before gets the one of this number: so the map stays one-to-one. */
  choose(id: number, outer: OuterId): void {
    const number = typeof outer === 'number' ? outer : this.#numberOf(outer);
    const [other, before] = [this.inward(number), this.outward(id)];
    this.#chosen.add(id);
    this.#put(other, before);
    this.#put(id, number);
  }

  outward(id: number): number {
    return this.#to.get(id) ?? id;
  }

  inward(outer: number): number {
    return this.#from.get(outer) ?? outer;
  }

  textOf(outer: number): string | undefined {
    return this.#textOf.get(outer);
  }

  ofText(text: string): number | undefined {
    return this.#texts.get(text);
  }

  entries(): [number, OuterId][] {
    return [...this.#chosen].map((id) => [id, this.#textOf.get(this.outward(id)) ?? this.outward(id)]);
  }

  #put(id: number, number: number): void {
    this.#to.set(id, number);
    this.#from.set(number, id);
  }

  #numberOf(text: string): number {
    const number = this.#texts.get(text) ?? TEXTS_FROM + this.#texts.size;
    this.#texts.set(text, number);
    this.#textOf.set(number, text);
    return number;
  }
}

/** The chosen ids of one world, by resource. */
export class ChosenIds {
  #of = new Map<IdentifiedResource, ChosenOfOne>();

  /** Tells whether nothing was chosen. */
  get isEmpty(): boolean {
    return this.#of.size === 0;
  }

  /** The number of a record by its id outside: of the record that has it, or would have it. `undefined` for an unknown text. */
  numberOf(resource: ChosenResource, outer: OuterId): number | undefined {
    const chosen = this.#of.get(resource);
    const number = typeof outer === 'number' ? outer : chosen?.ofText(outer);
    return number === undefined ? undefined : (chosen?.inward(number) ?? number);
  }

  /** Gives a record that has none yet an id that no other record has. */
  choose(resource: ChosenResource, id: number, outer: OuterId): void {
    if (this.numberOf(resource, outer) === id) return;
    const chosen = this.#of.get(resource) ?? new ChosenOfOne();
    this.#of.set(resource, chosen);
    chosen.choose(id, outer);
  }

  /** The form of a dialect, but for what was chosen. */
  over(form: IdForm<number>): IdForm<number> {
    const inward = (resource: IdentifiedResource, id: number | undefined): number | undefined =>
      id === undefined ? undefined : (this.#of.get(resource)?.inward(id) ?? id);
    const ofText = (resource: IdentifiedResource, text: unknown): number | undefined =>
      typeof text === 'string' ? this.#of.get(resource)?.ofText(text) : undefined;
    return {
      expected: (resource) => form.expected(resource),
      write: (resource, id) => {
        const chosen = this.#of.get(resource);
        if (!chosen) return form.write(resource, id);
        const outer = chosen.outward(id);
        return chosen.textOf(outer) ?? form.write(resource, outer);
      },
      read: (resource, json) => inward(resource, ofText(resource, json) ?? form.read(resource, json)),
      readText: (resource, text) => inward(resource, ofText(resource, text) ?? form.readText(resource, text)),
    };
  }

  /** In one order of resources, whichever was chosen first: a restored world saves the same. */
  save(): ChosenIdsState {
    const saved = chosenResources.map((resource) => [resource, this.#of.get(resource)?.entries()] as const);
    return Object.fromEntries(saved.filter(([, entries]) => entries !== undefined));
  }

  restore(state: ChosenIdsState): void {
    this.#of = new Map();
    for (const resource of chosenResources)
      for (const [id, outer] of state[resource] ?? []) this.choose(resource, id, outer);
  }
}
