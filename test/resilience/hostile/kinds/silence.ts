/** Deployments that wait, drip or never come to an end. */
import { endless, from, type Kind, on, raw, stream } from '../kind.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const silent = raw('');
const KILOBYTE = 'x'.repeat(1024);

export const silence: readonly Kind[] = [
  {
    name: 'sound',
    does: 'nothing wrong: what all others are measured against',
    behaviour: {},
    codes: [0],
  },
  {
    name: 'silence/connection',
    does: 'takes connections and reads nothing from them',
    behaviour: { connect: (socket) => !socket.pause().destroyed },
    codes: [2],
    says: /UNREACHABLE/,
  },
  {
    name: 'silence/before-headers',
    does: 'reads requests and never answers',
    behaviour: { answer: silent },
    codes: [2],
    says: /UNREACHABLE/,
  },
  {
    name: 'silence/status-line',
    does: 'sends half a status line',
    behaviour: { answer: raw('HTTP/1.1 20') },
    codes: [2],
  },
  {
    name: 'silence/in-headers',
    does: 'never ends its headers',
    behaviour: { answer: raw(head) },
    codes: [2],
  },
  {
    name: 'silence/after-headers',
    does: 'announces a body and sends none',
    behaviour: { answer: raw(`${head}Content-Length: 100\r\n\r\n`) },
    codes: [2],
  },
  {
    name: 'silence/in-body',
    does: 'sends half of a body',
    behaviour: { answer: raw(`${head}Content-Length: 100\r\n\r\n{"token":"`) },
    codes: [2],
  },
  {
    name: 'silence/in-chunk',
    does: 'sends half of a chunk',
    behaviour: { answer: raw(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n{"token":`) },
    codes: [2],
  },
  {
    name: 'silence/from-request-60',
    does: 'answers 59 requests and then none',
    behaviour: { answer: from(60, silent) },
    codes: [3],
    says: /suspect/i,
  },
  {
    name: 'silence/token-only',
    does: 'answers everything but the token request',
    behaviour: { answer: on(/POST .*\/Token$/, silent) },
    args: ['--only', 'token/,groups/'],
    codes: [2, 3],
  },
  {
    name: 'silence/control',
    does: 'answers the public API, and never the control API',
    behaviour: { answer: on(/ \/_control\//, silent) },
    codes: [0, 3],
  },
  {
    name: 'silence/answers-late',
    does: 'answers everything, after the timeout',
    behaviour: {
      answer: async (hit) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        hit.send(await hit.honest());
      },
    },
    codes: [2],
  },
  {
    name: 'drip/status-line',
    does: 'sends its status line byte by byte, for ever',
    behaviour: { answer: endless('HTTP/1.1 200 ', () => 'O', 50) },
    codes: [2],
  },
  {
    name: 'drip/headers',
    does: 'sends another header now and then, for ever',
    behaviour: { answer: endless(head, () => 'X-More: 1\r\n', 50) },
    codes: [2],
  },
  {
    name: 'drip/body',
    does: 'sends its body byte by byte, for ever',
    behaviour: { answer: endless(`${head}Content-Length: 1000000\r\n\r\n`, () => ' ', 50) },
    codes: [2],
  },
  {
    name: 'drip/body-from-request-60',
    does: 'answers 59 requests and then drips',
    behaviour: {
      answer: from(
        60,
        endless(`${head}Content-Length: 1000000\r\n\r\n`, () => ' ', 50),
      ),
    },
    codes: [3],
    says: /suspect/i,
  },
  {
    name: 'endless/headers',
    does: 'sends headers as fast as they are read',
    behaviour: { answer: endless(head, () => `X-More: ${KILOBYTE}\r\n`) },
    codes: [2],
  },
  {
    name: 'endless/header',
    does: 'sends one header without end',
    behaviour: { answer: endless(`${head}X-Long: `, () => KILOBYTE) },
    codes: [2],
  },
  {
    name: 'endless/body',
    does: 'sends a body as fast as it is read',
    behaviour: { answer: endless(`${head}Connection: close\r\n\r\n`, () => KILOBYTE.repeat(64)) },
    codes: [2],
  },
  {
    name: 'endless/chunks',
    does: 'sends chunk after chunk',
    behaviour: {
      answer: endless(`${head}Transfer-Encoding: chunked\r\n\r\n`, () => `400\r\n${KILOBYTE}\r\n`),
    },
    codes: [2],
  },
  {
    name: 'endless/chunks-from-request-60',
    does: 'issues tokens and then sends chunk after chunk',
    behaviour: {
      answer: from(
        60,
        endless(`${head}Transfer-Encoding: chunked\r\n\r\n`, () => `400\r\n${KILOBYTE}\r\n`),
      ),
    },
    codes: [3],
    says: /suspect/i,
  },
  {
    name: 'endless/trailer',
    does: 'ends its chunks and then sends trailer lines without end',
    behaviour: {
      answer: endless(
        `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
        () => `X-Trailer: ${KILOBYTE}\r\n`,
      ),
    },
    codes: [2],
  },
  {
    name: 'endless/chunk-extension',
    does: 'sends a chunk size with an extension without end',
    behaviour: { answer: endless(`${head}Transfer-Encoding: chunked\r\n\r\n2;a=`, () => KILOBYTE) },
    codes: [2],
  },
  {
    name: 'endless/continue',
    does: 'sends 100 Continue for ever',
    behaviour: { answer: endless('', () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)) },
    codes: [2],
  },
  {
    name: 'endless/early-hints',
    does: 'sends 103 Early Hints for ever',
    behaviour: { answer: endless('', () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5) },
    codes: [2],
  },
  {
    name: 'endless/unasked',
    does: 'sends bytes as soon as a connection is open',
    behaviour: {
      connect: (socket) => {
        socket.resume();
        void stream(socket, () => KILOBYTE);
        return true;
      },
    },
    codes: [2],
  },
];
