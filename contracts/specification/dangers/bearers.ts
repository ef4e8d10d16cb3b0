/** Authorization headers with what never was a token: each counts as none (section 5). */

/** The whole header, or what stands in base64 behind `Basic`. `{garbage}` is a text of the run, `{name}` the account's user name. */
export type MadeUp = string | { readonly basic: string };

/** Names are read after "with". */
export const madeUpBearers = {
  // An empty text is compared with a token that is not there, or only the presence of the header is looked at (OWASP API2:2023).
  'an empty bearer': 'Bearer ',
  'an empty Authorization header': '',
  // A client that has no token writes these words, which are read as no value or as a truth value.
  'the bearer null': 'Bearer null',
  'the bearer undefined': 'Bearer undefined',
  'the bearer true': 'Bearer true',
  // The placeholder of an example was kept as a token that works.
  'the bearer of the document': 'Bearer <ACCESS_TOKEN>',
  // The form of a token is checked, and not what it says (RFC 7519, 7.2).
  'three words with dots between them': 'Bearer road.test.{garbage}',
  // A value that is too long for the check passes it, or is cut to nothing (CWE-1284).
  'a bearer of 2,000 letters': `Bearer {garbage}${'x'.repeat(2_000)}`,
  // The token is looked up with a query that it writes, or as a pattern (OWASP WSTG-INPV-05).
  'a quote as bearer': "Bearer ' OR '1'='1",
  'a wildcard as bearer': 'Bearer %',
  // The header is taken apart in two ways, and the check looks at another part than the service does (RFC 9110, 5.3; RFC 6750, 2.1).
  'two made-up bearers': 'Bearer {garbage}, Bearer {garbage}2',
  'a made-up bearer behind two blanks': 'Bearer  {garbage}',
  // The scheme is cut off until something is left, or one spelling of it alone is checked (RFC 9110, 11.1).
  'a made-up bearer behind two schemes': 'Bearer Bearer {garbage}',
  'a made-up bearer with its scheme in small letters': 'bearer {garbage}',
  // A token of five parts is not checked as one of three is (RFC 7516, 3.1).
  'a made-up JWE': 'Bearer eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..{garbage}.{garbage}.{garbage}',
  // Another scheme is passed on without a check (RFC 7617), and a user known by the name alone (CWE-287).
  'made-up Basic credentials': { basic: 'roadtest:{garbage}' },
  'Basic credentials without a key': { basic: '{name}:' },
  // An account of the manufacturer was left (CWE-1392).
  'the Basic credentials admin, admin': { basic: 'admin:admin' },
  // Schemes of other frameworks are passed on without a check; a proxy is to answer the last one (RFC 4559).
  'the scheme Token': 'Token {garbage}',
  'the scheme ApiKey': 'ApiKey {garbage}',
  'the scheme Negotiate': 'Negotiate {garbage}',
} as const satisfies { readonly [name: string]: MadeUp };
