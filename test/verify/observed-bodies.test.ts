/** An observation shows the beginning of the body that came: without secrets, on one line, and no more than is read. */
import { expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { credentials, type Fetch, outcomeOf, runAgainst } from './support.ts';

const id = 'auth/header-required/listTimeZones';

/** A service that needs no token for one list, which it answers with this text. */
async function observedOf(text: string, contentType = 'application/json'): Promise<string> {
  const simulator = createSimulator();
  const open: Fetch = async (request) =>
    request.url.endsWith('/timeZones')
      ? new Response(text, { headers: { 'content-type': contentType } })
      : simulator.fetch(request);
  const run = await runAgainst(open, { profile: simulator.profile, only: [id] });
  simulator.stop();
  const { verdict, observed = '' } = outcomeOf(run, id);
  expect(verdict).toBe('fail');
  return observed;
}

const zones = (more: object) =>
  JSON.stringify([
    { id: 'Europe/Berlin', name: 'Berlin' },
    { id: 'UTC', ...more },
  ]);

it('is shown as it came', async () => {
  const observed = await observedOf(zones({ name: 'Z' }));
  expect(observed).toContain(
    'the answer 200 ([{"id":"Europe/Berlin","name":"Berlin"},{"id":"UTC","name":"Z"}])',
  );
});

it('is shown on one line, with nothing that acts on a terminal, and 200 characters of it', async () => {
  const laidOut = JSON.stringify(
    [
      { id: 'UTC', name: '\u001b[2J\u202e' },
      { id: 'Z', name: 'x'.repeat(9_000) },
    ],
    null,
    8,
  );
  const [, shown = ''] = /the answer 200 \((.*)\) \(listTimeZones/s.exec(await observedOf(laidOut)) ?? [];
  expect(shown).toMatch(/^\[ \{ "id": "UTC", "name": "\\u001b\[2J\\u202e" \}, \{ "id": "Z", "name": "x+…$/);
  expect(shown).toHaveLength(201);
});

it.each([0, 60, 100, 125, 140])(
  'is shown without secrets, also where one begins %i characters before the end',
  async (ahead) => {
    const observed = await observedOf(
      zones({ name: `${'x'.repeat(ahead)}${credentials.apiKey}`, token: 'word' }),
    );
    expect(observed).not.toContain(credentials.apiKey.slice(0, 5));
    expect(observed).not.toContain('"word"');
  },
);
