/**
 * Tokens, and what is served with them (sections 4.1, 4.2 and 5). The document leaves open what a renewal, or API access
 * that was switched off meanwhile, does to older tokens.
 */
import { SECOND } from '../../kit/durations.ts';
import { mapTable } from '../../kit/tables.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { BadBearer, SingleEvent } from '../event.ts';
import { breaking, type Part } from '../hypotheses.ts';
import { refusals } from './token-forms.ts';

interface Issue {
  readonly at: EpochMs;
  /** `undefined` where that is not known. */
  readonly expires: EpochMs | undefined;
  /** The operations that were served with it. */
  readonly served: readonly GuardedOperationId[];
  /** Tells whether another was in force when it was issued. */
  readonly further: boolean;
  /** Tells whether API access was off since: then it may have ended. */
  readonly doubtful: boolean;
}

interface State {
  /** `undefined`: not known, as at the beginning, where it need not be on. */
  readonly access: boolean | undefined;
  /** Tells whether it was off at any time. */
  readonly wasOff: boolean;
  readonly tokens: { readonly [token: string]: Issue };
  /** The token that was issued last. */
  readonly newest: string | undefined;
}

type Issued = Extract<SingleEvent, { kind: 'issued' }>;
type Called = Extract<SingleEvent, { kind: 'called' }>;

/** `Date` gives whole seconds, and clocks differ a little: where it is not known between which moments a call was. */
const MARGIN = 10 * SECOND;

/** The rule about each bearer value that was never issued. */
const badBearers = {
  none: 'auth/header-required',
  garbage: 'auth/garbage-refused',
  tampered: 'auth/tampered-refused',
} as const satisfies { readonly [B in BadBearer]: string };

export const tokenPart: Part<State> = {
  initial: { access: true, wasOff: false, tokens: {}, newest: undefined },
  next(state, event) {
    if (event.kind === 'access') {
      const tokens = mapTable(state.tokens, (token) => ({ ...token, doubtful: true }));
      const wasOff = state.wasOff || !event.enabled;
      return [{ state: { ...state, tokens, access: event.enabled, wasOff } }];
    }
    if (event.kind !== 'issued' && event.kind !== 'called') return [{ state }];
    const isIssue = event.kind === 'issued';
    const broken = isIssue ? brokenIssue(state, event) : brokenCall(state, event);
    const next = isIssue ? afterIssue(state, event) : afterCall(state, event);
    return broken.length > 0 ? breaking(next, ...broken) : [{ state: next }];
  },
};

/** The rules of which one is broken by whether a token request got a token. */
function brokenIssue({ access, wasOff, tokens }: State, issue: Issued): readonly JudgedId[] {
  const { credentials, issued, further, busy } = issue;
  // A refusal for want of a token is judged by the form of the answer.
  if (busy || issue.asksBearer) return [];
  // A service that takes any key, or any name, takes one that is almost right.
  if (credentials === 'near-miss' && issued)
    return [refusals['near-miss'], refusals['wrong-api-key'], refusals['unknown-user']];
  if (credentials !== 'good') return issued ? [refusals[credentials]] : [];
  if (access === false) return issued ? ['token/api-disabled'] : [];
  if (issued) return endsWithAnother(tokens, issue) ? ['token/renewal-extends'] : [];
  if (issue.absent) return ['operations/issueToken'];
  if (wasOff || issue.wasOff) return ['token/api-enabled'];
  return [further || Object.keys(tokens).length > 0 ? 'token/renewal' : 'token/issued'];
}

/** Another token is to last longer if it is asked for so long before the end of the first, or later. */
const SHORTLY = 60 * SECOND;

/** Returns whether a token that was asked for shortly before another one ends is another, and does not last longer. */
function endsWithAnother(tokens: State['tokens'], { at, expires, token }: Issued): boolean {
  if (expires === undefined || token === undefined || tokens[token]) return false;
  return Object.values(tokens).some(
    ({ expires: end }) => end !== undefined && at > end - SHORTLY && at < end - MARGIN && expires <= end,
  );
}

/** When a token ends; one that ends before it begins was issued wrongly, and may end at any time. */
export function endOf(expires: EpochMs | undefined, issued: EpochMs): EpochMs | undefined {
  return expires !== undefined && expires > issued ? expires : undefined;
}

