/**
 * The client of the behaviour tests. It speaks and reads the dialect of a profile through the lens, so
 * that a test says what it means in canonical facts and holds for every profile.
 */
import { expect } from 'vitest';
import type { Json } from '../../contracts/kit/json.ts';
import type { Facts, WritableFacts } from '../../contracts/profile/facts.ts';
import { type CompleteProfile, compileLens, type Lens } from '../../contracts/profile/index.ts';
import type { ListResource } from '../../contracts/profile/lens/lens.ts';
import type { ListName } from '../../contracts/profile/openings.ts';
import { type OperationId, operation } from '../../contracts/specification/index.ts';
import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { GuardedOperationId } from '../../contracts/specification/operations.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import type { CallInit, Client, Received, Transport } from './transport.ts';

export const CREDENTIALS = { userName: 'demo', apiKey: 'demo-key' };
/** Small enough that a test can pass it, large enough for everything else. */
export const BODY_LIMIT = 20_000;

/** The two resources that are created, read, replaced, patched and deleted alike. */
export type Kept = 'group' | 'user';
const families = {
  group: {
    list: 'listGroups',
    records: 'groups',
    create: 'createGroup',
    read: 'readGroup',
    replace: 'replaceGroup',
    update: 'updateGroup',
    delete: 'deleteGroup',
  },
  user: {
    list: 'listUsers',
    records: 'users',
    create: 'createUser',
    read: 'readUser',
    replace: 'replaceUser',
    update: 'updateUser',
    delete: 'deleteUser',
  },
} as const;

export interface OperationCall {
  /** The id in the path, as one segment. */
  id?: string;
  query?: string;
  /** Sent as JSON; text goes out as it is. */
  body?: Json;
  headers?: { [name: string]: string };
  /** `null` sends none; by default one is got and kept. */
  token?: string | null;
}

/** Opens callers, each with a simulator of its own. */
export type Open = (options?: SimulatorOptions) => Promise<Caller>;

export async function openCaller(
  transport: Transport,
  profile: CompleteProfile,
  options: SimulatorOptions = {},
) {
  const client = await transport.open({ profile, bodyLimit: BODY_LIMIT, ...options });
  return new Caller(client, profile, options.seed);
}

export class Caller {
  readonly profile: CompleteProfile;
  readonly lens: Lens;
  readonly #client: Client;
  #token: string | undefined;

  constructor(client: Client, profile: CompleteProfile, seed = 1) {
    this.#client = client;
    this.profile = profile;
    this.lens = compileLens(profile.openings, { basePath: profile.basePath, seed });
  }

  /** A call as it is. */
  request(method: string, target: string, init?: CallInit): Promise<Received> {
    return this.#client.request(method, target, init);
  }

  /** Performs an operation of the document. */
  async perform(id: OperationId, call: OperationCall = {}): Promise<Received> {
    const { method, path, guarded } = operation(id);
    const token = guarded && call.token === undefined ? await this.token() : call.token;
    const headers: { [name: string]: string } = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (call.body !== undefined)
      headers['content-type'] =
        method === 'PATCH' ? this.profile.openings['patch.format'].contentType : 'application/json';
    const target =
      this.profile.basePath + path.replace(/\{\w+\}/, call.id ?? '') + (call.query ? `?${call.query}` : '');
    const body =
      typeof call.body === 'string' || call.body === undefined ? call.body : JSON.stringify(call.body);
    return this.request(method, target, {
      headers: { ...headers, ...call.headers },
      ...(body !== undefined && { body }),
    });
  }

  /** A new token. */
  async signIn(): Promise<string> {
    const answer = JSON.parse((await this.perform('issueToken', { body: CREDENTIALS })).text) as {
      token: string;
    };
    return answer.token;
  }

  /** A token, got once and kept. */
  async token(): Promise<string> {
    this.#token ??= await this.signIn();
    return this.#token;
  }

