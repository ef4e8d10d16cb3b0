/** The worlds of a server as routes of the control API. The world at the plain address answers them, and no other. */
import type { Routes } from '../control/routes/route.ts';
import type { WorldEntry } from '../control/schemas/index.ts';
import type { HostedWorld, ServedWorld } from './hosted-world.ts';
import { nameOf, type Worlds } from './worlds.ts';

/** @param table the worlds; asked for with each call, since a table begins with its plain world */
export function worldRoutes(table: () => Worlds<ServedWorld>) {
  /** By the name and port that the caller used; in process, where there is neither, the root of the server. */
  const originOf = (host: string | undefined) => (host ? `http://${host}` : '');
  return {
    'GET /worlds': ({ host }) => ({
      worlds: table()
        .list()
        .map((world) => present(world, originOf(host))),
      most: table().most,
    }),
    async 'POST /worlds'({ host, body }) {
      const [name, { simulator }] = await table().create(body);
      const { userName, apiKey } = simulator.fleet.account;
      const { prefix, holders } = table().get(name);
      const tokens = holders && { trainee: holders.trainee.token, viewer: holders.viewer.token };
      return {
        ...{ name, ...addresses(originOf(host) + prefix, simulator), userName, apiKey },
        ...(tokens && { tokens }),
      };
    },
    'DELETE /worlds/{id}'({ id }) {
      table().delete(id);
      return { name: id, status: 'deleted' };
    },
  } satisfies Routes;
}

type Addresses = Pick<WorldEntry, 'baseUrl' | 'controlUrl' | 'pageUrl'>;

function addresses(url: string, { profile }: ServedWorld['simulator']): Addresses {
  return { baseUrl: url + profile.basePath, controlUrl: `${url}/_control`, pageUrl: `${url}/` };
}

function present(
  { world, prefix, createdAt, usedAt, holders }: HostedWorld<ServedWorld>,
  origin: string,
): WorldEntry {
  const { simulator, lesson } = world;
  const { frozen, speed } = simulator.clock.view();
  const [alert] = simulator.fleet.alerts.recent(1);
  return {
    name: nameOf(prefix),
    ...addresses(origin + prefix, simulator),
    now: new Date(simulator.clock.now()).toISOString(),
    timeZone: simulator.fleet.account.view().timeZone,
    devices: simulator.fleet.devices.count,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(usedAt).toISOString(),
    frozen,
    speed,
    calls: simulator.journal.count({ by: 'client' }),
    ...(lesson && { lesson }),
    ...(alert && { alert: { at: new Date(alert.raisedAt).toISOString(), text: alert.text } }),
    ...(holders && { trainee: holders.trainee.name }),
  };
}
