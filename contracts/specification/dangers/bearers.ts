/** Authorization headers with what never was a token: each counts as none (section 5). */
import type { Dangers } from './row.ts';

export interface MadeUp {
  /** The scheme. Default: `Bearer`. */
  readonly scheme?: string;
  /** Everything after it. `{garbage}` is a text of the run, `{name}` the account's user name. */
  readonly value: string;
  /** Written as base64. */
  readonly encoded?: true;
}

/** Names are read after "with". */
export const madeUpBearers = {
  'an empty bearer': {
    value: '',
    why: 'An empty text is compared with a token that is not there.',
    from: 'OWASP API Security Top 10 2023, API2',
  },
  'an empty Authorization header': {
    scheme: '',
    value: '',
    why: 'Only the presence of the header is looked at.',
    from: 'OWASP API Security Top 10 2023, API2',
  },
  'the bearer null': { value: 'null', why: 'What a client writes that has no token is read as no value.' },
  'the bearer undefined': {
    value: 'undefined',
    why: 'What a client writes that has no token is read as no value.',
  },
  'the bearer true': { value: 'true', why: 'The text is read as a truth value.' },
  'the bearer of the document': {
    value: '<ACCESS_TOKEN>',
    why: 'The placeholder of an example was kept as a token that works.',
  },
  'three words with dots between them': {
    value: 'road.test.{garbage}',
    why: 'The form of a token is checked, and not what it says.',
    from: 'RFC 7519, 7.2',
  },
  'a bearer of 2,000 letters': {
    value: `{garbage}${'x'.repeat(2_000)}`,
    why: 'What is too long for the check passes it, or is cut to nothing.',
    from: 'CWE-1284',
  },
  'a quote as bearer': {
    value: "' OR '1'='1",
    why: 'The token is looked up with a query that it writes.',
    from: 'OWASP WSTG-INPV-05',
  },
  'a wildcard as bearer': {
    value: '%',
    why: 'The token is looked up as a pattern.',
    from: 'OWASP WSTG-INPV-05',
  },
  'two made-up bearers': {
    value: '{garbage}, Bearer {garbage}2',
    why: 'Two values in one header are taken apart, and the check looks at another than the service does.',
    from: 'RFC 9110, 5.3',
  },
  'a made-up bearer behind two blanks': {
    value: ' {garbage}',
    why: 'What is between the blanks is the token, and it is empty.',
    from: 'RFC 6750, 2.1',
  },
  'a made-up bearer behind two schemes': {
    value: 'Bearer {garbage}',
    why: 'The scheme is cut off until something is left.',
  },
  'a made-up bearer with its scheme in small letters': {
    scheme: 'bearer',
    value: '{garbage}',
    why: 'Only one spelling of the scheme is checked, and others pass.',
    from: 'RFC 9110, 11.1',
  },
  'a made-up JWE': {
    value: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..{garbage}.{garbage}.{garbage}',
    why: 'A token of five parts is not checked as one of three is.',
    from: 'RFC 7516, 3.1',
  },
  'made-up Basic credentials': {
    scheme: 'Basic',
    value: 'roadtest:{garbage}',
    encoded: true,
    why: 'Another scheme is passed on without a check.',
    from: 'RFC 7617',
  },
  'Basic credentials without a key': {
    scheme: 'Basic',
    value: '{name}:',
    encoded: true,
    why: 'A user is known by the name alone.',
    from: 'RFC 7617; CWE-287',
  },
  'the Basic credentials admin, admin': {
    scheme: 'Basic',
    value: 'admin:admin',
    encoded: true,
    why: 'An account of the manufacturer was left.',
    from: 'CWE-1392',
  },
  'the scheme Token': {
    scheme: 'Token',
    value: '{garbage}',
    why: 'A scheme of another framework is passed on without a check.',
  },
  'the scheme ApiKey': {
    scheme: 'ApiKey',
    value: '{garbage}',
    why: 'A scheme of another framework is passed on without a check.',
  },
  'the scheme Negotiate': {
    scheme: 'Negotiate',
    value: '{garbage}',
    why: 'What a proxy is to answer is taken for answered.',
    from: 'RFC 4559',
  },
} as const satisfies Dangers<MadeUp>;
