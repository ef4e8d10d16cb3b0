/** Looking on: the outbox, the journal of requests, the stream of what happens. */
import type { Happening } from '../../fleet/types.ts';
import type { World } from '../../world.ts';
import { presentHappening, presentMessage } from '../present.ts';
import { presentClock } from './clock.ts';
import { type ControlRequest, type ControlRoute, deviceOf, queryNumber } from './route.ts';

/** How far back a stream that reconnects is filled up. */
const REPLAYED_EVENTS = 10_000;

export const watchRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/outbox',
    run(world, request) {
      const { outbox } = world.fleet;
      const limit = queryNumber(request, 'limit', 100, 100_000);
      const device = request.query.get('device');
      const deviceId = device === null ? undefined : deviceOf(world, { ...request, id: device });
      const messages = outbox.list({ limit, ...(deviceId !== undefined && { deviceId }) });
      return {
        body: {
          sent: outbox.sent,
          withheld: outbox.withheld,
          messages: messages.map((message) => presentMessage(message, world.lens)),
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/requests',
    run(world, request) {
      const secrets = [world.fleet.account.apiKey, world.guard.controlToken ?? ''];
      return { body: { requests: world.journal.read(queryNumber(request, 'limit', 100, 100_000), secrets) } };
    },
  },
  {
    method: 'GET',
    path: '/events',
    run: (world, request) => ({ stream: (write) => streamEvents(world, request, write) }),
  },
];

/**
 * Server-sent events (HTML standard, 9.2): `clock` whenever the clock is changed, and one event
 * for everything that happens, with its sequence as the id, so that a stream that was cut goes on
 * where it stopped (`?since=`). `?kinds=a,b` picks kinds.
 */
function streamEvents(world: World, request: ControlRequest, write: (chunk: string) => void): () => void {
  const kinds = request.query.get('kinds')?.split(',');
  const { log } = world.fleet;
  const send = (happening: Happening): void => {
    if (kinds && !kinds.includes(happening.kind)) return;
    write(frame(happening.kind, presentHappening(happening, world.lens), happening.sequence));
  };
  write(frame('clock', presentClock(world.clock.view())));
  const since = request.query.get('since');
  if (since !== null) {
    for (const happening of log.since(
      queryNumber(request, 'since', 0, Number.MAX_SAFE_INTEGER),
      REPLAYED_EVENTS,
    )) {
      send(happening);
    }
  }
  const stopLog = log.onHappening(send);
  const stopClock = world.clock.onChange((view) => write(frame('clock', presentClock(view))));
  return () => {
    stopLog();
    stopClock();
  };
}

function frame(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
