/**
 * Differences of deployments that no opening has a name for: when the token is checked,
 * the answer at paths that nobody serves, the layout of answers. They are put around a simulator.
 */
import type { Simulator } from '../../simulator/index.ts';

export type Fetch = (request: Request) => Promise<Response>;
export type Gate = (simulator: Simulator) => Fetch;

/** Nobody without a token learns which paths there are: an unknown one is refused like a known one. */
const beforeTheRoute: Gate = (simulator) => async (request) => {
  const { pathname } = new URL(request.url);
  const { basePath } = simulator.profile;
  const guarded = pathname.startsWith(`${basePath}/api/`) && pathname !== `${basePath}/api/Auth/Token`;
  if (!guarded) return simulator.fetch(request);
  const same = new Request(
    new URL(`${basePath}/api/users/countries?${NO_PAGE}${tokenIn(request)}`, request.url),
    {
      headers: request.headers,
    },
  );
  const refusal = await simulator.fetch(same);
  return (await saysWho(simulator, refusal.clone())) ? refusal : simulator.fetch(request);
};

const NO_PAGE = 'roadtest=gate';

/** A token in the query, where it is taken there. */
function tokenIn({ url }: Request): string {
  const token = new URL(url).searchParams.get('access_token');
  return token === null ? '' : `&access_token=${encodeURIComponent(token)}`;
}

/** Tells whether an answer is the refusal for want of a token. */
async function saysWho(simulator: Simulator, answer: Response): Promise<boolean> {
  const { openings } = simulator.profile;
  if (answer.status !== openings['auth.refusal'].status) return false;
  if (answer.status !== openings['operations.status'].listCountries) return true;
  const body = openings['errors.body'];
  return body.form === 'json' && simulator.lens.errors.read(await answer.text()).facts.success === false;
}

/** A body that is not JSON is refused before anybody asks for a token. */
const afterTheBody: Gate = (simulator) => async (request) => {
  const text = await request.clone().text();
  if (text === '' || isJson(text)) return simulator.fetch(request);
  const { basePath, openings } = simulator.profile;
  if (new URL(request.url).pathname === `${basePath}/api/Auth/Token`) return simulator.fetch(request);
  const { contentType } = simulator.lens.errors;
  const status = openings['errors.status'].malformed;
  return new Response(
    simulator.lens.errors.write({ title: 'The body cannot be read', status, code: 'BODY_NOT_JSON' }),
    {
      status,
      headers: {
        date: new Date(simulator.clock.now()).toUTCString(),
        ...(contentType !== null && { 'content-type': contentType }),
      },
    },
  );
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `Location` and `Link` tell whole addresses. */
const absoluteAddresses: Gate = (simulator) => async (request) => {
  const answer = await simulator.fetch(request);
  const { origin } = new URL(request.url);
  const location = answer.headers.get('location');
  const link = answer.headers.get('link');
  return new Response(bodyOf(answer), {
    status: answer.status,
    headers: headersOf(answer, {
      ...(location !== null && { location: origin + location }),
      ...(link !== null && { link: link.replace('</', `<${origin}/`) }),
    }),
  });
};

/** JSON with space in it, its names in another order, and a charset that nobody needs. */
const laidOutOtherwise: Gate = (simulator) => async (request) => {
  const answer = await simulator.fetch(request);
  const type = answer.headers.get('content-type') ?? '';
  if (!type.includes('json') || answer.body === null) return answer;
  const json: unknown = await answer.json();
  return new Response(`\n${JSON.stringify(turned(json), null, '\t')}\n`, {
    status: answer.status,
    headers: headersOf(answer, {
      'content-type': type.includes('charset') ? type : `${type}; charset=UTF-8`,
    }),
  });
};

/** Each refusal tells the number of its request and when it was, in its body and in a header. */
const numberedRefusals: Gate = (simulator) => {
  let number = 0;
  return async (request) => {
    const answer = await simulator.fetch(request);
    const text = await answer.clone().text();
    const id = `req-${(0x51f3a7 + 7919 * number++).toString(16)}`;
    const headers = headersOf(answer, { 'x-request-id': id });
    const { contentType } = simulator.lens.errors;
    const refused =
      answer.status >= 400 && contentType !== null && answer.headers.get('content-type') === contentType;
    if (!refused || text === '') return new Response(bodyOf(answer), { status: answer.status, headers });
    return new Response(withNumber(text, id), { status: answer.status, headers });
  };
};

function withNumber(text: string, id: string): string {
  const timestamp = new Date().toISOString();
  if (!isJson(text)) return `${text}\nRequest ${id} at ${timestamp}`;
  return JSON.stringify({ ...(JSON.parse(text) as object), requestId: id, timestamp });
}

/** Each refusal names the record that was asked for, where records have their ids, and nothing that the profile pins is there. */
export const namedRefusals: Gate = (simulator) => async (request) => {
  const answer = await simulator.fetch(request);
  const text = await answer.clone().text();
  const [, asked] = /\/api\/(?:devices|groups|users)\/([^/?;]+)/.exec(request.url) ?? [];
  const pointer = simulator.lens.reply('group').pointer('id')?.slice(1).split('/');
  if (asked === undefined || pointer === undefined || !isJson(text)) return answer;
  const json: unknown = JSON.parse(text);
  const isRefusal = answer.status >= 400 || simulator.lens.errors.read(text).facts.success === false;
  if (!isRefusal || json === null || typeof json !== 'object' || Array.isArray(json)) return answer;
  const id = pointer.reduceRight<unknown>((inside, name) => ({ [name]: inside }), asked);
  const body = JSON.stringify({ ...(id as object), ...json });
  return new Response(body, { status: answer.status, headers: answer.headers });
};

/** A path with a slash at its end is asked for without it. */
const redirectedSlashes: Gate = (simulator) => async (request) => {
  const { pathname, search } = new URL(request.url);
  if (!pathname.endsWith('/')) return simulator.fetch(request);
  const location = pathname.replace(/\/+$/, '') + search;
  return new Response(null, { status: 301, headers: { location } });
};

/** The same JSON, the names of each object in reverse; of a map too, since its order tells nothing. */
function turned(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(turned);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([name, value]) => [name, turned(value)]),
  );
}

function headersOf(answer: Response, changed: { [name: string]: string }): Headers {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(changed)) headers.set(name, value);
  return headers;
}

/** These statuses must be given no body. */
function bodyOf(answer: Response): ReadableStream | null {
  return [204, 205, 304].includes(answer.status) ? null : answer.body;
}

/** By what a deployment does. */
export const gates: { readonly [what: string]: Gate } = {
  'the token comes before the route': beforeTheRoute,
  'the token comes after the body': afterTheBody,
  'addresses are whole': absoluteAddresses,
  'JSON is laid out otherwise': laidOutOtherwise,
  'refusals are numbered': numberedRefusals,
  'refusals name the record that was asked for': namedRefusals,
  'a slash at the end is redirected': redirectedSlashes,
};
