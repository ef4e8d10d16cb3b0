/** The functions that perform the routes of the control API, by their rows. */
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import type { Caller, Reply } from '../../http/call.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import type { Holder } from '../roles.ts';
import type { Asked, BodyOf, ReplyOf, RouteKey, RowKey } from '../schemas/index.ts';

export interface ControlRequest<Key extends RowKey = RowKey> {
  world: World;
  /** The device id of the path, as the profile writes it, or the name of a world; `''` where the path has none. */
  id: string;
  /** The caller, by the token. */
  holder: Holder;
  /** Read as the row says. */
  query: Asked<Key>;
  /** Checked by the row. */
  body: Key extends RouteKey ? BodyOf<Key> : undefined;
  /** The id of the last event that a cut event stream received, as the browser sends it by itself. */
  lastEventId: string | undefined;
  /** The one who waits for the answer; `undefined` where the host does not know when they go. */
  caller: Caller | undefined;
  /** Under which name and port the caller reached the server; `undefined` in process. */
  host: string | undefined;
}

/** A stream of text, in place of JSON. */
export type Stream = NonNullable<Reply['stream']>;
type Answer<Key extends RowKey> = Key extends RouteKey ? ReplyOf<Key> : Stream;

/**
 * Functions that perform routes, each from a request to what is answered. They throw a ControlError for what they refuse. A
 * host brings those that it performs, and they are behind the same guard.
 */
export type Routes = {
  readonly [Key in RowKey]?: (request: ControlRequest<Key>) => Answer<Key> | Promise<Answer<Key>>;
};

/** The device that a text names. */
export function deviceIn(
  { lens, fleet }: Pick<World, 'lens' | 'fleet'>,
  written: string,
  field?: string,
): number {
  const id = lens.readPathId('device', written);
  if (id !== undefined && fleet.devices.has(id)) return id;
  throw new ControlError('UNKNOWN_DEVICE', `There is no device ${excerpt(written)}.`, {
    ...(field !== undefined && { field }),
    hint: 'GET /_control/devices lists them.',
  });
}
