/** Places in payloads that get into each other's way. */
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
  const taken = treeOf(others);
  for (const place of own) {
    const rival = rivalOf(place, taken);
    insert(place, taken);
    if (!rival) continue;
    const [pointer, other] = [formatPointer(place.tokens), formatPointer(rival.tokens)];
    const hint = 'give each a place of its own';
    if (pointer === other)
      say('PLACE_TWICE', place.where, `the place ${quoted(pointer)} is that of ${rival.what} already`, hint);
    else
      say(
        'PLACE_INSIDE_ANOTHER',
        place.where,
        `the places ${quoted(pointer)} and ${quoted(other)} (${rival.what}) are inside one another`,
        hint,
      );
  }
}

/** Names that are all numbers make an array, which can have no gaps. */
function gap(places: readonly Named[], say: Say): void {
  const open: { node: Node; path: readonly string[] }[] = [{ node: treeOf(places), path: [] }];
  for (const { node, path } of open) {
    const names = [...node.below.keys()];
    for (const [name, inside] of node.below) open.push({ node: inside, path: [...path, name] });
    const isArray = names.every((name) => /^\d+$/.test(name));
    if (!isArray || names.every((_, index) => node.below.has(String(index)))) continue;
    say(
      'ARRAY_WITH_GAPS',
      node.first?.where ?? [],
      `the places under ${quoted(formatPointer(path))} are those of an array, but do not go 0, 1, 2 …`,
    );
  }
}

/** Places by their names: each is compared with those on its way alone, and not with all others. */
interface Node {
  /** The first of the places that end here, and the first that may have nothing inside it. */
  here?: Named;
  closed?: Named;
  /** The first of the places that are here or further in. */
  first?: Named;
  below: Map<string, Node>;
}

function treeOf(places: readonly Named[]): Node {
  const root: Node = { below: new Map() };
  for (const place of places) insert(place, root);
  return root;
}

function insert(place: Named, root: Node): void {
  let node = root;
  node.first ??= place;
  for (const token of place.tokens) {
    const next: Node = node.below.get(token) ?? { below: new Map() };
    node.below.set(token, next);
    next.first ??= place;
    node = next;
  }
  node.here ??= place;
  if (!place.open) node.closed ??= place;
}

/** A place that is the same, or that is around or inside this one. */
function rivalOf(place: Named, root: Node): Named | undefined {
  let node = root;
  for (const token of place.tokens) {
    if (node.closed) return node.closed;
    const next = node.below.get(token);
    if (!next) return undefined;
    node = next;
  }
  return node.here ?? (place.open ? undefined : node.first);
}
