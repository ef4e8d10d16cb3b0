/** A deployment, what is put around it, a run of the suite over it, and a sweep of the run's journal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDirect } from '../../cli/exploring/direct.ts';
import type { Host } from '../../contracts/deployment/host.ts';
import { completeProfile, defaultProfile, type Profile } from '../../contracts/profile/index.ts';
import { type Run, type Verdict, type VerifyOptions, verify } from '../../contracts/verify/index.ts';
import { toFetch } from '../../simulator/hosts/fetch.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/index.ts';
import { cli, demo, deployed, folder } from '../command/verifying.ts';
import { quickHost } from '../quick-host.ts';
import { SEED } from '../sample.ts';
import { OFFICE } from './office.ts';

export const credentials = { userName: 'demo', apiKey: 'demo-key' };

/** Puts something around a deployment. */
export type Around = (handle: Handle) => Handle;

export const line = ({ method, target }: Call): string => `${method} ${target}`;

export const reply = (status: number, json?: unknown, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: json === undefined ? headers : { 'content-type': 'application/json', ...headers },
  body: json === undefined ? '' : JSON.stringify(json),
});

/** Answers the calls whose method and path match in a way of its own. */
export const on =
  (pattern: RegExp, answer: (call: Call, handle: Handle) => ReturnType<Handle>): Around =>
  (handle) =>
  (call) =>
    pattern.test(line(call)) ? answer(call, handle) : handle(call);

/** Changes the answers to the calls that match. */
export const changing = (pattern: RegExp, change: (answer: Reply, call: Call) => Reply): Around =>
  on(pattern, async (call, handle) => change(await handle(call), call));

/** From the call that matches on nothing arrives any more, as if the process had been killed. */
export const killedAt =
  (pattern: RegExp): Around =>
  (handle) => {
    let isDead = false;
    return (call) => {
      if (isDead) return { ...reply(0), dropped: true };
      isDead = pattern.test(line(call));
      return handle(call);
    };
  };

/** A simulator that is not recognised: then the controls are those of the profile. */
export const disguised = on(/^GET \/_control\/clock$/, () => reply(404));

export const both =
  (...arounds: readonly (Around | undefined)[]): Around =>
  (handle) =>
    arounds.reduce((inner, around) => around?.(inner) ?? inner, handle);

export interface SceneOptions extends SimulatorOptions {
  around?: Around | undefined;
  /** The controls of a deployment that is not recognised as a simulator, and more of its profile. */
  told?: Partial<Profile> | undefined;
  /** Openings that the profile leaves out. */
  untold?: readonly string[] | undefined;
}

export interface Played {
  run: Run;
  journal: string;
}

export interface Asked extends Partial<Omit<VerifyOptions, 'simulator' | 'fetch' | 'profile'>> {
  around?: Around | undefined;
  /** In place of that of the scene; `null` for none. */
  profile?: Profile | null;
  /** Calls, counted from 1, that are never answered. */
  silent?: ((call: string, count: number) => boolean) | undefined;
}

export interface Swept {
  code: number;
  removed: string[];
  restored: string[];
  left: string[];
  lasting: string[];
  ignored: string[];
  ended?: string;
  /** The journal as the sweep leaves it. */
  journal: string;
  /** The calls that would have changed something. */
  writes: string[];
}

export interface Scene {
  url: string;
  simulator: Simulator;
  profile: Profile;
  judge(asked: Asked): Promise<Played>;
  /** Milliseconds of the time of the run that is under way. */
  now(): number;
  sweep(journal: string, words?: readonly string[]): Promise<Swept>;
  /** Puts something else around it from now on. */
  turn(around: Around): void;
}

