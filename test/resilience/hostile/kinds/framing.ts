/** Answers that break HTTP: lengths, chunks, status lines, and bytes that are not HTTP at all. */
import { createHash } from 'node:crypto';
import { from, type Kind, raw, rawAndEnd } from '../kind.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const body = '{"token":"abcdefgh","success":true}';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Whole answers that no client can make sense of: the deployment was never met. */
const broken: { readonly [name: string]: { does: string; bytes: string | Buffer; stays?: true } } = {
  'length-short': {
    does: 'announces fewer bytes than it sends',
    bytes: `${head}Content-Length: 5\r\n\r\n${body}`,
  },
  'length-long': {
    does: 'announces more bytes than it sends',
    bytes: `${head}Content-Length: 500\r\n\r\n${body}`,
  },
  'length-negative': {
    does: 'announces a negative length',
    bytes: `${head}Content-Length: -5\r\n\r\n${body}`,
  },
  'length-huge': {
    does: 'announces a length beyond all numbers',
    bytes: `${head}Content-Length: 1${'0'.repeat(40)}\r\n\r\n${body}`,
  },
  'length-text': {
    does: 'announces a length that is not a number',
    bytes: `${head}Content-Length: some\r\n\r\n${body}`,
  },
  'length-twice': {
    does: 'announces two lengths',
    bytes: `${head}Content-Length: 35\r\nContent-Length: 5\r\n\r\n${body}`,
  },
  'length-and-chunks': {
    does: 'announces a length and chunks',
    bytes: `${head}Content-Length: 35\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
  },
  'chunk-size-text': {
    does: 'sends a chunk size that is not a number',
    bytes: `${chunked}zz\r\n${body}\r\n0\r\n\r\n`,
  },
  'chunk-size-negative': {
    does: 'sends a negative chunk size',
    bytes: `${chunked}-5\r\n${body}\r\n0\r\n\r\n`,
  },
  'chunk-size-huge': {
    does: 'sends a chunk size beyond all numbers',
    bytes: `${chunked}${'f'.repeat(40)}\r\n${body}`,
  },
  'chunk-without-end': {
    does: 'sends a longer chunk than it announces',
    bytes: `${chunked}5\r\n${body}\r\n0\r\n\r\n`,
  },
  'chunks-cut': { does: 'closes the connection before the last chunk', bytes: `${chunked}23\r\n${body}\r\n` },
  'version-unknown': { does: 'speaks HTTP/3.7', bytes: `HTTP/3.7 200 OK\r\nContent-Length: 2\r\n\r\n{}` },
  'status-text': {
    does: 'sends a status that is not a number',
    bytes: 'HTTP/1.1 abc OK\r\nContent-Length: 2\r\n\r\n{}',
  },
  'status-zero': { does: 'sends status 000', bytes: 'HTTP/1.1 000 No\r\nContent-Length: 2\r\n\r\n{}' },
  'status-long': {
    does: 'sends a status of twenty digits',
    bytes: `HTTP/1.1 ${'2'.repeat(20)} OK\r\nContent-Length: 2\r\n\r\n{}`,
  },
  'header-nul': {
    does: 'sends a NUL in a header',
    bytes: `${head}X-Nul: a\0b\r\nContent-Length: 2\r\n\r\n{}`,
  },
  'header-escape': {
    does: 'sends an escape sequence in a header',
    bytes: `${head}X-Esc: \x1b[31mred\r\nContent-Length: 2\r\n\r\n{}`,
  },
  'header-without-name': {
    does: 'sends a header without a name',
    bytes: `${head}: nameless\r\nContent-Length: 2\r\n\r\n{}`,
  },
  'header-without-colon': {
    does: 'sends a header without a colon',
    bytes: `${head}nonsense\r\nContent-Length: 2\r\n\r\n{}`,
  },
  'line-ends-lf': { does: 'ends its lines with LF alone', bytes: `HTTP/1.1 200 OK\nContent-Length: 2\n\n{}` },
  'http-0.9': { does: 'answers as HTTP/0.9 did, without a head', bytes: body },
  'http-2': {
    does: 'answers with the frames of HTTP/2',
    bytes: Buffer.concat([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
    ]),
  },
  ssh: { does: 'is an SSH server', bytes: 'SSH-2.0-OpenSSH_9.6\r\n', stays: true },
  smtp: { does: 'is a mail server', bytes: '220 mail.example.com ESMTP\r\n', stays: true },
  tls: { does: 'answers with a TLS alert', bytes: Buffer.from([0x15, 3, 3, 0, 2, 2, 40]) },
  random: { does: 'answers with random bytes', bytes: noise(4096) },
  newlines: { does: 'answers with empty lines', bytes: '\r\n'.repeat(50_000) },
  nuls: { does: 'answers with NULs', bytes: Buffer.alloc(65_536) },
};

export const framing: readonly Kind[] = [
  ...Object.entries(broken).map(
    ([name, { does, bytes, stays }]): Kind => ({
      name: `framing/${name}`,
      does,
      behaviour: { answer: stays ? raw(bytes) : rawAndEnd(bytes) },
      codes: [2],
      ...(!stays && { quick: true as const }),
    }),
  ),
  {
    name: 'framing/encoding-unknown',
    does: 'names a transfer encoding that nobody knows; the body lasts until the connection ends, and is not a token',
    behaviour: { answer: rawAndEnd(`${head}Transfer-Encoding: nonsense\r\n\r\n${body}`) },
    codes: [1],
  },
  {
    name: 'framing/broken-from-request-60',
    does: 'answers 59 requests and then sends broken chunks',
    behaviour: { answer: from(60, rawAndEnd(`${chunked}zz\r\n`)) },
    codes: [3],
    says: /suspect/i,
    quick: true,
  },
  {
    name: 'framing/banner',
    does: 'sends the banner of an SSH server when a connection is opened',
    behaviour: {
      connect: (socket) => {
        socket.resume().write('SSH-2.0-OpenSSH_9.6\r\n');
        return true;
      },
    },
    codes: [2],
  },
  {
    name: 'framing/poisoned-reuse',
    does: 'sends a second answer after each, for the next request on the connection',
    behaviour: {
      answer: raw(
        `${head}Content-Length: 35\r\n\r\n${body}HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n{"poisoned": "yes"}`,
      ),
    },
    codes: [1, 2, 3],
  },
  {
    name: 'framing/poisoned-from-request-60',
    does: 'from the 60th request on sends another answer after each lawful one',
    behaviour: {
      answer: from(60, async ({ honest: made, socket }) => {
        const { status, body: text } = await made();
        const answer = `HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
        socket.write(`${answer}HTTP/1.1 500 Poisoned\r\nContent-Length: 0\r\n\r\n`);
      }),
    },
    codes: [0, 1, 3],
  },
  {
    name: 'framing/early-answer',
    does: 'sends an answer before it is asked',
    behaviour: {
      connect: (socket) => {
        socket.resume().write(`${head}Content-Length: 35\r\n\r\n${body}`);
        return true;
      },
    },
    codes: [1, 2],
  },
];

function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: bytes / 32 }, (_, index) =>
    createHash('sha256').update(`${index}`).digest(),
  );
  return Buffer.concat(blocks);
}
