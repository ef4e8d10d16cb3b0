/** Groups and users that do not live as the names of their operations say (sections 1 and 4.2). */
import type { Content, Family } from '../fleet/rules/records.ts';
import { documentRules, type Rules } from '../options.ts';
import { type Affected, type Deviation, type DeviationsOf, deviation, type Effects } from './deviation.ts';
import { listedCopy, listedFromCache, listedOnceDeviations } from './lists.ts';
import { listedNextDay } from './returning.ts';
import { keptDeviations } from './texts.ts';

/** A text field of each family, besides its name. */
const text = { group: 'description', user: 'email' } as const;

/** As long as names may get here. */
const SHORT = 12;

export const groupDeviations: DeviationsOf<'groups'> = {
  'groups/created-can-be-read': created('group', {
    also: [
      'operations/readGroup',
      'operations/replaceGroup',
      'operations/updateGroup',
      'operations/deleteGroup',
    ],
  }),
  'groups/created-is-listed': listed('group'),
  'groups/replaced': [...replaced('group'), devicesMerged()],
  'groups/updated-keeps-rest': [...updated('group'), emptyIgnored(), devicesLost()],
  'groups/deleted-is-gone': deleted('group'),
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
  'groups/replaced-spares-others': besideChanged('group', 'recordReplaced', 'groups/'),
  'groups/updated-spares-others': besideChanged('group', 'recordUpdated', 'groups/'),
  'groups/listed-once': [
    ...listedOnceDeviations('groups', ['groups/']),
    listedCopy('groups'),
    { ...listedFromCache('group', 'delete'), also: ['groups/'] },
  ],
  'groups/kept-as-sent': keptDeviations('group'),
};

export const userDeviations: DeviationsOf<'users'> = {
  'users/created-can-be-read': created('user', {
    also: ['operations/readUser', 'operations/replaceUser', 'operations/updateUser', 'operations/deleteUser'],
  }),
  'users/created-is-listed': listed('user'),
  'users/replaced': replaced('user'),
  'users/updated-keeps-rest': updated('user'),
  'users/deleted-is-gone': deleted('user'),
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
  'users/replaced-spares-others': besideChanged('user', 'recordReplaced', 'users/'),
  'users/updated-spares-others': besideChanged('user', 'recordUpdated', 'users/'),
  'users/listed-once': [
    ...listedOnceDeviations('users', ['users/']),
    listedCopy('users'),
    { ...listedFromCache('user', 'delete'), also: ['users/'] },
  ],
  'users/kept-as-sent': keptDeviations('user'),
  'users/countries-listed': [deviation('lists no country', () => ({ countriesListed: () => [] }))],
  'users/time-zones-listed': [deviation('lists no time zone', () => ({ timeZonesListed: () => [] }))],
};

type Several = readonly [Deviation, ...Deviation[]];

function created(family: Family, unread: Effects): Several {
  const also = [`${family}s/kept-as-sent`] as const;
  return [
    deviation(
      'truncates names',
      () => ({
        recordCreated: (facts) =>
          facts.family === family
            ? { ...facts.content, name: String(facts.content.name).slice(0, SHORT) }
            : documentRules.recordCreated(facts),
      }),
      { also },
    ),
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
      { also },
    ),
  ];
}

function listed(family: Family): Several {
  const also = [`${family}s/listed-once`] as const;
  return [
    deviation(
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
      { also },
    ),
    deviation(
      `lists only the first ${family}s`,
      () => ({
        recordListed: (facts) => facts.family !== family || facts.id <= 3,
      }),
      { also },
    ),
  ];
}

function replaced(family: Family): Several {
  const replacing = (change: (before: Content, content: Content) => Content) => () => ({
    recordReplaced: (facts: Parameters<Rules['recordReplaced']>[0]) =>
      facts.family === family ? change(facts.before, facts.content) : documentRules.recordReplaced(facts),
  });
  return [
    deviation(
      'keeps the content that a PUT replaces',
      replacing((before) => before),
    ),
    deviation(
      'keeps the name that a PUT replaces',
      replacing((before, content) => ({ ...content, name: before.name })),
    ),
    deviation(
      'merges the content of a PUT with what was there',
      replacing((before, content) => ({
        ...content,
        [text[family]]: `${before[text[family]]}${content[text[family]] ?? ''}`,
      })),
      { also: [`${family}s/kept-as-sent`] },
    ),
    { ...listedFromCache(family, 'replace'), also: [`${family}s/listed-once`, `${family}s/kept-as-sent`] },
  ];
}

