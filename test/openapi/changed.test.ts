/** A description in which one fact is changed does not fit what a service answers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { type CompleteProfile, completeProfile, type Profile } from '../../contracts/profile/index.ts';
import { oneIn } from '../sample.ts';
import { profiles } from '../service/profiles.ts';
import { type Exchange, fitsOf } from './fits.ts';
import { isServedIn, recorded } from './recorded.ts';

type Given = Profile['openings'];

const changes: { readonly [what: string]: Given } = {
  'the status of a list': { 'operations.status': { listGroups: 206 } },
  'the status of a delete': { 'operations.status': { deleteUser: 226 } },
  'the status of an unknown id': { 'errors.status': { 'unknown-id': 418 } },
  'the status of a wrong body': { 'errors.status': { invalid: 418 } },
  'the status of a refused token request': { 'token.status': { issued: 200, refused: 418 } },
  'the status of an issued token': { 'token.status': { issued: 201, refused: 401 } },
  'the status for want of a token': { 'auth.refusal': { status: 418, headers: {}, body: 'error' } },
  'a field of error bodies': {
    'errors.body': {
      form: 'json',
      contentType: 'application/json',
      fields: { detail: '/cause', success: '/success' },
    },
  },
  'the type of error bodies': { 'errors.body': { form: 'text', contentType: 'text/plain' } },
  'no error bodies': { 'errors.body': { form: 'empty' } },
  'a field of a device': { 'records.device': { fields: { id: '/id', name: '/another' } } },
  'a field of a location': { 'records.location': { fields: { latitude: '/y', longitude: '/x' } } },
  'a field of a user': { 'records.user': { fields: { id: '/id', name: '/callsign' } } },
  'a word of a value': {
    'records.device': {
      fields: { id: '/id', name: '/name', licence: '/licence' },
      values: { licence: { used: 'A', expired: 'B' } },
    },
  },
  'the form of ids': { 'records.id': { form: 'uuid' } },
  'a prefix of ids': { 'records.id': { form: 'string', prefixes: { group: 'G' } } },
  'the form of times': { 'records.time': { form: 'iso', offset: '+05:45' } },
  'times as numbers': { 'records.time': { form: 'epoch-seconds' } },
  'where a list is': { 'operations.envelope': { lists: { devices: { form: 'array', at: '/elsewhere' } } } },
  'the form of a list': { 'operations.envelope': { lists: { users: { form: 'map', at: '/byId' } } } },
  'where a record is': { 'operations.envelope': { records: { group: { at: '/elsewhere' } } } },
  'what is beside a record': {
    'operations.envelope': { records: { user: { at: '/data', constants: { '/took': 3 } } } },
  },
  'what a create answers': { 'operations.envelope': { answers: { createGroup: 'nothing' }, nothing: {} } },
  'where an id is': {
    'operations.envelope': { answers: { createUser: 'id' }, id: { at: '/elsewhere/id' } },
  },
  'the content type of replies': { 'operations.envelope': { contentType: 'application/vnd.fleet+json' } },
  'how a patch is written': { 'patch.format': { form: 'partial', contentType: 'application/json' } },
  'how locations are posted': {
    'locations.purpose': {
      does: 'record',
      body: { form: 'wrapper', at: '/elsewhere', many: false, required: {} },
      query: { from: '/from', to: '/to' },
    },
  },
  'what a create asks for': { 'records.required': { group: ['name', 'deviceIds'], user: ['name', 'phone'] } },
  'the base path': {},
};

/** Changes that a profile does not show: the fact is the same in it, or no answer of a run has it. */
const unseen: { readonly [profile: string]: readonly string[] } = {
  // A merge patch is a partial object; a JSON Patch is none.
  default: ['how a patch is written'],
  // A refusal has the status of other refusals, which stay described.
  enveloped: [
    'the status of an unknown id',
    'the status of a wrong body',
    'the status of a refused token request',
    'the status for want of a token',
  ],
};

describe.each(oneIn(2, profiles))('what the service of the profile $name answers', (profile) => {
  let exchanges: Exchange[] = [];
  beforeAll(async () => {
    exchanges = await recorded({ name: profile.name, profile, options: {}, gate: undefined });
  });
  const faultsBy = (described: CompleteProfile) =>
    exchanges.flatMap(fitsOf(writeOpenApi(described), isServedIn(profile)));

  it('fits its description', () => expect(faultsBy(profile)).toEqual([]));

  const seen = Object.entries(changes).filter(([what]) => !unseen[profile.name]?.includes(what));
  it.each(oneIn(5, seen))('does not fit with another of: %s', (what, openings) => {
    const changed = completeProfile({
      ...profile,
      ...(what === 'the base path' && { basePath: '/api' }),
      openings: { ...profile.openings, ...merged(profile, openings) },
    });
    expect(faultsBy(changed).length).toBeGreaterThan(0);
  });
});

/** The envelope is changed in a part. */
function merged({ openings }: CompleteProfile, given: Given): Given {
  const { 'operations.envelope': envelope, ...others } = given;
  if (!envelope) return given;
  const own = openings['operations.envelope'];
  const parts = Object.entries(envelope).map(([name, part]) => {
    const before = own[name as keyof typeof own];
    const isTable = ['lists', 'records', 'answers'].includes(name);
    return [name, isTable ? { ...(before as object), ...(part as object) } : part];
  });
  return { ...others, 'operations.envelope': { ...own, ...Object.fromEntries(parts) } };
}
