/** Groups and users that do not live as the names of their operations say (sections 1 and 4.2). */
import type { Content, Family } from '../fleet/rules/records.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Deviation, type DeviationsOf, deviation } from './deviation.ts';
import { listsLastTwice } from './devices.ts';

/** As long as names may get here. */
const SHORT = 12;
/** More than anyone creates in a while. */
const MANY = 1_000;
/** A text field of each family, besides its name; and those that hold any text. */
const texts = { group: 'description', user: 'email' } as const;
const freeTexts = { group: ['name', 'description'], user: ['name'] } as const;

type OfFamily<F extends Family> = Omit<
  DeviationsOf<`${F}s`>,
  'users/countries-listed' | 'users/time-zones-listed'
>;

export const groupDeviations: DeviationsOf<'groups'> = ofFamily('group');
export const userDeviations: DeviationsOf<'users'> = {
  ...ofFamily('user'),
  'users/countries-listed': deviation('lists no country', () => ({ countriesListed: () => [] })),
  'users/time-zones-listed': deviation('lists no time zone', () => ({ timeZonesListed: () => [] })),
};

function ofFamily<F extends Family>(family: F): OfFamily<F> {
  const own = <Name extends RecordRule>(name: Name, wrong: Rules[Name]) => ruleOf(family, name, wrong);
  const rows: { readonly [name: string]: Deviation } = {
    'created-can-be-read': deviation('truncates names', () =>
      own('recordCreated', ({ content }) => ({ ...content, name: String(content.name).slice(0, SHORT) })),
    ),
    'created-is-listed': deviation('does not list what was created', () => {
      const names = new Set<unknown>();
      return {
        ...own('recordCreated', ({ content }) => {
          names.add(content.name);
          return content;
        }),
        ...own('recordListed', ({ record }) => !names.has(record.name)),
      };
    }),
    replaced: deviation('keeps the content that a PUT replaces', () =>
      own('recordReplaced', ({ before }) => before),
    ),
    'updated-keeps-rest': deviation('clears the fields that a PATCH leaves out', () =>
      own('recordUpdated', ({ change }) => change),
    ),
    'deleted-is-gone': deviation('only hides from the list what was deleted', () => {
      const hidden = new Set<number>();
      return {
        ...own('recordsRemoved', ({ id }) => {
          hidden.add(id);
          return [];
        }),
        ...own('recordListed', ({ id }) => !hidden.has(id)),
      };
    }),
    'deleted-spares-others': deviation('deletes with a changed record what was created after it', () =>
      takesLater(family),
    ),
    'replaced-spares-others': writesIntoOthers(family, 'PUT', 'recordReplaced'),
    'updated-spares-others': writesIntoOthers(family, 'PATCH', 'recordUpdated'),
    'listed-once': listsLastTwice(`${family}s`),
    'kept-as-sent': deviation('loses letters that are not ASCII', () => ({
      ...own('recordCreated', ({ content }) => withoutLetters(family, content)),
      ...own('recordReplaced', ({ content }) => withoutLetters(family, content)),
      ...own('recordUpdated', ({ before, change }) => ({ ...before, ...withoutLetters(family, change) })),
    })),
  };
  const named = Object.entries(rows).map(([name, row]) => [`${family}s/${name}`, row]);
  return Object.fromEntries(named) as OfFamily<F>;
}

type RecordRule = 'recordCreated' | 'recordReplaced' | 'recordUpdated' | 'recordListed' | 'recordsRemoved';

/** A rule function in place of the document's own, for the records of one family. */
function ruleOf<Name extends RecordRule>(family: Family, name: Name, wrong: Rules[Name]): Partial<Rules> {
  const rule = (facts: { family: Family }) =>
    (facts.family === family ? wrong : documentRules[name])(facts as never);
  return { [name]: rule };
}

function withoutLetters(family: Family, content: Content): Content {
  const changed = freeTexts[family].flatMap((field) => {
    const text = content[field];
    return typeof text === 'string' ? [[field, text.replace(/[^ -~]/g, '?')]] : [];
  });
  return { ...content, ...Object.fromEntries(changed) };
}

/** Records that are only made to be deleted are not changed before, and so take nothing with them. */
function takesLater(family: Family): Partial<Rules> {
  const changed = new Set<unknown>();
  const names = new Map<number, unknown>();
  const note = (of: Family, content: Content): Content => {
    if (of === family) changed.add(content.name);
    return content;
  };
  return {
    recordReplaced: (facts) => note(facts.family, documentRules.recordReplaced(facts)),
    recordUpdated: (facts) => note(facts.family, documentRules.recordUpdated(facts)),
    recordRead(asked, id, record) {
      if (asked === family) names.set(id, nameOf(record));
      return record;
    },
    ...ruleOf(family, 'recordsRemoved', ({ id }) =>
      changed.has(names.get(id)) ? Array.from({ length: MANY }, (_, place) => id + place) : [id],
    ),
  };
}

/** A write writes its text into every other record that was read before. */
function writesIntoOthers(
  family: Family,
  method: 'PUT' | 'PATCH',
  write: 'recordReplaced' | 'recordUpdated',
): Deviation {
  return deviation(`writes the ${texts[family]} of a ${method} into every other ${family}`, () => {
    const names = new Map<number, unknown>();
    const written = new Map<number, string>();
    let count = 0;
    const note = (before: Content, after: Content): Content => {
      count++;
      for (const [id, name] of names)
        if (name === before.name) written.delete(id);
        else written.set(id, `${after.name}@${count}`);
      return after;
    };
    return {
      recordRead(asked, id, record) {
        if (asked !== family || !record) return record;
        names.set(id, nameOf(record));
        return written.has(id) ? { ...record, [texts[family]]: written.get(id) } : record;
      },
      [write]: (facts: { family: Family; before: Content }) => {
        const after = documentRules[write](facts as never);
        return facts.family === family ? note(facts.before, after) : after;
      },
    };
  });
}

function nameOf(record: object | undefined): unknown {
  return record && 'name' in record ? record.name : undefined;
}