export async function scene({ around, told, untold = [], ...given }: SceneOptions = {}): Promise<Scene> {
  let turned: Around = both(around, told && disguised);
  const { url, simulator, calls, control } = await deployed({
    ...given,
    around: (handle) => (call) => turned(handle)(call),
  });
  let now = () => 0;
  const profile = profileOf(url, simulator, told, untold);
  const file = join(folder, `${new URL(url).port}.json`);
  writeFileSync(file, JSON.stringify(profile));
  return {
    url,
    simulator,
    profile,
    now: () => now(),
    turn: (other) => {
      turned = both(other, told && disguised);
    },
    async judge({ around: more, host, silent, profile: given = profile, ...asked }) {
      const lines: string[] = [];
      const handle = both(turned, more)(simulator.handle);
      const fetched = toFetch(handle, simulator.bodyLimit);
      const { rest: _, ...quick } = quickHost(fetched, 'abcd2345', toDirect(handle));
      now = quick.monotonic;
      const sink = { write: async (text: string) => void lines.push(text) };
      let count = 0;
      // Time goes on without one that is never answered, and only what is fetched has a time limit.
      const fetch: Host['fetch'] = (request) =>
        silent?.(`${request.method} ${request.url.slice(url.length)}`, ++count)
          ? new Promise(() => {})
          : quick.fetch(request);
      const options = {
        ...{ baseUrl: url, credentials, seed: SEED, ...(given && { profile: given }), ...asked },
        host: {
          ...quick,
          ...(silent && { fetch, answer: undefined }),
          journal: sink,
          ...host,
        } as Partial<Host>,
      };
      return { run: await verify(options), journal: lines.join('') };
    },
    async sweep(journal, words = []) {
      const path = `${file}l`;
      writeFileSync(path, journal);
      calls.length = 0;
      control.length = 0;
      const ended = await cli(['sweep', path, '--json', '--profile', file, ...words], { env: demo });
      if (ended.out === '') throw new Error(ended.err);
      const writes = [...calls, ...control]
        .filter(({ method, target }) => method !== 'GET' && target !== '/api/Auth/Token')
        .map(line);
      return { ...JSON.parse(ended.out), code: ended.code, journal: read(path), writes };
    },
  };
}

const read = (path: string) => readFileSync(path, 'utf8');

function profileOf(
  url: string,
  simulator: Simulator,
  told: Partial<Profile> | undefined,
  untold: readonly string[],
): Profile {
  const { openings, ...rest } = told ? { ...completeProfile(defaultProfile), ...told } : simulator.profile;
  const left = Object.entries(openings).filter(([opening]) => !untold.includes(opening));
  const text = JSON.stringify({ ...rest, openings: Object.fromEntries(left) });
  return JSON.parse(text.replaceAll(OFFICE, `${url}/_control`)) as Profile;
}

/** All of a deployment that a run is to leave as it was. */
export function stateOf({ fleet }: Simulator) {
  const { total, used } = fleet.account.view().licences;
  const limits = (id: number) => {
    const { expires, expirationDate, dailyEmail, dailySms } = fleet.limits.get(id);
    return { expires, expirationDate, dailyEmail, dailySms };
  };
  return {
    apiEnabled: fleet.account.apiEnabled,
    licences: `${used} of ${total}`,
    groups: fleet.groups.list().map(({ id, name }) => `${id} ${name}`),
    users: fleet.users.list().map(({ id, name }) => `${id} ${name}`),
    devices: fleet.devices.list().map(({ id, licence }) => ({ id, licence, ...limits(id) })),
  };
}

/** The text of a journal of a run on a deployment, with these entries. */
export function journalOf(target: string, ...entries: readonly (object | string)[]): string {
  const run = { entry: 'run', format: 'roadtest-journal', version: 3, nonce: 'abcd2345', target };
  return [run, ...entries]
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map((text) => `${text}\n`)
    .join('');
}

/** The outcomes that are none of these, in words. */
export function others({ outcomes }: Run, ...wanted: readonly Verdict[]): string[] {
  return outcomes
    .filter(({ verdict }) => !wanted.includes(verdict))
    .map(({ id, verdict, reason, unlock = [] }) => `${verdict} ${id}: ${reason} [${unlock.join(', ')}]`);
}

export function drifted({ observations }: Run): string[] {
  return observations.filter(({ drift }) => drift).map(({ opening }) => opening);
}

/** The ids of a run with this verdict. */
export function idsOf({ outcomes }: Run, verdict: string): string[] {
  return outcomes.flatMap((outcome) => (outcome.verdict === verdict ? [outcome.id] : []));
}
