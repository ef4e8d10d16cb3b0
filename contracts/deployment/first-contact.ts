/**
 * The first contact with a deployment: what it shows to be a matter of configuration (a wrong
 * address, wrong credentials) is no broken rule. A token endpoint that is broken is one.
 */

import { fieldOf } from '../kit/json.ts';
import { excerpt, quoted } from '../kit/untrusted.ts';
import type { Answer } from './answer.ts';
import type { Deployment } from './deployment.ts';
import { Unreached } from './finding.ts';
import { ConfigurationError, type DeploymentOptions } from './options.ts';
import { NoAnswer } from './transport/failures.ts';

/** The base address without a slash at its end. Throws for what is none, and for other options that cannot be used. */
export function checkOptions({ baseUrl, credentials }: DeploymentOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const invalid = (message: string, hint: string) =>
    new ConfigurationError({ code: 'ADDRESS_INVALID', message, hint });
  if (!url || !/^https?:$/.test(url.protocol)) {
    const hint = 'Give one such as https://fleet.example.com or http://127.0.0.1:4010.';
    throw invalid(`${quoted(baseUrl)} is not a base address.`, hint);
  }
  if (url.username || url.password || url.search || url.hash) {
    const message = 'A base address has no user name, password, query or fragment.';
    throw invalid(message, `Give ${url.origin}${url.pathname}.`);
  }
  if (!credentials.userName || !credentials.apiKey) {
    throw new ConfigurationError({
      code: 'CREDENTIALS_MISSING',
      message: `The ${credentials.userName ? 'API key' : 'user name'} is missing.`,
      hint: 'Set ROADTEST_USER_NAME and ROADTEST_API_KEY.',
    });
  }
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** A base address without the prefix that a profile has of its own: it may include that, as `serve` prints it. */
export function withoutPrefix(baseUrl: string, prefix = ''): string {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return origin + (prefix !== '' && path.endsWith(prefix) ? path.slice(0, -prefix.length) : path);
}

/**
 * Controls and first token, for what is no run of rules.
 *
 * @throws ConfigurationError, also where the deployment breaks off
 */
export function meetDeployment(deployment: Deployment): Promise<void> {
  return unlessBrokenOff(deployment, async () => {
    await deployment.connect();
    await makeContact(deployment);
  });
}

/** @throws ConfigurationError where the deployment breaks off the first contact */
export async function unlessBrokenOff(deployment: Deployment, contact: () => Promise<void>): Promise<void> {
  try {
    await contact();
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    throw new ConfigurationError({
      code: 'UNREACHABLE',
      message: `The deployment at ${deployment.target} broke off the first contact: ${error.message}.`,
      hint: 'Check that it runs, and try again.',
    });
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Asks for the first token. Throws a ConfigurationError when no rule can be judged at all. */
export async function makeContact(deployment: Deployment): Promise<void> {
  const answer = await deployment.tokens.first().catch((error: unknown) => unanswered(deployment, error));
  if (!answer || fieldOf(answer.json, 'token')) return;
  const { location } = answer.headers;
  if (location !== undefined && REDIRECTS.includes(answer.status)) {
    throw new ConfigurationError({
      code: 'REDIRECTED',
      message: `The deployment redirects the token request${location ? ` to ${excerpt(location)}` : ''}.`,
      hint: 'Give the address of the API itself: credentials are not sent on to another address, such as a page to sign in.',
    });
  }
  // The form of section 7: any other answer is none to credentials.
  const cause = fieldOf(answer.json, 'error');
  if (fieldOf(answer.json, 'success') === false && typeof cause === 'string' && cause.trim() !== '') {
    throw new ConfigurationError({
      code: 'CREDENTIALS_REFUSED',
      message: `The deployment refuses the credentials: ${excerpt(cause)}`,
      hint: 'Check user name and API key (without ROADTEST_USER_NAME and ROADTEST_API_KEY those of a simulator are taken), and that API access is enabled for the account.',
    });
  }
  if (!(await servesAnything(deployment, answer))) {
    throw new ConfigurationError({
      code: 'NOT_THE_API',
      message: `Nothing of the interface is served at ${deployment.target}${deployment.lens.basePath}: ${isHtml(answer) ? 'a page of HTML' : 'what an unknown path gets'} comes back.`,
      hint: 'Check the address. A path prefix belongs to it, or into basePath of the profile.',
    });
  }
}

/** Only the token request may be broken: then another operation answers. */
async function unanswered(deployment: Deployment, error: unknown): Promise<undefined> {
  if (!(error instanceof NoAnswer) || deployment.signal.aborted) throw error;
  const asked = deployment.as('set-up').call('listDevices', { auth: 'none' });
  if (await asked.catch(() => undefined)) return undefined;
  throw new ConfigurationError({
    code: 'UNREACHABLE',
    message: `The deployment at ${deployment.target} does not answer: ${error.message}.`,
    hint: 'Check the address and that the deployment runs; behind a proxy or a private certificate authority, see HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS.',
  });
}

/** Returns whether the token request or a list is answered otherwise than a path that is not documented. */
async function servesAnything(deployment: Deployment, token: Answer): Promise<boolean> {
  const caller = deployment.as('set-up');
  const api = `${deployment.lens.basePath}/api`;
  const nowhere = `undocumented-${deployment.nonce}`;
  const accept = 'application/json';
  const post = { headers: { accept, 'content-type': accept }, body: '{}' };
  const [unknownPost, unknownGet, devices] = await Promise.all([
    caller.sendUndocumented({ method: 'POST', url: `${api}/Auth/${nowhere}`, ...post }, 'none'),
    caller.sendUndocumented({ method: 'GET', url: `${api}/${nowhere}`, headers: { accept } }, 'none'),
    caller.call('listDevices', { auth: 'none' }),
  ]);
  const isToken = token.fingerprint !== unknownPost.fingerprint && !isHtml(token);
  return isToken || devices.fingerprint !== unknownGet.fingerprint;
}

function isHtml({ headers }: Answer): boolean {
  return /html/i.test(headers['content-type'] ?? '');
}
