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
import type { Next, Part } from '../hypotheses.ts';
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

/** `Date` gives whole seconds, and clocks differ a little: where it is not known between which moments a call was. */
const MARGIN = 10 * SECOND;

/** The rule about each bearer value that was never issued. */
export const badBearers = {
  none: 'auth/header-required',
  garbage: 'auth/garbage-refused',
  tampered: 'auth/tampered-refused',
} as const satisfies { readonly [B in BadBearer]: string };

export const tokenPart: Part<State> = {
  initial: { access: true, wasOff: false, tokens: {}, newest: undefined },
  inWords: ({ access, newest }) =>
    `API access ${access === undefined ? 'unknown' : access ? 'on' : 'off'}, ${newest ?? 'no token'} newest`,
  next(state, event, relaxed) {
    switch (event.kind) {
      case 'access':
        return [{ state: afterSwitch(state, event.enabled) }];
      case 'issued':
        return explained(afterIssue(state, event), brokenIssue(state, event), relaxed);
      case 'called':
        return explained(afterCall(state, event), brokenCall(state, event), relaxed);
      default:
        return [{ state }];
    }
  },
};

/** The only way to go on, or those that break one of the rules. */
function explained<S>(state: S, broken: readonly JudgedId[], relaxed: boolean): readonly Next<S>[] {
  if (broken.length === 0) return [{ state }];
  return relaxed ? broken.map((rule) => ({ state, broken: rule })) : [];
}

type Issued = Extract<SingleEvent, { kind: 'issued' }>;
export type Called = Extract<SingleEvent, { kind: 'called' }>;

function afterSwitch(state: State, access: boolean): State {
  const tokens = mapTable(state.tokens, (token) => ({ ...token, doubtful: true }));
  return { ...state, tokens, access, wasOff: state.wasOff || !access };
}

/** The rules of which one is broken by whether a token request got a token. */
function brokenIssue({ access, wasOff, tokens }: State, issue: Issued): readonly JudgedId[] {
  const { credentials, issued, further, busy } = issue;
  // A refusal for want of a token is judged by the form of the answer.
  if (busy || issue.asksBearer || credentials === 'open') return [];
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
    (other) =>
      other.expires !== undefined &&
      at > other.expires - SHORTLY &&
      at < other.expires - MARGIN &&
      expires <= other.expires,
  );
}

/** When a token ends; one that ends before it begins was issued wrongly, and may end at any time. */
export function endOf(expires: EpochMs | undefined, issued: EpochMs): EpochMs | undefined {
  return expires !== undefined && expires > issued ? expires : undefined;
}

function afterIssue(
  state: State,
  { at, issued, credentials, token, expires, further = false }: Issued,
): State {
  if (!issued || token === undefined || credentials !== 'good') return state;
  const known = state.tokens[token];
  const isFurther = further || Object.keys(state.tokens).length > 0;
  const issue: Issue = known ?? {
    at,
    expires: endOf(expires, at),
    served: [],
    further: isFurther,
    doubtful: false,
  };
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
  return [
    ...(['bearer-accepted', 'valid-until-expiry', 'expired-refused'] as const).map(
      (rule): JudgedId => `auth/${rule}/${operation}`,
    ),
    `operations/${operation}`,
  ];
}

/** The rules of which one is broken by a call. */
function brokenCall(state: State, call: Called): readonly JudgedId[] {
  const refused = refusedBy(state, call);
  if (refused !== undefined) return call.served === 'yes' ? [refused] : [];
  if (call.by !== undefined || (call.served !== 'no' && call.served !== 'absent')) return [];
  return mustServe(state, call) ? brokenRefusal(state, call) : [];
}

/** Returns whether a call with an issued token has to be served. */
function mustServe({ tokens, newest }: State, call: Called): boolean {
  const { bearer } = call;
  if (typeof bearer === 'string') return false;
  const { expires, doubtful = true } = tokens[bearer.token] ?? {};
  const { superseded = bearer.token !== newest } = bearer;
  return !superseded && !doubtful && expires !== undefined && momentsOf(call).to < expires;
}

/** A token that worked has ended early; one that never did is no good, or not where others did, or has ended before it was tried. */
function brokenRefusal({ tokens }: State, call: Called): readonly JudgedId[] {
  const { operation, bearer, served } = call;
  if (served === 'absent') return [`operations/${operation}`];
  const own = typeof bearer === 'object' ? tokens[bearer.token] : undefined;
  if (own?.served.includes(operation)) return [`auth/valid-until-expiry/${operation}`];
  const early: readonly JudgedId[] = own && isLate(own, call) ? [`auth/valid-until-expiry/${operation}`] : [];
  if (!own?.further) return [...early, `auth/bearer-accepted/${operation}`];
  const isServed = Object.values(tokens).some((token) => token.served.includes(operation));
  return isServed
    ? [...early, 'token/renewal']
    : [...early, `auth/bearer-accepted/${operation}`, 'token/renewal'];
}
