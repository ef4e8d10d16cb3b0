/** What histories can be about; which of them a deployment allows is found out first. */
import type { StepKind } from '../play/steps.ts';

export type Theme = 'groups' | 'users' | 'limits' | 'licences' | 'places' | 'tokens';

/** What the ids of the rules begin with that a theme can show to be broken. */
export const areasOf: { readonly [T in Theme]: readonly string[] } = {
  groups: ['groups'],
  users: ['users'],
  limits: ['limits'],
  licences: ['licences', 'expiry'],
  places: ['devices'],
  tokens: ['token', 'auth', 'operations'],
};

/** Steps that are drawn; the others are written. */
export type DrawnKind = Exclude<
  StepKind,
  | 'firstToken'
  | 'runToken'
  | 'look'
  | 'try'
  | 'until'
  | 'instant'
  | 'dayEnd'
  | 'stray'
  | 'choices'
  | 'strange'
>;

/** Steps that a deployment does not allow are not drawn. */
export type Allows = (kind: StepKind) => boolean;

const ofRecords = [
  ...(['create', 'replace', 'replace', 'update', 'update'] as const),
  ...(['delete', 'read', 'list', 'spoil'] as const),
  // The few histories with bursts are mostly about them.
  ...(['burst', 'burst', 'burst', 'burst'] as const),
] as const;

/** The kinds of steps of a theme; what is there more often is drawn more often. */
export const kindsOf: { readonly [T in Theme]: readonly DrawnKind[] } = {
  groups: ofRecords,
  users: ofRecords,
  limits: [
    ...(['limit', 'limit', 'limit', 'limits', 'send', 'send', 'send', 'send', 'send'] as const),
    ...(['settings', 'counter', 'wait', 'wait', 'wait', 'wait', 'device', 'expiry'] as const),
  ],
  licences: [
    ...(['expiry', 'expiry', 'expiry', 'wait', 'wait', 'activate', 'activate'] as const),
    ...(['settings', 'licences', 'allot', 'device'] as const),
  ],
  places: ['locate', 'locate', 'last', 'device', 'visit', 'devices', 'alert'],
  tokens: ['token', 'token', 'call', 'call', 'access', 'wait'],
};

const HARDLY_EVER = 10;
const SELDOM = 20;
const USUALLY = 75;
const OFTEN = 85;
const MOSTLY = 95;

/** Of kinds after which little can be said of the rest, and of kinds without which a history shows little. */
const recordsOften = { update: OFTEN, replace: OFTEN, spoil: HARDLY_EVER, burst: 30 } as const;
const often: { readonly [T in Theme]?: { readonly [K in StepKind]?: number } } = {
  groups: recordsOften,
  users: recordsOften,
  limits: {
    ...{ limit: MOSTLY, send: MOSTLY, wait: OFTEN },
    ...{ device: SELDOM, expiry: SELDOM, counter: SELDOM },
  },
  licences: { expiry: MOSTLY, wait: MOSTLY, device: SELDOM },
  places: { locate: MOSTLY },
};

/** In how many of a hundred histories of a theme there are steps of a kind, where `share` hundredths of the kinds are taken. */
export function oftenIn(theme: Theme, kind: StepKind, share: number): number {
  const usually = often[theme]?.[kind] ?? USUALLY;
  return usually > USUALLY ? usually : (usually * share) / 100;
}
