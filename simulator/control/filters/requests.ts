/** Filters of calls of the public API. They see what is shown of a call: its secrets find nothing. */
import { JSON_DEPTH } from '../../../contracts/kit/bounds.ts';
import { fieldOf, jsonIn } from '../../../contracts/kit/json.ts';
import type { Redactor } from '../../../contracts/kit/redact.ts';
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Lens } from '../../../contracts/profile/lens/lens.ts';
import { parsePointer } from '../../../contracts/profile/pointer.ts';
import { type OperationId, operations } from '../../../contracts/specification/operations.ts';
import { percentDecoded } from '../../http/request.ts';
import { callerOf, type KeptCall, targetOf } from '../journal.ts';
import type { RequestSought } from '../schemas/calls.ts';
import {
  type Conditions,
  countIn,
  type Filter,
  fieldsLike,
  filterInvalid,
  isLike,
  readFilter,
  textOf,
} from './filter.ts';

/**
 * The calls that are sought: each condition that is given has to hold.
 *
 * @example
 * import { createSimulator, type RequestFilter } from 'roadtest';
 *
 * const simulator = createSimulator();
 * const refused: RequestFilter = { operation: 'listDevices', status: 401 };
 * await simulator.fetch(new Request('http://localhost/api/devices'));
 * console.log(simulator.journal.count(refused)); // 1
 */
export interface RequestFilter extends Omit<RequestSought, 'since'> {
  /** Calls after this sequence number; or of this instant of the fake clock (ISO 8601, or a `Date`) and later. */
  since?: number | string | Date;
}

interface Context {
  readonly lens: Lens;
  readonly redactor: Redactor;
}

/** The conditions on calls, as they are shown in a world. */
export const conditionsOfCalls = ({ lens, redactor }: Context): Conditions<KeptCall> => ({
  operation(given) {
    const ids = operations.map(({ id }) => id);
    const wanted = ids.find((id) => id === given);
    if (wanted !== undefined) return ({ entry }) => entry.operation === wanted;
    throw filterInvalid(
      'operation',
      `There is no operation ${quoted(given)}.`,
      suggestion(String(given), ids) ?? `There are ${ids.join(', ')}.`,
    );
  },
  status(given) {
    if (given === 'cut') return ({ entry: { reply } }) => reply.dropped === true;
    const wanted = countIn(given) ?? 0;
    if (wanted >= 100 && wanted <= 599)
      return ({ entry: { reply } }) => !reply.dropped && reply.status === wanted;
    throw filterInvalid(
      'status',
      `There is no status ${quoted(given)}.`,
      'Write one from 100 to 599, or cut for a connection that was cut.',
    );
  },
  by(given) {
    if (given === 'client' || given === 'story') return ({ entry }) => callerOf(entry) === given;
    throw filterInvalid('by', `There are no calls by ${quoted(given)}.`, 'Write client or story.');
  },
  path(given) {
    const pattern = textOf('path', given);
    return ({ entry }) => isLike(targetOf(entry.call, redactor).split('?', 1)[0] ?? '', pattern);
  },
  device(given) {
    const device = lens.readPathId('device', String(given));
    if (device === undefined) {
      throw filterInvalid(
        'device',
        `No device has the id ${quoted(given)} here.`,
        'GET /_control/devices lists them; path finds calls with other texts in their address.',
      );
    }
    const [memberField] = parsePointer(lens.body('group').pointer('deviceIds') ?? '').slice(-1);
    return ({ entry: { operation, call } }) =>
      lens.readPathId('device', deviceIn(call.target, operation, lens) ?? '') === device ||
      (operation !== undefined &&
        memberField !== undefined &&
        groupWrites.has(operation) &&
        hasUnder(
          jsonIn(call.body ?? '', JSON_DEPTH),
          memberField,
          (id) => lens.readId('device', id) === device,
        ));
  },
  field(given) {
    const holds = fieldsLike(given);
    return ({ entry: { call } }) => {
      const json = call.body === undefined ? undefined : jsonIn(redactor.text(call.body), JSON_DEPTH);
      return json !== undefined && holds(json);
    };
  },
});

/** @throws ControlError FILTER_INVALID, with the field that is wrong */
export function requestFilter(given: object, context: Context): Filter<KeptCall> {
  return readFilter(given, conditionsOfCalls(context));
}

/** The places of the id in the paths of the operations of one device. */
const idPlaces: ReadonlyMap<OperationId, number> = new Map(
  operations.flatMap(({ id, pathId, path }) =>
    pathId === 'device' ? [[id, path.split('/').indexOf('{deviceId}')] as const] : [],
  ),
);

/** The operations whose bodies name devices. */
const groupWrites: ReadonlySet<OperationId> = new Set(
  operations.filter(({ writes }) => writes === 'group').map(({ id }) => id),
);

/** The id of a device in the path of a call. */
function deviceIn(
  target: string,
  operation: OperationId | undefined,
  { basePath }: Lens,
): string | undefined {
  const place = operation && idPlaces.get(operation);
  if (place === undefined) return undefined;
  const segment = target.slice(basePath.length).split('?', 1)[0]?.split('/')[place];
  return segment === undefined ? undefined : percentDecoded(segment);
}

/** Returns whether a value is that of a field, or in its list; a JSON Patch names the field in its path. */
function hasUnder(json: unknown, field: string, isSought: (value: unknown) => boolean): boolean {
  if (Array.isArray(json)) return json.some((item) => hasUnder(item, field, isSought));
  if (typeof json !== 'object' || json === null) return false;
  const path = fieldOf(json, 'path');
  const isPatch = typeof path === 'string' && path.split('/').includes(field);
  return Object.entries(json).some(([name, value]) =>
    name === field || (isPatch && name === 'value')
      ? [value].flat().some(isSought)
      : hasUnder(value, field, isSought),
  );
}
