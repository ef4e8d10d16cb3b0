/** Odd statuses and odd headers. */
import { type Answer, changed, from, json, type Kind, raw, reply, signedIn } from '../kind.ts';

/** Sent in answer to everything. */
const everywhere: readonly number[] = [
  204, 205, 206, 226, 300, 304, 305, 400, 402, 407, 408, 411, 416, 418, 421, 425, 426, 428, 431, 451, 499,
  501, 502, 504, 505, 508, 511, 599, 700, 999,
];

const bytes = (status: string, headers = '', body = '') =>
  raw(`HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`);

const rows: {
  readonly [name: string]: {
    does: string;
    answer: Answer;
    codes: readonly number[];
    says?: RegExp;
    quick?: true;
  };
} = {
  'switching-protocols': {
    does: 'switches to a protocol that was not asked for',
    answer: raw(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello',
    ),
    codes: [2],
    quick: true,
  },
  '204-with-body': {
    does: 'sends a body with status 204',
    answer: bytes('204 No', '', '{"token":"abcdefgh"}'),
    codes: [2, 3],
  },
  '304-with-body': {
    does: 'sends a body with status 304',
    answer: bytes('304 No', '', '{"token":"abcdefgh"}'),
    codes: [2, 3],
  },
  '429-for-ever': {
    does: 'limits every request without a word on how long',
    answer: bytes('429 Slow', 'Retry-After: 0\r\n'),
    codes: [2, 3],
  },
  '429-from-request-60': {
    does: 'limits every request from the 60th on',
    answer: from(60, bytes('429 Slow', 'Retry-After: 1\r\n')),
    codes: [3],
  },
  '503-for-ever': {
    does: 'is never available',
    answer: bytes('503 No', 'Retry-After: 1\r\n'),
    codes: [2, 3],
  },
  '503-from-request-60': {
    does: 'is not available from the 60th request on',
    answer: from(60, bytes('503 No')),
    codes: [1, 3],
  },
  '500-from-request-60': {
    does: 'fails from the 60th request on',
    answer: from(60, bytes('500 No')),
    codes: [1, 3],
  },
  'retry-after-huge': {
    does: 'asks to wait for ages',
    answer: bytes('429 Slow', 'Retry-After: 99999999999999999999\r\n'),
    codes: [2, 3],
    quick: true,
  },
  'retry-after-negative': {
    does: 'asks to come back before now',
    answer: bytes('429 Slow', 'Retry-After: -5\r\n'),
    codes: [2, 3],
  },
  'retry-after-nonsense': {
    does: 'asks to wait for what is not a time',
    answer: bytes('429 Slow', 'Retry-After: tomorrow::error::pwned\r\n'),
    codes: [2, 3],
  },
  'retry-after-date': {
    does: 'asks to come back in the year 9999',
    answer: bytes('503 No', 'Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n'),
    codes: [2, 3],
    quick: true,
  },
};

const withHeaders = (given: (reply: number) => { [name: string]: string }): Answer =>
  changed(({ headers }, { number }) => ({ headers: { ...headers, ...given(number) } }));
const many = (line: string, times: number) => line.repeat(times);

