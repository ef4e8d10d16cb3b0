/**
 * The network as Node users expect it. Certificate authorities of NODE_EXTRA_CA_CERTS are Node's own
 * business; proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY are not yet in every Node that we support.
 */

import { causesOf, ProxyFailed } from '../../contracts/deployment/transport/failures.ts';
import { keptUntilDone } from '../../contracts/hosts/node.ts';
import { fieldOf } from '../../contracts/kit/json.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, type Io } from '../command.ts';

export type Fetch = (request: Request) => Promise<Response>;

/**
 * The `fetch` of undici, which goes through the proxies of the environment and follows no redirect, whatever a request
 * says. The one that Node brings along is older: an answer with many content codings ends its process.
 */
export async function fetchFor(env: Io['env']): Promise<Fetch> {
  const http = proxyIn(env, 'http_proxy', 'HTTP_PROXY');
  const https = proxyIn(env, 'https_proxy', 'HTTPS_PROXY') ?? http;
  const { EnvHttpProxyAgent, fetch: proxied } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: http?.url.href ?? '',
    httpsProxy: https?.url.href ?? '',
    noProxy: env.no_proxy || env.NO_PROXY || '',
  });
  return keptUntilDone(async (request) => {
    const { url, method, headers, signal } = request;
    const body = request.body === null ? undefined : await request.arrayBuffer();
    // It takes requests of its own make alone, so this one is taken apart.
    const proxy = url.startsWith('https:') ? https : http;
    const response = await proxied(url, {
      method,
      headers: Object.fromEntries(headers),
      redirect: 'manual',
      signal,
      dispatcher,
      ...(body && { body }),
    }).catch((error: unknown) => {
      throw proxy ? ofProxy(proxy, error) : error;
    });
    return response as unknown as Response;
  });
}

interface Proxy {
  /** The variable that names it. */
  variable: string;
  url: URL;
}

/** The address in a variable: of http or https, or host and port alone, as curl takes them, too. */
function proxyIn(env: Io['env'], ...variables: readonly string[]): Proxy | undefined {
  const variable = variables.find((name) => env[name]);
  const value = (variable && env[variable]?.trim()) || '';
  if (variable === undefined || value === '') return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return { variable, url };
  const why = url ? `it is a proxy of ${quoted(url.protocol.slice(0, -1))}` : 'it is not an address';
  throw new CliError('PROXY_NOT_USABLE', `The proxy that ${variable} names cannot be used: ${why}.`, {
    hint: `Proxies of http and https work, such as ${variable}=http://127.0.0.1:3128; NO_PROXY names hosts that need none.`,
  });
}

/** The same error, named as the proxy's where that could not be reached, or refused to lead on. */
function ofProxy({ variable, url }: Proxy, error: unknown): unknown {
  const causes = causesOf(error);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const own = causes.find(
    (cause) =>
      fieldOf(cause, 'port') === port ||
      fieldOf(cause, 'hostname') === url.hostname ||
      cause.message.startsWith('Proxy response'),
  );
  if (own === undefined) return error;
  return new ProxyFailed(`the proxy ${url.host} of ${variable}: ${own.message}`, { cause: error });
}
