/** What histories can be about; which of them a deployment allows is found out first. */
import type { StepKind } from './steps.ts';

export type Theme = 'groups' | 'users' | 'limits' | 'licences' | 'places' | 'tokens';

/** Steps that a deployment does not allow are not drawn. */
export type Allows = (kind: StepKind) => boolean;

const ofRecords = [
  ...(['create', 'replace', 'replace', 'update', 'update'] as const),
  ...(['delete', 'read', 'list', 'burst', 'spoil'] as const),
] as const;

/** The kinds of steps of a theme; what stands there more often is drawn more often. */
export const kindsOf: { readonly [T in Theme]: readonly StepKind[] } = {
  groups: ofRecords,
  users: ofRecords,
  limits: [
    ...(['limit', 'limit', 'limit', 'limits', 'send', 'send', 'send', 'send', 'send'] as const),
    ...(['settings', 'settings', 'counter', 'wait', 'wait', 'device', 'expiry', 'burst'] as const),
  ],
  licences: [
    ...(['expiry', 'expiry', 'expiry', 'wait', 'wait', 'activate', 'activate'] as const),
    ...(['settings', 'licences', 'allot', 'device'] as const),
  ],
  places: ['locate', 'locate', 'last', 'device'],
  tokens: ['token', 'token', 'call', 'call', 'access', 'wait'],
};

/** Kinds after which little can be said of the rest: most histories do without. */
const SELDOM: { readonly [T in Theme]?: ReadonlySet<StepKind> } = {
  groups: new Set(['spoil']),
  users: new Set(['spoil']),
  limits: new Set(['device', 'expiry', 'counter', 'burst']),
  licences: new Set(['device']),
};

/** Kinds without which a history of the theme shows little. */
const MOSTLY: { readonly [T in Theme]?: ReadonlySet<StepKind> } = {
  limits: new Set(['limit', 'send']),
  licences: new Set(['expiry', 'wait']),
  places: new Set(['locate']),
};

/** In how many of a hundred histories of a theme there are steps of a kind. */
export function oftenIn(theme: Theme, kind: StepKind): number {
  if (MOSTLY[theme]?.has(kind)) return 95;
  return SELDOM[theme]?.has(kind) ? 20 : 75;
}
