/** Credentials that are nearly right, and wrong (sections 4.1 and 7); what may be taken is only observed. */
import type { Json } from '../../kit/json.ts';
import type { Dangers } from './row.ts';

export interface NearMiss {
  readonly of: 'userName' | 'apiKey';
  /**
   * The value in its place: a text, or JSON with such texts in it. `{good}` is the good one, `{first}` its first character,
   * `{begun}` it without its last and `{ended}` without its first, `{other}` it in the other case, `{wide}` in letters of full width,
   * `{name}` the user name, `{key}` the key.
   */
  readonly value: Json;
  /** Another key beside a wrong name. */
  readonly apiKey?: string;
}

const PATTERN = 'CWE-155; OWASP WSTG-INPV-05';
const SIGN = {
  why: 'A sign that stores give a meaning is taken out before texts are compared, or ends one of them.',
  from: 'CWE-138; OWASP WSTG-INPV-05',
};
const TYPES = 'CWE-843; PHP manual, "Comparison operators": == of a text and true';
const QUERY = 'OWASP WSTG-INPV-05.6 (NoSQL injection)';

/** Names are read after "for". All are wrong. Wrong keys of the real user come first: a deployment may count them. */
export const nearMisses = {
  'a key cut short': {
    of: 'apiKey',
    value: '{begun}',
    why: 'Only as much of a key is compared as was sent.',
  },
  'a key with more after it': {
    of: 'apiKey',
    value: "{good}' OR '1'='1",
    why: 'Only as much is compared as is kept, or a quote ends the value in a query.',
    from: 'OWASP WSTG-INPV-05',
  },
  'a key with a wildcard for its first letter': {
    of: 'apiKey',
    value: '_{ended}',
    why: 'Only the end of a key is compared, as of one that is shown in part, or it is compared with LIKE.',
    from: PATTERN,
  },
  'an empty key': { of: 'apiKey', value: '', why: 'An empty text is the beginning of every text.' },
  'a key with a star': {
    of: 'apiKey',
    value: '{good}*',
    why: 'The key is compared as a pattern of files or of a directory, or as a regular expression.',
    from: PATTERN,
  },
  'a percent sign as key': { of: 'apiKey', value: '%', why: 'The key is compared with LIKE.', from: PATTERN },
  'a key that a null character ends': {
    of: 'apiKey',
    value: '{good}\0a',
    why: 'The text ends at the null character to a part of the service.',
    from: 'CWE-158',
  },
  'a key with a double quote after it': { of: 'apiKey', value: '{good}"', ...SIGN },
  'a key with a backslash before it': { of: 'apiKey', value: '\\{good}', ...SIGN },
  'a key with control characters in it': { of: 'apiKey', value: '{first}\u0001\u007f{ended}', ...SIGN },
  'a key with another line after it': { of: 'apiKey', value: '{good}\na', ...SIGN },
  'the user name as key': {
    of: 'apiKey',
    value: '{name}',
    why: 'A first key was never changed.',
    from: 'CWE-1392',
  },
  'the key true': {
    of: 'apiKey',
    value: true,
    why: 'A loose comparison finds every text equal to true.',
    from: TYPES,
  },
  'the key 0': {
    of: 'apiKey',
    value: 0,
    why: 'A loose comparison finds every text that is no number equal to 0.',
    from: TYPES,
  },
  'the key null': { of: 'apiKey', value: null, why: 'What is missing is not compared.', from: 'CWE-1287' },
  'an object as key': {
    of: 'apiKey',
    value: { $gt: '' },
    why: 'The value is a condition of a query.',
    from: QUERY,
  },
  'a list as key': {
    of: 'apiKey',
    value: ['{good}a'],
    why: 'The first of several values is compared, or the list is the key of any.',
    from: 'CWE-1287',
  },
  'an empty user name': { of: 'userName', value: '', why: 'The key alone is looked up.', from: 'CWE-1287' },
  'an unknown user with a key of its own': {
    of: 'userName',
    value: '{good}-roadtest',
    apiKey: 'roadtest-{name}',
    why: 'Who is not known is made known.',
    from: 'CWE-287',
  },
  'the key as user name and the user name as key': {
    of: 'userName',
    value: '{key}',
    apiKey: '{name}',
    why: 'Both are looked up, and which is which is not compared.',
    from: 'CWE-287',
  },
  'a user name cut short': {
    of: 'userName',
    value: '{begun}',
    why: 'Only as much of a name is compared as was sent.',
  },
  'a user name with a letter added': {
    of: 'userName',
    value: '{good}a',
    why: 'Only as much of a name is compared as is kept.',
  },
  'a user name with more after it': {
    of: 'userName',
    value: "{good}' --",
    why: 'A quote ends the name in a query, and the rest is a comment.',
    from: 'OWASP WSTG-INPV-05',
  },
  'a user name with a percent sign': {
    of: 'userName',
    value: '{first}%',
    why: 'The name is compared with LIKE.',
    from: PATTERN,
  },
  'a user name with a wildcard for its last letter': {
    of: 'userName',
    value: '{begun}_',
    why: 'The name is compared with LIKE.',
    from: PATTERN,
  },
  'a user name with a star': {
    of: 'userName',
    value: '{good}*',
    why: 'The name is compared as a pattern of files or of a directory, or as a regular expression.',
    from: 'CWE-90; CWE-625; OWASP WSTG-INPV-06',
  },
  'a user name that a null character ends': {
    of: 'userName',
    value: '{good}\0a',
    why: 'The text ends at the null character to a part of the service.',
    from: 'CWE-158',
  },
  'a user name with a double quote after it': { of: 'userName', value: '{good}"', ...SIGN },
  'a user name with a single quote after it': { of: 'userName', value: "{good}'", ...SIGN },
  'a user name with a semicolon after it': { of: 'userName', value: '{good};', ...SIGN },
  'a user name with a hash sign after it': { of: 'userName', value: '{good}#', ...SIGN },
  'a user name with a backslash before it': { of: 'userName', value: '\\{good}', ...SIGN },
  'a user name with control characters in it': {
    of: 'userName',
    value: '{first}\u0001\u007f{ended}',
    ...SIGN,
  },
  'a user name with another line after it': { of: 'userName', value: '{good}\na', ...SIGN },
  'an object as user name': {
    of: 'userName',
    value: { $gt: '' },
    why: 'The value is a condition of a query.',
    from: QUERY,
  },
  'the user name true': {
    of: 'userName',
    value: true,
    why: 'A loose comparison finds every text equal to true.',
    from: TYPES,
  },
} as const satisfies Dangers<NearMiss>;

/** Whether these are taken is open. */
export const openMisses = {
  'spaces around the user name': { of: 'userName', value: ' {good} ', why: 'Stores trim texts.' },
  'a user name in other letters': {
    of: 'userName',
    value: '{other}',
    why: 'Stores compare texts without letter case.',
  },
  'a list that holds the user name': {
    of: 'userName',
    value: ['{good}'],
    why: 'A list of one is read as the one.',
  },
  'a user name in full width': {
    of: 'userName',
    value: '{wide}',
    why: 'Texts are composed before they are compared.',
    from: 'Unicode TR 36, 3.1',
  },
} as const satisfies Dangers<NearMiss>;
