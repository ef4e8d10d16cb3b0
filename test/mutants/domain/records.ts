/** Groups and users that do not live as the names of their operations say. Each defect for both families. */
import type { JudgedId } from '../../../contracts/specification/index.ts';
import type { Content, Family } from '../../../simulator/fleet/rules/records.ts';
import type { Rules } from '../../../simulator/simulator.ts';
import type { Mutant } from '../mutant.ts';

type LifeRule =
  | 'created-can-be-read'
  | 'created-is-listed'
  | 'replaced'
  | 'updated-keeps-rest'
  | 'deleted-is-gone'
  | 'deleted-spares-others';

/** A field of each family that is text, and not its name. */
const text = { group: 'description', user: 'email' } as const;

interface Defect {
  breaks: readonly [LifeRule, ...LifeRule[]];
  what: (family: Family) => string;
  rules: (family: Family) => Partial<Rules>;
  also?: readonly LifeRule[];
  /** Whether the operations on one record look as if they were not served. */
  byId?: boolean;
}

const defects: readonly Defect[] = [
  {
    breaks: ['created-can-be-read'],
    what: (family) => `no ${family} can be read by its id`,
    rules: (family) => ({ recordRead: (asked, _id, record) => (asked === family ? undefined : record) }),
    byId: true,
  },
  {
    breaks: ['created-can-be-read'],
    what: (family) => `the ${text[family]} of a new ${family} is lost`,
    rules: (family) => ({
      recordCreated: (facts) =>
        facts.family === family ? without(facts.content, text[family]) : facts.content,
    }),
  },
  {
    breaks: ['created-can-be-read'],
    what: (family) => `the name of a new ${family} is cut short`,
    rules: (family) => ({
      recordCreated: ({ content, ...facts }) =>
        facts.family === family ? { ...content, name: String(content.name).slice(0, 8) } : content,
    }),
  },
  {
    breaks: ['created-is-listed'],
    what: (family) => `a new ${family} does not come into the list`,
    rules: (family) => ({ recordListed: (facts) => facts.family !== family || facts.id <= 3 }),
  },
  {
    breaks: ['created-is-listed'],
    what: (family) => `the list leaves out every ${family} whose name begins with a small letter`,
    rules: (family) => ({
      recordListed: ({ record, ...facts }) => facts.family !== family || !/^[a-z]/.test(String(record.name)),
    }),
  },
  {
    breaks: ['replaced'],
    what: (family) => `a PUT leaves a ${family} as it was`,
    rules: (family) => ({
      recordReplaced: (facts) => (facts.family === family ? facts.before : facts.content),
    }),
  },
  {
    breaks: ['replaced'],
    what: (family) => `a PUT takes the new ${text[family]} of a ${family}, but not its name`,
    rules: (family) => ({
      recordReplaced: ({ before, content, ...facts }) =>
        facts.family === family ? { ...content, name: before.name } : content,
    }),
  },
  {
    breaks: ['updated-keeps-rest'],
    what: (family) => `a PATCH wipes what it does not name of a ${family}`,
    rules: (family) => ({
      recordUpdated: ({ before, change, ...facts }) =>
        facts.family === family ? change : { ...before, ...change },
    }),
  },
  {
    breaks: ['updated-keeps-rest'],
    what: (family) => `a PATCH changes nothing of a ${family}`,
    rules: (family) => ({
      recordUpdated: ({ before, change, ...facts }) =>
        facts.family === family ? before : { ...before, ...change },
    }),
  },
  {
    breaks: ['replaced'],
    what: (family) => `a PUT of a ${family} is mixed with what was there`,
    rules: (family) => ({
      recordReplaced: ({ before, content, ...facts }) =>
        facts.family === family
          ? { ...content, [text[family]]: `${before[text[family]]}${content[text[family]]}` }
          : content,
    }),
  },
  {
    breaks: ['deleted-is-gone'],
    what: (family) => `a DELETE leaves a ${family} where it is`,
    rules: (family) => ({ recordsRemoved: (facts) => (facts.family === family ? [] : [facts.id]) }),
  },
  {
    breaks: ['deleted-is-gone'],
    what: (family) => `a DELETE only hides a ${family} from the list`,
    rules: (family) => {
      const hidden = new Set<number>();
      return {
        recordsRemoved(facts) {
          if (facts.family !== family) return [facts.id];
          hidden.add(facts.id);
          return [];
        },
        recordListed: (facts) => facts.family !== family || !hidden.has(facts.id),
      };
    },
  },
  {
    breaks: ['deleted-is-gone'],
    what: (family) => `a deleted ${family} can no longer be read, but is still in the list`,
    rules: (family) => {
      const hidden = new Set<number>();
      return {
        recordsRemoved(facts) {
          if (facts.family !== family) return [facts.id];
          hidden.add(facts.id);
          return [];
        },
        recordRead: (asked, id, record) => (asked === family && hidden.has(id) ? undefined : record),
      };
    },
  },
  {
    breaks: ['deleted-spares-others'],
    what: (family) => `a DELETE takes every later ${family} with it`,
    rules: (family) => ({
      recordsRemoved: ({ id, ...facts }) =>
        facts.family === family ? Array.from({ length: 40 }, (_, index) => id + index) : [id],
    }),
    // Other cases delete too, and take this one's record with theirs.
    also: ['created-can-be-read', 'created-is-listed', 'replaced', 'updated-keeps-rest', 'deleted-is-gone'],
  },
  {
    breaks: ['deleted-spares-others'],
    what: (family) => `a DELETE empties the ${text[family]} of every other ${family}`,
    rules: (family) => {
      const seen = new Set<number>();
      const emptied = new Set<number>();
      return {
        recordsRemoved(facts) {
          if (facts.family === family) for (const id of seen) emptied.add(id);
          return [facts.id];
        },
        recordRead(asked, id, record) {
          if (asked !== family || !record) return record;
          seen.add(id);
          return emptied.has(id) ? { ...record, [text[family]]: '' } : record;
        },
      };
    },
    // Deletes of other cases empty this one's record.
    also: ['created-can-be-read', 'replaced', 'updated-keeps-rest'],
  },
];

const families = ['group', 'user'] as const;

export const recordMutants: readonly Mutant[] = [
  ...families.flatMap((family) =>
    defects.map(({ breaks, what, rules, also = [], byId = false }): Mutant => {
      const idOf = (rule: LifeRule): JudgedId => `${family}s/${rule}`;
      return {
        breaks: breaks.map(idOf) as unknown as Mutant['breaks'],
        what: what(family),
        rules: () => rules(family),
        also: [...also.map(idOf), ...(byId ? operationsById(family) : [])],
      };
    }),
  ),
  {
    breaks: ['users/countries-listed'],
    what: 'there is no country',
    rules: () => ({ countriesListed: () => [] }),
  },
  {
    breaks: ['users/time-zones-listed'],
    what: 'there is no time zone',
    rules: () => ({ timeZonesListed: () => [] }),
  },
];

function without(content: Content, field: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== field));
}

function operationsById(family: Family): string[] {
  const name = family === 'group' ? 'Group' : 'User';
  return ['read', 'replace', 'update', 'delete'].map((verb) => `operations/${verb}${name}`);
}
