/**
 * Ids that were chosen for single records, in place of those that the dialect gives to their numbers.
 *
 * The service counts its records; the outside calls them by other numbers, or by texts. Each resource has a one-to-one
 * map from every number to a number outside: each is itself, until an id is chosen; then the two numbers change places.
 * So no two records are ever written alike, and none that is added later takes a chosen id. A text stands for a number
 * outside that no dialect writes.
 */
import type { IdentifiedResource } from '../../specification/records/kinds.ts';
import { eachIdForm, type IdForms } from './ids.ts';

export const chosenResources = ['device', 'group', 'user'] as const satisfies readonly IdentifiedResource[];
export type ChosenResource = (typeof chosenResources)[number];

/** A number as the dialect writes it, or a text. */
export type OuterId = number | string;
/** The chosen pairs of a number and its id outside, by resource. */
export type ChosenIdsState = { [R in ChosenResource]?: [number, OuterId][] };

/** Above it are the numbers of texts. No record has such a number. */
const TEXTS_FROM = 2 ** 52;

/** The ids that were chosen for one resource. */
interface Chosen {
  readonly ids: Set<number>;
  /** From a number to that outside, and back; those that are not in it are themselves. */
  readonly outward: Map<number, number>;
  readonly inward: Map<number, number>;
  readonly texts: Map<string, number>;
  readonly textOf: Map<number, string>;
}

/** The chosen ids of one world, by resource. */
export class ChosenIds {
  #of = new Map<IdentifiedResource, Chosen>();

  /** Tells whether nothing was chosen. */
  get isEmpty(): boolean {
    return this.#of.size === 0;
  }

  /** The number of a record by its id outside: of the record that has it, or would have it. `undefined` for an unknown text. */
  numberOf(resource: ChosenResource, outer: OuterId): number | undefined {
    const chosen = this.#of.get(resource);
    const number = typeof outer === 'number' ? outer : chosen?.texts.get(outer);
    return number === undefined ? undefined : (chosen?.inward.get(number) ?? number);
  }

  /** Gives a record that has none yet an id that no other record has; the one that had it before gets that of this record. */
  choose(resource: ChosenResource, id: number, outer: OuterId): void {
    if (this.numberOf(resource, outer) === id) return;
    const empty = { outward: new Map(), inward: new Map(), texts: new Map(), textOf: new Map() };
    const chosen: Chosen = this.#of.get(resource) ?? { ids: new Set(), ...empty };
    this.#of.set(resource, chosen);
    const { ids, outward, inward, texts, textOf } = chosen;
    const number = typeof outer === 'number' ? outer : (texts.get(outer) ?? TEXTS_FROM + texts.size);
    if (typeof outer === 'string') {
      texts.set(outer, number);
      textOf.set(number, outer);
    }
    const [other, before] = [inward.get(number) ?? number, outward.get(id) ?? id];
    ids.add(id);
    for (const [from, to] of [
      [other, before],
      [id, number],
    ] as const) {
      outward.set(from, to);
      inward.set(to, from);
    }
  }

  /** The forms of a dialect, but for what was chosen. */
  over(forms: IdForms<number>): IdForms<number> {
    return eachIdForm((resource) => {
      const form = forms[resource];
      const read = (text: unknown, otherwise: number | undefined): number | undefined => {
        const chosen = this.#of.get(resource);
        const number = (typeof text === 'string' ? chosen?.texts.get(text) : undefined) ?? otherwise;
        return number === undefined ? undefined : (chosen?.inward.get(number) ?? number);
      };
      return {
        expected: form.expected,
        write: (id) => {
          const chosen = this.#of.get(resource);
          const outer = chosen?.outward.get(id) ?? id;
          return chosen?.textOf.get(outer) ?? form.write(outer);
        },
        read: (json) => read(json, form.read(json)),
        readText: (text) => read(text, form.readText(text)),
      };
    });
  }

  /** In one order of resources, whichever was chosen first: a restored world saves the same. */
  save(): ChosenIdsState {
    const saved = chosenResources.flatMap((resource) => {
      const { ids, outward, textOf } = this.#of.get(resource) ?? {};
      const outer = (id: number): OuterId => {
        const number = outward?.get(id) ?? id;
        return textOf?.get(number) ?? number;
      };
      return ids ? [[resource, [...ids].map((id) => [id, outer(id)])]] : [];
    });
    return Object.fromEntries(saved);
  }

  restore(state: ChosenIdsState): void {
    this.#of = new Map();
    for (const resource of chosenResources)
      for (const [id, outer] of state[resource] ?? []) this.choose(resource, id, outer);
  }
}
