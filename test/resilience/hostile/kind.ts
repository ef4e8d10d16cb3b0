/** The type of a kind of misbehaviour: a row of data, and the few functions that its behaviour is put together from. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Reply } from '../../../simulator/http/call.ts';

/** One way to misbehave, and what a run against it must come to. */
export interface Kind {
  /** Group and name, `silence/after-headers`; it repeats the kind on the command line. */
  name: string;
  /** The deployment's behaviour, as a sentence. */
  does: string;
  behaviour: Behaviour;
  /** Exit codes that are right: 2 it never answered, 3 suspect or inconclusive, 1 a rule is proven broken. */
  codes: readonly number[];
  /** The message for the person, on standard output or standard error. */
  says?: RegExp;
  /** The command, without the base address. Default `verify`. */
  command?: 'verify' | 'explore' | 'learn' | 'sweep';
  /** Further words of the command line. */
  args?: readonly string[];
  /** SIGINT comes while this request, counted from 1, is answered. */
  interruptAt?: number;
  /** Needs a process of its own: certificates and signals belong to a process. */
  process?: true;
  /** Runs with `npm test`, and not only with `npm run resilience`. */
  quick?: true;
}

/**
 * The same kind in a run that ends by its own option: how far that comes is open. Only `verify` has such an option.
 */
export function cutShort({ says: _, ...kind }: Kind): Kind[] {
  const takesTime = (kind.command ?? 'verify') === 'verify' && !kind.args?.includes('--max-time');
  return takesTime ? [{ ...kind, codes: [0, 1, 2, 3, 4] }] : [];
}

export interface Behaviour {
  /** Takes a connection before any HTTP is read. Gives `true` for one that it keeps to itself. */
  connect?(socket: Socket, connection: number, attack: Attack): boolean;
  /** Answers a request. Default: as the simulator does. */
  answer?: Answer;
  /** Certificates and secrets of a server on TLS; `https` is then the protocol of the address. */
  tls?: () => Secured;
  /** `https` in the address, whatever listens. */
  https?: true;
}

export interface Secured extends TlsOptions {
  cert: string;
  /** The command is told to trust the certificate. */
  trusted?: boolean;
  /** The address says http all the same. */
  plainAddress?: boolean;
}

export type Answer = (hit: Hit, attack: Attack) => void | Promise<void>;

/** A request that has arrived whole. */
export interface Hit {
  /** Counted from 1, over all connections. */
  number: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** For bytes that no HTTP library would send. */
  socket: Socket;
  /** The answer of the simulator, to this path or to another. */
  honest(path?: string): Promise<Reply>;
  /** Answers with an ordinary reply. */
  send(reply: Partial<Reply>): void;
}

/** One run of a kind: what its behaviour needs beside the request. */
export interface Attack {
  /** An origin that records what it is sent. */
  elsewhere: string;
  /** This deployment's own base address. */
  url: string;
  /** A file that a command would make if one were run. */
  marker: string;
  /** From 0 to 1, from the seed of the run. */
  random(): number;
  /** The memory of behaviours between requests. */
  memory: Map<string, string>;
  /** Stops listening and cuts every connection. */
  die(): void;
}

export const json = { 'content-type': 'application/json' } as const;

export const honest: Answer = async (hit) => hit.send(await hit.honest());

/** The simulator's answers until a request, then others. */
export function from(request: number, answer: Answer): Answer {
  return (hit, attack) => (hit.number >= request ? answer(hit, attack) : honest(hit, attack));
}

/** Other answers for what `pattern` finds in `METHOD /path`; the simulator's for the rest. */
export function on(pattern: RegExp, answer: Answer, rest: Answer = honest): Answer {
  return (hit, attack) =>
    pattern.test(`${hit.method} ${hit.path}`) ? answer(hit, attack) : rest(hit, attack);
}

/** Other answers of the public API; the control API is the simulator's. */
export function api(answer: Answer): Answer {
  return on(/ \/api\//, answer);
}

/** Other answers of the public API once it has issued a token, as the simulator does. */
export function signedIn(answer: Answer): Answer {
  return on(/\/Token$/, honest, api(answer));
}

/** The public API only: for the rest it is not a simulator. */
export function foreign(answer: Answer): Answer {
  return on(/ \/_control\//, (hit) => hit.send({ status: 404 }), answer);
}

/** The same reply to every request. */
export function reply(given: Partial<Reply> | ((hit: Hit, attack: Attack) => Partial<Reply>)): Answer {
  return (hit, attack) => hit.send(typeof given === 'function' ? given(hit, attack) : given);
}

/** The simulator's replies of the public API, changed. */
export function changed(change: (reply: Reply, hit: Hit, attack: Attack) => Partial<Reply>): Answer {
  return api(async (hit, attack) => {
    const made = await hit.honest();
    hit.send({ ...made, ...change(made, hit, attack) });
  });
}

/** Bytes as they stand. The connection stays open. */
export function raw(bytes: string | Buffer | ((hit: Hit, attack: Attack) => string | Buffer)): Answer {
  return (hit, attack) => {
    const sent = typeof bytes === 'function' ? bytes(hit, attack) : bytes;
    hit.socket.write(typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent);
  };
}

/** Bytes as they stand, then the end of the connection. */
export function rawAndEnd(bytes: Parameters<typeof raw>[0]): Answer {
  return async (hit, attack) => {
    await raw(bytes)(hit, attack);
    hit.socket.end();
  };
}

/** Sends what `next` gives, for ever, as fast as it is read or with a pause after each piece. */
export async function stream(socket: Socket, next: () => string | Buffer, pauseMs = 0): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (!socket.write(next())) await drained(socket);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A head, then something without end. */
export function endless(head: string, next: () => string | Buffer, pauseMs?: number): Answer {
  return (hit) => {
    hit.socket.write(Buffer.from(head, 'latin1'));
    return stream(hit.socket, next, pauseMs);
  };
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle);
      socket.off('close', settle);
      resolve();
    };
    socket.once('drain', settle);
    socket.once('close', settle);
  });
}
