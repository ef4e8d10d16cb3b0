/** Credentials that are nearly right, and wrong (sections 4.1 and 7); what may be taken is only observed. */
import type { Json } from '../../kit/json.ts';
import type { Dangers } from './row.ts';

export interface NearMiss {
  readonly of: 'userName' | 'apiKey';
  /**
   * The value in its place: a text, or JSON with such texts in it. `{good}` is the good one, `{first}` its first character,
   * `{begun}` it without its last and `{ended}` without its first, `{other}` it in the other case, `{wide}` in letters of full width,
   * `{name}` the user name, `{key}` the key, `{sign}`, `{otherSign}` and `{control}` characters that are drawn.
   */
  readonly value: Json;
  /** Another key beside a wrong name. */
  readonly apiKey?: string;
}

const PATTERN = 'CWE-155; OWASP WSTG-INPV-05';
const SIGN = [
  'A sign that stores give a meaning is taken out before texts are compared, or ends one of them.',
  'CWE-138; OWASP WSTG-INPV-05',
] as const;
const TYPES = 'CWE-843; PHP manual, "Comparison operators": == of a text and true';
const QUERY = 'OWASP WSTG-INPV-05.6 (NoSQL injection)';

const key = (value: Json, why: string, from?: string) => ({
  ...{ of: 'apiKey' as const, value, why },
  ...(from !== undefined && { from }),
});

const name = (...as: Parameters<typeof key>) => ({ ...key(...as), of: 'userName' as const });

/** Names are read after "for". All are wrong. Wrong keys of the real user come first: a deployment may count them. */
export const nearMisses = {
  'a key cut short': key('{begun}', 'Only as much of a key is compared as was sent.'),
  'a key with more after it': key(
    "{good}' OR '1'='1",
    'Only as much is compared as is kept, or a quote ends the value in a query.',
    'OWASP WSTG-INPV-05',
  ),
  'a key with a wildcard for its first letter': key(
    '_{ended}',
    'Only the end of a key is compared, as of one that is shown in part, or it is compared with LIKE.',
    PATTERN,
  ),
  'an empty key': key('', 'An empty text is the beginning of every text.'),
  'a key with a star': key(
    '{good}*',
    'The key is compared as a pattern of files or of a directory, or as a regular expression.',
    PATTERN,
  ),
  'a percent sign as key': key('%', 'The key is compared with LIKE.', PATTERN),
  'a key that a null character ends': key(
    '{good}\0a',
    'The text ends at the null character to a part of the service.',
    'CWE-158',
  ),
  'a key with a double quote after it': key('{good}"', ...SIGN),
  'a key with a backslash before it': key('\\{good}', ...SIGN),
  'a key with a sign after it': key('{good}{sign}', ...SIGN),
  'a key with another sign after it': key('{good}{otherSign}', ...SIGN),
  'a key with a question mark for its last letter': key(
    '{begun}?',
    'The key is compared as a pattern of files.',
    PATTERN,
  ),
  'a key with a control character in it': key('{first}{control}{ended}', ...SIGN),
  'a key with another line after it': key('{good}\na', ...SIGN),
  'the user name as key': key('{name}', 'A first key was never changed.', 'CWE-1392'),
  'the key true': key(true, 'A loose comparison finds every text equal to true.', TYPES),
  'the key 0': key(0, 'A loose comparison finds every text that is no number equal to 0.', TYPES),
  'the key null': key(null, 'What is missing is not compared.', 'CWE-1287'),
  'an object as key': key({ $gt: '' }, 'The value is a condition of a query.', QUERY),
  'a list as key': key(
    ['{good}a'],
    'The first of several values is compared, or the list is the key of any.',
    'CWE-1287',
  ),
  'an empty user name': name('', 'The key alone is looked up.', 'CWE-1287'),
  'an unknown user with a key of its own': {
    ...name('{good}-roadtest', 'Who is not known is made known.', 'CWE-287'),
    apiKey: 'roadtest-{name}',
  },
  'the key as user name and the user name as key': {
    ...name('{key}', 'Both are looked up, and which is which is not compared.', 'CWE-287'),
    apiKey: '{name}',
  },
  'a user name cut short': name('{begun}', 'Only as much of a name is compared as was sent.'),
  'a user name with a letter added': name('{good}a', 'Only as much of a name is compared as is kept.'),
  'a user name with more after it': name(
    "{good}' --",
    'A quote ends the name in a query, and the rest is a comment.',
    'OWASP WSTG-INPV-05',
  ),
  'a user name with a percent sign': name('{first}%', 'The name is compared with LIKE.', PATTERN),
  'a user name with a wildcard for its last letter': name(
    '{begun}_',
    'The name is compared with LIKE.',
    PATTERN,
  ),
  'a user name with a star': name(
    '{good}*',
    'The name is compared as a pattern of files or of a directory, or as a regular expression.',
    'CWE-90; CWE-625; OWASP WSTG-INPV-06',
  ),
  'a user name that a null character ends': name(
    '{good}\0a',
    'The text ends at the null character to a part of the service.',
    'CWE-158',
  ),
  'a user name with a double quote after it': name('{good}"', ...SIGN),
  'a user name with a single quote after it': name("{good}'", ...SIGN),
  'a user name with a semicolon after it': name('{good};', ...SIGN),
  'a user name with a hash sign after it': name('{good}#', ...SIGN),
  'a user name with a grave accent after it': name('{good}`', ...SIGN),
  'a user name with a sign after it': name('{good}{sign}', ...SIGN),
  'a user name with another sign after it': name('{good}{otherSign}', ...SIGN),
  'a user name with a backslash before it': name('\\{good}', ...SIGN),
  'a user name with a backslash after it': name('{good}\\', ...SIGN),
  'a user name with a control character in it': name('{first}{control}{ended}', ...SIGN),
  'a user name with another line after it': name('{good}\na', ...SIGN),
  'an object as user name': name({ $gt: '' }, 'The value is a condition of a query.', QUERY),
  'the user name true': name(true, 'A loose comparison finds every text equal to true.', TYPES),
} as const satisfies Dangers<NearMiss>;

/** Characters of which a run draws some: a store may give each of them a meaning. */
export const drawnSigns = {
  sign: ["'", '`', ';', '#', '\\', '?'],
  otherSign: [',', '|', '/', '.', ')', '&'],
} as const;
export const drawnControls = ['\0', '\n', '\u0001', '\u007f'] as const;

/** Credentials that may be taken or refused: the document leaves it open. */
export const openMisses = {
  'spaces around the user name': name(' {good} ', 'Stores trim texts.'),
  'a user name in other letters': name('{other}', 'Stores compare texts without letter case.'),
  'a list that holds the user name': name(['{good}'], 'A list of one is read as the one.'),
  'a user name in full width': name(
    '{wide}',
    'Texts are composed before they are compared.',
    'Unicode TR 36, 3.1',
  ),
} as const satisfies Dangers<NearMiss>;
