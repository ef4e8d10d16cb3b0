/** One installed server, which the rows share: each row has a world of its own on it. */
import { randomUUID } from 'node:crypto';
import { endWithFile } from '../command/started.ts';
import { type Started, start } from './run.ts';

export interface Access {
  baseUrl: string;
  controlUrl: string;
  pageUrl: string;
  userName: string;
  apiKey: string;
  controlToken?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: rows say what they expect of it
  body: any;
}

/** The calls of a server, or of one world of it. */
export interface Service extends Access {
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  api(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface Served extends Service {
  readonly process: Started;
}

let shared: Promise<Served> | undefined;

/** The server of the file, its clock frozen. */
export function sharedServer(): Promise<Served> {
  shared ??= serve(['--frozen']).then((served) => {
    endWithFile(async () => {
      shared = undefined;
      await served.process.stop();
    });
    return served;
  });
  return shared;
}

/** Starts `roadtest serve` on a free port. */
export async function serve(words: readonly string[], around?: Parameters<typeof start>[2]): Promise<Served> {
  const process = await start('roadtest', ['serve', '--port', '0', '--json', ...words], around);
  return { ...serviceOf(JSON.parse(await process.firstLine) as Access), process };
}

/** A new world on the shared server. */
export async function newWorld(beginning: object = {}): Promise<Service> {
  const server = await sharedServer();
  const { status, text, body } = await server.control('POST', '/worlds', {
    name: `w-${randomUUID()}`,
    ...beginning,
  });
  if (status >= 400) throw new Error(text);
  return serviceOf(body as Access);
}

/** The calls of an address. */
export function serviceOf(access: Access): Service {
  const { baseUrl, controlUrl, userName, apiKey, controlToken } = access;
  return {
    ...access,
    control: (method, path, body) => call(method, controlUrl + path, body, controlToken),
    async api(method, path, body) {
      const issued = await call('POST', `${baseUrl}/api/Auth/Token`, { userName, apiKey });
      return call(method, `${baseUrl}/api${path}`, body, issued.body?.token);
    },
  };
}

export async function call(method: string, url: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}
