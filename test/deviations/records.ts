/** Groups and users that do not live as the names of their operations say (sections 1 and 4.2). */
import {
  type Affected,
  type Deviation,
  deviation,
  type Effects,
} from '../../simulator/deviations/deviation.ts';
import {
  type ChangeOfRecord,
  nameOf,
  overlaid,
  range,
  removedUnless,
  replacing,
  text,
} from '../../simulator/deviations/records.ts';
import type { Content, Family } from '../../simulator/fleet/rules/records.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import type { Further } from './further.ts';
import { listedCopy, listedFromCache, listedFromCaches, listedWrongly } from './lists.ts';
import { listedNextDay } from './returning.ts';
import { keptWrongly } from './texts.ts';

export const groupDeviations: Further<'groups'> = {
  'groups/created-can-be-read': created('group', {
    also: [
      'operations/readGroup',
      'operations/replaceGroup',
      'operations/updateGroup',
      'operations/deleteGroup',
    ],
  }),
  'groups/created-is-listed': [listsTheFirst('group')],
  'groups/replaced': [...replaced('group'), devicesMerged()],
  'groups/updated-keeps-rest': [...updated('group'), emptyIgnored(), devicesLost()],
  'groups/deleted-is-gone': [
    ...deleted('group'),
    { ...listedFromCache('group', 'delete'), inAllDialects: true },
  ],
  'groups/deleted-spares-others': spared('group', [
    'groups/created-can-be-read',
    'groups/replaced',
    'groups/updated-keeps-rest',
    'groups/created-is-listed',
    'groups/deleted-is-gone',
    'groups/listed-once',
    'groups/replaced-spares-others',
    'groups/updated-spares-others',
    'groups/kept-as-sent',
  ]),
  'groups/replaced-spares-others': [secondTime('group', 'recordReplaced', 'groups/')],
  'groups/updated-spares-others': [
    secondTime('group', 'recordUpdated', 'groups/'),
    sharedByName('group', 'groups/'),
  ],
  'groups/listed-once': [
    ...listedWrongly('groups', ['groups/']),
    listedCopy('groups'),
    ...listedFromCaches('group'),
  ],
  'groups/kept-as-sent': keptWrongly('group'),
};

export const userDeviations: Further<'users'> = {
  'users/created-can-be-read': created('user', {
    also: ['operations/readUser', 'operations/replaceUser', 'operations/updateUser', 'operations/deleteUser'],
  }),
  'users/created-is-listed': [listsTheFirst('user')],
  'users/replaced': replaced('user'),
  'users/updated-keeps-rest': updated('user'),
  'users/deleted-is-gone': [
    ...deleted('user'),
    { ...listedFromCache('user', 'delete'), inAllDialects: true },
  ],
  'users/deleted-spares-others': spared('user', [
    'users/created-can-be-read',
    'users/replaced',
    'users/updated-keeps-rest',
    'users/created-is-listed',
    'users/deleted-is-gone',
    'users/listed-once',
    'users/replaced-spares-others',
    'users/updated-spares-others',
    'users/kept-as-sent',
  ]),
  'users/replaced-spares-others': [secondTime('user', 'recordReplaced', 'users/')],
  'users/updated-spares-others': [
    secondTime('user', 'recordUpdated', 'users/'),
    sharedByName('user', 'users/'),
  ],
  'users/listed-once': [
    ...listedWrongly('users', ['users/']),
    listedCopy('users'),
    ...listedFromCaches('user'),
  ],
  'users/kept-as-sent': keptWrongly('user'),
};

function created(family: Family, unread: Effects): Deviation[] {
  return [
    deviation(
      `reads no ${family} by its id`,
      () => ({ recordRead: (asked, _id, record) => (asked === family ? undefined : record) }),
      unread,
    ),
    deviation(
      `loses the ${text[family]} of a new ${family}`,
      () => ({
        recordCreated: (facts) =>
          facts.family === family ? without(facts.content, text[family]) : documentRules.recordCreated(facts),
      }),
      { also: [`${family}s/kept-as-sent`] },
    ),
  ];
}

function listsTheFirst(family: Family): Deviation {
  return deviation(
    `lists only the first ${family}s`,
    () => ({
      recordListed: (facts) => facts.family !== family || facts.id <= 3,
    }),
    { also: [`${family}s/listed-once`] },
  );
}

function replaced(family: Family): Deviation[] {
  return [
    deviation(
      'keeps the name that a PUT replaces',
      replacing(family, (before, content) => ({ ...content, name: before.name })),
    ),
    deviation(
      'merges the content of a PUT with what was there',
      replacing(family, (before, content) => ({
        ...content,
        [text[family]]: `${before[text[family]]}${content[text[family]] ?? ''}`,
      })),
      { also: [`${family}s/kept-as-sent`] },
    ),
    { ...listedFromCache(family, 'replace'), also: [`${family}s/listed-once`, `${family}s/kept-as-sent`] },
  ];
}

