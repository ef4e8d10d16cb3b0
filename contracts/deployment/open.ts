/** Makes the deployment of a run. */

import { durationMs } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import { inVariable } from '../kit/placeholders.ts';
import { Pool } from '../kit/pool.ts';
import { Redactor, textsOf } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import { compileLens } from '../profile/lens/compile.ts';
import type { Profile } from '../profile/profile.ts';
import { operation as operationOf } from '../specification/operations.ts';
import { authorization, call, requestToken, send, urlOf } from './calling.ts';
import type { Controls } from './controls/api.ts';
import { type ControlsOfRun, connectControls, controlsOf } from './controls/controls.ts';
import type { Counts, Deployment, Shared } from './deployment.ts';
import { onInterruption } from './ending.ts';
import type { Exchange } from './exchange.ts';
import { Unreached } from './finding.ts';
import type { Host } from './host.ts';
import { Journal } from './journal/journal.ts';
import { Ledger } from './journal/ledger.ts';
import { Made } from './making/made.ts';
import { makeDevice } from './making/maker.ts';
import type { DeploymentOptions } from './options.ts';
import { mayBeLimit } from './reading/answers.ts';
import { largestPage, readList } from './reading/lists.ts';
import { chanceOf, seedOf } from './sharing/chance.ts';
import { Memo } from './sharing/memo.ts';
import { appointmentsOf } from './time/appointments.ts';
import { timeOf } from './time/deployment-time.ts';
import { tokensOf } from './tokens/tokens.ts';
import { type SendContext, transportOf } from './transport/transport.ts';
import { type Guard, guardOf } from './undo/settings.ts';

/** A profile that answers nothing. */
const silent: Profile = { roadtest: 1, name: '', openings: {} };

