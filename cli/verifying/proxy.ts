/**
 * The network as Node users expect it. Certificate authorities of NODE_EXTRA_CA_CERTS are Node's own
 * business; proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY are not yet in every Node that we support.
 */
import { keptUntilDone, stayingFetch } from '../../contracts/hosts/node.ts';
import type { Io } from '../command.ts';

export type Fetch = (request: Request) => Promise<Response>;

/**
 * Node's `fetch`, or one that goes through the proxies of the environment: that one takes 50 ms to
 * load. Neither follows redirects, whatever a request says.
 */
export async function fetchFor(env: Io['env']): Promise<Fetch> {
  const httpProxy = env.http_proxy || env.HTTP_PROXY || '';
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || httpProxy;
  if (httpsProxy === '') return stayingFetch;
  const { EnvHttpProxyAgent, fetch: proxied } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy: env.no_proxy || env.NO_PROXY || '',
  });
  return keptUntilDone(async (request) => {
    const { url, method, headers, signal } = request;
    const body = request.body === null ? undefined : await request.arrayBuffer();
    // It takes requests of its own make alone, so this one is taken apart.
    const response = await proxied(url, {
      method,
      headers: Object.fromEntries(headers),
      redirect: 'manual',
      signal,
      dispatcher,
      ...(body && { body }),
    });
    return response as unknown as Response;
  });
}
