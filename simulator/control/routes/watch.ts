/** Looking on: the outbox, the journal of requests, the stream of what happens. */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { FleetEvent } from '../../fleet/types.ts';
import { wholeNumber } from '../../http/request.ts';
import type { World } from '../../world.ts';
import { ControlError } from '../errors.ts';
import { eventFrame, framesOf } from '../event-stream.ts';
import { requestFilter } from '../filters/requests.ts';
import { positionStream } from '../positions/stream.ts';
import { presentAlert, presentMessage } from '../present.ts';
import {
  type ControlRequest,
  type ControlRoute,
  deviceOf,
  queryNumber,
  route,
  type WorldRequest,
} from './route.ts';

/** How far back a stream that reconnects is filled up. */
const REPLAYED_EVENTS = 10_000;
/** Frames of positions a second. */
const MOST_FRAMES = 10;

export const watchRoutes: readonly ControlRoute[] = [
  route('GET /outbox', (request) => {
    const { lens, fleet } = request.world;
    const { outbox } = fleet;
    const limit = queryNumber(request, 'limit', 100, 100_000);
    const device = request.query.get('device');
    const deviceId = device === null ? undefined : deviceOf({ ...request, id: device });
    const messages = outbox.list({ limit, ...(deviceId !== undefined && { deviceId }) });
    return {
      body: {
        sent: outbox.sent,
        withheld: outbox.withheld,
        messages: messages.map((message) => presentMessage(message, lens)),
      },
    };
  }),
  route('GET /requests', ({ world, query }) => {
    const { redactor } = world.secrets;
    const filter = requestFilter(Object.fromEntries(query), { lens: world.lens, redactor });
    return { body: world.journal.read(filter, redactor) };
  }),
  route('GET /alerts', (request) => {
    const { world } = request;
    const alerts = world.fleet.alerts.recent(queryNumber(request, 'limit', 100, 100_000));
    const count = world.fleet.log.counts['alert-raised'];
    return { body: { count, alerts: alerts.map((alert) => presentAlert(alert, world.lens)) } };
  }),
  route('GET /names', (request) => {
    const { fleet, lens } = request.world;
    const { groups, users } = fleet;
    const limit = queryNumber(request, 'limit', 1_000, 10_000);
    const named = (resource: 'group' | 'user', records: readonly { id: number; name: string }[]) =>
      records.slice(0, limit).map(({ id, name }) => ({ id: lens.writeId(resource, id), name }));
    return { body: { groups: named('group', groups.list()), users: named('user', users.list()) } };
  }),
  {
    key: 'GET /positions',
    run(request: WorldRequest) {
      const stream = positionStream(request.world, {
        framesPerSecond: queryNumber(request, 'rate', MOST_FRAMES, MOST_FRAMES) || 1,
        devices: numbersOf(request, 'devices'),
        drives: withDrives(request),
      });
      return { stream };
    },
  },
  {
    key: 'GET /events',
    run(request: WorldRequest) {
      const picked = { kinds: kindsOf(request), since: sinceOf(request) };
      return { stream: (write) => streamEvents(request.world, picked, write) };
    },
  },
];

interface Picked {
  /** `undefined`: all. */
  kinds: readonly string[] | undefined;
  /** Fill up with what happened after this sequence number. */
  since: number | undefined;
}

/** The kinds that were asked for. A mistyped one is refused: its listener would wait for ever. */
function kindsOf({ world, query }: WorldRequest): readonly string[] | undefined {
  const kinds = query.get('kinds')?.split(',');
  const known = ['world', 'clock', ...Object.keys(world.fleet.log.counts)];
  const unknown = kinds?.find((kind) => !known.includes(kind));
  if (unknown === undefined) return kinds;
  throw new ControlError('BODY_INVALID', `There are no events of the kind ${quoted(unknown)}.`, {
    field: 'kinds',
    hint: `There are ${known.join(', ')}.`,
  });
}

/** Returns whether the ways are asked for beside the positions. */
function withDrives(request: ControlRequest): boolean {
  const asked = request.query.get('with');
  if (asked === null || asked === 'drives') return asked !== null;
  throw new ControlError('BODY_INVALID', `${quoted(asked)} is not sent beside positions.`, {
    field: 'with',
    hint: 'Use ?with=drives, or leave it out.',
  });
}

/** Numbers of devices, as in `number` of a device; `undefined` when none are picked. */
function numbersOf(request: ControlRequest, name: string): number[] | undefined {
  const given = request.query.get(name);
  return given?.split(',').map((text) => {
    const number = wholeNumber(text);
    if (number !== undefined) return number;
    throw new ControlError('BODY_INVALID', `${quoted(text)} is not the number of a device.`, {
      field: name,
      hint: 'GET /_control/devices lists the number of each device beside its id.',
    });
  });
}

/** Where to go on. A browser whose stream was cut says so in a header, and calls the same address again. */
function sinceOf(request: ControlRequest): number | undefined {
  const lastReceived = wholeNumber(request.lastEventId ?? '');
  if (lastReceived !== undefined) return lastReceived;
  if (!request.query.has('since')) return undefined;
  return queryNumber(request, 'since', 0, Number.MAX_SAFE_INTEGER);
}

/**
 * Server-sent events (HTML standard, 9.2): `world` at the beginning and whenever another world takes the
 * place of this one, `clock` after it and whenever the clock is changed, and one event for everything that
 * happens, with its sequence as the id, so that a stream that was cut goes on where it stopped (`?since=`,
 * or `Last-Event-ID`). `?kinds=a,b` picks kinds of what happens.
 */
function streamEvents(world: World, { kinds, since }: Picked, write: (chunk: string) => void): () => void {
  const { fleet } = world;
  const frames = framesOf(world);
  const { log } = fleet;
  const send = (event: FleetEvent): void => {
    if (kinds && !kinds.includes(event.kind)) return;
    write(frames.event(event));
  };
  const begin = (): void => {
    write(eventFrame('world', world.identity.view()));
    write(frames.clock(world.clock.view()));
  };
  begin();
  if (since !== undefined) for (const event of log.since(since, REPLAYED_EVENTS)) send(event);
  const stopLog = log.onEvent(send, {
    locations: kinds?.includes('location-recorded') ?? true,
  });
  const stopClock = world.clock.onChange((view) => write(frames.clock(view)));
  const stopWorld = world.identity.onReplaced(begin);
  return () => {
    stopWorld();
    stopLog();
    stopClock();
  };
}
