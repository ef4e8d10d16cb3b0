/** Calls a simulator directly, as a test reads best: JSON in, JSON out. */
import { snapshotDigest } from '../simulator/control/snapshot.ts';
import type { Simulator } from '../simulator/index.ts';

export interface Answer {
  status: number;
  headers: { [name: string]: string };
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  json: any;
}

export interface Client {
  (method: string, target: string, body?: unknown, headers?: { [name: string]: string }): Promise<Answer>;
  /** The same with a token of the account. */
  authorised(
    method: string,
    target: string,
    body?: unknown,
    headers?: { [name: string]: string },
  ): Promise<Answer>;
  /** Below `/_control`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  token(): Promise<string>;
}

/** A string body goes out as it is, anything else as JSON. */
export function clientOf(simulator: Simulator): Client {
  const send: Client = async (method, target, body, headers = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = text === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await simulator.handle({
      method,
      target,
      headers: { ...contentType, ...headers },
      body: text,
    });
    const isJson = /json/.test(reply.headers['content-type'] ?? '') && reply.body !== '';
    return {
      status: reply.status,
      headers: reply.headers,
      text: reply.body,
      json: isJson ? JSON.parse(reply.body) : undefined,
    };
  };
  send.token = async () => {
    const target = `${simulator.profile.basePath}/api/Auth/Token`;
    const answer = await send('POST', target, { userName: 'demo', apiKey: 'demo-key' });
    return answer.json.token;
  };
  send.authorised = async (method, target, body, headers = {}) =>
    send(method, target, body, { authorization: `Bearer ${await send.token()}`, ...headers });
  send.control = (method, path, body) => send(method, `/_control${path}`, body);
  return send;
}

/** A snapshot that was edited, with the digest of what it is now. */
export const signed = <T extends object>(snapshot: T) => ({ ...snapshot, digest: snapshotDigest(snapshot) });
