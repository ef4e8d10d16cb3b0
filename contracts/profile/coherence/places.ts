/** Places in payloads that get into each other's way. */
import { itemAt } from '../../kit/items.ts';
import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { listResource, type ResourceName } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import type { ListName, Posting, Shape, Wrapping } from '../openings.ts';

/** A place that a profile names. */
interface Named {
  /** From the root of the payload. */
  tokens: readonly string[];
  /** Names the thing that is there: `the fact "id"`, `a constant`. */
  what: string;
  /** Place in the profile at which it is named. */
  where: readonly string[];
  /** Something else may be inside it, as beside the entries of a map. */
  open?: boolean;
}

/** The place that a pointer leads to, from where something begins. */
function named(pointer: string, what: string, where: readonly string[], at: readonly string[] = []): Named {
  return { tokens: [...at, ...splitPointer(pointer)], what, where };
}

const ENVELOPE = 'operations.envelope';

/** Every payload that a profile describes: whether its places can all be had at once. */
export function placesMeet(openings: Openings, say: Say): void {
  for (const resource of namesOf(recordFacts)) {
    const places = recordPlaces(openings, resource);
    collide(places, [], say);
    gap(places, say);
  }
  const { records, bodies, id, nothing } = openings[ENVELOPE];
  for (const [part, wrappings] of Object.entries({ records, bodies }))
    for (const [name, { at, constants }] of Object.entries(wrappings) as [ResourceName, Wrapping][])
      collide(
        constantPlaces(constants, [ENVELOPE, part, name]),
        recordPlaces(openings, name, splitPointer(at)),
        say,
      );
  collide(
    [named(id.at, 'the id', [ENVELOPE, 'id', 'at']), ...constantPlaces(id.constants, [ENVELOPE, 'id'])],
    [],
    say,
  );
  collide(constantPlaces(nothing.constants, [ENVELOPE, 'nothing']), [], say);
  for (const name of namesOf(listResource)) collide(listPlaces(openings, name), [], say);
  for (const what of ['locations', 'alerts'] as const) postingMeets(openings, what, say);
  const body = openings['errors.body'];
  const usual = body.form === 'json' ? shapePlaces(body, ['errors.body']) : [];
  collide(usual, [], say);
  for (const [refusal, own] of Object.entries(body.apart ?? {}))
    if (own?.form === 'json' || (own?.form === 'more' && body.form === 'json'))
      collide(
        constantPlaces(own.constants, ['errors.body', 'apart', refusal]),
        own.form === 'json' ? [] : usual,
        say,
      );
}

function shapePlaces(shape: Shape, where: readonly string[], at: readonly string[] = []): Named[] {
  return [
    ...Object.entries(shape.fields).map(([fact, pointer]) =>
      named(pointer, `the fact ${quoted(fact)}`, [...where, 'fields', fact], at),
    ),
    ...constantPlaces(shape.constants, where, at),
  ];
}

function constantPlaces(
  constants: Wrapping['constants'],
  where: readonly string[],
  at: readonly string[] = [],
): Named[] {
  return Object.keys(constants ?? {}).map((pointer) =>
    named(pointer, 'a constant', [...where, 'constants', pointer], at),
  );
}

function recordPlaces(openings: Openings, resource: ResourceName, at: readonly string[] = []): Named[] {
  const places = shapePlaces(openings[`records.${resource}`], [`records.${resource}`], at);
  const limits = resource === 'device' ? openings['limits.names'] : null;
  return limits ? [...places, ...shapePlaces(limits, ['limits.names'], at)] : places;
}

function listPlaces(openings: Openings, name: ListName): Named[] {
  const list = openings[ENVELOPE].lists[name];
  const where = [ENVELOPE, 'lists', name];
  return [
    { ...named(list.at, 'the records', [...where, 'at']), open: list.form === 'map' },
    ...(['total', 'next', 'page', 'pages'] as const).flatMap((field) => {
      const pointer = list[field];
      return pointer === undefined ? [] : [named(pointer, quoted(field), [...where, field])];
    }),
    ...constantPlaces(list.constants, where),
  ];
}

function postingMeets(openings: Openings, what: 'locations' | 'alerts', say: Say): void {
  const { does, body, query }: Posting = openings[`${what}.purpose`];
  const where = [`${what}.purpose`];
  const required = Object.keys(body.required).map((pointer) =>
    named(pointer, 'a required field', [...where, 'body', 'required', pointer]),
  );
  if (does === 'query') {
    const ends = (['from', 'to'] as const).flatMap((end) =>
      query ? [named(query[end], quoted(end), [...where, 'query', end])] : [],
    );
    collide([...ends, ...required], [], say);
  } else if (body.form !== 'wrapper') collide(required, recordPlaces(openings, listResource[what]), say);
  else collide([named(body.at, 'what is posted', [...where, 'body', 'at']), ...required], [], say);
}

/** A place of `own` that collides with one before it, or with one of `others`, is an issue. */
function collide(own: readonly Named[], others: readonly Named[], say: Say): void {
  const taken = new Taken();
  for (const place of others) taken.add(place);
  for (const place of own) {
    const rival = taken.rivalOf(place);
    taken.add(place);
    if (!rival) continue;
    const [pointer, other] = [formatPointer(place.tokens), formatPointer(rival.tokens)];
    const [code, message] =
      pointer === other
        ? ['PLACE_TWICE', `the place ${quoted(pointer)} is that of ${rival.what} already`]
        : [
            'PLACE_INSIDE_ANOTHER',
            `the places ${quoted(pointer)} and ${quoted(other)} (${rival.what}) are inside one another`,
          ];
    say(code, place.where, message, 'give each a place of its own');
  }
}

/** The places that lead to this one, from the whole payload on. */
function wayTo({ tokens }: Named): string[] {
  return tokens.map((_, length) => formatPointer(tokens.slice(0, length)));
}

/** Places by their pointers: each is compared with those on its way alone, and not with all others. */
class Taken {
  readonly #here = new Map<string, Named>();
  /** The first of the places that are further in. */
  readonly #inside = new Map<string, Named>();

  add(place: Named): void {
    const pointer = formatPointer(place.tokens);
    // Of two in one place the one that may have nothing inside it counts.
    const before = this.#here.get(pointer);
    if (!before || (before.open && !place.open)) this.#here.set(pointer, place);
    for (const around of wayTo(place)) if (!this.#inside.has(around)) this.#inside.set(around, place);
  }

  /** A place that is the same, or that is around or inside this one. */
  rivalOf(place: Named): Named | undefined {
    const around = wayTo(place).flatMap((pointer) => this.#here.get(pointer) ?? []);
    const pointer = formatPointer(place.tokens);
    const inside = place.open ? undefined : this.#inside.get(pointer);
    return around.find(({ open }) => !open) ?? this.#here.get(pointer) ?? inside;
  }
}

/** Names that are all numbers make an array, which can have no gaps. */
function gap(places: readonly Named[], say: Say): void {
  const lists = new Map<string, { names: Set<string>; first: Named }>();
  for (const place of places)
    for (const [index, pointer] of wayTo(place).entries()) {
      const list = lists.get(pointer) ?? { names: new Set(), first: place };
      lists.set(pointer, list);
      list.names.add(itemAt(place.tokens, index));
    }
  for (const [pointer, { names, first }] of lists) {
    const isArray = [...names].every((name) => /^\d+$/.test(name));
    if (!isArray || [...names.keys()].every((_, index) => names.has(String(index)))) continue;
    const message = `the places under ${quoted(pointer)} are those of an array, but do not go 0, 1, 2 …`;
    say('ARRAY_WITH_GAPS', first.where, message);
  }
}
