/** Free texts that stores get wrong, in the place of the texts of a record. */

import type { Deployment } from '../deployment/deployment.ts';
import { itemAt } from '../kit/items.ts';
import type { AnyFacts } from './comparing.ts';
import { firstOfClass, marked, othersOfClass, packed, turnOf } from './free-texts.ts';

/** The first texts are all of a value, one of each class; the next ones are several in one. */
export const CLASSES = firstOfClass.length;
/** So many texts are drawn, the others of each class last. */
export const MOST_DRAWN = 2 * CLASSES + othersOfClass.length;

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
  const isSecond = drawn > CLASSES && drawn <= 2 * CLASSES;
  const main: Free = 'description' in facts && changed.includes('description') ? 'description' : 'name';
  // A record of the run has its mark somewhere.
  const isMarked = isNew || !(marksElsewhere(deployment, facts) || (isSecond && main === 'description'));
  const textOf = (fact: Free) => {
    const needsMark = fact === 'description' || isMarked;
    if ((fact === main) !== isSecond && (fact === 'description' || !isMarked))
      return drawn > 2 * CLASSES
        ? itemAt(othersOfClass, drawn - 2 * CLASSES - 1)
        : itemAt(firstOfClass, (drawn - 1) % CLASSES);
    return marked(turnOf(packed(needsMark ? mark.length : 0), (drawn - 1) % CLASSES, 0), mark);
  };
  const free = changed.filter((fact) => fact === 'name' || 'description' in facts);
  return Object.fromEntries(free.map((fact) => [fact, textOf(fact)]));
}

/** The run's mark as the name of a fresh record carries it. */
function markOf({ nonce }: Deployment, { name }: AnyFacts): string {
  const found = typeof name === 'string' ? new RegExp(`${nonce}[-\\d]*`).exec(name)?.[0] : undefined;
  return found ?? nonce;
}

/** Returns whether a fact beside the name carries it too. */
function marksElsewhere({ nonce }: Deployment, facts: AnyFacts): boolean {
  return Object.entries(facts).some(
    ([fact, value]) =>
      fact !== 'name' && typeof value === 'string' && value.toLowerCase().includes(nonce.toLowerCase()),
  );
}
