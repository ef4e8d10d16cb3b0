/** The texts of records in the judge: those that a run sends, and that can be read back. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Entry, Family, Texts } from '../judge/event.ts';
import { fieldOf } from '../kit/json.ts';
import { isId } from '../profile/facts.ts';

const MODELLED = ['name', 'description', 'email'] as const;
/** Facts of a user that a deployment need not keep. */
const FURTHER = ['phone', 'country', 'timeZone', 'notify', 'disabled'] as const;
/** The ids of what belongs to a record. */
const membersOf = { group: 'deviceIds', user: 'groupIds' } as const satisfies { [F in Family]: string };

/** An empty value counts as an empty text only in a record that was read as a whole. */
export function readableTexts(
  { lens }: Pick<Deployment, 'lens'>,
  family: Family,
  facts: object,
  whole = false,
): Texts {
  const places: readonly string[] = lens.reply(family).facts;
  const name = membersOf[family];
  const members = places.includes(name) ? fieldOf(facts, name) : undefined;
  return {
    ...textsOf(facts, (fact) => places.includes(fact), whole),
    ...furtherOf(facts, (fact) => places.includes(fact), whole),
    ...(Array.isArray(members) && { members: inOrder(members) }),
  };
}

/** Some deployments leave out what is empty, others write it down. */
function furtherOf(facts: object, isPlace: (fact: string) => boolean, whole: boolean): Texts {
  return Object.fromEntries(
    FURTHER.flatMap((fact): [string, string][] => {
      const value = fieldOf(facts, fact);
      if (!isPlace(fact) || (value === undefined && !whole)) return [];
      if (value === undefined || value === null || value === false) return [[fact, '']];
      if (Array.isArray(value)) return [[fact, inOrder(value)]];
      return [[fact, fact === 'phone' ? endOfPhone(String(value)) : String(value)]];
    }),
  );
}

function inOrder(values: readonly unknown[]): string {
  return [...new Set(values.map(String))].sort().join(' ');
}

/** Digits by which the numbers of a run differ, whether the code of the country is before them or not. */
const END_OF_PHONE = 7;

function endOfPhone(text: string): string {
  return text.replace(/\D/g, '').slice(-END_OF_PHONE);
}

/** A record as it is in a list, which may show less of it: what is empty there says nothing. */
export function entryTexts(facts: object): Entry {
  const id = fieldOf(facts, 'id');
  const texts = { ...textsOf(facts, () => true, false), ...furtherOf(facts, isHeld(facts), false) };
  return { id: isId(id) ? String(id) : undefined, texts };
}

/** Returns whether a fact has a value that a list would not show in place of another. */
function isHeld(facts: object): (fact: string) => boolean {
  return (fact) => {
    const value = fieldOf(facts, fact);
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== '';
  };
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
