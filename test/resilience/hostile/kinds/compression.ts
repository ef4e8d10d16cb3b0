/** Bodies that are compressed, or that claim to be. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type Answer, from, type Hit, type Kind } from '../kind.ts';

const PIECE = Buffer.alloc(16 * 1024 * 1024);
/** As many members as make 1 GiB. */
const MEMBERS = 64;

/** Each is made when it is first sent: a bomb takes a moment to pack. */
const bombs: { readonly [encoding: string]: () => Buffer } = {
  gzip: () => Buffer.concat(Array(MEMBERS).fill(gzipSync(PIECE, { level: 9 }))),
  deflate: () => deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 }),
  br: () =>
    brotliCompressSync(Buffer.alloc(256 * 1024 * 1024), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  'gzip, gzip': () => gzipSync(Buffer.concat(Array(MEMBERS).fill(gzipSync(PIECE, { level: 9 })))),
};
const packed = new Map<string, Buffer>();

function bomb(encoding: string): Answer {
  return (hit) => {
    const bytes = packed.get(encoding) ?? bombs[encoding]?.() ?? Buffer.alloc(0);
    packed.set(encoding, bytes);
    sendEncoded(hit, encoding, bytes);
  };
}

function sendEncoded({ socket }: Hit, encoding: string, bytes: Buffer): void {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\n`;
  socket.write(`${head}Content-Length: ${bytes.length}\r\n\r\n`);
  socket.write(bytes);
}

const body = Buffer.from('{"token":"abcdefgh"}');
const faults: { readonly [name: string]: { does: string; encoding: string; bytes: Buffer } } = {
  'gzip-that-is-none': { does: 'says gzip and sends plain text', encoding: 'gzip', bytes: body },
  'br-that-is-gzip': { does: 'says br and sends gzip', encoding: 'br', bytes: gzipSync(body) },
  'gzip-cut': {
    does: 'sends the first half of a gzip stream',
    encoding: 'gzip',
    bytes: gzipSync(body).subarray(0, 20),
  },
  'gzip-and-noise': {
    does: 'sends noise after a gzip stream',
    encoding: 'gzip',
    bytes: Buffer.concat([gzipSync(body).subarray(0, 12), Buffer.from('noise')]),
  },
  'nested-a-hundred-times': {
    does: 'names a hundred encodings',
    encoding: Array(100).fill('gzip').join(', '),
    bytes: gzipSync(body),
  },
};

export const compression: readonly Kind[] = [
  ...Object.keys(bombs).map(
    (encoding): Kind => ({
      name: `compression/${encoding.replace(', ', '-')}-bomb`,
      does: `sends a body that ${encoding} makes very small`,
      behaviour: { answer: bomb(encoding) },
      codes: [2],
    }),
  ),
  {
    name: 'compression/bomb-from-request-60',
    does: 'answers 59 requests and then sends bombs',
    behaviour: { answer: from(60, bomb('gzip')) },
    codes: [3],
    says: /suspect/i,
  },
  ...Object.entries(faults).map(
    ([name, { does, encoding, bytes }]): Kind => ({
      name: `compression/${name}`,
      does,
      behaviour: { answer: (hit) => sendEncoded(hit, encoding, bytes) },
      codes: [2],
      quick: true,
    }),
  ),
];
