/**
 * A certificate for a server, signed with its own key. `node:crypto` makes keys and signatures but no
 * certificates, so that the few lines of DER are written here.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  cert: string;
  key: string;
}

const DAY = 86_400_000;

/** @param host the only name that it is valid for */
export function certificateFor(host: string, { from = -DAY, until = DAY } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const name = sequence(set(sequence(oid(2, 5, 4, 3), utf8(host))));
  const signedWith = sequence(oid(1, 2, 840, 10045, 4, 3, 2)); // ECDSA with SHA-256
  const isIp = /^[\d.]+$/.test(host);
  const alternative = isIp ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, host);
  const extensions = sequence(sequence(oid(2, 5, 29, 17), octets(sequence(alternative))));
  const body = sequence(
    tagged(0xa0, integer(2)), // version 3
    integer(1),
    signedWith,
    name,
    sequence(utcTime(now + from), utcTime(now + until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const certificate = sequence(body, signedWith, bits(sign('sha256', body, privateKey)));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tagged(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes), bytes]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + digits.length]), digits]);
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));
const set = (part: Buffer) => tagged(0x31, part);
const integer = (value: number) => tagged(0x02, Buffer.from([value]));
const octets = (content: Buffer) => tagged(0x04, content);
const bits = (content: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
const utf8 = (text: string) => tagged(0x0c, text);

/** `YYMMDDhhmmssZ` */
function utcTime(at: number): Buffer {
  return tagged(0x17, `${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);
}

function oid(first: number, second: number, ...rest: number[]): Buffer {
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Seven bits to a byte, the highest bit set in all but the last. */
function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
