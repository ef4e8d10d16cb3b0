/** The public API, called as a client would: what comes back is shown as it is, refusals too. */
import { reach } from './http.ts';

export interface PublicReply {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  body: string;
  /** Real milliseconds until the whole answer was there. */
  milliseconds: number;
}

export interface PublicCall {
  method: string;
  /** Path and query on this server. */
  target: string;
  token?: string;
  /** The body as typed: it may be no JSON at all. */
  body?: string;
}

/** Sends one request. Throws an ApiError only when the server is not reached, or the connection was cut. */
export async function publicCall({ method, target, token, body }: PublicCall): Promise<PublicReply> {
  const began = performance.now();
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const reply = await reach(target, { method, headers, ...(body !== undefined && { text: body }) });
  const text = await reply.text();
  return {
    status: reply.status,
    statusText: reply.statusText,
    headers: [...reply.headers],
    body: text,
    milliseconds: performance.now() - began,
  };
}
