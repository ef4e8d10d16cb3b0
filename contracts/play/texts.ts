/** The texts of records in the judge: those that a run sends, and that can be read back. */

import type { Entry, Family, Texts } from '../judge/event.ts';
import { fieldOf } from '../kit/json.ts';
import { isId } from '../profile/facts.ts';
import type { CaseContext } from '../suite/case-context.ts';

/** A phone number has many forms. */
const MODELLED = ['name', 'description', 'email'] as const;
/** The ids of what belongs to a record. */
const membersOf = { group: 'deviceIds', user: 'groupIds' } as const satisfies { [F in Family]: string };

/** An empty value counts as an empty text only in a record that was read as a whole. */
export function readableTexts(context: CaseContext, family: Family, facts: object, whole = false): Texts {
  const places: readonly string[] = context.lens.reply(family).facts;
  const name = membersOf[family];
  const members = places.includes(name) ? fieldOf(facts, name) : undefined;
  return {
    ...textsOf(facts, (fact) => places.includes(fact), whole),
    ...(Array.isArray(members) && { members: members.map(String).sort().join(' ') }),
  };
}

/** A record as it is in a list, which may show less of it. */
export function entryTexts(facts: object): Entry {
  const id = fieldOf(facts, 'id');
  return { id: isId(id) ? String(id) : undefined, texts: textsOf(facts, () => true, false) };
}

function textsOf(facts: object, isPlace: (fact: string) => boolean, whole: boolean): Texts {
  const texts: { [fact: string]: string } = {};
  for (const fact of MODELLED) {
    const value = fieldOf(facts, fact);
    if (!isPlace(fact)) continue;
    if (typeof value === 'string') texts[fact] = value;
    else if (whole && (value === undefined || value === null)) texts[fact] = '';
  }
  return texts;
}
