/**
 * The forms of answers to token requests (sections 2, 4.1, 5 and 7): each answer by itself, but for whether API access is on. Every
 * rule is a part of its own, since one answer may break several.
 */
import { entriesOf } from '../../kit/tables.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { Credentials, SingleEvent, TokenForm } from '../event.ts';
import { breaking, type Part } from '../hypotheses.ts';

type Issued = Extract<SingleEvent, { kind: 'issued' }>;

/** An answer of which the form is known; API access is on or off, or that is not known. */
type Answered = Issued & { readonly form: TokenForm };
type Access = boolean | undefined;

/** Credentials that must fail, each by a rule of its own. */
export const refusals = {
  'wrong-api-key': 'token/wrong-api-key',
  'unknown-user': 'token/unknown-user',
  'empty-credentials': 'token/empty-credentials',
  'missing-user-name': 'token/missing-user-name',
  'missing-api-key': 'token/missing-api-key',
  'missing-both': 'token/missing-user-name',
  'near-miss': 'token/near-miss-refused',
} as const satisfies { readonly [C in Exclude<Credentials, 'good'>]: JudgedId };

/** Tells whether an answer breaks a rule. */
type Breaks = (answered: Answered, access: Access) => boolean;

/** The form of what is said where credentials fail; of near misses it shows nothing more. */
const refused =
  (wrong: Credentials): Breaks =>
  ({ credentials, form }) =>
    credentials === wrong && !isRefusal(form);

const faulty = {
  // It says nothing of the other rules, which are about another operation.
  'token/no-bearer-needed': ({ asksBearer = false }) => asksBearer,
  'token/json-object': ({ form, asksBearer = false }) =>
    !asksBearer && (!form.object || form.success === undefined),
  'token/issued': ({ credentials, form, asksBearer = false }, access) =>
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
  'token/api-disabled': ({ credentials, form }, access) =>
    credentials === 'good' && access === false && !isRefusal(form),
  'token/wrong-api-key': refused('wrong-api-key'),
  'token/unknown-user': refused('unknown-user'),
  'token/empty-credentials': refused('empty-credentials'),
  'token/missing-user-name': refused('missing-user-name'),
  'token/missing-api-key': refused('missing-api-key'),
} as const satisfies { readonly [R in JudgedId]?: Breaks };

function isIssue({ success, token, expires }: TokenForm): boolean {
  return success === true && token === 'text' && expires === 'text';
}

function isRefusal({ object, success, token, error }: TokenForm): boolean {
  return object && success === false && error === 'text' && token === 'none';
}

/** The rules that an answer breaks by its form alone, whatever came before it. */
export function brokenByForm(answered: Answered): JudgedId[] {
  return entriesOf(faulty).flatMap(([rule, breaks]) => (breaks(answered, undefined) ? [rule] : []));
}

/** One part for each rule, by the rule; its state is whether API access is on. */
export const tokenForms = entriesOf(faulty).map(([rule, breaks]): [JudgedId, Part<Access>] => [
  rule,
  {
    initial: undefined,
    kinds: new Set(['access', 'issued']),
    next(access, event) {
      if (event.kind === 'access') return [{ state: event.enabled }];
      const { form, busy } = event.kind === 'issued' ? event : {};
      if (event.kind !== 'issued' || busy || !form) return [{ state: access }];
      return breaks({ ...event, form }, access) ? breaking(access, rule) : [{ state: access }];
    },
  },
]);
