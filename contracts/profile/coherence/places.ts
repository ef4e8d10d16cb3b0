/** Places in payloads that get into each other's way. */
import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { listResource, type ResourceName } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import type { Shape, Wrapping } from '../openings.ts';

/** A place that a profile names. */
interface Named {
  /** From the root of the payload. */
  readonly pointer: string;
  /** Names the thing that is there: `the fact "id"`, `a constant`. */
  readonly what: string;
  /** Place in the profile at which it is named. */
  readonly where: readonly string[];
  /** Something else may be inside it, as beside the entries of a map. */
  readonly isOpen?: boolean;
}

const ENVELOPE = 'operations.envelope';

/** Every payload that a profile describes: whether its places can all be had at once. */
export function placesMeet(openings: Openings, say: Say): void {
  const { records, bodies, id, nothing, lists } = openings[ENVELOPE];
  const recordPlaces = (resource: ResourceName, at = ''): Named[] => {
    const limits = resource === 'device' ? openings['limits.names'] : null;
    const places = shapePlaces(openings[`records.${resource}`], [`records.${resource}`], at);
    return limits ? [...places, ...shapePlaces(limits, ['limits.names'], at)] : places;
  };
  for (const resource of namesOf(recordFacts)) collide(recordPlaces(resource), [], say);
  for (const [part, wrappings] of Object.entries({ records, bodies }))
    for (const [name, { at, constants }] of Object.entries(wrappings) as [ResourceName, Wrapping][])
      collide(constantPlaces(constants, [ENVELOPE, part, name]), recordPlaces(name, at), say);
  const idPlace = { pointer: id.at, what: 'the id', where: [ENVELOPE, 'id', 'at'] };
  collide([idPlace, ...constantPlaces(id.constants, [ENVELOPE, 'id'])], [], say);
  collide(constantPlaces(nothing.constants, [ENVELOPE, 'nothing']), [], say);
  for (const name of namesOf(listResource)) {
    const { at, form, constants, total, next, page, pages } = lists[name];
    const where = [ENVELOPE, 'lists', name];
    const all = { pointer: at, what: 'the records', where: [...where, 'at'], isOpen: form === 'map' };
    const beside = pointersOf({ total, next, page, pages }, quoted, where);
    collide([all, ...beside, ...constantPlaces(constants, where)], [], say);
  }
  for (const what of ['locations', 'alerts'] as const) {
    const { does, body, query } = openings[`${what}.purpose`];
    const where = [`${what}.purpose`];
    const required = constantPlaces(body.required, [...where, 'body'], '', 'required');
    const posted = { pointer: body.at, what: 'what is posted', where: [...where, 'body', 'at'] };
    if (does === 'query')
      collide([...pointersOf(query ?? {}, quoted, [...where, 'query']), ...required], [], say);
    else if (body.form === 'wrapper') collide([posted, ...required], [], say);
    else collide(required, recordPlaces(listResource[what]), say);
  }
  const body = openings['errors.body'];
  const usual = body.form === 'json' ? shapePlaces(body, ['errors.body']) : [];
  collide(usual, [], say);
  for (const [refusal, own] of Object.entries(body.apart ?? {}))
    if (own?.form === 'json' || own?.form === 'more') {
      const places = constantPlaces(own.constants, ['errors.body', 'apart', refusal]);
      collide(places, own.form === 'json' ? [] : usual, say);
    }
}

function pointersOf(
  places: { readonly [name: string]: string | undefined },
  what: (name: string) => string,
  where: readonly string[],
  at = '',
): Named[] {
  return Object.entries(places).flatMap(([name, pointer]) =>
    pointer === undefined ? [] : [{ pointer: at + pointer, what: what(name), where: [...where, name] }],
  );
}

function shapePlaces({ fields, constants }: Shape, where: readonly string[], at = ''): Named[] {
  const facts = pointersOf(fields, (fact) => `the fact ${quoted(fact)}`, [...where, 'fields'], at);
  return [...facts, ...constantPlaces(constants, where, at)];
}

function constantPlaces(
  constants: Wrapping['constants'],
  where: readonly string[],
  at = '',
  part = 'constants',
): Named[] {
  const what = part === 'constants' ? 'a constant' : 'a required field';
  return Object.keys(constants ?? {}).map((pointer) => ({
    ...{ pointer: at + pointer, what, where: [...where, part, pointer] },
  }));
}

/** The pointers that lead to one, from the whole payload on. */
function wayTo(pointer: string): string[] {
  const names = splitPointer(pointer);
  return names.map((_, length) => formatPointer(names.slice(0, length)));
}

/**
 * A place of `own` that is the same as one before it or one of `others`, or around or inside it, is an issue. Each is compared with
 * those on its way alone, and not with all others.
 */
function collide(own: readonly Named[], others: readonly Named[], say: Say): void {
  const here = new Map<string, Named>();
  /** The first of the places that are further in. */
  const inside = new Map<string, Named>();
  for (const [index, place] of [...others, ...own].entries()) {
    const { pointer, where } = place;
    const around = wayTo(pointer);
    const rival =
      around.map((one) => here.get(one)).find((one) => one && !one.isOpen) ??
      here.get(pointer) ??
      (place.isOpen ? undefined : inside.get(pointer));
    // The one that may have nothing inside it counts, of two in one place.
    const before = here.get(pointer);
    if (!before || (before.isOpen && !place.isOpen)) here.set(pointer, place);
    for (const one of around) if (!inside.has(one)) inside.set(one, place);
    if (!rival || index < others.length) continue;
    const hint = 'give each a place of its own';
    if (pointer === rival.pointer)
      say('PLACE_TWICE', where, `the place ${quoted(pointer)} is that of ${rival.what} already`, hint);
    else {
      const both = `${quoted(pointer)} and ${quoted(rival.pointer)} (${rival.what})`;
      say('PLACE_INSIDE_ANOTHER', where, `the places ${both} are inside one another`, hint);
    }
  }
}
