/** Groups and users that do not live as the names of their operations say (sections 1 and 4.2). */
import type { Content, Family } from '../fleet/rules/records.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Affected, type Deviation, type DeviationsOf, deviation } from './deviation.ts';
import { listsLastTwice } from './lists.ts';
import { losesLetters } from './texts.ts';

/** A text field of each family, besides its name. */
export const text = { group: 'description', user: 'email' } as const;

/** As long as names may get here. */
const SHORT = 12;

export const groupDeviations: DeviationsOf<'groups'> = {
  'groups/created-can-be-read': created('group'),
  'groups/created-is-listed': listed('group'),
  'groups/replaced': replaced('group'),
  'groups/updated-keeps-rest': updated('group'),
  'groups/deleted-is-gone': deleted('group'),
  'groups/deleted-spares-others': spared('group'),
  'groups/replaced-spares-others': besideChanged('group', 'recordReplaced', 'groups/'),
  'groups/updated-spares-others': besideChanged('group', 'recordUpdated', 'groups/'),
  'groups/listed-once': listsLastTwice('groups'),
  'groups/kept-as-sent': losesLetters('group'),
};

export const userDeviations: DeviationsOf<'users'> = {
  'users/created-can-be-read': created('user'),
  'users/created-is-listed': listed('user'),
  'users/replaced': replaced('user'),
  'users/updated-keeps-rest': updated('user'),
  'users/deleted-is-gone': deleted('user'),
  'users/deleted-spares-others': spared('user'),
  'users/replaced-spares-others': besideChanged('user', 'recordReplaced', 'users/'),
  'users/updated-spares-others': besideChanged('user', 'recordUpdated', 'users/'),
  'users/listed-once': listsLastTwice('users'),
  'users/kept-as-sent': losesLetters('user'),
  'users/countries-listed': deviation('lists no country', () => ({ countriesListed: () => [] })),
  'users/time-zones-listed': deviation('lists no time zone', () => ({ timeZonesListed: () => [] })),
};

function created(family: Family): Deviation {
  return deviation(
    'truncates names',
    () => ({
      recordCreated: (facts) =>
        facts.family === family
          ? { ...facts.content, name: String(facts.content.name).slice(0, SHORT) }
          : documentRules.recordCreated(facts),
    }),
    { also: [`${family}s/kept-as-sent`] },
  );
}

function listed(family: Family): Deviation {
  return deviation(
    'does not list what was created',
    () => {
      const names = new Set<unknown>();
      return {
        recordCreated(facts) {
          if (facts.family === family) names.add(facts.content.name);
          return documentRules.recordCreated(facts);
        },
        recordListed: (facts) => facts.family !== family || !names.has(facts.record.name),
      };
    },
    { also: [`${family}s/listed-once`] },
  );
}

function replaced(family: Family): Deviation {
  return deviation(
    'keeps the content that a PUT replaces',
    replacing(family, (before) => before),
  );
}

/** Another content after a PUT. */
export function replacing(
  family: Family,
  change: (before: Content, content: Content) => Content,
): () => Partial<Rules> {
  return () => ({
    recordReplaced: (facts) =>
      facts.family === family ? change(facts.before, facts.content) : documentRules.recordReplaced(facts),
  });
}

function updated(family: Family): Deviation {
  return deviation('clears the fields that a PATCH leaves out', () => ({
    recordUpdated: (facts) => (facts.family === family ? facts.change : documentRules.recordUpdated(facts)),
  }));
}

function deleted(family: Family): Deviation {
  return deviation(
    'only hides from the list what was deleted',
    () => {
      const hidden = new Set<number>();
      return {
        recordsRemoved: (facts) => removedUnless(facts, family, hidden),
        recordListed: (facts) => facts.family !== family || !hidden.has(facts.id),
      };
    },
    { also: [`${family}s/listed-once`] },
  );
}

/** Removes nothing of a family, and notes what would have been removed. */
export function removedUnless(
  facts: { family: Family; id: number },
  family: Family,
  kept: Set<number>,
): number[] {
  if (facts.family !== family) return documentRules.recordsRemoved(facts);
  kept.add(facts.id);
  return [];
}

/** More than anyone creates in a while. */
const MANY = 1_000;

/** Records that are only made to be deleted are not changed before, and so take nothing with them. */
function spared(family: Family): Deviation {
  return deviation('deletes with a changed record what was created after it', () => {
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
      recordsRemoved(facts) {
        const takesMore = facts.family === family && changed.has(names.get(facts.id));
        return takesMore ? range(facts.id, MANY) : documentRules.recordsRemoved(facts);
      },
    };
  });
}

/** `also`: other cases write as well, and change this one's records. */
function besideChanged(family: Family, write: ChangeOfRecord, also: Affected): Deviation {
  const method = write === 'recordReplaced' ? 'PUT' : 'PATCH';
  return deviation(
    `writes the ${text[family]} of a ${method} into every other ${family}`,
    () => overlaid(family, write, () => true),
    { also: [also] },
  );
}

export type ChangeOfRecord = 'recordReplaced' | 'recordUpdated';

/** A write that counts writes its text into every other record that was read before. */
export function overlaid(
  family: Family,
  write: ChangeOfRecord,
  counts: (times: number) => boolean,
): Partial<Rules> {
  const names = new Map<number, unknown>();
  const texts = new Map<number, string>();
  const times = new Map<unknown, number>();
  const note = (before: Content, after: Content): Content => {
    const count = (times.get(before.name) ?? 0) + 1;
    times.set(after.name, count);
    for (const [id, name] of names) {
      if (name === before.name) texts.delete(id);
      else if (counts(count)) texts.set(id, `${after.name}@${count}`);
    }
    return after;
  };
  return {
    recordRead(asked, id, record) {
      if (asked !== family || !record) return record;
      names.set(id, nameOf(record));
      return texts.has(id) ? { ...record, [text[family]]: texts.get(id) } : record;
    },
    recordReplaced(facts) {
      const after = documentRules.recordReplaced(facts);
      return write === 'recordReplaced' && facts.family === family ? note(facts.before, after) : after;
    },
    recordUpdated(facts) {
      const after = documentRules.recordUpdated(facts);
      return write === 'recordUpdated' && facts.family === family ? note(facts.before, after) : after;
    },
  };
}

export function nameOf(record: object | undefined): unknown {
  return record && 'name' in record ? record.name : undefined;
}

export function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
