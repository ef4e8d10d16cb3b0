/** A client that speaks a profile by its lens: each operation once, and a call for each kind of refusal. All of it is recorded. */
import type { CompleteProfile } from '../../contracts/profile/index.ts';
import { Caller, type Facts, type Guarded, type Kept, operationOn } from '../service/caller.ts';
import { direct, type Way } from '../service/ways.ts';
import { type Exchange, isServedIn } from './openapi/fits.ts';

const content: { readonly [K in Kept]: { [fact: string]: string } } = {
  group: { name: 'Night', description: 'after ten' },
  user: { name: 'Hal', email: 'hal@depot.example', phone: '+49 1' },
};

/** Reads of one kind of record, step by step. */
interface Life {
  readonly created: Facts;
  readonly patched: Facts;
  /** After a PUT without the other fields; `undefined` where that was refused. */
  readonly replaced: Facts | undefined;
  readonly listed: readonly unknown[];
  readonly deleted: number;
}

export interface Talk {
  readonly exchanges: readonly Exchange[];
  readonly lives: { readonly [K in Kept]: Life };
  readonly devices: readonly Facts[];
  readonly last: Facts;
  readonly countries: readonly Facts[];
  readonly timeZones: readonly Facts[];
}

export async function talk(profile: CompleteProfile): Promise<Talk> {
  const exchanges: Exchange[] = [];
  const way = direct();
  const caller = await Caller.open(recorded(way, exchanges), profile, { devices: 3, groups: 1, users: 1 });
  const { lens } = caller;
  const json = async (id: Guarded, call = {}) => JSON.parse((await caller.perform(id, call)).text);

  const device = { id: lens.pathId('device', 1) };
  await caller.perform('postLocations', { ...device, body: postedLocation(caller) });
  await caller.postAlert(1, { type: 'tow', severity: 'warning', text: 'a test' });
  const lives = { group: await life(caller, 'group'), user: await life(caller, 'user') };
  const found = {
    exchanges,
    lives,
    devices: [await caller.readDevice(1), ...lens.list('devices').read(await json('listDevices')).records],
    last: await json('lastLocation', device),
    countries: lens.list('countries').read(await json('listCountries')).records,
    timeZones: lens.list('timeZones').read(await json('listTimeZones')).records,
  };
  await refusals(caller);
  await way.closeAll();
  return found;
}

function postedLocation({ lens }: Caller): unknown {
  const posting = lens.posting('locations');
  if (posting.does === 'query') return posting.writeRange({ from: 0, to: Date.UTC(2100, 0, 1) });
  return posting.write([{ latitude: 48.1, longitude: 11.5, speed: 50 }]);
}

async function life(caller: Caller, kept: Kept): Promise<Life> {
  const id = await caller.create(kept, content[kept]);
  const created = await caller.read(kept, id);
  await caller.update(kept, id, { name: 'Other' });
  const patched = await caller.read(kept, id);
  const isServed = isServedIn(caller.profile);
  const put = await caller.replace(kept, id, { name: 'Third' });
  const replaced = isServed({ reply: put }) ? await caller.read(kept, id) : undefined;
  const reply = await caller.perform(kept === 'group' ? 'listGroups' : 'listUsers');
  const { records } = caller.lens.list(kept === 'group' ? 'groups' : 'users').read(JSON.parse(reply.text));
  await caller.performOn(kept, 'delete', id);
  const { status } = await caller.performOn(kept, 'read', id);
  return { created, patched, replaced, listed: records.map((one) => one.id), deleted: status };
}

/** Calls that are refused, each for another reason. */
async function refusals(caller: Caller): Promise<void> {
  for (const body of [{ userName: 'demo', apiKey: 'wrong' }, { userName: 'demo' }, 'no JSON'])
    await caller.perform('issueToken', { body });
  await caller.perform('listGroups', { token: null });
  await caller.perform('listUsers', { token: 'no.such.token' });
  await caller.perform('readDevice', { id: caller.lens.pathId('device', 99) });
  for (const kept of ['group', 'user'] as const) {
    await caller.performOn(kept, 'read', 99);
    await caller.performOn(kept, 'delete', 99);
    for (const body of ['{', '[]']) await caller.perform(operationOn('create', kept), { body });
  }
  await caller.perform('createGroup', { body: 'name=x', headers: { 'content-type': 'text/plain' } });
}

/** The same way, of which everything is noted but the control API. */
function recorded(way: Way, exchanges: Exchange[]): Way {
  return {
    ...way,
    async open(options) {
      const client = await way.open(options);
      return {
        async request(method, target, init) {
          const reply = await client.request(method, target, init);
          if (!target.startsWith('/_control')) exchanges.push({ method, target, body: init?.body, reply });
          return reply;
        },
      };
    },
  };
}
