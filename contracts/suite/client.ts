/**
 * A deployment to speak with in its own dialect, for those who do not judge it: tokens, lists, the
 * tester's controls, the deployment's time, and a clean-up of what was made. It is a run of the suite
 * without any case.
 */
import type { AnyId, EpochMs, Lens, Profile } from '../profile/core.ts';
import type { OperationId } from '../specification/index.ts';
import type { Host } from './host.ts';
import type { Answer, CallOptions, Controls, Listed } from './kit.ts';
import type { VerifyOptions } from './options.ts';
import type { Exchange } from './run.ts';
import { checkOptions, meetDeployment } from './runner/first-contact.ts';
import { type ListedName, readList } from './session/lists.ts';
import type { Resource } from './session/maker.ts';
import { Session } from './session/session.ts';

export interface ClientOptions
  extends Pick<
    VerifyOptions,
    | 'baseUrl'
    | 'credentials'
    | 'controlToken'
    | 'requestsPerSecond'
    | 'concurrency'
    | 'maxMessages'
    | 'timeoutMs'
    | 'patienceMs'
    | 'brokenAfter'
    | 'redactor'
    | 'signal'
  > {
  profile: Profile;
  /** Told of every request when it is over, answered or not; those of the set-up and of controls too. */
  onExchange?: (exchange: Exchange) => void;
}

export interface ClientCall extends CallOptions {
  /** What it is sent for. */
  purpose: string;
  /** One of very many: it is not kept. */
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
  gone(resource: Resource, id: AnyId): void;
  /** Removes what was made; gives what is left, in words. It goes on after an interruption. */
  cleanUp(): Promise<string[]>;
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
  const { onExchange, ...rest } = options;
  const target = checkOptions(options);
  const signal = options.signal ?? new AbortController().signal;
  const session = new Session(target, rest, host, signal);
  if (onExchange) session.transport.onExchange = onExchange;
  await meetDeployment(session);
  const { lens, tokens, time, maker, redactor } = session;
  /** What is left to do after an interruption is putting things back. */
  const inForce = () => (signal.aborted ? session.ending.signal : signal);
  const caller = () => session.background('set-up', inForce());

  return {
    target,
    lens,
    get controls() {
      if (!signal.aborted) return session.controls;
      return session.controlsFor((sending) => caller().send(sending), session.ending.signal);
    },
    now: () => time.now(),
    call(operation, { purpose, ending = false, ...call }) {
      return session.calling(purpose, ending ? inForce() : signal).call(operation, call);
    },
    requestToken: (purpose) => session.calling(purpose, signal).requestToken(),
    token: async () => (await tokens.current()).value,
    forgetToken: () => tokens.forget(),
    list: (name) =>
      readList(session.background('set-up', signal.aborted ? session.ending.signal : signal), name),
    making: (resource, name, send) => maker.attempt(caller(), resource, { name }, send),
    adopt: (resource, id) => maker.adopt(resource, id),
    gone: (resource, id) => maker.gone(resource, id),
    async cleanUp() {
      const done = new AbortController();
      host.sleep(signal.aborted ? HURRIED_CLEAN_UP_MS : CLEAN_UP_MS, done.signal).then(
        () => session.ending.abort(),
        () => undefined,
      );
      const left = await maker.cleanUp(session.background('clean-up', session.ending.signal));
      done.abort();
      return left;
    },
    redact: (text) => redactor.text(text),
  };
}