/** The purpose for which a deployment is met. */
export interface Use {
  /** Undoing and cleaning up go on until this is aborted. */
  ending?: AbortController;
  /** A server error is no answer then: the deployment broke off. */
  judges?: boolean;
  /** Called with every exchange when it is over, answered or not. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

const DEFAULT_SETTLE = 5_000;
/** A write gets at least this long where the profile promises a time. */
const MIN_SETTLE = 300;
const FIRST_PAUSE = 50;
/** A write is read this much later than it has to be readable. */
const MARGIN = 100;

/**
 * @param target the base address without a slash at its end
 * @param signal interrupts the run
 */
export function openDeployment<O extends DeploymentOptions>(
  target: string,
  options: O,
  host: Host,
  signal: AbortSignal,
  { ending = new AbortController(), judges = false, onExchange }: Use = {},
): Deployment<O> {
  const profile = options.profile ?? silent;
  const lens = compileLens(profile.openings, { basePath: profile.basePath ?? '', ids: 'opaque' });
  const nonce = host.nonce();
  const redactor = redactorOf(target, options, host, profile);
  const { basePath } = lens;
  const head = { nonce, target, basePath };
  const format = { format: 'roadtest-journal', version: 3, startedAt: isoUtc(host.wall()) } as const;
  const journal = new Journal(host.journal, { entry: 'run', ...format, ...head }, new Ledger(head));
  const { device: known = [] } = profile.known ?? {};
  const pool = new Pool<AnyId>(known);
  /** Devices that the run made, and that nobody has at present. */
  const resting: AnyId[] = [];
  const counts: Counts = { slowestWrite: 0, messages: 0, vain: new Set() };
  /** How long a write may take to be readable, by the profile. */
  const promised = durationMs(profile.openings.consistency?.readableAfter ?? 'PT0S');
  /** By purpose: the moment of the last request that may have written. */
  const written = new Map<string, EpochMs>();
  let tester: ControlsOfRun | undefined;
  const connected = (): ControlsOfRun => {
    if (tester) return tester;
    throw new Unreached('the run has not begun');
  };
  let undoneBy: AbortSignal | undefined;

  const shared = {} as Shared<O>;
  const as: Deployment<O>['as'] = (purpose, until = undoneBy ?? signal, manner = {}) => {
    const view: Deployment<O> = Object.create(shared);
    return Object.defineProperties(
      view,
      Object.getOwnPropertyDescriptors(ownOf(view, purpose, until, manner)),
    );
  };
  const root = as('set-up', signal);
  const clock = timeOf({
    ...{ host, signal, options },
    plainly: () => as('set-up').call('listDevices', { auth: 'none' }),
    renewToken: () => as('set-up').requestToken(),
    alone: (work) => transport.alone(work),
  });
  const transport = transportOf(clock, {
    ...{ host, target, basePath, options, profile, redactor, judges, onExchange },
  });
  const parts: Omit<Shared<O>, 'tokens'> = {
    ...{ host, options, profile, lens, target, nonce, redactor, journal, counts },
    memo: new Memo(),
    seen: new Map(),
    ...{ signal, ending, clock, transport, as, run: root },
    chance: chanceOf(options.seed ?? seedOf(nonce)),
    thorough: options.thorough ?? false,
    readOnly: options.readOnly ?? false,
    made: new Made(journal, lens, nonce),
    appointments: appointmentsOf(clock),

    async connect(movesTime = true) {
      tester = await connectControls(root);
      // A request that moves the deployment's time must not queue behind requests that wait for it.
      if (movesTime) clock.connect(as('clock', signal, { urgent: true, slow: true }).controls);
    },
    undoUntil(until) {
      undoneBy = until;
    },
    once: <T>(key: string, make: () => Promise<T>) => shared.memo.once(key, make) as Promise<T>,
    observe(opening, observed, ...shown) {
      if (shared.seen.get(opening)?.holds === false) return;
      const exchanges = shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
      shared.seen.set(opening, { ...(typeof observed === 'string' ? { observed } : observed), exchanges });
    },
  };
  Object.assign(shared, parts);
  Object.assign(shared, { tokens: tokensOf(root) });
  return root;

  function ownOf(
    deployment: Deployment,
    purpose: string,
    begun: AbortSignal,
    manner: Pick<SendContext, 'urgent' | 'slow'>,
  ): Omit<Deployment<O>, keyof Shared> {
    let until = begun;
    let ended = false;
    const noted: number[] = [];
    const undoes: (() => Promise<unknown>)[] = [];
    /** Devices of the profile that are held here: one that is merely in the list is never written to. */
    const held: AnyId[] = [];
    const own: { guard?: Guard; controls?: Controls; undoing?: Controls } = {};
    const guard = () => (own.guard ??= guardOf(deployment));
    /** Waits until what was last written for this purpose is so old. */
    const readable = async (delay: number) => {
      const left = (written.get(purpose) ?? 0) + delay + MARGIN - clock.now();
      if (delay > 0 && left > 0) await clock.pause(left, until);
    };
    return {
      purpose,
      noted,
      get until() {
        return until;
      },
      get controls() {
        // A history that was given up tries further steps too late: it has been tidied up after.
        if (ended && signal.aborted) throw new Unreached('the run was interrupted');
        own.controls ??= controlsOf(deployment, connected(), guard());
        return own.controls;
      },
      get undoing() {
        own.undoing ??= controlsOf(deployment, connected(), undefined);
        return own.undoing;
      },
      note(answer) {
        if (answer.exchange !== undefined && !noted.includes(answer.exchange)) noted.push(answer.exchange);
        return answer;
      },
      call: (operation, asked) =>
        call(deployment, operation, asked).finally(() => {
          if (operationOf(operation).method !== 'GET') written.set(purpose, clock.now());
        }),
      send: (sending, context) => send(deployment, sending, { ...manner, ...context }),
      sendUndocumented: (sending, auth) =>
        send(deployment, sending, { ...authorization(deployment, auth), provoking: true }),
      requestToken: (...asked) => requestToken(deployment, ...asked),
      urlOf: (operation, asked) => urlOf(deployment, operation, asked),
      list: (name, size = largestPage(deployment), pages) => readList(deployment, name, size, pages),
      async device() {
        if (!deployment.controls.has('createDevice'))
          return { id: itemAt(await deployment.devices(1), 0), fresh: false };
        const rested = resting.shift();
        const id = rested ?? (await makeDevice(deployment));
        undoes.push(async () => void (deployment.made.isDevice(id) && resting.push(id)));
        return { id, fresh: rested === undefined };
      },
      async devices(count) {
        if (deployment.readOnly)
          throw new Unreached('a device would have to be changed, and the run is read-only', 'writing');
        // A holder never waits for others: so it comes to its end, and those that wait are served.
        const missing = count - held.length;
        if (missing <= 0) return held.slice(0, count);
        if (known.length < count || (held.length > 0 && pool.idle < missing)) throw devicesNeeded(count);
        const isFirst = held.length === 0;
        if (isFirst) undoes.push(async () => pool.give(held.splice(0)));
        const taken = () => deployment.appointments.idle(() => pool.take(missing));
        held.push(...(isFirst ? await taken() : pool.takeNow(missing)));
        return [...held];
      },
      async eventually(read, done, first, about = () => undefined) {
        const { slowestWrite } = counts;
        const hasWritten = first === undefined && written.has(purpose);
        const from = transport.exchanges.length - (first === undefined ? 0 : 1);
        if (hasWritten) await readable(slowestWrite);
        let value = first === undefined ? await read() : first;
        const usual = promised > 0 ? Math.max(MIN_SETTLE, 2 * promised) : DEFAULT_SETTLE;
        const seen = Math.max(FIRST_PAUSE, 2 * slowestWrite, promised);
        const isKnown = counts.vain.has(about(value));
        const patience = isKnown
          ? Math.min(seen, options.settleMs ?? DEFAULT_SETTLE + promised)
          : (options.settleMs ?? usual);
        let waited = 0;
        for (let pause = FIRST_PAUSE; !done(value) && waited < patience; pause *= 3) {
          waited += await clock.pause(Math.min(pause, patience - waited), until);
          value = await read();
          const took = Math.min(hasWritten ? slowestWrite + waited : waited, patience);
          // A limit of requests delays reads, whenever the write was done.
          const isLimited = transport.exchanges
            .slice(from)
            .some(({ reply }) => mayBeLimit(profile, reply?.status));
          if (done(value) && !isLimited) counts.slowestWrite = Math.max(counts.slowestWrite, took);
        }
        const inVain = done(value) ? undefined : about(value);
        if (inVain !== undefined) counts.vain.add(inVain);
        return value;
      },
      untilReadable: () => readable(Math.max(counts.slowestWrite, promised)),
      async end() {
        const failures: unknown[] = [];
        const over = new AbortController();
        const stopListening = onInterruption(ending.signal, () => over.abort(ending.signal.reason));
        until = over.signal;
        // Before others get the devices that it held. A setting that cannot be put back now is tried once more at the end.
        for (const undo of [() => guard().putBack(), ...undoes.reverse()])
          await undo().catch((error: unknown) => failures.push(error));
        ended = true;
        stopListening();
        return failures;
      },
    };
  }
}

function devicesNeeded(count: number): Unreached {
  const devices = count === 1 ? 'a device' : `${count} devices`;
  return new Unreached(`this needs ${devices} of the run's own`, 'controls.createDevice', 'known.device');
}

function redactorOf(target: string, options: DeploymentOptions, host: Host, profile: Profile): Redactor {
  const redactor = options.redactor ?? new Redactor();
  redactor.hideCredentials(options.credentials);
  // Only of a profile that the user chose: what a deployment says of itself is data.
  redactor.leave([target, ...(host.run ? textsOf(profile) : [])]);
  for (const secret of options.secrets ?? []) redactor.hide(secret, '<SECRET>');
  const { controlToken: ROADTEST_CONTROL_TOKEN, controlSecrets } = options;
  const named = {
    ...(ROADTEST_CONTROL_TOKEN !== undefined && { ROADTEST_CONTROL_TOKEN }),
    ...controlSecrets,
  };
  for (const [name, secret] of Object.entries(named)) redactor.hide(secret, inVariable(name));
  return redactor;
}
