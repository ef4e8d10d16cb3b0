/** Looking on: messages, alerts, calls, waits for these, and the streams of what happens. */
import type { FleetEvent } from '../../fleet/types.ts';
import { wholeNumber } from '../../http/request.ts';
import { clockFrame, eventFrame, fleetFrame } from '../event-stream.ts';
import { requestFilter } from '../filters/requests.ts';
import { positionStream } from '../positions/stream.ts';
import { presentAlert, presentFacts } from '../present.ts';
import { waitForBody } from '../waiting/wait.ts';
import { type ControlRequest, deviceIn, type Routes, type Stream } from './route.ts';

/** How far back a stream that reconnects is filled up. */
const REPLAYED_EVENTS = 10_000;

export const watchRoutes = {
  'GET /outbox'({ world, query: { limit, device } }) {
    const { outbox } = world.fleet;
    const deviceId = device === undefined ? undefined : deviceIn(world, device);
    const messages = outbox.list({ limit, ...(deviceId !== undefined && { deviceId }) });
    return {
      sent: outbox.sent,
      withheld: outbox.withheld,
      messages: messages.map((message) => presentFacts(message, world.lens)),
    };
  },
  'GET /alerts': ({ world: { fleet, lens }, query: { limit } }) => ({
    count: fleet.log.counts['alert-raised'],
    alerts: fleet.alerts.recent(limit).map((alert) => presentAlert(alert, lens)),
  }),
  'GET /names'({ world: { fleet, lens }, query: { limit } }) {
    const named = (resource: 'group' | 'user', records: readonly { id: number; name: string }[]) =>
      records.slice(0, limit).map(({ id, name }) => ({ id: lens.writeId(resource, id), name }));
    return { groups: named('group', fleet.groups.list()), users: named('user', fleet.users.list()) };
  },
  'GET /requests'({ world: { lens, secrets, journal }, query }) {
    const { redactor } = secrets;
    return journal.read(requestFilter(query, { lens, redactor }), redactor);
  },
  'POST /wait': ({ world, body, caller }) => waitForBody(world, body, caller),
  'GET /positions': ({ world, query }) => positionStream(world, query.with === 'drives'),
  'GET /events': (request) => eventStream(request),
} satisfies Routes;

/**
 * Server-sent events (HTML standard, 9.2): `world` at the beginning and whenever another world takes the
 * place of this one, `clock` after it and whenever the clock is changed, and one event for everything that
 * happens, with its sequence as the id, so that a stream that was cut goes on where it stopped (`?since=`,
 * or `Last-Event-ID`, which a browser sends by itself). `?kinds=a,b` picks kinds of what happens.
 */
function eventStream({ world, query: { kinds, since }, lastEventId }: ControlRequest<'GET /events'>): Stream {
  const last = wholeNumber(lastEventId ?? '') ?? since;
  return (write) => {
    const { log } = world.fleet;
    const picked: readonly string[] | undefined = kinds;
    const send = (event: FleetEvent): void => {
      if (!picked || picked.includes(event.kind)) write(fleetFrame(event, world));
    };
    const begin = (): void => {
      write(eventFrame('world', world.identity.view()));
      write(clockFrame(world.clock.view()));
    };
    begin();
    if (last !== undefined) for (const event of log.since(last, REPLAYED_EVENTS)) send(event);
    const stops = [
      log.onEvent(send, { locations: picked?.includes('location-recorded') ?? true }),
      world.clock.onChange((view) => write(clockFrame(view))),
      world.identity.onReplaced(begin),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
