/** Tokens, ids and JSON that nobody expects. */
import { type Answer, changed, foreign, json, type Kind, on, raw, reply, signedIn } from '../kind.ts';

const tokenCall = /POST .*\/Token$/;
const DEEP = 100_000;

function jwt(payload: string): string {
  const part = (content: string) => Buffer.from(content).toString('base64url');
  return `${part('{"alg":"none"}')}.${part(payload)}.${part('signature')}`;
}

const q = JSON.stringify;

/** The text behind `"token":` in the answer, and the exit codes of a run. */
const tokens: {
  readonly [name: string]: { does: string; token: string; codes: readonly number[]; quick?: true };
} = {
  number: { does: 'that are numbers', token: '12345678', codes: [1], quick: true },
  huge: { does: 'of 1 MiB', token: q('A'.repeat(1024 * 1024)), codes: [1] },
  'huge-pattern': {
    does: 'of 1 MiB full of characters with a meaning in patterns',
    token: q('.*+?^$(){}|[]\\a'.repeat(70_000)),
    codes: [1],
  },
  'too-huge': { does: 'of 9 MiB', token: q('A'.repeat(9 * 1024 * 1024)), codes: [2, 3] },
  object: {
    does: 'that are objects',
    token: '{"value":"abcdefgh","expires":"never"}',
    codes: [1],
    quick: true,
  },
  array: { does: 'that are arrays', token: '["abcdefgh","ijklmnop"]', codes: [1], quick: true },
  true: { does: 'that are true', token: 'true', codes: [1], quick: true },
  null: { does: 'that are null', token: 'null', codes: [1, 2], quick: true },
  empty: { does: 'that are empty', token: '""', codes: [1, 2], quick: true },
  letter: { does: 'of one letter that stands in every word', token: '"e"', codes: [1], quick: true },
  word: { does: 'that are a word of every report', token: '"token"', codes: [1], quick: true },
  lines: {
    does: 'with line ends, which would add headers',
    token: q('abcdefgh\r\nX-Injected: yes\r\n\r\n'),
    codes: [1],
    quick: true,
  },
  nul: { does: 'with a NUL', token: q('abcd\u0000efgh'), codes: [1], quick: true },
  unicode: {
    does: 'that no header can carry',
    token: q('tökén-\u4e16\u754c-\u{1f600}'),
    codes: [1],
    quick: true,
  },
  surrogate: { does: 'with half a character', token: '"abcdefgh\\ud800"', codes: [1], quick: true },
  escape: { does: 'with an escape sequence', token: q('\u001b[31mpwned\u001b[0m'), codes: [1] },
  deep: {
    does: `nested ${DEEP} deep`,
    token: '['.repeat(DEEP) + ']'.repeat(DEEP),
    codes: [1, 2, 3],
    quick: true,
  },
  'jwt-of-numbers': {
    does: 'that are JWTs with absurd times',
    token: q(jwt('{"exp":1e308,"iat":-1e308,"nbf":"never"}')),
    codes: [1],
    quick: true,
  },
  'jwt-deep': {
    does: 'that are JWTs with a payload nested 100,000 deep',
    token: q(jwt(`{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)),
    codes: [1],
  },
  'jwt-of-noise': { does: 'that look like JWTs', token: q('eyJ.eyJ.!!'), codes: [1], quick: true },
};

/** Bodies of lists and records. */
const bodies: { readonly [name: string]: { does: string; answer: Answer; codes: readonly number[] } } = {
  'million-entries': {
    does: 'lists a million groups',
    answer: on(/GET .*\/groups/, reply({ headers: json, body: `[${'{},'.repeat(1_000_000)}{}]` })),
    codes: [1, 3],
  },
  'million-ids': {
    does: 'lists a hundred thousand devices with ids that differ',
    answer: on(
      /GET .*\/devices$/,
      reply(() => ({
        headers: json,
        body: JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id: `d${id}` }))),
      })),
    ),
    codes: [1, 3, 4],
  },
  'path-ids': {
    does: 'lists ids that lead elsewhere in a path',
    answer: on(
      /GET .*\/(devices|groups|users)$/,
      ids(['../../_control/reset', '//example.com/', '?a=b#c', '%2e%2e%2f', '.', '..', '', ' ']),
    ),
    codes: [1, 3],
  },
  'escape-ids': {
    does: 'lists ids with escape sequences and commands',
    answer: on(
      /GET .*\/(devices|groups|users)$/,
      ids(['\u001b[31mpwned', '\n::error::pwned', '\u202epwned', '--help', '$(pwned)', '\ud800']),
    ),
    codes: [1, 3],
  },
  'odd-ids': {
    does: 'lists ids of all types',
    answer: on(/GET .*\/(devices|groups|users)$/, ids([1e308, -0, 0.1, null, true, {}, [], { id: 1 }, '1'])),
    codes: [1, 3],
  },
  'huge-numbers': {
    does: 'answers with numbers beyond all bounds',
    answer: changed(({ body }) => ({ body: body.replace(/:(-?\d+(\.\d+)?)/g, ':1e400') })),
    codes: [1, 3],
  },
  'deep-lists': {
    does: 'lists nested 100,000 deep',
    answer: on(/GET \/api\//, reply({ headers: json, body: '['.repeat(DEEP) + ']'.repeat(DEEP) })),
    codes: [1, 3],
  },
  'deep-objects': {
    does: 'answers with objects nested 100,000 deep',
    answer: signedIn(reply({ headers: json, body: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` })),
    codes: [1, 3],
  },
  prototype: {
    does: 'answers with __proto__ and constructor in every object',
    answer: changed(({ body }) => ({
      body: body.replaceAll(
        '{"',
        '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"',
      ),
    })),
    codes: [0, 1, 3, 4],
  },
  'same-keys': {
    does: 'answers with every key twice',
    answer: changed(({ body }) => ({ body: body.replace(/("\w+"):("[^"]*"|\d+)/g, '$1:null,$1:$2') })),
    codes: [0],
  },
  nulls: {
    does: 'answers null to everything but the token request',
    answer: signedIn(reply({ headers: json, body: 'null' })),
    codes: [1],
  },
  'half-json': {
    does: 'answers with the first half of its JSON',
    answer: signedIn(changed(({ body }) => ({ body: body.slice(0, body.length / 2) }))),
    codes: [1, 3],
  },
  'utf-16': {
    does: 'answers in UTF-16',
    answer: signedIn(
      raw(() => {
        const body = Buffer.from('\ufeff[]', 'utf16le');
        const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-16\r\nContent-Length: ${body.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), body]);
      }),
    ),
    codes: [1],
  },
};

export const payloads: readonly Kind[] = [
  ...Object.entries(tokens).map(
    ([name, { does, token, codes, quick }]): Kind => ({
      name: `tokens/${name}`,
      does: `issues tokens ${does}`,
      behaviour: {
        answer: foreign(on(tokenCall, reply({ headers: json, body: `{"token":${token},"success":true}` }))),
      },
      codes,
      ...(quick && { quick }),
    }),
  ),
  ...Object.entries(bodies).map(
    ([name, { does, answer, codes }]): Kind => ({
      name: `json/${name}`,
      does,
      behaviour: { answer },
      codes,
    }),
  ),
];

function ids(these: readonly unknown[]): Answer {
  return reply({ headers: json, body: JSON.stringify(these.map((id) => ({ id, name: 'x' }))) });
}
