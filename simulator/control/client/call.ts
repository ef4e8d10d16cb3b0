/** One call of the control API, from its route to its reply. */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import type { BodyOf, Problem, ReplyOf, RouteKey } from '../schemas/index.ts';

/**
 * The control API refused a call, or nothing answered.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { ControlRefused, createControl } from 'roadtest/control';
 *
 * const simulator = createSimulator({ devices: 1 });
 * const control = createControl('http://localhost', { fetch: simulator.fetch });
 * const refused = await control.devices.read('dev-7').catch((error: unknown) => error);
 * if (refused instanceof ControlRefused) console.log(refused.code, refused.status); // UNKNOWN_DEVICE 404
 */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  /** The code of the refusal; `UNREACHABLE` where nothing answered, `REFUSED` where what answered gave none. */
  readonly code: string;
  /** 0 where nothing answered. */
  readonly status: number;
  /** The field or query parameter that is wrong. */
  readonly field: string | undefined;
  /** Advice to the caller. */
  readonly hint: string | undefined;

  constructor(
    { code, status, detail, field, hint }: Pick<Problem, 'code' | 'status' | 'detail' | 'field' | 'hint'>,
    cause?: unknown,
  ) {
    super([detail, hint].filter(Boolean).join(' '), { cause });
    this.code = code;
    this.status = status;
    this.field = field;
    this.hint = hint;
  }
}

/** Arguments of a call beside its route. */
export interface Sent<Key extends RouteKey> {
  /** The id in the path, as the profile writes it. */
  id?: string | number;
  query?: { readonly [name: string]: string | number };
  body?: BodyOf<Key>;
}

export type Send = (request: Request) => Promise<Response>;

/** @throws ControlRefused */
export async function callControl<Key extends RouteKey>(
  controlUrl: string,
  route: Key,
  { id = '', query = {}, body }: Sent<Key>,
  send: Send,
): Promise<ReplyOf<Key>> {
  const [method = '', path = ''] = route.split(' ');
  const url = new URL(controlUrl + path.replace('{id}', encodeURIComponent(id)));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const request = new Request(url, {
    method,
    // A token goes nowhere else.
    redirect: 'manual',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  let reply: Response;
  try {
    reply = await send(request);
  } catch (cause) {
    throw new ControlRefused(
      { code: 'UNREACHABLE', status: 0, detail: `Nothing answers at ${controlUrl}.` },
      cause,
    );
  }
  const json = await reply.json().catch(() => undefined);
  if (!reply.ok || json === undefined) throw refusalIn(reply.status, json);
  return json;
}

function refusalIn(status: number, json: unknown): ControlRefused {
  const texts = Object.entries(fieldsOf(json)).filter(([, value]) => typeof value === 'string');
  const detail = `The server answered ${status}, but not like a control API.`;
  return new ControlRefused({ code: 'REFUSED', detail, ...Object.fromEntries(texts), status });
}
