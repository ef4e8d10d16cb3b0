/** The control API, a function for each route. All throw an `ApiError` for what is refused. */
import type { BodyOf, Id, Injection, ReplyOf, RouteKey } from '../../control/schemas/index.ts';
import { request, respond } from './http.ts';

const ROOT = '/_control';

interface Sent<Key extends RouteKey> {
  /** The device of the path. */
  id?: Id;
  query?: { [name: string]: string | number };
  body?: BodyOf<Key>;
}

function call<Key extends RouteKey>(
  key: Key,
  { id = '', query = {}, body }: Sent<Key> = {},
): Promise<ReplyOf<Key>> {
  const [method = '', path = ''] = key.split(' ');
  const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = ROOT + path.replace('{id}', encodeURIComponent(id));
  return request(written.length === 0 ? address : `${address}?${written.join('&')}`, { method, body });
}

export const control = {
  clock: () => call('GET /clock'),
  setClock: (body: BodyOf<'PUT /clock'>) => call('PUT /clock', { body }),
  advance: (body: BodyOf<'POST /clock/advance'>) => call('POST /clock/advance', { body }),
  interrupt: () => call('DELETE /clock/advance'),
  deadlines: (limit: number) => call('GET /deadlines', { query: { limit } }),

  account: () => call('GET /account'),
  setAccount: (body: BodyOf<'PUT /account'>) => call('PUT /account', { body }),

  devices: (offset: number, limit: number) => call('GET /devices', { query: { offset, limit } }),
  device: (id: Id) => call('GET /devices/{id}', { id }),
  setLimits: (id: Id, body: BodyOf<'PUT /devices/{id}/limits'>) =>
    call('PUT /devices/{id}/limits', { id, body }),
  activate: (id: Id, expirationDate?: string) =>
    call('POST /devices/{id}/activate', { id, body: expirationDate === undefined ? {} : { expirationDate } }),
  track: (id: Id, limit: number) => call('GET /devices/{id}/track', { id, query: { limit } }),

  trips: (id: Id) => call('GET /devices/{id}/trips', { id }),
  dayTotals: () => call('GET /trips'),

  alerts: (limit: number) => call('GET /alerts', { query: { limit } }),
  names: (limit: number) => call('GET /names', { query: { limit } }),
  outbox: (limit: number, device?: Id) =>
    call('GET /outbox', { query: { limit, ...(device !== undefined && { device }) } }),
  requests: (limit: number) => call('GET /requests', { query: { limit } }),
  specification: () => call('GET /specification'),
  description: () => call('GET /openapi.json'),
  profile: () => call('GET /profile'),

  faults: () => call('GET /faults'),
  setFaults: (rules: NonNullable<BodyOf<'PUT /faults'>['rules']>) => call('PUT /faults', { body: { rules } }),
  reset: () => call('POST /reset', { body: {} }),
  snapshot: async () => (await respond(`${ROOT}/snapshot`)).blob(),
  restore: (body: BodyOf<'PUT /snapshot'>) => call('PUT /snapshot', { body }),

  stories: () => call('GET /stories'),
  story: () => call('GET /story'),
  playStory: (body: BodyOf<'PUT /story'>) => call('PUT /story', { body }),
  seek: (to: string) => call('POST /story/seek', { body: { to } }),
  inject: (device: Id, kind: Injection) => call('POST /inject', { body: { device, kind } }),

  startVerification: () => call('POST /verification'),
  verification: () => call('GET /verification'),
  startExploration: () => call('POST /exploration'),
  exploration: () => call('GET /exploration'),
};