function updated(family: Family): Several {
  return [
    deviation('clears the fields that a PATCH leaves out', () => ({
      recordUpdated: (facts) => (facts.family === family ? facts.change : documentRules.recordUpdated(facts)),
    })),
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
  return deviation(
    'ignores a PATCH to an empty text',
    () => ({
      recordUpdated: (facts) => ({
        ...documentRules.recordUpdated(facts),
        ...(facts.change.description === '' && { description: facts.before.description }),
      }),
    }),
    { thorough: true },
  );
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

function deleted(family: Family): Several {
  return [
    deviation(
      'only hides from the list what was deleted',
      () => {
        const hidden = new Set<number>();
        return {
          recordsRemoved: (facts) => removedUnless(facts, family, hidden),
          recordListed: (facts) => facts.family !== family || !hidden.has(facts.id),
        };
      },
      { also: [`${family}s/listed-once`] },
    ),
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

function removedUnless(facts: { family: Family; id: number }, family: Family, kept: Set<number>): number[] {
  if (facts.family !== family) return documentRules.recordsRemoved(facts);
  kept.add(facts.id);
  return [];
}

/** `also`: other cases delete as well, and lose this one's record. */
function spared(family: Family, also: Effects['also'] & {}): Several {
  return [
    deviation('deletes with a changed record what was created after it', () => afterChanged(family)),
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

/** More than anyone creates in a while. */
const MANY = 1_000;

/** Records that are only made to be deleted are not changed before, and so take nothing with them. */
function afterChanged(family: Family): Partial<Rules> {
  const changed = new Set<unknown>();
  const names = new Map<number, unknown>();
  return {
    recordReplaced(facts) {
      const content = documentRules.recordReplaced(facts);
      if (facts.family === family) changed.add(content.name);
      return content;
    },
    recordUpdated(facts) {
      const content = documentRules.recordUpdated(facts);
      if (facts.family === family) changed.add(content.name);
      return content;
    },
    recordRead(asked, id, record) {
      if (asked === family) names.set(id, nameOf(record));
      return record;
    },
    recordsRemoved(facts) {
      const takesMore = facts.family === family && changed.has(names.get(facts.id));
      return takesMore ? range(facts.id, MANY) : documentRules.recordsRemoved(facts);
    },
  };
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
function besideChanged(family: Family, write: 'recordReplaced' | 'recordUpdated', also: Affected): Several {
  const method = write === 'recordReplaced' ? 'PUT' : 'PATCH';
  return [
    deviation(
      `writes the ${text[family]} of a ${method} into every other ${family}`,
      () => overlaid(family, write, () => true),
      { also: [also] },
    ),
    deviation(
      `does so at the second ${method} of a record`,
      () => overlaid(family, write, (times) => times > 1),
      { also: [also] },
    ),
    ...(write === 'recordUpdated' ? [sharedByName(family, also)] : []),
  ];
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

/** Every other record is read with the text of the last write that counts. */
function overlaid(
  family: Family,
  write: 'recordReplaced' | 'recordUpdated',
  counts: (times: number) => boolean,
): Partial<Rules> {
  let last: { name: unknown; text: unknown } | undefined;
  const times = new Map<unknown, number>();
  const note = (before: Content, after: Content): Content => {
    const count = (times.get(before.name) ?? 0) + 1;
    times.set(after.name, count);
    if (counts(count)) last = { name: after.name, text: `${after.name}@${count}` };
    return after;
  };
  const reads: Partial<Rules> = {
    recordRead(asked, _id, record) {
      if (asked !== family || !record || !last || nameOf(record) === last.name) return record;
      return { ...record, [text[family]]: last.text };
    },
  };
  if (write === 'recordReplaced')
    return {
      ...reads,
      recordReplaced: (facts) => {
        const after = documentRules.recordReplaced(facts);
        return facts.family === family ? note(facts.before, after) : after;
      },
    };
  return {
    ...reads,
    recordUpdated: (facts) => {
      const after = documentRules.recordUpdated(facts);
      return facts.family === family ? note(facts.before, after) : after;
    },
  };
}

function nameOf(record: object | undefined): unknown {
  return record && 'name' in record ? record.name : undefined;
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function without(content: Content, field: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== field));
}