function updated(family: Family): Deviation[] {
  return [
    deviation('ignores a PATCH', () => ({
      recordUpdated: (facts) => (facts.family === family ? facts.before : documentRules.recordUpdated(facts)),
    })),
    deviation('ignores a PATCH back to an earlier name', () => {
      const earlier = new Set<unknown>();
      return {
        recordUpdated(facts) {
          if (facts.family !== family) return documentRules.recordUpdated(facts);
          if (earlier.has(facts.change.name)) return facts.before;
          if ('name' in facts.change) earlier.add(facts.before.name);
          return documentRules.recordUpdated(facts);
        },
        recordReplaced(facts) {
          if (facts.family === family) earlier.add(facts.before.name);
          return documentRules.recordReplaced(facts);
        },
      };
    }),
  ];
}

/** An empty text is no text to it. */
function emptyIgnored(): Deviation {
  return deviation('ignores a PATCH to an empty text', () => ({
    recordUpdated: (facts) => ({
      ...documentRules.recordUpdated(facts),
      ...(facts.change.description === '' && { description: facts.before.description }),
    }),
  }));
}

function devicesMerged(): Deviation {
  return deviation('adds the devices of a PUT to those that the group had', () => ({
    recordReplaced: (facts) => {
      const content = documentRules.recordReplaced(facts);
      const devices = [...devicesOf(facts.before), ...devicesOf(facts.content)];
      return facts.family === 'group' ? { ...content, deviceIds: [...new Set(devices)] } : content;
    },
  }));
}

function devicesLost(): Deviation {
  return deviation(
    'empties a group with a PATCH of its texts',
    () => ({
      recordUpdated: (facts) => {
        const content = documentRules.recordUpdated(facts);
        const isOfDevices = facts.family !== 'group' || 'deviceIds' in facts.change;
        return isOfDevices ? content : { ...content, deviceIds: [] };
      },
    }),
    { thorough: true },
  );
}

function devicesOf({ deviceIds }: Content): readonly unknown[] {
  return Array.isArray(deviceIds) ? deviceIds : [];
}

function deleted(family: Family): Deviation[] {
  return [
    deviation('ignores a DELETE', () => ({
      recordsRemoved: (facts) => removedUnless(facts, family, new Set()),
    })),
    deviation(
      'lists what was deleted',
      () => {
        const hidden = new Set<number>();
        return {
          recordsRemoved: (facts) => removedUnless(facts, family, hidden),
          recordRead: (asked, id, record) => (asked === family && hidden.has(id) ? undefined : record),
        };
      },
      { also: [`${family}s/listed-once`] },
    ),
    listedNextDay(family),
  ];
}

/** `also`: other cases delete as well, and lose this one's record. */
function spared(family: Family, also: Effects['also'] & {}): Deviation[] {
  return [
    deviation(
      `deletes every ${family} of the name of the one that it is to delete`,
      () => allOfName(family),
      {
        also: [`${family}s/`],
        needsIds: true,
      },
    ),
    deviation(
      `deletes every later ${family} as well`,
      () => ({
        recordsRemoved: (facts) =>
          facts.family === family ? range(facts.id, 40) : documentRules.recordsRemoved(facts),
      }),
      { also },
    ),
    deviation(
      `clears the ${text[family]} of every other ${family} on a DELETE`,
      () => clearedOnDelete(family),
      { also },
    ),
  ];
}

/** A record is looked up by its name. */
function allOfName(family: Family): Partial<Rules> {
  const names = new Map<number, unknown>();
  return {
    recordRead(asked, id, record) {
      if (asked === family && record) names.set(id, nameOf(record));
      return record;
    },
    recordsRemoved(facts) {
      if (facts.family !== family) return documentRules.recordsRemoved(facts);
      const name = names.get(facts.id);
      const same = [...names].flatMap(([id, other]) => (name !== undefined && other === name ? [id] : []));
      return [...new Set([facts.id, ...same])];
    },
  };
}

function clearedOnDelete(family: Family): Partial<Rules> {
  const seen = new Set<number>();
  const cleared = new Set<number>();
  return {
    recordsRemoved(facts) {
      if (facts.family === family) for (const id of seen) cleared.add(id);
      return documentRules.recordsRemoved(facts);
    },
    recordRead(asked, id, record) {
      if (asked !== family || !record) return record;
      seen.add(id);
      return cleared.has(id) ? { ...record, [text[family]]: '' } : record;
    },
  };
}

/** `also`: other cases write as well, and change this one's records. */
function secondTime(family: Family, write: ChangeOfRecord, also: Affected): Deviation {
  const method = write === 'recordReplaced' ? 'PUT' : 'PATCH';
  return deviation(
    `does so at the second ${method} of a record`,
    () => overlaid(family, write, (times) => times > 1),
    { also: [also] },
  );
}

/** Records of one name are one to a PATCH. */
function sharedByName(family: Family, also: Affected): Deviation {
  return deviation(
    `writes the name of a PATCH into every ${family} that had the same name before`,
    () => {
      const renamed = new Map<unknown, unknown>();
      return {
        recordUpdated(facts) {
          const after = documentRules.recordUpdated(facts);
          if (facts.family === family && after.name !== facts.before.name)
            renamed.set(facts.before.name, after.name);
          return after;
        },
        recordRead(asked, _id, record) {
          const name = asked === family && record ? renamed.get(nameOf(record)) : undefined;
          return record && name !== undefined ? { ...record, name } : record;
        },
      };
    },
    { also: [also], needsIds: true },
  );
}

function without(content: Content, field: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== field));
}