function afterIssue(state: State, event: Issued): State {
  const { at, issued, credentials, token, expires, further = false } = event;
  if (!issued || token === undefined || credentials !== 'good') return state;
  const isFurther = further || Object.keys(state.tokens).length > 0;
  const issue = { at, expires: endOf(expires, at), served: [], further: isFurther, ...state.tokens[token] };
  return { ...state, tokens: { ...state.tokens, [token]: { ...issue, doubtful: false } }, newest: token };
}

function afterCall(state: State, { operation, bearer, served }: Called): State {
  if (typeof bearer === 'string' || (served !== 'yes' && served !== 'heard')) return state;
  const token = state.tokens[bearer.token];
  if (!token || token.served.includes(operation)) return state;
  const known = { ...token, served: [...token.served, operation] };
  return { ...state, tokens: { ...state.tokens, [bearer.token]: known } };
}

/** When the tokens end that were issued. */
interface Ends {
  readonly tokens: { readonly [token: string]: Pick<Issue, 'expires'> };
}

/** When a call was, for what must have been before it, and for what must have been after it. */
function momentsOf({ at, when }: Called): { from: EpochMs; to: EpochMs } {
  return when ?? { from: at - MARGIN, to: at + MARGIN };
}

/** The rule of a bearer value that must be refused; `undefined` where it need not be. */
export function refusedBy({ tokens }: Ends, call: Called): JudgedId | undefined {
  const { operation, bearer, by } = call;
  if (by !== undefined) return bearer === 'none' ? `auth/no-way-round/${operation}` : undefined;
  if (typeof bearer === 'string') return `${badBearers[bearer]}/${operation}`;
  const expires = tokens[bearer.token]?.expires;
  const hasEnded = expires !== undefined && momentsOf(call).from >= expires;
  return hasEnded ? `auth/expired-refused/${operation}` : undefined;
}

/** The last part of the life of a token: a call in it shows whether it is in force to its end. */
const LAST_PART = 4;

/** Returns whether a call with a token was shortly before its end, if not later. */
export function isLate({ at, expires }: Pick<Issue, 'at' | 'expires'>, call: Called): boolean {
  return expires !== undefined && momentsOf(call).to >= expires - (expires - at) / LAST_PART;
}

/** The rules that are about calls of an operation with a bearer value of this kind. */
export function rulesOfCall(
  { operation, by }: Pick<Called, 'operation' | 'by'>,
  kind: 'token' | BadBearer,
): readonly JudgedId[] {
  if (by !== undefined) return [`auth/no-way-round/${operation}`];
  if (kind !== 'token') return [`${badBearers[kind]}/${operation}`];
  const rules = ['bearer-accepted', 'valid-until-expiry', 'expired-refused'] as const;
  return [...rules.map((rule): JudgedId => `auth/${rule}/${operation}`), `operations/${operation}`];
}

/** The rules of which one is broken by a call. */
function brokenCall({ tokens, newest }: State, call: Called): readonly JudgedId[] {
  const { operation, bearer, by, served } = call;
  const refused = refusedBy({ tokens }, call);
  if (refused !== undefined) return served === 'yes' ? [refused] : [];
  if (by !== undefined || typeof bearer === 'string' || (served !== 'no' && served !== 'absent')) return [];
  const { [bearer.token]: own } = tokens;
  const { superseded = bearer.token !== newest } = bearer;
  // Another may have ended it, or API access that was off.
  if (!own || own.doubtful || superseded) return [];
  if (own.expires === undefined || momentsOf(call).to >= own.expires) return [];
  if (served === 'absent') return [`operations/${operation}`];
  const ended: JudgedId = `auth/valid-until-expiry/${operation}`;
  // A token that worked has ended early; one that never did is no good, or not where others did, or has ended before it was tried.
  if (own.served.includes(operation)) return [ended];
  const isServed = Object.values(tokens).some((token) => token.served.includes(operation));
  const accepted: readonly JudgedId[] = own.further && isServed ? [] : [`auth/bearer-accepted/${operation}`];
  return [
    ...(isLate(own, call) ? [ended] : []),
    ...accepted,
    ...(own.further ? (['token/renewal'] as const) : []),
  ];
}
