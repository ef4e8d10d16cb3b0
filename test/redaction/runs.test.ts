/** Both redactions of a run: of each exchange as it comes, before it is cut, and of the whole record by all tokens that were seen. */
import { expect, it } from 'vitest';
import { verify } from '../../contracts/verify/index.ts';
import { createSimulator } from '../../simulator/index.ts';

const credentials = { userName: 'fleet', apiKey: 'hx7-Qk0Zw-9LmP4t-Yc2' };
/** So much of an answer is kept. */
const KEPT = 16_384;

/** The run against a simulator of which each answer is changed. It issues tokens that do not look like any. */
async function runOf(change: (answer: Response) => Promise<Response>) {
  const simulator = createSimulator(credentials);
  const tokens: string[] = [];
  const fetch = async (request: Request) => {
    const place = /opaque-(\d)/.exec(request.headers.get('authorization') ?? '')?.[1];
    const headers = new Headers(request.headers);
    if (place !== undefined) headers.set('authorization', `Bearer ${tokens[Number(place)]}`);
    const answer = await simulator.fetch(new Request(request, { headers }));
    const text = (await answer.text()).replace(
      /eyJ[\w.-]+/,
      (token) => `opaque-${tokens.push(token) - 1}-Token`,
    );
    return change(new Response(text, answer));
  };
  try {
    const baseUrl = 'http://127.0.0.1:4010';
    return await verify({ baseUrl, fetch, credentials, seed: 1, only: ['auth/bearer-accepted/listGroups'] });
  } finally {
    simulator.stop();
  }
}

/** Lists the places of a text in a record: `exchange 3 reply.headers.x-next`. */
function placesOf(text: RegExp, value: unknown, place = ''): string[] {
  if (typeof value === 'string') return text.test(value) ? [place] : [];
  return Object.entries(Object(value)).flatMap(([name, part]) =>
    placesOf(text, part, [place, name].filter(Boolean).join('.')),
  );
}

it('the API key is taken out of an answer before that is cut in the middle of it', async () => {
  const run = await runOf(async (answer) => {
    const text = await answer.text();
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return new Response(`${text}${' '.repeat(KEPT - text.length - 10)}${credentials.apiKey}`, {
      ...{ status: answer.status, headers },
    });
  });
  const kept = run.exchanges.flatMap(({ reply }) => reply?.body ?? []);
  expect(kept.length).toBeGreaterThan(0);
  // A placeholder may stand at its end.
  expect(Math.max(...kept.map(({ length }) => length)), 'the longest body').toBeLessThan(KEPT + 30);
  expect(placesOf(/hx7-Q/, run), 'places of the record with the beginning of the API key').toEqual([]);
});

it('a token is taken out of an exchange that came before the one that issued it', async () => {
  const run = await runOf(async (answer) => {
    answer.headers.set('x-next', 'opaque-0-Token');
    return answer;
  });
  expect(run.exchanges.length).toBeGreaterThan(2);
  const [first] = run.exchanges;
  expect(first?.reply?.headers, 'the first exchange').toHaveProperty('x-next');
  expect(placesOf(/opaque-0-Token/, run), 'places of the record with the token').toEqual([]);
});
