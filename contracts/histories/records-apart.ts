/** Histories of groups and users about few rules each: played where another one failed, to tell which rule is broken. */
import type { Family } from '../judge/event.ts';
import { drawnTexts, type Step } from '../play/steps.ts';
import { type History, type OfFamily, perFamily } from './history.ts';
import { ofALife } from './records.ts';
import { create, devices, eachOf, list, read, remove, replace, update } from './steps.ts';

/** Each text that the histories of a default run write: what acquits their rule has written the one that failed. */
const TEXTS = Array.from({ length: 2 * drawnTexts.alone }, (_, index) => index + 1);

/** A change of one of two records of one name, and the rule by which the other stays as it is. */
const toOne: readonly (readonly [
  done: string,
  rule: OfFamily['about'][number],
  write: (family: Family) => Step,
])[] = [
  ['renamed', 'updated-spares-others', (family) => update(family, 1, 'name')],
  ['replaced', 'replaced-spares-others', (family) => replace(family, 1)],
  ['deleted', 'deleted-spares-others', (family) => remove(family, 1)],
];

const lives = perFamily(
  [
    {
      name: 'four records live beside each other',
      about: ofALife,
      steps: (family) => [
        create(family, 1),
        read(family, 1),
        create(family, 2),
        create(family, 3),
        list(family),
        replace(family, 1),
        ...eachOf(read, family, 1, 2, 3),
        list(family),
        update(family, 1, 'other'),
        ...eachOf(read, family, 1, 2),
        update(family, 1, 'name'),
        ...eachOf(read, family, 1, 3),
        list(family),
        remove(family, 2),
        ...eachOf(read, family, 2, 1, 3),
        list(family),
        create(family, 4),
        read(family, 4),
        replace(family, 3),
        read(family, 3),
        remove(family, 1),
        ...eachOf(read, family, 1, 3, 4),
        list(family),
      ],
    },
    {
      name: 'a record is written again and again',
      about: ['replaced', 'replaced-spares-others', 'updated-keeps-rest', 'updated-spares-others'],
      steps: (family) => [
        ...eachOf(create, family, 1, 2, 3),
        read(family, 2),
        replace(family, 1),
        read(family, 2),
        replace(family, 1),
        ...eachOf(read, family, 1, 2, 3),
        update(family, 1, 'other'),
        update(family, 1, 'other'),
        ...eachOf(read, family, 1, 2),
        update(family, 1, 'name'),
        ...eachOf(read, family, 3, 1),
        list(family),
      ],
    },
    {
      name: 'a record is created after another was deleted',
      about: ['created-can-be-read', 'created-is-listed', 'deleted-is-gone', 'deleted-spares-others'],
      steps: (family) => [
        ...eachOf(create, family, 1, 2),
        list(family),
        remove(family, 2),
        create(family, 3),
        list(family),
        ...eachOf(read, family, 2, 3, 1),
      ],
    },
    {
      name: 'a list is read twice',
      about: ['listed-once', 'created-is-listed'],
      steps: (family) => [...eachOf(create, family, 1, 2, 3), list(family), list(family)],
    },
    {
      name: 'a PATCH back to an earlier value, and to nothing',
      about: ['updated-keeps-rest'],
      steps: (family) => [
        create(family, 1),
        update(family, 1, 'name'),
        read(family, 1),
        update(family, 1, 'name', { back: 1 }),
        read(family, 1),
        update(family, 1, 'both'),
        read(family, 1),
        update(family, 1, 'other', { empty: true }),
        read(family, 1),
      ],
    },
    {
      name: 'a PUT of a part',
      about: ['replaced'],
      steps: (family) => [
        create(family, 1),
        replace(family, 1, { partial: true }),
        read(family, 1),
        replace(family, 1),
        read(family, 1),
      ],
    },
    ...toOne.map(
      ([done, rule, write]): OfFamily => ({
        name: `two records of one name, one of which is ${done}`,
        about: [rule],
        steps: (family) => [
          create(family, 1),
          create(family, 2, { like: 1 }),
          read(family, 2),
          write(family),
          ...eachOf(read, family, 1, 2),
        ],
      }),
    ),
    {
      name: 'free texts that are easily got wrong',
      about: ['kept-as-sent'],
      steps: (family) => [
        create(family, 1, { drawn: 1 }),
        read(family, 1),
        ...[2, 3, 4, 5].flatMap((drawn) => [replace(family, 1, { drawn }), read(family, 1)]),
        ...TEXTS.flatMap((drawn) => [update(family, 1, 'other', { drawn }), read(family, 1)]),
      ],
    },
  ],
  'failed',
);

/** Groups hold devices. */
const members: History = {
  when: 'failed',
  name: 'a group with devices is replaced and changed',
  about: ['groups/replaced', 'groups/updated-keeps-rest'],
  steps: [
    ...devices(1, 2),
    create('group', 1, { members: [1] }),
    read('group', 1),
    update('group', 1, 'both'),
    read('group', 1),
    replace('group', 1, { members: [2] }),
    read('group', 1),
    update('group', 1, 'members', { members: [1, 2] }),
    read('group', 1),
  ],
};

export const recordsApart: readonly History[] = [...lives, members];
