/** The access to a server: the account's credentials, and the token and names that the control API requires. */
import { randomBytes } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopback } from '../../contracts/kit/http.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, type Io } from '../command.ts';

const everywhere = /^(0\.0\.0\.0|::)$/;

/** Secrets come by the environment alone: a command line is there for every user of the machine to read. */
export const environment = {
  userName: 'ROADTEST_USER_NAME',
  apiKey: 'ROADTEST_API_KEY',
  controlToken: 'ROADTEST_CONTROL_TOKEN',
} as const;

export interface Access {
  /** The credentials in the environment: they override those of a fixture or a story. */
  userName?: string;
  apiKey?: string;
  /** Always there where other machines can reach the server. */
  controlToken?: string;
  hostNames: string[];
  /** The origins of pages that may use the control API beside the server's own. */
  origins: readonly string[];
}

const hostForm = /^([a-z\d]([\w.-]*[a-z\d])?|\[[\da-f:.]+\])$/i;

/**
 * @param allowed names of hosts under which the control API may be called as well, and origins of pages that may use it
 * @throws CliError HOST_NAME_INVALID, ORIGIN_INVALID
 */
export function accessFor(host: string, allowed: readonly string[], forClass: boolean, io: Io): Access {
  const origins = allowed.filter((name) => name.includes('://'));
  const names = allowed.filter((name) => !origins.includes(name));
  for (const name of names)
    if (!hostForm.test(name))
      throw notAllowed('HOST_NAME_INVALID', name, 'a host name', 'Name it as in an address: roadtest.');
  for (const name of origins)
    if (!isOrigin(name))
      throw notAllowed(
        'ORIGIN_INVALID',
        name,
        'an origin',
        'Write it without a path: http://localhost:5173.',
      );
  const controlToken =
    io.env[environment.controlToken] || (isLoopback(host) && !forClass ? undefined : newToken());
  return {
    // A trainee knows the usual ones, and the world beside those of the class is the trainer's.
    ...(forClass && { userName: 'trainer', apiKey: newToken() }),
    ...ownCredentials(io),
    ...(controlToken && { controlToken }),
    hostNames: [...hostNames(host), ...names],
    origins,
  };
}

function notAllowed(code: string, name: string, what: string, hint: string): CliError {
  return new CliError(code, `--allow ${quoted(name)} is not ${what}.`, { hint });
}

/** The credentials that the environment gives; they hold in stories too, whatever those say. */
export function ownCredentials({ env }: Io): { userName?: string; apiKey?: string } {
  const { [environment.userName]: userName, [environment.apiKey]: apiKey } = env;
  return { ...(userName && { userName }), ...(apiKey && { apiKey }) };
}

/** The address that other machines can call, where the server is called by them at every address; else its own. */
export function originFor({ url, port }: { url: string; port: number }, host: string): string {
  if (!everywhere.test(host)) return url;
  const outside = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return outside ? `${new URL(url).protocol}//${outside.address}:${port}` : url;
}

/** A random text that cannot be guessed. */
export function newToken(): string {
  return randomBytes(18).toString('base64url');
}

/** As a browser writes it: in lower case, and without the port that the scheme implies. */
function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  // It becomes a part of headers.
  return origin === text && hostForm.test(hostname);
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
