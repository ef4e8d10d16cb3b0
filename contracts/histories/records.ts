/** The life of groups and of users from create to delete, beside others (sections 1 and 4.2). */
import type { Family } from '../judge/event.ts';
import { drawnTexts, type Step } from '../play/steps.ts';
import { type History, perFamily } from './history.ts';
import {
  countries,
  create,
  devices,
  eachOf,
  list,
  nextDay,
  read,
  remove,
  replace,
  timeZones,
  update,
} from './steps.ts';

/** Records that texts are written to. */
const SUBJECTS = [1, 2, 3, 4, 5] as const;
/** The number of the first text of several in one, and of the first rarer one. */
const SEVERAL = drawnTexts.alone + 1;
const RARER = 2 * drawnTexts.alone + 1;

type Writes = (family: Family, record: number, as: { drawn: number }) => Step;

/** Texts that are easily got wrong, one to each record, from that number on. */
function texts(family: Family, write: Writes, first: number): Step[] {
  return [
    ...SUBJECTS.map((record) => write(family, record, { drawn: first + record - 1 })),
    list(family, { whole: true }),
  ];
}

const patch: Writes = (family, record, as) => update(family, record, 'both', as);

/** The rules that the life of some records beside each other is about. */
export const ofALife = [
  'created-can-be-read',
  'created-is-listed',
  'replaced',
  'updated-keeps-rest',
  'deleted-is-gone',
  'replaced-spares-others',
  'updated-spares-others',
  'deleted-spares-others',
  'listed-once',
] as const;

/** With all that a record can hold: what a write does to the rest of it shows. */
const FURTHER = { further: true } as const;

/** Texts that writes of a life take from where the history of texts of the same family takes none. */
const FIRST_OF_LIFE = { group: SUBJECTS.length + 1, user: SEVERAL } as const satisfies {
  [F in Family]: number;
};

function drawnIn(family: Family, number: number): { drawn: number } {
  return { drawn: FIRST_OF_LIFE[family] + number };
}

const lives = perFamily([
  {
    name: 'some records, four of them alike, are changed and deleted beside each other',
    about: ofALife,
    steps: (family) => [
      create(family, 1, FURTHER),
      list(family),
      read(family, 1),
      ...[2, 3, 4].map((record) => create(family, record, { like: 1, ...FURTHER })),
      list(family, { size: 3 }),
      ...eachOf(read, family, 2, 3, 4),
      update(family, 2, 'name'),
      read(family, 2),
      update(family, 2, 'both', family === 'group' ? { drawn: 1 } : {}),
      ...eachOf(read, family, 2, 4),
      // While others are still like it.
      replace(family, 4, { ...FURTHER, ...drawnIn(family, 0) }),
      list(family),
      replace(family, 2, { ...FURTHER, ...drawnIn(family, 1) }),
      read(family, 2),
      replace(family, 2, { partial: true, ...drawnIn(family, 2) }),
      // A list right after reads shows what is its own.
      ...eachOf(read, family, 2, 1),
      list(family),
      ...eachOf(remove, family, ...(family === 'group' ? [3, 3] : [3])),
      read(family, 3),
      list(family),
      create(family, 5, { named: 3, bare: true }),
      list(family),
      ...eachOf(read, family, 5, 3),
      replace(family, 1, { ...FURTHER, ...drawnIn(family, 3) }),
      ...eachOf(read, family, 1, 5),
      update(family, 2, 'name', { back: 3 }),
      list(family),
      // With nothing but this between two lists.
      remove(family, 2),
      ...eachOf(read, family, 2, 1, 5),
      list(family),
    ],
  },
  {
    name: 'texts that are easily got wrong, by each kind of write',
    about: [
      'kept-as-sent',
      'created-can-be-read',
      'listed-once',
      'replaced-spares-others',
      'updated-spares-others',
    ],
    aboutGroups: ['deleted-is-gone'],
    steps: (family) => [
      ...texts(family, create, SEVERAL),
      ...texts(family, replace, 1),
      // One family shows it, and a run has 1,200 requests.
      ...(family === 'group' ? [...texts(family, patch, 6), ...texts(family, replace, SEVERAL)] : []),
      ...texts(family, patch, SEVERAL + SUBJECTS.length),
      // The end of a day takes nothing away.
      ...(family === 'group' ? [remove(family, 5), nextDay, read(family, 5), list(family)] : []),
    ],
  },
]);

