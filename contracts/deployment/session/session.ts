/**
 * The state that all histories of a run share: the transport and its record, tokens, calibration, known ids, what
 * was made, the deployment's time, its controls. Each part is a file of its own in this folder.
 */

import { durationMs } from '../../kit/durations.ts';
import { isBelowLocalhost, isLoopback } from '../../kit/http.ts';
import { fieldOf } from '../../kit/json.ts';
import { inVariable } from '../../kit/placeholders.ts';
import { Redactor } from '../../kit/redact.ts';
import { isoUtc } from '../../kit/times.ts';
import { textsOf } from '../../kit/written-out.ts';
import type { AnyId } from '../../profile/facts.ts';
import { compileLens } from '../../profile/lens/compile.ts';
import type { Lens } from '../../profile/lens/lens.ts';
import type { Profile } from '../../profile/profile.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import type { Answer, RawRequest, Token } from '../answer.ts';
import type { SettingAccess } from '../changes/settings.ts';
import { UndoGuard } from '../changes/undo-guard.ts';
import { UndoLog } from '../changes/undo-log.ts';
import type { Controls } from '../controls/api.ts';
import type { ControlSender, SharedControls } from '../controls/control-context.ts';
import { connectControls } from '../controls/index.ts';
import type { Compared } from '../deployment.ts';
import type { Exchange } from '../exchange.ts';
import { type HasExchange, Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import { Journal } from '../journal/journal.ts';
import { DevicePool } from '../making/devices.ts';
import { Made } from '../making/made.ts';
import { Maker } from '../making/maker.ts';
import { Ownership } from '../making/ownership.ts';
import { type DeploymentOptions, MOST_MESSAGES } from '../options.ts';
import { Calibration } from '../probing/calibration.ts';
import { KnownIds } from '../probing/known-ids.ts';
import { Probes } from '../probing/probes.ts';
import { Appointments } from '../time/appointments.ts';
import { DeploymentTime } from '../time/deployment-time.ts';
import { Readable } from '../time/readable.ts';
import { AtOnce } from '../tokens/at-once.ts';
import { TokenCheck } from '../tokens/token-check.ts';
import { Tokens } from '../tokens/tokens.ts';
import { Transport } from '../transport/transport.ts';
import { Caller } from './caller.ts';
import { Chance, seedOf } from './chance.ts';
import { Memo } from './memo.ts';

/** A profile that answers nothing. */
const silent: Profile = { roadtest: 1, name: '', openings: {} };

/** The purpose of a session. */
interface SessionUse {
  /** Undoing and cleaning up go on until this is aborted. */
  ending?: AbortController;
  /** A server error is no answer then: the deployment broke off. */
  judges?: boolean;
  /** Called with every exchange when it is over, answered or not. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

const POLITE_RATE = 20;
const DEFAULT_SETTLE = 5_000;
/** Even where the profile says "at once" a write gets this long. */
const LEAST_SETTLE = 300;
const FIRST_PAUSE = 50;

export class Session<Options extends DeploymentOptions = DeploymentOptions> {
  readonly host: Host;
  readonly options: Options;
  readonly profile: Profile;
  readonly lens: Lens<AnyId>;
  readonly target: string;
  readonly nonce: string;
  readonly chance: Chance;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Undoing and cleaning up go on after an interruption, until this is aborted too. */
  readonly ending: AbortController;
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly tokens: Tokens;
  readonly tokenCheck: TokenCheck;
  readonly time: DeploymentTime;
  readonly appointments: Appointments;
  readonly ids: KnownIds;
  readonly journal: Journal;
  readonly undoLog: UndoLog;
  readonly made: Made;
  readonly ownership: Ownership;
  readonly maker: Maker;
  readonly atOnce: AtOnce;
  readonly readable: Readable;
  readonly probes: Probes;
  readonly calibration: Calibration;
  readonly devices: DevicePool;
  /** The observations of histories where the document leaves a choice. */
  readonly seen = new Map<OpeningId, { observed: string; exchanges: number[] } & Partial<Compared>>();
  /** Milliseconds until the slowest write of the run could be read; 0 when each could be at once. */
  slowestWrite = 0;
  #shared: SharedControls | undefined;
  #controls: Controls | undefined;
  #messages = 0;
  /** Ends what is undone, once that has begun. */
  #undoing: AbortSignal | undefined;
  /** Whatever histories make together. */
  readonly memo = new Memo<string, unknown>();

  /** `target` is the base address without a slash at its end. */
  constructor(
    target: string,
    options: Options,
    host: Host,
    signal: AbortSignal,
    { ending = new AbortController(), judges = false, onExchange }: SessionUse = {},
  ) {
    this.host = host;
    this.options = options;
    this.profile = options.profile ?? silent;
    this.lens = compileLens(this.profile.openings, { basePath: this.profile.basePath ?? '', ids: 'opaque' });
    this.target = target;
    this.nonce = host.nonce();
    this.chance = new Chance(options.seed ?? seedOf(this.nonce));
    this.signal = signal;
    this.redactor = options.redactor ?? new Redactor();
    this.redactor.hideCredentials(options.credentials);
    // Only of a profile that the user chose: what a deployment says of itself is data.
    this.redactor.leave([target, ...(host.run ? textsOf(this.profile) : [])]);
    this.ending = ending;
    for (const secret of options.secrets ?? []) this.redactor.hide(secret, '<SECRET>');
    const { controlToken: ROADTEST_CONTROL_TOKEN, controlSecrets } = options;
    const named = {
      ...(ROADTEST_CONTROL_TOKEN !== undefined && { ROADTEST_CONTROL_TOKEN }),
      ...controlSecrets,
    };
    for (const [name, secret] of Object.entries(named)) this.redactor.hide(secret, inVariable(name));
    this.time = new DeploymentTime({
      host,
      patienceMs: options.patienceMs ?? 60_000,
      maxAdvanceMs: options.maxAdvanceMs,
      signal,
      ask: () => this.background('set-up').call('listDevices', { auth: 'none' }),
      askToken: () => this.background('set-up').requestToken(),
    });
    this.transport = new Transport(host, this.redactor, this.time, {
      ...this.#transportOptions(),
      isServerError: judges ? serverErrorsBy(this.profile) : () => false,
      onExchange,
    });
    this.appointments = new Appointments(this.time);
    // A request that needs a token may hold a place among those that others wait for.
    const request = () => {
      const signal = this.signal.aborted ? this.ending.signal : this.signal;
      return this.background('set-up', signal).requestToken(undefined, {}, true);
    };
    this.tokens = new Tokens({
      request,
      renewalEnds: () => this.renewalEnds(),
      now: () => this.time.now(),
    });
    this.tokenCheck = new TokenCheck(this);
    this.ids = new KnownIds(this);
    this.journal = new Journal(host.journal, {
      entry: 'run',
      format: 'roadtest-journal',
      version: 2,
      nonce: this.nonce,
      target,
      basePath: this.lens.basePath,
      startedAt: isoUtc(host.wall()),
    });
    this.undoLog = new UndoLog(this.journal);
    this.ownership = new Ownership(this);
    this.made = new Made(this.journal, this.ownership);
    this.maker = new Maker(this);
    this.atOnce = new AtOnce(this);
    this.readable = new Readable(this);
    this.probes = new Probes(this);
    this.calibration = new Calibration(this);
    this.devices = new DevicePool(this);
  }

  /** Finds out which controls there are. Before that there is none. Unless it `movesTime`, waits are real. */
  async connect(movesTime = true): Promise<void> {
    const caller = this.background('set-up');
    this.#shared = await connectControls({
      profile: this.profile,
      target: this.target,
      send: (sending) => caller.send(sending),
      now: () => this.time.now(),
      host: this.host,
      signal: this.signal,
      chargeMessages: (messages) => this.#chargeMessages(messages),
      secrets: byPlaceholder(this.options.controlSecrets),
      controlToken: this.options.controlToken,
    });
    const guard = this.undoGuardOf(caller);
    this.#controls = this.controlsFor(caller, guard);
    // A request that moves the deployment's time must not queue behind requests that wait for it.
    const mover = this.background('clock');
    const urgent = {
      signal: this.signal,
      send: (sending: RawRequest) => mover.send(sending, { urgent: true, slow: true }),
    };
    if (movesTime) this.time.connect(this.controlsFor(urgent, guard));
  }

  /** Controls for what no history of its own does. */
  get controls(): Controls {
    if (!this.#controls) throw new Unreached('the run has not begun');
    return this.#controls;
  }

  /** With `guard` they write down what they are about to change. */
  controlsFor(sender: ControlSender, guard: UndoGuard | undefined): Controls {
    if (!this.#shared) throw new Unreached('the run has not begun');
    return this.#shared.using(sender, guard);
  }

  /** The means to read and put back settings: its controls write nothing down. */
  settingAccess(caller: Caller): SettingAccess {
    return {
      lens: this.lens,
      call: (operation, options) => caller.call(operation, options),
      requestToken: () => caller.requestToken(),
      controls: this.controlsFor(caller, undefined),
      now: () => this.time.now(),
      profile: this.profile,
    };
  }

  /** Guards the changes by the controls of a caller. */
  undoGuardOf(caller: Caller): UndoGuard {
    return new UndoGuard({
      undoLog: this.undoLog,
      profile: this.profile,
      access: this.settingAccess(caller),
      signedIn: async () => isSignedIn(await this.tokens.first()),
    });
  }

  /** A caller for what the run does beside its histories. */
  background = (
    purpose: 'set-up' | 'calibration' | 'clock' | 'clean-up',
    signal = this.#undoing ?? this.signal,
  ): Caller => new Caller(this, purpose, signal);

  /** From now on nothing but undoing is left to do: also what it has to learn first goes on after an interruption. */
  undoUntil(signal: AbortSignal): void {
    this.#undoing = signal;
    if (this.signal.aborted) this.calibration.tryAgain();
  }

  /** A caller for another purpose. */
  calling(purpose: string, signal: AbortSignal): Caller {
    return new Caller(this, purpose, signal);
  }

  /** Made once for the run, however many ask for it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.memo.once(key, make) as Promise<T>;
  }

  /** Returns whether a renewal ends older tokens: by the profile, or by what was seen. */
  renewalEnds(): boolean {
    return this.profile.openings['token.older'] === 'ends' || this.olderSeen() === 'ends';
  }

  /** Returns what the run saw of older tokens after a renewal: the statement of the profile may not hold. */
  olderSeen(): string | undefined {
    return this.seen.get('token.older')?.observed;
  }

  /** Returns whether a token may have been ended by a newer one. */
  async mayBeEnded(token: Token, signal: AbortSignal): Promise<boolean> {
    await this.tokenCheck.seeOlder(signal);
    if (this.olderSeen() === 'works' && !this.renewalEnds()) return false;
    await this.tokens.settled();
    return this.tokens.isSuperseded(token) || (await this.tokenCheck.hasEnded(token, signal));
  }

  /** An observation that contradicts the profile is not covered up by what a later history sees. */
  observe(opening: OpeningId, observed: string | Compared, ...shown: readonly HasExchange[]): void {
    if (this.seen.get(opening)?.holds === false) return;
    const exchanges = shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
    const draft = typeof observed === 'string' ? { observed } : observed;
    // An answer that was once seen not to hold is not made good by what holds elsewhere.
    if (this.seen.get(opening)?.holds !== false) this.seen.set(opening, { ...draft, exchanges });
  }

  /**
   * Reads again with growing pauses until `done`, or until patience is at its end; gives the last value.
   *
   * @param signal ends the pauses; what cleans up after an interruption has one of its own
   */
  async eventually<T>(
    read: () => Promise<T>,
    done: (value: T) => boolean,
    first?: T,
    signal = this.#undoing ?? this.signal,
  ): Promise<T> {
    let value = first === undefined ? await read() : first;
    const patience = this.#settleMs();
    let waited = 0;
    for (let pause = FIRST_PAUSE; !done(value) && waited < patience; pause *= 3) {
      const step = Math.min(pause, patience - waited);
      await this.time.pause(step, signal);
      waited += step;
      value = await read();
      if (done(value)) this.slowestWrite = Math.max(this.slowestWrite, waited);
    }
    return value;
  }

  #settleMs(): number {
    const promised = this.profile.openings.consistency?.readableAfter;
    if (this.options.settleMs !== undefined) return this.options.settleMs;
    return promised === undefined ? DEFAULT_SETTLE : Math.max(LEAST_SETTLE, 2 * durationMs(promised));
  }

  /** E-mails and SMS that the run caused, or may have caused. */
  get messages(): number {
    return this.#messages;
  }

  #chargeMessages(messages: number): void {
    const most = this.options.maxMessages ?? MOST_MESSAGES;
    if (this.#messages + messages > most) {
      throw new Unreached(`the run may cause ${most} messages, and this would be more`, 'messages');
    }
    this.#messages += messages;
  }

  #transportOptions() {
    const { options } = this;
    const { openings } = this.profile;
    const { hostname } = new URL(this.target);
    const loopback = isLoopback(hostname) || isBelowLocalhost(hostname);
    const limit = openings['rate-limit'];
    return {
      target: this.target,
      timeoutMs: options.timeoutMs ?? 10_000,
      bodyLimit: options.bodyLimit ?? 8 * 1024 * 1024,
      patienceMs: options.patienceMs ?? 60_000,
      rateLimit: { limit, status: openings['errors.status']?.['rate-limited'] },
      brokenAfter: options.brokenAfter,
      plain: {
        method: 'GET',
        url: `${this.lens.basePath}/api/devices`,
        headers: { accept: 'application/json' },
      },
      caps: {
        concurrency: options.concurrency ?? 16,
        perSecond: options.requestsPerSecond ?? (loopback ? undefined : POLITE_RATE),
        window: limit ? { requests: limit.requests, ms: durationMs(limit.per) } : undefined,
      },
    };
  }
}

