/** The facts of records as texts that the judge compares: those that a run sends, and that can be read back. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Entry, Family, Texts } from '../judge/event.ts';
import { fieldOf } from '../kit/json.ts';
import { isId } from '../profile/facts.ts';

/** Facts that are texts, and those of a user that a deployment need not keep. */
const free: readonly string[] = ['name', 'description', 'email'];
const compared = [...free, 'phone', 'country', 'timeZone', 'notify', 'disabled'];
/** The ids of what belongs to a record, which the judge knows as `members`. */
export const membersOf = { group: 'deviceIds', user: 'groupIds' } as const satisfies {
  [F in Family]: string;
};
/** Digits by which the numbers of a run differ, whether the code of the country is before them or not. */
const END_OF_PHONE = 7;

/** An empty value counts as an empty text only in a record that was read as a whole. */
export function readableTexts(
  { lens }: Pick<Deployment, 'lens'>,
  family: Family,
  facts: object,
  whole = false,
): Texts {
  const places: readonly string[] = lens.reply(family).facts;
  const texts = textsOf(facts, (fact) => places.includes(fact), whole);
  const name = membersOf[family];
  const members = places.includes(name) ? fieldOf(facts, name) : undefined;
  return Array.isArray(members) ? { ...texts, members: inOrder(members) } : texts;
}

/** A record as it is in a list, which may show less of it: what is empty there says nothing. */
export function entryTexts(facts: object): Entry {
  const id = fieldOf(facts, 'id');
  const isHeld = (fact: string) => {
    const value = fieldOf(facts, fact);
    return free.includes(fact) || (Array.isArray(value) ? value.length > 0 : value !== '');
  };
  return { id: isId(id) ? String(id) : undefined, texts: textsOf(facts, isHeld, false) };
}

/** Some deployments leave out what is empty, others write it down. */
function textsOf(facts: object, isMeant: (fact: string) => boolean, whole: boolean): Texts {
  return Object.fromEntries(
    compared.filter(isMeant).flatMap((fact): [string, string][] => {
      const value = fieldOf(facts, fact);
      if (value === undefined || value === null) return whole ? [[fact, '']] : [];
      if (Array.isArray(value)) return [[fact, inOrder(value)]];
      if (free.includes(fact)) return typeof value === 'string' ? [[fact, value]] : [];
      if (fact === 'phone') return [[fact, String(value).replace(/\D/g, '').slice(-END_OF_PHONE)]];
      return [[fact, value === false ? '' : String(value)]];
    }),
  );
}

function inOrder(values: readonly unknown[]): string {
  return [...new Set(values.map(String))].sort().join(' ');
}
