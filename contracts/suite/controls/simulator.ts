/**
 * A simulator of ours, recognised by its control API, which then serves as all the controls there
 * are. It is met over HTTP like any other deployment; these are its addresses, as a profile would
 * write them down.
 */

import { fieldOf } from '../../kit/json.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import type { Answer } from '../answer.ts';
import { Unreached } from '../finding.ts';
import { breakOffIn } from '../transport/failures.ts';
import type { ControlMeans } from './means.ts';

export interface Simulator {
  readonly controls: { [C in ControlName]: Control };
  /** Creates a device while a licence is free for it: the account gets one more where none is left. */
  withFreeLicence<T>(means: ControlMeans, create: () => Promise<T>, announce: Announce): Promise<T>;
  /** How many the account has. */
  licences(means: ControlMeans): Promise<number>;
  setLicences(means: ControlMeans, total: number): Promise<Answer>;
}

/** Told, before it is changed, how many licences there are and are going to be. */
export type Announce = (was: number, total: number) => Promise<void>;

interface Place {
  /** `http://127.0.0.1:4010/_control`. */
  url: string;
  headers: { [name: string]: string };
}

/** `undefined` for a deployment that is none. */
export async function recogniseSimulator(
  means: ControlMeans & { controlToken?: string | undefined },
): Promise<Simulator | undefined> {
  const place: Place = {
    url: `${new URL(means.target).origin}/_control`,
    headers: means.controlToken === undefined ? {} : { 'x-control-token': means.controlToken },
  };
  const clock = await askedPatiently(() =>
    means.send({ method: 'GET', url: `${place.url}/clock`, headers: place.headers }),
  );
  if (!clock || !isClock(clock)) return undefined;

  return {
    controls: controlsAt(place),
    withFreeLicence: inBatches((means, count, announce) => freeLicences(place, means, count, announce)),
    licences: async (means) => (await readLicences(place, means)).total,
    setLicences: (means, total) => setTotal(place, means, total),
  };
}

function controlsAt({ url, headers }: Place): Simulator['controls'] {
  const device = `${url}/devices/{deviceId}`;
  return {
    setApiEnabled: {
      by: 'http',
      method: 'PUT',
      url: `${url}/account`,
      headers,
      body: { apiEnabled: '{enabled}' },
    },
    readLimits: {
      by: 'http',
      method: 'GET',
      url: `${device}/limits`,
      headers,
      reads: {
        expires: '/expires',
        expirationDate: '/expirationDate',
        dailyEmail: '/dailyEmail',
        dailySms: '/dailySms',
        usageEmail: '/usage/email',
        usageSms: '/usage/sms',
      },
    },
    setLimits: {
      by: 'http',
      method: 'PUT',
      url: `${device}/limits`,
      headers,
      body: {
        expires: '{expires}',
        expirationDate: '{expirationDate}',
        dailyEmail: '{dailyEmail}',
        dailySms: '{dailySms}',
        usage: { email: '{usageEmail}', sms: '{usageSms}' },
      },
    },
    send: {
      by: 'http',
      method: 'POST',
      url: `${device}/send`,
      headers,
      body: { channel: '{channel}', count: '{count}' },
      reads: { sent: '/sent', withheld: '/withheld' },
    },
    activate: {
      by: 'http',
      method: 'POST',
      url: `${device}/activate`,
      headers,
      body: { expirationDate: '{expirationDate}' },
    },
    readLicences: {
      by: 'http',
      method: 'GET',
      url: `${url}/account`,
      headers,
      reads: { total: '/licences/total', used: '/licences/used', available: '/licences/available' },
    },
    createDevice: {
      by: 'http',
      method: 'POST',
      url: `${url}/devices`,
      headers,
      body: { name: 'Roadtest device' },
      reads: { deviceId: '/devices/0/id' },
    },
    advance: {
      by: 'http',
      method: 'POST',
      url: `${url}/clock/advance`,
      headers,
      body: { by: '{by}' },
      reads: { passed: '/code' },
    },
  };
}

/** Devices that are made together. */
interface Batch {
  ready: Promise<void>;
  count: number;
  made: Promise<unknown>[];
}

/**
 * A licence that is free for one device is not free for the next: who asks while others are served
 * waits, and is then served together with all who wait.
 */
function inBatches(
  free: (means: ControlMeans, count: number, announce: Announce) => Promise<void>,
): Simulator['withFreeLicence'] {
  let last: Promise<unknown> = Promise.resolve();
  let next: Batch | undefined;

  return async (means, create, announce) => {
    let mine = next;
    if (!mine) {
      const batch: Batch = { ready: Promise.resolve(), count: 0, made: [] };
      batch.ready = last.then(async () => {
        next = undefined;
        await free(means, batch.count, announce);
      });
      last = batch.ready.then(() => Promise.allSettled(batch.made)).catch(() => undefined);
      next = batch;
      mine = batch;
    }
    mine.count++;
    const made = mine.ready.then(create);
    mine.made.push(made);
    return made;
  };
}

/** The account can be given more licences, which no control of a profile can do. */
async function freeLicences(
  place: Place,
  means: ControlMeans,
  count: number,
  announce: Announce,
): Promise<void> {
  const { total: was, used, available } = await readLicences(place, means);
  if (available >= count) return;
  const free = await allot(used + count);
  // One that reckons otherwise gets more than it can lose.
  if (free < count) await allot(used + count + PLENTY);

  async function allot(total: number): Promise<number> {
    await announce(was, total);
    return Number(fieldsAt(await setTotal(place, means, total), 'licences').available);
  }
}

async function readLicences({ url, headers }: Place, means: ControlMeans) {
  const account = await means.send({ method: 'GET', url: `${url}/account`, headers });
  const { total, used, available } = fieldsAt(account, 'licences');
  if (typeof total === 'number' && typeof used === 'number' && typeof available === 'number')
    return { total, used, available };
  throw new Unreached(
    `the simulator does not tell its licences: it answered ${account.status}`,
    'controls.createDevice',
  );
}

async function setTotal({ url, headers }: Place, means: ControlMeans, total: number): Promise<Answer> {
  return means.send({
    method: 'PUT',
    url: `${url}/account`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ licences: { total } }),
  });
}

/** Licences for a simulator that does not count as it should. */
const PLENTY = 100;

/** The clock of a control API has these and no other fields. */
function isClock({ json }: Answer): boolean {
  if (json === null || typeof json !== 'object') return false;
  const names = Object.keys(json).sort().join();
  return (
    names === 'advancing,frozen,now,speed,until' &&
    typeof fieldOf(json, 'now') === 'string' &&
    typeof fieldOf(json, 'frozen') === 'boolean'
  );
}

function fieldsAt({ json }: Answer, name: string): { [name: string]: unknown } {
  const found = fieldOf(json, name);
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

const ATTEMPTS = 3;

/** One lost connection must not turn a simulator into a deployment without controls. `undefined`: no answer came. */
async function askedPatiently(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      const kind = breakOffIn(error)?.kind;
      if (kind === undefined || kind === 'timeout' || attempt === ATTEMPTS) return undefined;
    }
  }
}
