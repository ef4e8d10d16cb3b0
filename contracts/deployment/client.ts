/**
 * A deployment to speak with in its own dialect, for those who do not judge it: tokens, lists, the
 * tester's controls, the deployment's time, and a clean-up of what was made. It is a run of the suite
 * without any history.
 */
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { Lens } from '../profile/lens/lens.ts';
import type { Profile } from '../profile/profile.ts';
import type { ListedName, OperationId } from '../specification/operations.ts';
import type { Answer, CallOptions } from './answer.ts';
import { checkOptions, meetDeployment } from './contact/first-contact.ts';
import type { Controls } from './controls/api.ts';
import type { Listed } from './deployment.ts';
import type { Exchange } from './exchange.ts';
import type { Host } from './host.ts';
import { keepAll, undoAll } from './making/cleaning-up.ts';
import type { Resource } from './making/maker.ts';
import type { DeploymentOptions } from './options.ts';
import { readList } from './reading/lists.ts';
import { Session } from './session/session.ts';
import type { OnRequest } from './transport/transport.ts';

export interface ClientOptions
  extends Pick<
    DeploymentOptions,
    | 'baseUrl'
    | 'credentials'
    | 'controlToken'
    | 'controlSecrets'
    | 'requestsPerSecond'
    | 'concurrency'
    | 'maxMessages'
    | 'timeoutMs'
    | 'patienceMs'
    | 'brokenAfter'
    | 'redactor'
    | 'signal'
    | 'onProgress'
  > {
  profile: Profile;
  /** Called with every request when it is over, answered or not; those of the set-up and of controls too. */
  onExchange?: (exchange: Exchange) => void;
  onRequest?: OnRequest | undefined;
}

export interface ClientCall extends CallOptions {
  /** The purpose of the request. */
  purpose: string;
  /** One of very many, and so not kept. */
  unrecorded?: boolean;
  /** Part of the clean-up: it goes out after an interruption, too. */
  ending?: boolean;
}

/** Every method throws `Unreached` where no answer comes. */
export interface Client {
  /** The base address without base path and trailing slash. */
  readonly target: string;
  readonly lens: Lens<AnyId>;
  readonly controls: Controls;
  /** The deployment's time. */
  now(): EpochMs;
  /** With a token that is in force, unless `auth` says otherwise. */
  call(operation: OperationId, options: ClientCall): Promise<Answer>;
  /** With the user's credentials. */
  requestToken(purpose: string): Promise<Answer>;
  /** The bearer value of a token that is in force. */
  token(): Promise<string>;
  /** The token in use may no longer work: the next call gets a new one. */
  forgetToken(): void;
  /** All records of a list, page by page. */
  list<L extends ListedName>(name: L): Promise<Listed<L>>;
  /** Sends what creates a record, announced in the host's journal, and remembers what is made: `cleanUp` removes it. */
  making(
    resource: Resource,
    name: string,
    send: () => Promise<Answer>,
  ): Promise<{ answer: Answer; id: AnyId | undefined }>;
  /** A record that a request made which was never answered has been found. */
  adopt(resource: Resource, id: AnyId): Promise<void>;
  /** Something that was made has been removed. */
  gone(resource: Resource, id: AnyId): Promise<void>;
  /** By the control, announced in the journal. */
  createDevice(): Promise<AnyId>;
  /** Before a group that is not the run's loses devices to one that is: it gets them back in the end. */
  losesMembers(group: AnyId, was: readonly AnyId[], deviceIds: readonly AnyId[]): Promise<void>;
  /**
   * Removes what was made and puts back what was changed; with `keep` it only opens the API again. Gives what is
   * left, in words. It goes on after an interruption.
   */
  leave(keep: boolean): Promise<string[]>;
  /** Why the journal could not be written any more: from then on nothing was changed. */
  readonly journalFailure: string | undefined;
  /** The run's mark, in the name of everything that it creates. */
  readonly nonce: string;
  /** A text without the secrets of the run. */
  redact(text: string): string;
}

/** Cleaning up takes no longer; after an interruption a person waits for it. */
const CLEAN_UP_MS = 60_000;
const HURRIED_CLEAN_UP_MS = 10_000;

/**
 * Makes contact and gets a token.
 *
 * @throws ConfigurationError for wrong addresses and credentials
 */
export async function connect(options: ClientOptions, host: Host): Promise<Client> {
  const { onExchange, onRequest, ...rest } = options;
  const target = checkOptions(options);
  const signal = options.signal ?? new AbortController().signal;
  const session = new Session(target, { maxDevices: Number.POSITIVE_INFINITY, ...rest }, host, signal, {
    onExchange,
    onRequest,
  });
  await meetDeployment(session);
  const { lens, tokens, time, made, maker, redactor } = session;
  /** After an interruption only putting things back is left to do. */
  const inForce = () => (signal.aborted ? session.ending.signal : signal);
  const caller = () => session.background('set-up', inForce());

  return {
    target,
    lens,
    get controls() {
      if (!signal.aborted) return session.controls;
      return session.controlsFor(caller(), session.undoGuardOf(caller()));
    },
    createDevice: () => maker.device(session.controls),
    losesMembers: (group, was, deviceIds) => session.undoGuardOf(caller()).members(group, was, deviceIds),
    now: () => time.now(),
    call(operation, { purpose, ending = false, ...call }) {
      return session.calling(purpose, ending ? inForce() : signal).call(operation, call);
    },
    requestToken: (purpose) => session.calling(purpose, signal).requestToken(),
    token: async () => (await tokens.current()).value,
    forgetToken: () => tokens.forget(),
    list: (name) => readList(session, caller(), name),
    making: (resource, name, send) => maker.attempt(caller(), resource, { name }, send),
    adopt: async (resource, id) => void (await made.adopt(resource, id)),
    gone: (resource, id) => made.gone(resource, id),
    async leave(keep) {
      const done = new AbortController();
      host.sleep(signal.aborted ? HURRIED_CLEAN_UP_MS : CLEAN_UP_MS, done.signal).then(
        () => session.ending.abort(),
        () => undefined,
      );
      const leaving = session.background('clean-up', session.ending.signal);
      const left = await (keep ? keepAll(session, leaving) : undoAll(session, leaving));
      done.abort();
      return left;
    },
    redact: (text) => redactor.text(text),
    nonce: session.nonce,
    get journalFailure() {
      return session.journal.failure;
    },
  };
}
