/** Texts that would draw on a terminal, turn it around, or speak to a build server, in every place that a person reads. */
import { type Answer, changed, foreign, from, json, type Kind, on, raw, reply, signedIn } from '../kind.ts';

/** The texts that are sent. Each holds the word that the assertions look for where a command has come through. */
export const texts: { readonly [name: string]: string } = {
  colour: '\u001b[31mpwned\u001b[2J\u001b[1;1H',
  'c1-control': '\u009b31mpwned',
  link: '\u001b]8;;https://example.com\u001b\\pwned\u001b]8;;\u001b\\',
  title: '\u001b]0;pwned\u0007',
  clipboard: '\u001b]52;c;cHduZWQ=\u0007',
  device: '\u001bP+q544e\u001b\\\u001b[6n\u001b[c pwned',
  carriage: 'all is well\rpwned\u0008\u0008\u0008\u007f',
  nul: 'pwned\u0000pwned',
  bidirectional: '\u202epwned\u202c \u2066pwned\u2069 \u200fpwned\u061c',
  invisible: 'p\u200bw\u2060n\ufeffe\u00add \u{e0070}\u{e0077}',
  separators: 'one\u2028::error::pwned\u2029::error::pwned\u0085::error::pwned',
  surrogates: 'pwned\ud800 \udc00pwned',
  workflow: '\n::error::pwned\n::add-mask::pwned\r\n::set-output name=a::pwned\r::stop-commands::pwned\n',
  azure: '\n##[error]pwned\n##vso[task.setvariable variable=a]pwned\n##teamcity[message text="pwned"]',
  encoded: '%0A::error::pwned%0D%0A##[error]pwned',
  markup: '<script>pwned()</script><img src=x onerror="pwned()">]]>--><!--&#27;pwned',
  shell: `'; pwned; ' $(pwned) \`pwned\` \\'; pwned`,
  long: `pwned${'\u001b[31m'.repeat(20_000)}`,
};
const everything = Object.values(texts)
  .filter((text) => text.length < 1_000)
  .join(' ');

const refusal = (text: string) =>
  reply({ status: 401, headers: json, body: JSON.stringify({ success: false, error: text }) });
const token = /POST .*\/Token$/;

/** JSON with every text that is not an id, a date or a token replaced. */
function spoil(body: string, text: string): string {
  return body.replace(
    /"(name|title|detail|description|type|error|code|field)":"(?:[^"\\]|\\.)*"/g,
    (_, field: string) => `${JSON.stringify(field)}:${JSON.stringify(text)}`,
  );
}

/** Where the texts are put, beside the refusal of credentials. */
const carriers: {
  readonly [name: string]: { does: string; answer: Answer; codes: readonly number[]; says?: RegExp };
} = {
  'refused-token': {
    does: 'puts them into the body that refuses the token request, in another form than the document has',
    answer: reply({
      status: 403,
      headers: json,
      body: JSON.stringify({ message: everything, [everything]: everything }),
    }),
    codes: [1, 2],
  },
  'every-error': {
    does: 'puts them into every error from the second request on',
    answer: changed(({ status, body }) => (status >= 400 ? { body: spoil(body, everything) } : {})),
    codes: [0],
  },
  'every-record': {
    does: 'puts them into every name and title',
    answer: changed(({ body }) => ({ body: spoil(body, everything) })),
    codes: [1],
  },
  'plain-body': {
    does: 'answers everything but the token request with them, as plain text',
    answer: signedIn(reply({ status: 200, headers: { 'content-type': 'text/plain' }, body: everything })),
    codes: [1],
  },
  'raw-bytes': {
    does: 'answers everything but the token request with bytes that are not UTF-8',
    answer: signedIn(
      raw(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n["\xff\xfe\xc0\x80\xed\xa0\x80\x1b[31mpwned", 12]',
      ),
    ),
    codes: [1],
  },
  'status-text': {
    does: 'puts them behind its status',
    answer: raw('HTTP/1.1 500 ::error::pwned \x9b31m ##[error]pwned\r\nContent-Length: 0\r\n\r\n'),
    codes: [2],
  },
  'content-type': {
    does: 'names them as its content type',
    answer: from(
      20,
      raw(
        'HTTP/1.1 500 No\r\nContent-Type: ::error::pwned/\x9b31m;##[error]pwned=\x85\r\nContent-Length: 2\r\n\r\n{}',
      ),
    ),
    codes: [1, 3],
  },
  tokens: {
    does: 'issues them as tokens',
    answer: on(
      token,
      reply({ status: 200, headers: json, body: JSON.stringify({ token: everything, success: true }) }),
    ),
    codes: [1],
  },
  location: {
    does: 'redirects to them',
    answer: raw(
      'HTTP/1.1 302 Found\r\nLocation: https://example.com/::error::pwned\x9b31m##[error]pwned\r\nContent-Length: 0\r\n\r\n',
    ),
    codes: [2],
    says: /REDIRECTED/,
  },
  'byte-order-mark': {
    does: 'begins each body with a byte order mark',
    answer: changed(({ body }) => ({ body: body === '' ? '' : `\ufeff${body}` })),
    codes: [0, 1, 3],
  },
};

export const text: readonly Kind[] = [
  ...Object.entries(texts).map(
    ([name, sent]): Kind => ({
      name: `text/${name}`,
      does: `refuses the credentials with a text for effect: ${name}`,
      behaviour: { answer: foreign(refusal(sent)) },
      codes: [2],
      says: /CREDENTIALS_REFUSED/,
      quick: true,
    }),
  ),
  ...Object.entries(carriers).map(
    ([name, { does, answer, codes, says }]): Kind => ({
      name: `text/in-${name}`,
      does,
      behaviour: { answer },
      codes,
      ...(says && { says }),
    }),
  ),
];