function isSignedIn({ json }: Answer): boolean {
  return fieldOf(json, 'success') === true && typeof fieldOf(json, 'token') === 'string';
}

/** Values under the names that they have in the texts of controls: `$NAME`. */
function byPlaceholder(secrets: DeploymentOptions['controlSecrets'] = {}): { [name: string]: string } {
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`$${name}`, value]));
}

const NOT_IMPLEMENTED = 501;

/**
 * The statuses that say that the deployment could not answer. All statuses are open in the document, so
 * what the profile pins for a refusal is an answer like any other; other server errors are none.
 * `documented`: an operation as it is described. Beside those, 501 is a lawful word for "not offered".
 */
function serverErrorsBy({
  openings,
}: Pick<Profile, 'openings'>): (status: number, asked: { documented?: boolean | undefined }) => boolean {
  const { failed: _, ...refusals } = openings['errors.status'] ?? {};
  const pinned = new Set<unknown>([
    openings['auth.refusal']?.status,
    openings['token.status']?.refused,
    openings['token.status']?.incomplete,
    openings['token.malformed']?.notJson,
    openings['token.malformed']?.contentType,
    ...Object.values(refusals),
    ...Object.values(openings['operations.status'] ?? {}),
  ]);
  return (status, { documented = false }) =>
    status >= 500 && !pinned.has(status) && (documented || status !== NOT_IMPLEMENTED);
}
