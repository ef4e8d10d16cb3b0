/**
 * The forms of answers to token requests (sections 2, 4.1, 5 and 7): each answer by itself, but for whether API access is on. Every
 * rule is a part of its own, since one answer may break several.
 */
import { entriesOf } from '../../kit/tables.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { Credentials, SingleEvent, TokenForm } from '../event.ts';
import type { Part } from '../hypotheses.ts';

type Issued = Extract<SingleEvent, { kind: 'issued' }>;

/** An answer of which the form is known. */
interface Answered extends Issued {
  readonly form: TokenForm;
  /** Tells whether API access is on; `undefined` where that is not known. */
  readonly access: boolean | undefined;
}

/** Credentials that must fail, each by a rule of its own. */
export const refusals = {
  'wrong-api-key': 'token/wrong-api-key',
  'unknown-user': 'token/unknown-user',
  'empty-credentials': 'token/empty-credentials',
  'missing-user-name': 'token/missing-user-name',
  'missing-api-key': 'token/missing-api-key',
  'missing-both': 'token/missing-user-name',
  'near-miss': 'token/near-miss-refused',
} as const satisfies { readonly [C in Exclude<Credentials, 'good' | 'open'>]: JudgedId };

/** Tells whether an answer breaks a rule. */
type Breaks = (answered: Answered) => boolean;

const faulty = {
  // It says nothing of the other rules, which are about another operation.
  'token/no-bearer-needed': ({ asksBearer = false }) => asksBearer,
  'token/json-object': ({ form, asksBearer = false }) =>
    !asksBearer && (!form.object || form.success === undefined),
  'token/issued': ({ credentials, access, form, asksBearer = false }) =>
    !asksBearer && credentials === 'good' && access !== false && !isIssue(form) && !isRefusal(form),
  'token/is-jwt': ({ form: { fault } }) => fault !== undefined,
  'token/expires-iso-utc': ({ issued, form: { written } }) => issued && written !== 'iso-utc',
  // A Date header alone may be that of a proxy: several clocks agree, or the token does not work.
  'token/expires-ahead': ({ issued, form: { ahead = [], works } }) =>
    issued &&
    ahead.length > 0 &&
    ahead.every((ms) => ms <= 0) &&
    (works === false || (ahead.length > 1 && ahead.every((ms) => ms < 0))),
  'token/no-error-on-success': ({ issued, form }) => issued && form.error !== 'none',
  'token/api-disabled': ({ credentials, access, form }) =>
    credentials === 'good' && access === false && !isRefusal(form),
  ...refused('wrong-api-key'),
  ...refused('unknown-user'),
  ...refused('empty-credentials'),
  ...refused('missing-user-name'),
  ...refused('missing-api-key'),
} as const satisfies { readonly [R in JudgedId]?: Breaks };

/** The form of what is said where credentials fail; of near misses it shows nothing more. */
function refused<C extends Exclude<Credentials, 'good' | 'missing-both' | 'near-miss' | 'open'>>(wrong: C) {
  const breaks: Breaks = ({ credentials, form }) => credentials === wrong && !isRefusal(form);
  return { [refusals[wrong]]: breaks } as { readonly [R in (typeof refusals)[C]]: Breaks };
}

function isIssue({ success, token, expires }: TokenForm): boolean {
  return success === true && token === 'text' && expires === 'text';
}

function isRefusal({ object, success, token, error }: TokenForm): boolean {
  return object && success === false && error === 'text' && token === 'none';
}

/** Holds no more than whether API access is on. */
interface State {
  readonly access: boolean | undefined;
}

/** The rules that an answer breaks by its form alone, whatever came before it. */
export function brokenByForm(answered: Issued & { readonly form: TokenForm }): JudgedId[] {
  return entriesOf(faulty).flatMap(([rule, breaks]) =>
    breaks({ ...answered, access: undefined }) ? [rule] : [],
  );
}

/** One part for each rule, by the rule. */
export const tokenForms: readonly (readonly [JudgedId, Part<State>])[] = entriesOf(faulty).map(
  ([rule, breaks]) => [
    rule,
    {
      initial: { access: undefined },
      kinds: new Set(['access', 'issued']),
      inWords: () => `the answers to token requests, by ${rule}`,
      next(state, event, relaxed) {
        if (event.kind === 'access') return [{ state: { access: event.enabled } }];
        if (event.kind !== 'issued' || event.busy || !event.form) return [{ state }];
        if (!breaks({ ...event, form: event.form, ...state })) return [{ state }];
        return relaxed ? [{ state, broken: rule }] : [];
      },
    },
  ],
);
