/**
 * The client of the behaviour rows. It speaks and reads the dialect of a profile through the lens, so that a row says what it
 * means in canonical facts and holds for every profile.
 */
import { expect } from 'vitest';
import { type CompleteProfile, compileLens, type Lens } from '../../contracts/profile/index.ts';
import { type OperationId, operation } from '../../contracts/specification/index.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import type { CallInit, Client, Received, Way } from './ways.ts';

export const CREDENTIALS = { userName: 'demo', apiKey: 'demo-key' };
/** Small enough that a test can pass it, large enough for everything else. */
export const BODY_LIMIT = 20_000;
export const START = '2026-03-01T12:00:00Z';

/** Facts by their canonical names, or JSON of the control API. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into facts of every shape
export type Facts = { [fact: string]: any };
export type Guarded = Exclude<OperationId, 'issueToken'>;
type ListName = Parameters<Lens['list']>[0];
type Refusal = keyof CompleteProfile['openings']['errors.status'];

/** The two records that are created, read, replaced, patched and deleted alike. */
export type Kept = 'group' | 'user';
type Done = 'create' | 'read' | 'replace' | 'update' | 'delete';
/** The operation that does something to a group or a user. */
export const operationOn = (what: Done, kept: Kept): Guarded =>
  `${what}${kept === 'group' ? 'Group' : 'User'}`;

export interface OperationCall {
  /** The id in the path, as one segment. */
  id?: string;
  query?: string;
  /** Sent as JSON; text goes out as it is. */
  body?: unknown;
  headers?: { [name: string]: string };
  /** `null` sends none; by default one is got and kept. */
  token?: string | null;
}

export interface Answer {
  status: number;
  json: Facts;
}

export class Caller {
  readonly profile: CompleteProfile;
  readonly lens: Lens;
  readonly #way: Way;
  readonly #client: Client;
  #token: string | undefined;

  constructor(way: Way, client: Client, profile: CompleteProfile, seed = 1) {
    this.#way = way;
    this.#client = client;
    this.profile = profile;
    this.lens = compileLens(profile.openings, { basePath: profile.basePath, seed });
  }

  /** A caller with a simulator of its own. */
  static async open(way: Way, profile: CompleteProfile, options: SimulatorOptions = {}): Promise<Caller> {
    const client = await way.open({ profile, bodyLimit: BODY_LIMIT, ...options });
    return new Caller(way, client, profile, options.seed);
  }