/** Each field by itself, and values that are emptied. */
const fields: readonly History[] = [
  {
    name: 'the fields of a group, one by one, beside one that is like it',
    about: [
      'groups/updated-keeps-rest',
      'groups/replaced',
      'groups/created-can-be-read',
      'groups/updated-spares-others',
      'groups/deleted-spares-others',
    ],
    steps: [
      ...devices(1, 2),
      create('group', 1, { members: [1, 2], drawn: 1 }),
      read('group', 1),
      create('group', 2, { like: 1 }),
      list('group'),
      // Each member by itself shows that it is kept: then both must be.
      update('group', 1, 'members', { members: [1] }),
      read('group', 1),
      replace('group', 1, { same: true, members: [2] }),
      read('group', 1),
      update('group', 1, 'both', { drawn: 2 }),
      read('group', 1),
      update('group', 1, 'other', { empty: true }),
      update('group', 1, 'members', { members: [] }),
      read('group', 1),
      update('group', 1, 'members', { members: [1, 2] }),
      read('group', 1),
      replace('group', 1, { same: true, members: [2, 1] }),
      read('group', 1),
      update('group', 2, 'members', { members: [2] }),
      ...eachOf(read, 'group', 1, 2),
      remove('group', 1),
      ...eachOf(read, 'group', 2, 1),
    ],
  },
  {
    // Fields that are often kept together are changed apart: what one does to the other is not written over before it is read.
    name: 'the fields of a user, one by one',
    about: [
      'users/updated-keeps-rest',
      'users/replaced',
      'users/created-can-be-read',
      'users/listed-once',
      'users/updated-spares-others',
      'users/deleted-spares-others',
      'groups/deleted-spares-others',
    ],
    steps: [
      ...devices(1),
      create('group', 1),
      // The devices of a group that a removed user belongs to stay in it.
      create('group', 2, { members: [1] }),
      create('user', 1, { further: true, members: [1, 2] }),
      // Before another has one of its groups.
      read('user', 1),
      // Each of its groups by itself shows that it is kept: then both must be.
      replace('user', 1, { same: true, further: true, members: [1] }),
      read('user', 1),
      update('user', 1, 'email'),
      create('user', 2, { like: 1, further: true, members: [1, 2] }),
      list('user'),
      // Name, country and time zone, which both have, are changed last: others may be found by them.
      update('user', 1, 'members', { members: [] }),
      update('user', 1, 'disabled', { empty: true }),
      update('user', 1, 'notify', { empty: true }),
      read('user', 1),
      update('user', 1, 'phone'),
      update('user', 1, 'disabled'),
      // The other may lose this one, and no other.
      update('user', 1, 'members', { members: [2] }),
      update('user', 1, 'notify'),
      update('user', 1, 'country'),
      read('user', 1),
      update('user', 1, 'timeZone'),
      update('user', 1, 'name', { drawn: 1 }),
      read('user', 1),
      // Not the first change of its groups; and then two in place of one.
      replace('user', 1, { partial: true, further: true, members: [1], drawn: SEVERAL + 4 }),
      read('user', 1),
      update('user', 1, 'members', { members: [2, 1] }),
      read('user', 1),
      list('user'),
      read('user', 2),
      // Records that hang on a removed one, or share another with it, are still there as they were.
      remove('group', 1),
      read('group', 1),
      read('user', 2),
      remove('user', 1),
      ...eachOf(read, 'user', 2, 1),
      read('group', 2),
    ],
  },
];

/** A list that is cut by mistake is so after 10 or 20 records more often than elsewhere. */
const LONG = 21;
/** So many that a fault of one in fifty shows. */
const READS = 75;

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Rarer texts, longer lists, and a record at rest. */
const long = perFamily(
  [
    {
      name: 'rarer texts, by each kind of write',
      about: ['kept-as-sent'],
      steps: (family) => [
        ...texts(family, create, SEVERAL),
        ...Array.from({ length: (drawnTexts.all - RARER + 1) / SUBJECTS.length }, (_, turn) => {
          const first = RARER + turn * SUBJECTS.length;
          return [...texts(family, replace, first), ...texts(family, patch, first)];
        }).flat(),
      ],
    },
    {
      name: 'a long list',
      about: ['listed-once', 'created-is-listed', 'created-can-be-read'],
      steps: (family) => [
        ...eachOf(create, family, ...upTo(LONG)),
        list(family),
        list(family, { size: 7 }),
        ...eachOf(read, family, ...upTo(LONG)),
      ],
    },
    {
      name: 'a record at rest is read again and again',
      about: ['created-can-be-read', 'replaced'],
      steps: (family) => [
        ...eachOf(create, family, 1, 2),
        replace(family, 1),
        ...upTo(READS).flatMap(() => eachOf(read, family, 1, 2)),
      ],
    },
  ],
  'thorough',
);

/** The collections that a user chooses from. */
const choices: readonly History[] = [
  { name: 'the countries', about: ['users/countries-listed'], steps: [countries] },
  { name: 'the time zones', about: ['users/time-zones-listed'], steps: [timeZones] },
];

export const recordHistories: readonly History[] = [...lives, ...fields, ...long, ...choices];
