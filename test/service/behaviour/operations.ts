/** Sections 4.2 and 5: each operation is served with a token, and with nothing less. */
import { expect } from 'vitest';
import type { Caller, Guarded, OperationCall } from '../caller.ts';
import { each, type Rows } from './row.ts';

/** A request that each operation serves. */
const good: {
  readonly [O in Guarded]: (at: Caller) => OperationCall | Promise<OperationCall>;
} = {
  listDevices: () => ({}),
  readDevice: (at) => ({ id: at.device(1) }),
  lastLocation: async (at) => {
    await at.postLocations(1, { deviceTime: await at.now(), latitude: 48, longitude: 11 });
    return { id: at.device(1) };
  },
  postLocations: async (at) => ({
    id: at.device(1),
    body: at.lens.posting('locations').write([{ deviceTime: await at.now(), latitude: 48, longitude: 11 }]),
  }),
  postAlerts: (at) => ({
    id: at.device(1),
    body: at.lens.posting('alerts').write([{ type: 'sos' }]),
  }),
  listGroups: () => ({}),
  createGroup: (at) => ({ body: at.lens.body('group').write({ name: 'Ferries' }) }),
  readGroup: (at) => ({ id: at.lens.pathId('group', 1) }),
  replaceGroup: (at) => ({
    id: at.lens.pathId('group', 1),
    body: at.lens.body('group').write({ name: 'Ferries' }),
  }),
  updateGroup: (at) => ({
    id: at.lens.pathId('group', 1),
    body: at.lens.patch('group').write({ name: 'Ferries' }),
  }),
  deleteGroup: async (at) => ({
    id: at.lens.pathId('group', await at.create('group', { name: 'Ferries' })),
  }),
  listUsers: () => ({}),
  createUser: (at) => ({ body: at.lens.body('user').write({ name: 'Ada' }) }),
  listCountries: () => ({}),
  listTimeZones: () => ({}),
  readUser: (at) => ({ id: at.lens.pathId('user', 1) }),
  replaceUser: (at) => ({
    id: at.lens.pathId('user', 1),
    body: at.lens.body('user').write({ name: 'Ada' }),
  }),
  updateUser: (at) => ({
    id: at.lens.pathId('user', 1),
    body: at.lens.patch('user').write({ name: 'Ada' }),
  }),
  deleteUser: async (at) => ({
    id: at.lens.pathId('user', await at.create('user', { name: 'Ada' })),
  }),
};

/** Headers that are sent in the place of a good token. */
const bad: { readonly [what: string]: (token: string) => string | undefined } = {
  'no header': () => undefined,
  'a scheme without a token': () => 'Bearer',
  'text that was never a token': () => 'Bearer garbage',
  'three parts that are not a token': () => 'Bearer a.b.c',
  'another scheme': (token) => `Basic ${token}`,
  'the token without its scheme': (token) => token,
  'a token whose payload was altered': (token) => `Bearer ${withClaims(token, { sub: 'root' })}`,
  'a token whose expiry was moved': (token) => `Bearer ${withClaims(token, { exp: 9_999_999_999 })}`,
  'a token whose signature was altered': (token) => `Bearer ${token.slice(0, -5)}AAAAA`,
  'a token without its signature': (token) => `Bearer ${token.split('.').slice(0, 2).join('.')}.`,
  'a token with alg none': (token) => `Bearer ${withHeader(token, { alg: 'none' }, '')}`,
  'a token with alg none and the old signature': (token) => `Bearer ${withHeader(token, { alg: 'none' })}`,
};

const ids = Object.keys(good) as Guarded[];

export const operations = {
  ...each('%s is served with a token', ids, async (at, id) => {
    at.served(id, await at.perform(id, await good[id](at)));
  }),

  ...each('%s is refused without a good token, and nothing changes', ids, async (at, id) => {
    const call = await good[id](at);
    const token = await at.token();
    const before = await at.everything();
    for (const [what, forge] of Object.entries(bad)) {
      const authorization = forge(token);
      const headers: { [name: string]: string } = authorization === undefined ? {} : { authorization };
      at.refused('unauthorised', await at.perform(id, { ...call, token: null, headers }), undefined, what);
    }
    expect(await at.everything()).toBe(before);
  }),

  async 'a token of another account is not a token here'(at) {
    const other = await at.beside({ seed: 2 });
    const reply = await at.perform('listDevices', { token: await other.signIn() });
    at.refused('unauthorised', reply, 'TOKEN_REFUSED');
  },

  async 'a refusal for want of a token says which scheme is asked for'(at) {
    const { headers } = await at.perform('listDevices', { token: null });
    for (const [name, value] of Object.entries(at.profile.openings['auth.refusal'].headers))
      expect(headers).toMatchObject({ [name.toLowerCase()]: value });
  },
} satisfies Rows;

function withClaims(token: string, claims: object): string {
  const [header, payload, signature] = token.split('.');
  return [header, encoded({ ...decoded(payload), ...claims }), signature].join('.');
}

function withHeader(token: string, header: object, signature?: string): string {
  const parts = token.split('.');
  return [encoded({ ...decoded(parts[0]), ...header }), parts[1], signature ?? parts[2]].join('.');
}

function decoded(part = ''): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
}

function encoded(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}