  /** A caller with another simulator. */
  beside(options: SimulatorOptions): Promise<Caller> {
    return Caller.open(this.#way, this.profile, options);
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
    return JSON.parse((await this.perform('issueToken', { body: CREDENTIALS })).text).token;
  }

  /** A token, got once and kept. */
  async token(): Promise<string> {
    this.#token ??= await this.signIn();
    return this.#token;
  }

  /** The control API. The answer of a refusal is an answer too. */
  async control(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { headers, body: JSON.stringify(body) } : {};
    const reply = await this.request(method, `/_control${path}`, init);
    return { status: reply.status, json: JSON.parse(reply.text) };
  }

  /** The answer of the control API; a refusal fails. */
  async controlled(method: string, path: string, body?: object): Promise<Facts> {
    const answer = await this.control(method, path, body);
    expect(answer, `${method} /_control${path}`).toMatchObject({ status: expect.toSatisfy((s) => s < 300) });
    return answer.json;
  }

  async now(): Promise<number> {
    return Date.parse((await this.controlled('GET', '/clock')).now);
  }

  /** Brings the clock forward; returns what happened. */
  async advance(by: string): Promise<Facts[]> {
    return (await this.controlled('POST', '/clock/advance', { by })).happened;
  }

  /** The records of a list, on all its pages. */
  async listAll(id: Guarded, name: ListName): Promise<Facts[]> {
    const { 'operations.paging': paging, 'operations.query': names } = this.profile.openings;
    const all: Facts[] = [];
    for (let page = paging.firstPage; ; page++) {
      const query = paging.by === 'page' ? `${names.page}=${page}` : '';
      const reply = this.served(id, await this.perform(id, { query }));
      const { records } = this.lens.list(name).read(JSON.parse(reply.text));
      all.push(...records);
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

  async readDevice(id: number): Promise<Facts> {
    const reply = this.served('readDevice', await this.perform('readDevice', { id: this.device(id) }));
    return this.lens.reply('device').read(JSON.parse(reply.text)).facts;
  }

  postLocations(device: number, ...reports: Facts[]): Promise<Received> {
    const body = this.lens.posting('locations').write(reports);
    return this.perform('postLocations', { id: this.device(device), body });
  }

  postAlert(device: number, alert: Facts): Promise<Received> {
    const body = this.lens.posting('alerts').write([alert]);
    return this.perform('postAlerts', { id: this.device(device), body });
  }

  async lastLocation(device: number): Promise<Facts> {
    const reply = await this.perform('lastLocation', { id: this.device(device) });
    return this.lens.reply('location').read(JSON.parse(this.served('lastLocation', reply).text)).facts;
  }

  /** Sets limits of a device on the control API. */
  setLimits(device: number, limits: object): Promise<Answer> {
    return this.control('PUT', `/devices/${this.device(device)}/limits`, limits);
  }

  limits(device: number): Promise<Facts> {
    return this.controlled('GET', `/devices/${this.device(device)}/limits`);
  }

  /** How many messages went out, and how many were withheld. */
  async send(device: number, channel: string, count: number): Promise<Facts> {
    const path = `/devices/${this.device(device)}/send`;
    const { sent, withheld } = await this.controlled('POST', path, { channel, count });
    return { sent, withheld };
  }

  activate(device: number, change = {}): Promise<Answer> {
    return this.control('POST', `/devices/${this.device(device)}/activate`, change);
  }

  async licences(): Promise<Facts> {
    return (await this.controlled('GET', '/account')).licences;
  }

  /** The whole world as text: whatever changes it changes this. */
  async everything(): Promise<string> {
    return JSON.stringify(await this.controlled('GET', '/snapshot'));
  }

  // Groups and users

  /** Creates a record; gives back its id, where the profile says that it is. */
  async create(kept: Kept, content: Facts): Promise<number> {
    const id = operationOn('create', kept) as 'createGroup';
    const body = this.lens.body(kept).write(content);
    const reply = this.served(id, await this.perform(id, { body }));
    const answer = reply.text === '' ? undefined : JSON.parse(reply.text);
    const reported = this.lens.answer(id).read(answer).facts.id;
    const location = reply.headers.location?.split('/').at(-1);
    const found =
      reported ??
      (location === undefined ? undefined : this.lens.readPathId(kept, decodeURIComponent(location))) ??
      (await this.list(kept)).find(({ name }) => name === content.name)?.id;
    return found ?? expect.fail(`${id} reported no id`);
  }

  async read(kept: Kept, id: number): Promise<Facts> {
    const reply = this.served(operationOn('read', kept), await this.performOn(kept, 'read', id));
    return this.lens.reply(kept).read(JSON.parse(reply.text)).facts;
  }

  list(kept: Kept): Promise<Facts[]> {
    return kept === 'group' ? this.listAll('listGroups', 'groups') : this.listAll('listUsers', 'users');
  }

  replace(kept: Kept, id: number, content: Facts): Promise<Received> {
    return this.performOn(kept, 'replace', id, { body: this.lens.body(kept).write(content) });
  }

  async update(kept: Kept, id: number, change: Facts): Promise<Received> {
    const body = this.lens.patch(kept).write(change, await this.read(kept, id));
    return this.performOn(kept, 'update', id, { body });
  }

  performOn(kept: Kept, what: Done, id: number, call: OperationCall = {}): Promise<Received> {
    return this.perform(operationOn(what, kept), { id: this.lens.pathId(kept, id), ...call });
  }

  // Checks of answers

  /** Checks that an operation was served, as this profile says so. */
  served(id: Guarded, reply: Received): Received {
    const status = this.profile.openings['operations.status'][id];
    expect({ operation: id, status: reply.status, text: reply.text.slice(0, 500) }).toMatchObject({ status });
    expect(this.#refusalIn(reply).success, reply.text).not.toBe(false);
    return reply;
  }

  /** Checks that a call was refused, as this profile says so; the code where its dialect has one. */
  refused(refusal: Refusal | 'unauthorised', reply: Received, code?: string, call = ''): Received {
    const { openings } = this.profile;
    const unauthorised = refusal === 'unauthorised';
    const status = unauthorised ? openings['auth.refusal'].status : openings['errors.status'][refusal];
    expect({ status: reply.status, text: reply.text.slice(0, 500) }, `${call} ${refusal}`).toMatchObject({
      status,
    });
    if (unauthorised && openings['auth.refusal'].body === 'empty') {
      expect(reply.text).toBe('');
      return reply;
    }
    expect(reply.headers['content-type'] ?? null, `${call} content-type`).toBe(this.lens.errors.contentType);
    const facts = this.#refusalIn(reply);
    if (openings['errors.body'].form === 'json' && openings['errors.body'].fields.success)
      expect(facts, call).toMatchObject({ success: false });
    if (code !== undefined && facts.code !== undefined) expect(facts, call).toMatchObject({ code });
    return reply;
  }

  #refusalIn(reply: Received) {
    return this.lens.errors.read(reply.text).facts;
  }
}