const headers: {
  readonly [name: string]: { does: string; answer: Answer; codes: readonly number[]; quick?: true };
} = {
  'date-nonsense': {
    does: 'names no moment as its date',
    answer: withHeaders(() => ({ date: 'yesterday, or so' })),
    codes: [0, 1, 3],
  },
  'date-past': {
    does: 'says that it is 1970',
    answer: withHeaders(() => ({ date: 'Thu, 01 Jan 1970 00:00:00 GMT' })),
    codes: [0, 1, 3],
  },
  'date-future': {
    does: 'says that it is 9999',
    answer: withHeaders(() => ({ date: 'Fri, 31 Dec 9999 23:59:59 GMT' })),
    codes: [0, 1, 3],
  },
  'date-jumps': {
    does: 'names another century with each answer',
    answer: withHeaders((n) => ({ date: new Date(Date.UTC(1900 + ((n * 37) % 300), 0, 1)).toUTCString() })),
    codes: [0, 1, 3],
  },
  'content-type-nonsense': {
    does: 'names a content type that is none',
    answer: withHeaders(() => ({ 'content-type': ';;;/==' })),
    codes: [0, 1, 3, 4],
  },
  'cookie-flood': {
    does: 'sets a thousand cookies with each answer',
    answer: bytes('500 No', many('Set-Cookie: a=b\r\n', 800)),
    codes: [2],
    quick: true,
  },
  'header-flood': {
    does: 'sends more headers than are read',
    answer: bytes('200 OK', many('X-More: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n', 20_000)),
    codes: [2],
  },
  'odd-names': {
    does: 'sends headers with the names of object properties',
    answer: withHeaders(() => ({
      __proto__x: '1',
      constructor: 'a',
      tostring: 'b',
      hasownproperty: 'c',
      valueof: 'd',
    })),
    codes: [0],
  },
  'proto-header': {
    does: 'sends a header called __proto__',
    answer: from(6, bytes('500 No', '__proto__: polluted\r\nconstructor: polluted\r\n')),
    codes: [1, 3],
  },
  folded: {
    does: 'folds a header over lines',
    answer: bytes('500 No', 'X-Folded: one\r\n\ttwo\r\n three\r\n'),
    codes: [2],
    quick: true,
  },
  injected: {
    does: 'repeats its path in a header with line ends',
    answer: raw(
      (hit) => `HTTP/1.1 200 OK\r\nX-Path: ${hit.path}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
    ),
    codes: [2],
  },
  'clear-site': {
    does: 'sends the headers by which pages command browsers',
    answer: withHeaders(() => ({
      'clear-site-data': '"*"',
      'alt-svc': 'h3=":443"',
      'strict-transport-security': 'max-age=1e9',
      link: '</x>; rel=preload',
    })),
    codes: [0],
  },
};

const page = `<!doctype html><html><head><title>pwned</title></head><body><script>pwned()</script><img src=x onerror=pwned()>`;

export const statuses: readonly Kind[] = [
  {
    name: 'status/every-second-too-many',
    does: 'puts every second request off by a second, in a run of eight',
    behaviour: {
      answer: (hit, attack) =>
        hit.number % 2 === 0 && hit.path.startsWith('/api')
          ? reply({ status: 429, headers: { 'retry-after': '1' } })(hit, attack)
          : hit.honest().then((answer) => hit.send(answer)),
    },
    codes: [3],
    args: ['--max-time', '8'],
    process: true,
  },
  ...everywhere.map(
    (status): Kind => ({
      name: `status/${status}`,
      does: `answers everything with status ${status}`,
      behaviour: { answer: bytes(`${status} Odd`) },
      codes: [2],
      ...(status % 4 === 0 && { quick: true as const }),
    }),
  ),
  ...Object.entries(rows).map(
    ([name, { answer, ...row }]): Kind => ({ name: `status/${name}`, behaviour: { answer }, ...row }),
  ),
  ...Object.entries(headers).map(
    ([name, { answer, ...row }]): Kind => ({ name: `headers/${name}`, behaviour: { answer }, ...row }),
  ),
  {
    name: 'page/always',
    does: 'answers everything with a page of HTML and scripts',
    behaviour: { answer: reply({ status: 200, headers: { 'content-type': 'text/html' }, body: page }) },
    codes: [2],
    says: /NOT_THE_API/,
    quick: true,
  },
  {
    name: 'page/errors',
    does: 'puts pages with scripts where errors belong',
    behaviour: {
      answer: changed(({ status, headers: sent }) =>
        status >= 400 ? { headers: { ...sent, 'content-type': 'text/html' }, body: page } : {},
      ),
    },
    codes: [0, 1, 3],
  },
  {
    name: 'page/records',
    does: 'answers with pages of 1 MB once it has issued a token',
    behaviour: {
      answer: signedIn(
        reply({ headers: { 'content-type': 'text/html' }, body: page + 'x'.repeat(1_000_000) }),
      ),
    },
    codes: [1, 3],
  },
  {
    name: 'page/text-that-grows',
    does: 'answers with JSON of 7 MB to every request',
    behaviour: {
      answer: signedIn(
        reply({
          headers: json,
          body: JSON.stringify(Array(100_000).fill({ id: 'pwned', name: 'y'.repeat(50) })),
        }),
      ),
    },
    codes: [1, 3],
  },
];
