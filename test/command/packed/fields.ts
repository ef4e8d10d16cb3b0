/** The rows of `fields.yaml`, and what they ask the API, or the control API, of a world for. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Service } from '../roadtest.ts';

export interface FixtureRow {
  /** A file of `fixtures/`, and one there that it needs as its profile. */
  fixture: string;
  profile?: string;
  /** By what is asked, the field and what the answer has of it. */
  shows: { readonly [asked: string]: { readonly [field: string]: string } };
}

type Ask = (service: Service) => Promise<{ status: number; body: unknown }>;
const control =
  (path: string): Ask =>
  (service) =>
    service.control('GET', path);
const api =
  (path: string): Ask =>
  (service) =>
    service.api('GET', path);

/** The requests, by a name. */
export const asks: { readonly [name: string]: Ask } = {
  clock: control('/clock'),
  account: control('/account'),
  access: async ({ userName, apiKey }) => ({ status: 200, body: `${userName} ${apiKey}` }),
  groups: api('/groups'),
  users: api('/users'),
  device: api('/devices/dev-4711'),
  devices: api('/devices'),
  limits: control('/devices/dev-4711/limits'),
  locations: api('/devices/dev-4711/lastLocation'),
  last: api('/devices/dev-2/lastLocation'),
  now: control('/devices/dev-2'),
  fixture: control('/fixture'),
  faults: control('/faults'),
};

export const fixtureRows: readonly FixtureRow[] = parse(
  readFileSync(new URL('fields.yaml', import.meta.url), 'utf8'),
);

/** The fields of a fault rule, and what `GET /_control/faults` has of each: in fixtures and stories the same. */
export const faultFields: readonly (readonly [field: string, sign: string])[] = fixtureRows
  .flatMap(({ shows }) => Object.entries(shows.faults ?? {}))
  .filter(([field]) => !/^faults(\.from|\.until)?$/.test(field))
  .map(([field, sign]) => [field.replace('faults.', ''), sign]);