  /** The control API. The answer of a refusal is an answer too. */
  async control<T = { [name: string]: never }>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; json: T }> {
    const headers = { 'content-type': 'application/json' };
    const reply = await this.request(
      method,
      `/_control${path}`,
      body ? { headers, body: JSON.stringify(body) } : {},
    );
    return { status: reply.status, json: JSON.parse(reply.text) as T };
  }

  async now(): Promise<number> {
    const { json } = await this.control<{ now: string }>('GET', '/clock');
    return Date.parse(json.now);
  }

  /** Brings the clock forward; returns what happened. */
  async advance(by: string): Promise<{ kind: string; [fact: string]: unknown }[]> {
    const { status, json } = await this.control<{ happened: { kind: string }[] }>('POST', '/clock/advance', {
      by,
    });
    expect(status).toBe(200);
    return json.happened;
  }

  /** The records of a list, on all its pages. */
  async listAll<L extends ListName>(id: GuardedOperationId, name: L): Promise<Facts<ListResource[L]>[]> {
    const { 'operations.paging': paging, 'operations.query': names } = this.profile.openings;
    const all: Facts<ListResource[L]>[] = [];
    for (let page = paging.firstPage; ; page++) {
      const query = paging.by === 'page' ? `${names.page}=${page}` : '';
      const reply = this.served(id, await this.perform(id, { query }));
      const { records } = this.lens.list(name).read(JSON.parse(reply.text));
      all.push(...(records as Facts<ListResource[L]>[]));
      const { size = null } = paging;
      if (paging.by !== 'page' || size === null || records.length < size) return all;
    }
  }

  // Devices

  /** Ids of the devices, in canonical form. */
  async deviceIds(): Promise<number[]> {
    return (await this.listAll('listDevices', 'devices')).map(({ id }) => id as number);
  }

  device(id: number): string {
    return this.lens.pathId('device', id);
  }

  async readDevice(id: number): Promise<Facts<'device'>> {
    const reply = this.served('readDevice', await this.perform('readDevice', { id: this.device(id) }));
    return this.lens.reply('device').read(JSON.parse(reply.text)).facts;
  }

  postLocations(device: number, ...reports: WritableFacts<'location'>[]): Promise<Received> {
    return this.perform('postLocations', {
      id: this.device(device),
      body: this.lens.posting('locations').write(reports),
    });
  }

  postAlert(device: number, alert: WritableFacts<'alert'>): Promise<Received> {
    return this.perform('postAlerts', {
      id: this.device(device),
      body: this.lens.posting('alerts').write([alert]),
    });
  }

  async lastLocation(device: number): Promise<Facts<'location'>> {
    const reply = this.served(
      'lastLocation',
      await this.perform('lastLocation', { id: this.device(device) }),
    );
    return this.lens.reply('location').read(JSON.parse(reply.text)).facts;
  }

  /** Sets limits of a device on the control API. */
  async setLimits(device: number, limits: object): Promise<{ status: number; json: { code?: string } }> {
    return this.control('PUT', `/devices/${this.device(device)}/limits`, limits);
  }

  async limits(device: number): Promise<{ expires: boolean; usage: { email: number; sms: number } }> {
    return (await this.control<never>('GET', `/devices/${this.device(device)}/limits`)).json;
  }

  // Groups and users

  /** Creates a record; gives back its id, where the profile says that it is. */
  async create<R extends Kept>(resource: R, content: WritableFacts<R>): Promise<number> {
    const { create } = families[resource];
    const body = this.lens.body<Kept>(resource).write(content as WritableFacts<Kept>);
    const reply = this.served(create, await this.perform(create, { body }));
    const reported = this.lens.answer(create).read(jsonIn(reply.text)).facts.id;
    const location = reply.headers.location?.split('/').at(-1);
    const id =
      reported ??
      (location === undefined ? undefined : this.lens.readPathId(resource, decodeURIComponent(location)));
    return (
      id ?? (await this.list(resource)).find(({ name }) => name === content.name)?.id ?? expect.fail('no id')
    );
  }

  async read<R extends Kept>(resource: R, id: number): Promise<Facts<R>> {
    const { read } = families[resource];
    const reply = this.served(read, await this.performOn(resource, 'read', id));
    return this.lens.reply<Kept>(resource).read(JSON.parse(reply.text)).facts as Facts<R>;
  }

  async list<R extends Kept>(resource: R): Promise<Facts<R>[]> {
    const { list, records } = families[resource];
    return (await this.listAll<'groups' | 'users'>(list, records)) as Facts<R>[];
  }

  async replace<R extends Kept>(resource: R, id: number, content: WritableFacts<R>): Promise<Received> {
    const body = this.lens.body<Kept>(resource).write(content as WritableFacts<Kept>);
    return this.performOn(resource, 'replace', id, { body });
  }

  async update<R extends Kept>(resource: R, id: number, change: WritableFacts<R>): Promise<Received> {
    const current = (await this.read(resource, id)) as WritableFacts<Kept>;
    const body = this.lens.patch<Kept>(resource).write(change as WritableFacts<Kept>, current);
    return this.performOn(resource, 'update', id, { body });
  }

  performOn(
    resource: Kept,
    what: 'read' | 'replace' | 'update' | 'delete',
    id: number,
    call: OperationCall = {},
  ): Promise<Received> {
    return this.perform(families[resource][what], { id: this.lens.pathId(resource, id), ...call });
  }

  // Checks of answers

  /** Checks that an operation was served, as this profile says so. */
  served(id: GuardedOperationId, reply: Received): Received {
    expect({ status: reply.status, text: reply.text.slice(0, 500) }).toMatchObject({
      status: this.profile.openings['operations.status'][id],
    });
    expect(this.#refusalIn(reply).success, reply.text).not.toBe(false);
    return reply;
  }

  /** Checks that a call was refused, as this profile says so; the code where its dialect has one. */
  refused(refusal: Refusal | 'unauthorised', reply: Received, code?: string): Received {
    const { openings } = this.profile;
    const unauthorised = refusal === 'unauthorised';
    const status = unauthorised ? openings['auth.refusal'].status : openings['errors.status'][refusal];
    expect({ status: reply.status, text: reply.text.slice(0, 500) }).toMatchObject({ status });
    if (unauthorised && openings['auth.refusal'].body === 'empty') {
      expect(reply.text).toBe('');
      return reply;
    }
    expect(reply.headers['content-type'] ?? null).toBe(this.lens.errors.contentType);
    const facts = this.#refusalIn(reply);
    if (openings['errors.body'].form === 'json' && openings['errors.body'].fields.success)
      expect(facts.success).toBe(false);
    if (code !== undefined && facts.code !== undefined) expect(facts.code).toBe(code);
    return reply;
  }

  #refusalIn(reply: Received) {
    return this.lens.errors.read(reply.text).facts;
  }
}

function jsonIn(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}
