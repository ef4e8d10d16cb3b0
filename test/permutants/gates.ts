/**
 * Where in a request's way the token is looked at. The document leaves it open, no opening has a
 * name for it, and the simulator looks between route and body: other orders are put around it.
 */
import type { Simulator } from '../../simulator/index.ts';

export type Fetch = (request: Request) => Promise<Response>;
export type Gate = (simulator: Simulator) => Fetch;

/** Nobody without a token learns which paths there are: an unknown one is refused like a known one. */
export const beforeTheRoute: Gate = (simulator) => async (request) => {
  const { pathname } = new URL(request.url);
  const { basePath } = simulator.profile;
  const guarded = pathname.startsWith(`${basePath}/api/`) && pathname !== `${basePath}/api/Auth/Token`;
  if (!guarded) return simulator.fetch(request);
  const authorization = request.headers.get('authorization');
  const same = new Request(new URL(`${basePath}/api/users/countries?${NO_PAGE}`, request.url), {
    headers: authorization === null ? {} : { authorization },
  });
  const refusal = await simulator.fetch(same);
  return (await saysWho(simulator, refusal.clone())) ? refusal : simulator.fetch(request);
};

const NO_PAGE = 'roadtest=gate';

/** Whether an answer is the refusal for want of a token. */
async function saysWho(simulator: Simulator, answer: Response): Promise<boolean> {
  const { openings } = simulator.profile;
  if (answer.status !== openings['auth.refusal'].status) return false;
  if (answer.status !== openings['operations.status'].listCountries) return true;
  const body = openings['errors.body'];
  return body.form === 'json' && simulator.lens.errors.read(await answer.text()).facts.success === false;
}

/** A body that is no JSON is refused before anybody asks for a token. */
export const afterTheBody: Gate = (simulator) => async (request) => {
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
