/** Credentials that are nearly right, and wrong (sections 4.1 and 7). */
import type { Json } from '../../kit/json.ts';

/**
 * A value in the place of the user's name or of the key, or one for each: a text, or JSON with such texts in it. `{good}` is
 * the good one, `{first}` its first character, `{begun}` it without its last and `{ended}` without its first, `{encoded}` its
 * first character percent-encoded, `{name}` the user name, `{key}` the key, `{sign}`, `{otherSign}`, `{hidden}` and
 * `{control}` characters that are drawn.
 */
export type NearMiss = { readonly apiKey: Json } | { readonly userName: Json; readonly apiKey?: string };

/** Names are read after "for". All are wrong. Wrong keys of the real user come first: a deployment may count them. */
export const nearMisses = {
  // Keys are compared as far as they were sent, or are kept; an empty text is the beginning of every text.
  'a key cut short': { apiKey: '{begun}' },
  // A quote ends the value in a query (OWASP WSTG-INPV-05).
  'a key with more after it': { apiKey: "{good}' OR '1'='1" },
  // The end of a key alone is compared, as of one that is shown in part, or it is compared with LIKE (CWE-155).
  'a key with a wildcard for its first letter': { apiKey: '_{ended}' },
  'an empty key': { apiKey: '' },
  // The key is compared as a pattern: of files, of a directory, of LIKE, or as a regular expression (CWE-155).
  'a key with a star': { apiKey: '{good}*' },
  'a percent sign as key': { apiKey: '%' },
  // The text ends at the null character to a part of the service (CWE-158).
  'a key that a null character ends': { apiKey: '{good}\0a' },
  // A sign that stores give a meaning is taken out before texts are compared, or ends one of them (CWE-138).
  'a key with a double quote after it': { apiKey: '{good}"' },
  'a key with a backslash before it': { apiKey: '\\{good}' },
  'a key with a sign after it': { apiKey: '{good}{sign}' },
  'a key with another sign after it': { apiKey: '{good}{otherSign}' },
  'a key with a question mark for its last letter': { apiKey: '{begun}?' },
  // A first key was never changed (CWE-1392).
  'the user name as key': { apiKey: '{name}' },
  // A loose comparison finds every text equal to true, and every text that is no number to 0 (CWE-843); nothing is not compared (CWE-1287).
  'the key true': { apiKey: true },
  'the key 0': { apiKey: 0 },
  'the key null': { apiKey: null },
  // The value is a condition of a query (OWASP WSTG-INPV-05.6), or the first of several values is compared (CWE-1287).
  'an object as key': { apiKey: { $gt: '' } },
  'a list as key': { apiKey: ['{good}a'] },
  // The key alone is looked up, a user who is not known is made known, or both are looked up in any order (CWE-287, CWE-1287).
  'an empty user name': { userName: '' },
  'an unknown user with a key of its own': { userName: '{good}-roadtest', apiKey: 'roadtest-{name}' },
  'the key as user name and the user name as key': { userName: '{key}', apiKey: '{name}' },
  // Names are compared as far as they were sent, or are kept.
  'a user name cut short': { userName: '{begun}' },
  'a user name with a letter added': { userName: '{good}a' },
  // A quote ends the name in a query, and the rest is a comment (OWASP WSTG-INPV-05).
  'a user name with more after it': { userName: "{good}' --" },
  // The name is compared with LIKE, as a pattern of files or of a directory, or as a regular expression (CWE-90, CWE-155, CWE-625).
  'a user name with a wildcard for its last letter': { userName: '{begun}_' },
  'a user name with a star': { userName: '{good}*' },
  'a user name that a null character ends': { userName: '{good}\0a' },
  // Signs that stores give a meaning, as in keys.
  'a user name with a double quote after it': { userName: '{good}"' },
  'a user name with a single quote after it': { userName: "{good}'" },
  'a user name with a semicolon after it': { userName: '{good};' },
  'a user name with a hash sign after it': { userName: '{good}#' },
  'a user name with a grave accent after it': { userName: '{good}`' },
  'a user name with a comma after it': { userName: '{good},' },
  'a user name with a vertical bar after it': { userName: '{good}|' },
  'a user name with a slash after it': { userName: '{good}/' },
  'a user name with a closing bracket after it': { userName: '{good})' },
  'a user name with a sign after it': { userName: '{good}{sign}' },
  'a user name with a backslash after it': { userName: '{good}\\' },
  'a user name with a control character in it': { userName: '{first}{control}{ended}' },
  // Characters that are not shown are taken out, or the text is decoded before it is compared (Unicode TR 36, 3.5; CWE-179).
  'a user name with a hidden character in it': { userName: '{first}{hidden}{ended}' },
  'a user name with its first letter percent-encoded': { userName: '{encoded}{ended}' },
  'an object as user name': { userName: { $gt: '' } },
  'the user name true': { userName: true },
} as const satisfies { readonly [name: string]: NearMiss };

/** Characters of which a run draws some: a store may give each of them a meaning. */
export const drawn = {
  sign: ["'", '`', ';', '#', '\\', '?', '.', '&'],
  otherSign: [',', '|', '/', ')', '\u200b', '\u00ad'],
  hidden: ['\u200b', '\u00ad', '\u2060', '\ufeff'],
  control: ['\0', '\n', '\u0001', '\u007f'],
} as const;
