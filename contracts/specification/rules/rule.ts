import type { Need } from '../needs.ts';
import type { Occasion } from '../operations.ts';
import type { SectionId } from '../sections.ts';

/** The groups of rules: the part of a rule's id before the first `/`. */
export const areas = [
  'token',
  'auth',
  'operations',
  'devices',
  'groups',
  'users',
  'limits',
  'expiry',
  'licences',
] as const;

export type Area = (typeof areas)[number];

/** `stated`: the document says so. `implied`: it follows from a method, a path or a name, and no further. */
export type Basis = 'stated' | 'implied';

/** The things for each of which a rule is judged: each operation, each that takes a token, or e-mail and SMS. */
export type Expansion = 'operation' | 'guarded-operation' | 'channel';

/** One rule as the tables of this folder hold it. */
export interface RuleRow {
  id: `${Area}/${string}`;
  /** Default: `stated`. */
  basis?: Basis;
  /** The sections it rests on. */
  sections: readonly SectionId[];
  /** The things that must be had before it can be judged; where one is missing the verdict is inconclusive. Default: none. */
  needs?: readonly Need[];
  per?: Expansion;
  /** The answers that it is about; left out where no single answer shows it. */
  about?: readonly Occasion[];
  text: string;
}
