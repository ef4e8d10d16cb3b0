/** The depot's tokens: JWT signed with ES256, with claims of its own. */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Depot } from './depot.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const LIFETIME = 20 * 60_000;
const form = { dsaEncoding: 'ieee-p1363' } as const;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function issuePass(depot: Depot): { token: string; expiresAt: number } {
  const expiresAt = Math.floor(depot.now() / 1000) * 1000 + LIFETIME;
  const claims = {
    aud: 'depot',
    usr: depot.account.userName,
    exp: expiresAt / 1000,
    rnd: Math.random().toString(36).slice(2),
  };
  const text = `${encoded({ typ: 'JWT', kid: 'depot-1', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: keys.privateKey, ...form });
  return { token: `${text}.${signature.toString('base64url')}`, expiresAt };
}

export function isGoodPass(depot: Depot, token: string): boolean {
  const [header, claims, signature, ...more] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0)
    return false;
  const { alg } = decoded(header);
  const { exp } = decoded(claims);
  const genuine =
    alg === 'ES256' &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: keys.publicKey, ...form },
      Buffer.from(signature, 'base64url'),
    );
  return genuine && typeof exp === 'number' && depot.now() < exp * 1000;
}

function decoded(part: string): { [name: string]: unknown } {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) ?? {};
  } catch {
    return {};
  }
}
