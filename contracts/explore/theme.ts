/** The themes of histories; it is found out first which of them a deployment allows. */
import type { StepKind } from '../play/steps.ts';
import { type Move, ofLicences, ofLimits, ofPlaces, ofRecords, ofTokens } from './moves.ts';

export type Theme = 'groups' | 'users' | 'limits' | 'licences' | 'places' | 'tokens';

/** The beginnings of the ids of rules that a theme can show to be broken. */
export const areasOf: { readonly [T in Theme]: readonly string[] } = {
  groups: ['groups'],
  users: ['users'],
  limits: ['limits'],
  licences: ['licences', 'expiry'],
  places: ['devices'],
  tokens: ['token', 'auth', 'operations'],
};

/** Steps that a deployment does not allow are not drawn. */
export type Allows = (kind: StepKind) => boolean;

/** The moves of a theme. */
export const movesOf: { readonly [T in Theme]: readonly Move[] } = {
  groups: ofRecords,
  users: ofRecords,
  limits: ofLimits,
  licences: ofLicences,
  places: ofPlaces,
  tokens: ofTokens,
};
