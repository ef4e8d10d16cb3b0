/**
 * The guard of the control API.
 *
 * It can change everything, so a page of another site that a developer has open must not reach it:
 * a foreign `Origin` is refused, and a `Host` that is not ours as well (DNS rebinding). Where the
 * server listens off the loopback address, a control token is asked for on top. All of it is decided by
 * the head of a call: hosts read no body of a call that is refused.
 */
import { isBelowLocalhost, isLoopback } from '../../contracts/kit/http.ts';
import type { CallHead } from '../http/call.ts';
import { headerOf } from '../http/request.ts';
import { ControlError } from './errors.ts';
import { type Holder, type Right, type TokenHolder, trainer } from './roles.ts';

export interface GuardOptions {
  /** Asked for in `X-Control-Token` or as a bearer; `undefined` asks for none. */
  controlToken: string | undefined;
  /** The holders of tokens of this world alone. They count only where a control token is asked for. */
  holders?: readonly TokenHolder[];
  /** Names under which the server may be called beside the loopback ones, without port. None on loopback. */
  hostNames: readonly string[];
  /** Origins of pages that may use it beside those that this server serves. */
  origins: readonly string[];
}

export const CONTROL_PREFIX = '/_control';

/** Returns whether a call's target is of the control API, and not of the public one. */
export function isControl(target: string): boolean {
  if (!target.startsWith(CONTROL_PREFIX)) return false;
  const next = target[CONTROL_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}

/** Returns whether the service is up may be asked by anyone, such as the health check of a container. */
export function isProbe({ method, target }: CallHead): boolean {
  return target.split('?', 1)[0] === `${CONTROL_PREFIX}/health` && (method === 'GET' || method === 'HEAD');
}

/** Longest snapshot that is taken in, in bytes. The platform holds no text that is longer than 512 MiB. */
const WORLD_LIMIT = 500 * 1024 * 1024;

/** The calls with a whole world in them. */
const takeWorlds: ReadonlySet<string> = new Set([
  `PUT ${CONTROL_PREFIX}/snapshot`,
  `PUT ${CONTROL_PREFIX}/fixture`,
  `POST ${CONTROL_PREFIX}/worlds`,
]);

/**
 * The longest body of a call of the control API, in bytes: 0 for a caller that the guard
 * refuses; only the trainer may send a whole world.
 *
 * @param usual the limit of all other bodies
 */
export function controlBodyLimit(head: CallHead, options: GuardOptions, usual: number): number {
  const holder = admitted(head, options);
  if (holder instanceof ControlError) return 0;
  const [path = ''] = head.target.split('?', 1);
  return takeWorlds.has(`${head.method} ${path}`) && holder.role === 'trainer' ? WORLD_LIMIT : usual;
}

/** The caller. Throws a ControlError when they may not use the control API. */
export function guard(head: CallHead, options: GuardOptions): Holder {
  const holder = admitted(head, options);
  if (holder instanceof ControlError) throw holder;
  return holder;
}

/** Throws a ControlError when the caller's role has not the right to what it asks for. */
export function requireRight({ role, rights }: Holder, right: Right, what: string): void {
  if (rights.includes(right)) return;
  throw new ControlError('ROLE_NOT_ALLOWED', `The token of a ${role} does not allow ${what}.`, {
    hint:
      right === 'rewind' || right === 'inject'
        ? `The trainer can allow it to trainees: "${right}".`
        : 'Ask the trainer to do it.',
  });
}

function admitted(head: CallHead, options: GuardOptions): Holder | ControlError {
  const host = headerOf(head, 'host');
  if (host !== undefined && !isKnownHost(host, options.hostNames)) {
    const message =
      host === ''
        ? 'The control API is served to calls with a Host header only.'
        : `The control API is not served under the host name ${hostName(host)}.`;
    return new ControlError('FOREIGN_HOST', message, {
      hint: 'Call it by its loopback address, by the address that the server listens on, or by a name given with --allow.',
    });
  }
  const origin = headerOf(head, 'origin');
  // A browser leaves `Origin` out of some requests, such as those for images and scripts, and says so here.
  const site = headerOf(head, 'sec-fetch-site');
  const isForeign =
    origin === undefined
      ? site === 'cross-site' || site === 'same-site'
      : !ownOrigin(origin, host) && !options.origins.includes(origin);
  if (isForeign) {
    return new ControlError(
      'FOREIGN_ORIGIN',
      `Pages of ${origin ?? 'other origins'} may not use the control API.`,
      {
        hint: 'Call it from a page that this server serves, without a browser, or from an origin given with --allow.',
      },
    );
  }
  if (options.controlToken === undefined) return trainer;
  const given = headerOf(head, 'x-control-token') ?? bearerOf(headerOf(head, 'authorization'));
  const known: (Holder & { token: string })[] = [
    { ...trainer, token: options.controlToken },
    ...(options.holders ?? []),
  ];
  // All are compared, whichever it is.
  const [found] = given === undefined ? [] : known.filter(({ token }) => sameText(given, token));
  if (found) return found.role === 'trainer' ? trainer : found;
  const said =
    given === undefined
      ? 'The control API requires its control token here.'
      : 'This is not the control token of this server.';
  return new ControlError('CONTROL_TOKEN_NEEDED', said, {
    hint: 'Send it as X-Control-Token, as it was printed when the server started.',
  });
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}

/**
 * Returns whether a `Host` header names this machine: by a loopback name, or one of those given. Names below
 * `localhost` count only on loopback, where no other names are given.
 */
export function isKnownHost(host: string, hostNames: readonly string[]): boolean {
  const name = hostName(host);
  if (hostNames.length === 0 && isBelowLocalhost(name)) return true;
  return isLoopback(name) || hostNames.some((known) => known.toLowerCase() === name.toLowerCase());
}

/** A browser names the origin of the page; ours is the one whose host is the host that was called. */
function ownOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && [`http://${host}`, `https://${host}`].includes(origin);
}

function bearerOf(authorization: string | undefined): string | undefined {
  return authorization?.match(/^bearer (.*)/i)?.[1];
}

/** In constant time: it does not reveal how much of the text was right. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let i = 0; i < wanted.length; i++) difference |= (given.charCodeAt(i) || 0) ^ wanted.charCodeAt(i);
  return difference === 0;
}
