/**
 * Who may use the control API.
 *
 * It can change everything, so a page of another site that a developer has open must not reach it:
 * a foreign `Origin` is refused, and a `Host` that is not ours as well (DNS rebinding). Where the
 * server listens off the loopback address, a control token is asked for on top.
 */
import type { Call } from '../http/call.ts';
import { headerOf } from '../http/request.ts';
import { ControlError } from './errors.ts';

export interface GuardOptions {
  /** Asked for in `X-Control-Token` or as a bearer; `undefined` asks for none. */
  controlToken: string | undefined;
  /** Names under which the server may be called beside the loopback ones, without port. */
  hostNames: readonly string[];
}

const LOOPBACK = /^(localhost|(.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** Throws a ControlError when the caller may not use the control API. */
export function guard(call: Call, options: GuardOptions): void {
  const host = headerOf(call, 'host');
  if (host !== undefined && !isKnownHost(host, options.hostNames)) {
    const message =
      host === ''
        ? 'The control API is served to calls with a Host header only.'
        : `The control API is not served under the host name ${hostName(host)}.`;
    throw new ControlError('FOREIGN_HOST', message, {
      hint: 'Call it by its loopback address, or by the address that the server listens on.',
    });
  }
  const origin = headerOf(call, 'origin');
  if (origin !== undefined && !ownOrigin(origin, host)) {
    throw new ControlError('FOREIGN_ORIGIN', `Pages of ${origin} may not use the control API.`, {
      hint: 'Call it from a page that this server serves, or without a browser.',
    });
  }
  if (options.controlToken !== undefined && !sameText(givenToken(call), options.controlToken)) {
    throw new ControlError('CONTROL_TOKEN_NEEDED', 'The control API asks for its control token here.', {
      hint: 'Send it as X-Control-Token, as it was printed when the server started.',
    });
  }
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Whether a `Host` header names this machine: by a loopback name, or one of those given. */
export function isKnownHost(host: string, hostNames: readonly string[]): boolean {
  const name = hostName(host);
  return LOOPBACK.test(name) || hostNames.some((known) => known.toLowerCase() === name.toLowerCase());
}

/** A browser names the origin of the page; ours is the one whose host is the host that was called. */
function ownOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host;
}

function givenToken(call: Call): string {
  return headerOf(call, 'x-control-token') ?? headerOf(call, 'authorization')?.replace(/^bearer /i, '') ?? '';
}

/** In a time that does not tell how much of the text was right. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let i = 0; i < wanted.length; i++) difference |= (given.charCodeAt(i) || 0) ^ wanted.charCodeAt(i);
  return difference === 0;
}
