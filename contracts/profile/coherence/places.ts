/** Places in payloads that get into each other's way: parts that no lens can be made of. */
import { isFields } from '../../kit/fields.ts';
import { namesOf } from '../../kit/tables.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { writtenBy } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { Say } from '../errors.ts';
import { compileUntyped } from '../lens/compile.ts';
import { PlacesMeet } from '../lens/tree.ts';
import { follow } from '../pointer.ts';

const ENVELOPE = 'operations.envelope';

/** A part of the lens, and the answers that name its places. */
type Part = readonly [make: () => unknown, ...named: (readonly string[])[]];

/** Says the first place that cannot be had beside another one, in any payload that a profile describes and a lens is made of. */
export function placesMeet(openings: Openings, say: Say): void {
  const lens = compileUntyped(openings);
  const { records, bodies } = openings[ENVELOPE];
  const parts: readonly Part[] = [
    ...namesOf(recordFacts).map(
      (name): Part => [() => lens.record(name), [`records.${name}`], ['limits.names']],
    ),
    ...namesOf(records).map((name): Part => [() => lens.reply(name), [ENVELOPE, 'records', name]]),
    ...namesOf(bodies).map((name): Part => [() => lens.body(name), [ENVELOPE, 'bodies', name]]),
    ...namesOf(listResource).map((name): Part => [() => lens.list(name), [ENVELOPE, 'lists', name]]),
    ...namesOf(writtenBy).map((id): Part => [() => lens.answer(id), [ENVELOPE]]),
    ...(['locations', 'alerts'] as const).map((what): Part => {
      const isQuery = openings[`${what}.purpose`].does === 'query';
      const make = () =>
        isQuery ? lens.posting(what).writeRange({ from: 0, to: 0 }) : lens.posting(what).pointer('');
      return [make, [`${what}.purpose`]];
    }),
    [() => lens.errors, ['errors.body']],
  ];
  for (const [make, ...named] of parts) {
    const met = meetingIn(make);
    if (!met) continue;
    const { pointer, other, message } = met;
    const places = named.flatMap((names) => placesIn(follow(openings, names), [pointer, other], names));
    const code = pointer === other ? 'PLACE_TWICE' : 'PLACE_INSIDE_ANOTHER';
    say(code, places.at(-1) ?? named[0] ?? [], message, 'give each a place of its own');
    return;
  }
}

/** Other faults of a part are told by those who look for them. */
function meetingIn(make: () => unknown): PlacesMeet | undefined {
  try {
    make();
  } catch (error) {
    if (error instanceof PlacesMeet) return error;
  }
  return undefined;
}

/** Finds what names one of these places in an answer: a value, or the name of a constant. */
function placesIn(
  answer: unknown,
  pointers: readonly string[],
  path: readonly string[],
): (readonly string[])[] {
  if (typeof answer === 'string') return pointers.includes(answer) ? [path] : [];
  if (!isFields(answer)) return [];
  return Object.entries(answer).flatMap(([name, part]) => {
    const inside = [...path, name];
    return pointers.includes(name) ? [inside] : placesIn(part, pointers, inside);
  });
}
