/** Who may do what: the account's credentials, and the token and names that the control API asks for. */
import { randomBytes } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '../../contracts/kit/http.ts';
import type { Io } from '../command.ts';

const everywhere = /^(0\.0\.0\.0|::)$/;

/** Secrets come by the environment alone: a command line is there for every user of the machine to read. */
export const environment = {
  userName: 'ROADTEST_USER_NAME',
  apiKey: 'ROADTEST_API_KEY',
  controlToken: 'ROADTEST_CONTROL_TOKEN',
} as const;

export interface Access {
  userName: string;
  apiKey: string;
  /** Always there where other machines can reach the server. */
  controlToken?: string;
  hostNames: string[];
}

/** @param host the address that the server listens on */
export function accessFor(host: string, io: Io): Access {
  const controlToken = io.env[environment.controlToken] || (isLoopback(host) ? undefined : newToken());
  return {
    userName: io.env[environment.userName] || 'demo',
    apiKey: io.env[environment.apiKey] || 'demo-key',
    ...(controlToken && { controlToken }),
    hostNames: hostNames(host),
  };
}

/** The credentials that the environment gives; they hold in stories too, whatever those say. */
export function ownCredentials({ env }: Io): { userName?: string; apiKey?: string } {
  const { [environment.userName]: userName, [environment.apiKey]: apiKey } = env;
  return { ...(userName && { userName }), ...(apiKey && { apiKey }) };
}

function newToken(): string {
  return randomBytes(18).toString('base64url');
}

/** The names beside the loopback ones under which this machine is called at the address. */
function hostNames(host: string): string[] {
  if (isLoopback(host)) return [];
  const own = everywhere.test(host) ? [hostname(), ...addresses()] : [host];
  return own.map((name) => (name.includes(':') ? `[${name}]` : name));
}

function addresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);
}
