/** What new records are made of: each has texts of its own, by which it shows where they came to be elsewhere. */
import { exactJsonText } from '../../../kit/exact-json.ts';
import { recordFacts } from '../../../specification/records/index.ts';
import type { CaseContext } from '../../case-context.ts';
import { perRun } from '../per-run.ts';
import type { AnyFacts } from './compare.ts';
import type { Family } from './family.ts';

/** What is always asked for, or that the profile says is. */
const ALWAYS = ['name', 'email'];

/** Texts of the run that are in one record, or one change, alone. */
const ownOf = perRun(() => new Set<string>());

/** Names that the run gives to more than one record. */
export const repeatedNames = perRun(() => new Set<string>());

/** Facts for a new record, or for another content of one. */
export function freshFacts(context: CaseContext, family: Family): AnyFacts {
  const facts: AnyFacts = context.make.facts(family);
  const { description } = facts;
  if (typeof description !== 'string' || description.includes(context.nonce)) return facts;
  const own = `${description} ${context.make.number()}`;
  ownOf(context).add(own);
  return { ...facts, description: own };
}

/** Of the facts of a new record those alone that a create has to hold; all, where the profile has a sample. */
export function bareFacts(context: CaseContext, family: Family, facts: AnyFacts): AnyFacts {
  if (context.profile.samples?.[family] !== undefined) return facts;
  const required: readonly string[] = context.profile.openings['records.required']?.[family] ?? [];
  const isAsked = ([fact]: [string, unknown]) => ALWAYS.includes(fact) || required.includes(fact);
  return Object.fromEntries(Object.entries(facts).filter(isAsked));
}

/** A text that is read of a record and was sent for another one alone, in words. */
export function leaked(context: CaseContext, sent: AnyFacts, read: AnyFacts): string | undefined {
  const own = ownOf(context);
  const [fact, value] =
    Object.entries(read).find(
      ([name, text]) => !(name in sent) && typeof text === 'string' && own.has(text),
    ) ?? [];
  return fact === undefined
    ? undefined
    : `${fact} ${exactJsonText(value)}, which was sent for another record`;
}

/** The texts of a record that are new each time, a name before the others. */
export function textsOf(family: Family, facts: AnyFacts, mark: string): string[] {
  const kinds: { readonly [fact: string]: string } = recordFacts[family];
  return Object.keys(facts).filter((name) => {
    const value = facts[name];
    return (
      kinds[name] === 'text' && typeof value === 'string' && (name === 'description' || value.includes(mark))
    );
  });
}
