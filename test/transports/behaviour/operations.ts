/** Sections 4.2 and 5: each operation is served with a token, and with nothing less. */
import { describe, expect, test } from 'vitest';
import { type GuardedOperationId, guardedOperations } from '../../../contracts/specification/operations.ts';
import type { Caller, Open, OperationCall } from '../caller.ts';

/** A request that each operation serves. */
const good: {
  readonly [O in GuardedOperationId]: (caller: Caller) => OperationCall | Promise<OperationCall>;
} = {
  listDevices: () => ({}),
  readDevice: (caller) => ({ id: caller.device(1) }),
  lastLocation: async (caller) => {
    await caller.postLocations(1, { deviceTime: await caller.now(), latitude: 48, longitude: 11 });
    return { id: caller.device(1) };
  },
  postLocations: async (caller) => ({
    id: caller.device(1),
    body: caller.lens
      .posting('locations')
      .write([{ deviceTime: await caller.now(), latitude: 48, longitude: 11 }]),
  }),
  postAlerts: (caller) => ({
    id: caller.device(1),
    body: caller.lens.posting('alerts').write([{ type: 'sos' }]),
  }),
  listGroups: () => ({}),
  createGroup: (caller) => ({ body: caller.lens.body('group').write({ name: 'Ferries' }) }),
  readGroup: (caller) => ({ id: caller.lens.pathId('group', 1) }),
  replaceGroup: (caller) => ({
    id: caller.lens.pathId('group', 1),
    body: caller.lens.body('group').write({ name: 'Ferries' }),
  }),
  updateGroup: (caller) => ({
    id: caller.lens.pathId('group', 1),
    body: caller.lens.patch('group').write({ name: 'Ferries' }),
  }),
  deleteGroup: async (caller) => ({
    id: caller.lens.pathId('group', await caller.create('group', { name: 'Ferries' })),
  }),
  listUsers: () => ({}),
  createUser: (caller) => ({ body: caller.lens.body('user').write({ name: 'Ada' }) }),
  listCountries: () => ({}),
  listTimeZones: () => ({}),
  readUser: (caller) => ({ id: caller.lens.pathId('user', 1) }),
  replaceUser: (caller) => ({
    id: caller.lens.pathId('user', 1),
    body: caller.lens.body('user').write({ name: 'Ada' }),
  }),
  updateUser: (caller) => ({
    id: caller.lens.pathId('user', 1),
    body: caller.lens.patch('user').write({ name: 'Ada' }),
  }),
  deleteUser: async (caller) => ({
    id: caller.lens.pathId('user', await caller.create('user', { name: 'Ada' })),
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

export function operationBehaviour(open: Open): void {
  describe('operations', () => {
    test.each(guardedOperations.map(({ id }) => id))('%s is served with a token', async (id) => {
      const caller = await open();
      caller.served(id, await caller.perform(id, await good[id](caller)));
    });

    test.each(guardedOperations.map(({ id }) => id))(
      '%s is refused without a good token, and nothing changes',
      async (id) => {
        const caller = await open();
        const call = await good[id](caller);
        const token = await caller.token();
        const before = await worldOf(caller);
        const attempts = Object.entries(bad).map(async ([what, forge]) => {
          const authorization = forge(token);
          const headers = authorization === undefined ? {} : { authorization };
          const reply = await caller.perform(id, { ...call, token: null, headers });
          expect(() => caller.refused('unauthorised', reply), what).not.toThrow();
        });
        await Promise.all(attempts);
        expect(await worldOf(caller)).toBe(before);
      },
    );

    test('a token of another account is not a token here', async () => {
      const [caller, other] = [await open(), await open({ seed: 2 })];
      caller.refused(
        'unauthorised',
        await caller.perform('listDevices', { token: await other.signIn() }),
        'TOKEN_REFUSED',
      );
    });

    test('a refusal for want of a token says which scheme is asked for', async () => {
      const caller = await open();
      const reply = await caller.perform('listDevices', { token: null });
      for (const [name, value] of Object.entries(caller.profile.openings['auth.refusal'].headers)) {
        expect(reply.headers[name.toLowerCase()]).toBe(value);
      }
    });
  });
}

/** The whole world as text: whatever changes it changes this. */
async function worldOf(caller: Caller): Promise<string> {
  return JSON.stringify((await caller.control('GET', '/snapshot')).json);
}

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
