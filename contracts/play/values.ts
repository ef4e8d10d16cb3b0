/** Free texts that stores get wrong (`dangers/texts.ts`), by number, in the place of the texts of a record. */

import type { Deployment } from '../deployment/deployment.ts';
import { itemAt } from '../kit/items.ts';
import { alone, parts } from '../specification/dangers/texts.ts';
import type { AnyFacts } from './contents.ts';

/** The longest text that every deployment has to keep. */
const LONGEST = 50;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const firstOfClass = alone.map(([first]) => first);
const othersOfClass = alone.flatMap(([, ...others]) => others);
/** The texts that are all of a value, by number: in the second turn they stand beside several in one. */
const texts = [...firstOfClass, ...firstOfClass, ...othersOfClass];

/** The first texts are all of a value, one of each class; then as many are several in one; and at last come the others of each class. */
export const DRAWN = { alone: firstOfClass.length, all: texts.length } as const;

type Free = 'name' | 'description';

/**
 * Texts for some of the free facts of a record. One is all of a value, and several are in the other; where several are
 * asked for it is the other way round.
 *
 * @param changed the facts that a change is of; absent: a whole record
 * @param isNew whether the name carries the mark of the run
 */
export function drawnFacts(
  deployment: Deployment,
  facts: AnyFacts,
  drawn: number,
  { changed = ['name', 'description'], isNew }: { changed?: readonly Free[] | undefined; isNew: boolean },
): AnyFacts {
  const mark = markOf(deployment, facts);
  const isSecond = drawn > DRAWN.alone && drawn <= 2 * DRAWN.alone;
  const main: Free = 'description' in facts && changed.includes('description') ? 'description' : 'name';
  // A record of the run has its mark somewhere.
  const isMarked = isNew || !(marksElsewhere(deployment, facts) || (isSecond && main === 'description'));
  const textOf = (fact: Free) => {
    const needsMark = fact === 'name' && isMarked;
    if ((fact === main) !== isSecond && !needsMark) return itemAt(texts, drawn - 1);
    return severalIn(needsMark || fact === 'description' ? mark : '', (drawn - 1) % DRAWN.alone);
  };
  const free = changed.filter((fact) => fact === 'name' || 'description' in facts);
  return Object.fromEntries(free.map((fact) => [fact, textOf(fact)]));
}

/** Texts that can be beside others, as many as there is room for; behind a mark they are exactly as long as every deployment has to keep. */
function severalIn(mark: string, number: number): string {
  const room = LONGEST - mark.length - 1;
  const packs: string[] = [];
  for (const text of parts) {
    const longer = `${packs.at(-1)} ${text}`;
    if (packs.length > 0 && longer.length <= room) packs[packs.length - 1] = longer;
    else packs.push(text);
  }
  const pack = itemAt(packs, number % packs.length);
  return mark === '' ? pack : `${mark} ${pack} `.padEnd(LONGEST, LETTERS).slice(0, LONGEST).trim();
}

/** The run's mark as the name of a fresh record carries it. */
function markOf({ nonce }: Deployment, { name }: AnyFacts): string {
  const found = typeof name === 'string' ? new RegExp(`${nonce}[-\\d]*`).exec(name)?.[0] : undefined;
  return found ?? nonce;
}

/** Returns whether a fact beside the name carries it too. */
function marksElsewhere({ nonce }: Deployment, { name: _, ...facts }: AnyFacts): boolean {
  return Object.values(facts).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(nonce.toLowerCase()),
  );
}
