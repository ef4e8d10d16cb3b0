/** What a route of the control API is, and how routes read what they are given. */
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import { wholeNumber } from '../../http/request.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';

export interface ControlRequest {
  /** The device id of the path, as the profile writes it; `''` where the path has none. */
  id: string;
  query: URLSearchParams;
  body: { [name: string]: unknown };
  /** What an event stream that was cut received last, as the browser tells it by itself. */
  lastEventId: string | undefined;
}

export interface ControlResult {
  status?: number;
  body?: unknown;
  stream?: (write: (chunk: string) => void) => () => void;
}

export interface ControlRoute {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/_control`; `{id}` is a device. */
  path: string;
  run(world: World, request: ControlRequest): ControlResult | Promise<ControlResult>;
}

/** A route that a host adds to the control API, behind the same guard. What it does is its own business. */
export interface ControlExtension extends Omit<ControlRoute, 'run'> {
  /** Throws a ControlError for what it refuses. */
  run(request: ControlRequest): ControlResult | Promise<ControlResult>;
}

/** A whole number from the query, 0 or above; at the most `most`, however large it is. */
export function queryNumber(request: ControlRequest, name: string, otherwise: number, most: number): number {
  const text = request.query.get(name);
  if (text === null) return otherwise;
  const value = wholeNumber(text);
  if (value !== undefined) return Math.min(value, most);
  throw new ControlError('BODY_INVALID', `The query parameter ${name} must be a whole number.`, {
    field: name,
  });
}

type TypeName = 'boolean' | 'number' | 'string' | 'object';
interface Types {
  boolean: boolean;
  number: number;
  string: string;
  object: { [name: string]: unknown };
}

/** Reads a body whose fields all have a type; refuses fields that do not belong there. */
export function fieldsOf<const Spec extends { [name: string]: readonly (TypeName | 'null')[] }>(
  body: { [name: string]: unknown },
  spec: Spec,
): {
  [N in keyof Spec]?:
    | Types[Exclude<Spec[N][number], 'null'>]
    | ('null' extends Spec[N][number] ? null : never);
} {
  for (const [name, value] of Object.entries(body)) {
    const allowed = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (!allowed) {
      throw new ControlError('BODY_INVALID', `${excerpt(name)} is not part of this request.`, {
        field: name,
        hint: `Possible: ${Object.keys(spec).join(', ')}.`,
      });
    }
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    if (!(allowed as readonly string[]).includes(type)) {
      throw new ControlError('BODY_INVALID', `${name} must be ${allowed.join(' or ')}, not ${type}.`, {
        field: name,
      });
    }
  }
  return body as never;
}

/** The device that the path names. */
export function deviceOf(world: World, request: ControlRequest): number {
  const id = world.lens.readPathId('device', request.id);
  if (id !== undefined && world.fleet.devices.has(id)) return id;
  throw new ControlError('UNKNOWN_DEVICE', `There is no device ${excerpt(request.id)}.`, {
    hint: 'GET /_control/devices lists them.',
  });
}
