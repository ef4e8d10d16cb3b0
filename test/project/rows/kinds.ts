/**
 * What is added to the product again and again, and what must be touched for it. The table of CONTRIBUTING says
 * the same in words.
 */
import type { Edit } from './compiler.ts';

/** One file that must be touched. */
export interface Step {
  /** To be read after "without". */
  what: string;
  edits: readonly [Edit, ...Edit[]];
  /** What the compiler says when everything but this is there: in this file, words of the error. */
  forgotten: { file: string; says: string };
}

export interface Kind {
  /** How many files of the product may have to be touched. Those that only list siblings do not count. */
  most: number;
  steps: readonly Step[];
}

export const kinds: { readonly [what: string]: Kind } = {
  'an opening': {
    most: 3,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/openings/posts.ts',
            from: 'export const postOpenings = [',
            to: `export const postOpenings = [
  defineOpening({
    id: 'alerts.repeat',
    sections: ['4.2'],
    open: 'what becomes of an alert that was raised before',
    decides: 'state',
    shapes: ['postAlerts'],
    ...choice({ kept: 'it is kept', dropped: 'it is dropped' }),
    default: 'kept',
  }),`,
          },
        ],
        forgotten: { file: 'simulator/fleet/alerts.ts', says: 'alerts.repeat' },
      },
      {
        what: 'code that performs it',
        edits: [
          {
            file: 'simulator/fleet/alerts.ts',
            from: "export type AlertPolicy = Answers<'alerts.recipients'",
            to: "export type AlertPolicy = Answers<'alerts.repeat' | 'alerts.recipients'",
          },
          {
            file: 'simulator/fleet/alerts.ts',
            from: "    if (recipients === 'none') return [];",
            to: "    if (recipients === 'none' || this.#policy['alerts.repeat'] === 'dropped') return [];",
          },
        ],
        forgotten: { file: 'simulator/http/performed.ts', says: 'alerts.repeat' },
      },
      {
        what: 'its observer',
        edits: [
          {
            file: 'contracts/suite/openings/behaviour.ts',
            from: 'export const behaviourObservers = {',
            to: `export const behaviourObservers = {
  'alerts.repeat': { notObserved: 'no operation reads an alert' },`,
          },
        ],
        forgotten: { file: 'contracts/suite/openings/index.ts', says: 'alerts.repeat' },
      },
    ],
  },

  'a field of a record': {
    most: 3,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/records/user.ts',
            from: 'export const userFields = {',
            to: `export const userFields = {
  language: edited('text', values.text, sent.text(35), ''),`,
          },
        ],
        forgotten: { file: 'simulator/fleet/seed/records.ts', says: "'language'" },
      },
      {
        what: 'the users of the seed',
        edits: [
          {
            file: 'simulator/fleet/seed/records.ts',
            from: '    name: userName,',
            to: "    name: userName,\n    language: 'en',",
          },
          {
            file: 'simulator/fleet/seed/records.ts',
            from: '    country: home.country,',
            to: "    language: 'de',\n    country: home.country,",
          },
        ],
        forgotten: { file: 'simulator/fleet/seed/records.ts', says: "'language' is missing" },
      },
    ],
  },
};
