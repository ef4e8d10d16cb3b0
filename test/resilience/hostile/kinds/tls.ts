/** Faults of TLS. Certificates that are trusted are so by NODE_EXTRA_CA_CERTS, which a process reads when it starts. */
import { certificateFor } from '../certificate.ts';
import { type Behaviour, honest, type Kind } from '../kind.ts';

const DAY = 86_400_000;
const handshakeRecord = Buffer.from([0x16, 3, 3, 0, 4, 2, 0, 0, 0]);

const faults: {
  readonly [name: string]: { does: string; behaviour: Behaviour; codes?: readonly number[]; says?: RegExp };
} = {
  'plain-on-https': {
    does: 'speaks HTTP without TLS at an https address',
    behaviour: { https: true, answer: honest },
  },
  'https-on-plain': {
    does: 'speaks TLS at an http address',
    behaviour: { tls: () => ({ ...certificateFor('127.0.0.1'), plainAddress: true }) },
  },
  'self-signed': {
    does: 'shows a certificate that nobody signed',
    behaviour: { tls: () => certificateFor('127.0.0.1') },
    says: /SELF_SIGNED|self-signed/,
  },
  expired: {
    does: 'shows a certificate that has expired',
    behaviour: {
      tls: () => ({ ...certificateFor('127.0.0.1', { from: -2 * DAY, until: -DAY }), trusted: true }),
    },
    says: /EXPIRED|expired/,
  },
  'not-yet-valid': {
    does: 'shows a certificate of the future',
    behaviour: {
      tls: () => ({ ...certificateFor('127.0.0.1', { from: DAY, until: 2 * DAY }), trusted: true }),
    },
    says: /NOT_YET_VALID|not yet valid/,
  },
  'wrong-host': {
    does: 'shows the certificate of another host',
    behaviour: { tls: () => ({ ...certificateFor('other.example.com'), trusted: true }) },
    says: /ALTNAME/,
  },
  'silent-handshake': {
    does: 'takes connections and never shakes hands',
    behaviour: { https: true, connect: (socket) => !!socket.resume() },
  },
  'reset-in-handshake': {
    does: 'resets the connection in the handshake',
    behaviour: {
      https: true,
      connect: (socket) => {
        socket.once('data', () => socket.resetAndDestroy());
        return true;
      },
    },
  },
  'broken-handshake': {
    does: 'sends a broken record in the handshake',
    behaviour: {
      https: true,
      connect: (socket) => {
        socket.once('data', () => socket.write(handshakeRecord));
        return true;
      },
    },
  },
  'old-version': {
    does: 'offers TLS 1.0 alone',
    behaviour: {
      tls: () => ({
        ...certificateFor('127.0.0.1'),
        trusted: true,
        maxVersion: 'TLSv1',
        minVersion: 'TLSv1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      }),
    },
  },
  'client-certificate': {
    does: 'asks for a certificate of the client and accepts none',
    behaviour: {
      tls: () => ({
        ...certificateFor('127.0.0.1'),
        trusted: true,
        requestCert: true,
        rejectUnauthorized: true,
        ca: [],
      }),
    },
  },
  'silent-after-handshake': {
    does: 'shakes hands and then says nothing',
    behaviour: { tls: () => ({ ...certificateFor('127.0.0.1'), trusted: true }), answer: () => undefined },
  },
  sound: {
    does: 'speaks TLS with a certificate that is trusted, and does nothing wrong',
    behaviour: { tls: () => ({ ...certificateFor('127.0.0.1'), trusted: true }) },
    codes: [0],
  },
};

export const tls: readonly Kind[] = Object.entries(faults).map(
  ([name, { does, behaviour, codes = [2], says }]) => ({
    name: `tls/${name}`,
    does,
    behaviour,
    codes,
    ...(says ? { says } : codes[0] === 2 && { says: /UNREACHABLE/ }),
    process: true as const,
  }),
);
