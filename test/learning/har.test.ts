/** A recording teaches what its calls show, and nothing of what else is in it. */
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { learnHar as learnFrom } from '../../contracts/learning/har.ts';
import { learnLive } from '../../contracts/learning/live.ts';
import { parseProfile } from '../../contracts/profile/index.ts';
import { HarError, readHar } from '../../contracts/traffic/har.ts';
import { start } from '../foreign/server.ts';
import { told } from './learning.ts';

const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };

interface Entry {
  request: object;
  response: object;
}

/** The recording of all that a run of `learn --write` sends, as a browser would have it. */
async function recorded(): Promise<{ entries: Entry[]; origin: string; live: string }> {
  const depot = await start();
  const entries: Entry[] = [];
  const fetching = async (request: Request): Promise<Response> => {
    const sent = request.method === 'GET' ? undefined : await request.clone().text();
    const response = await fetch(request);
    entries.push(entryOf(request, sent, response, await response.clone().text()));
    return response;
  };
  const baseUrl = `${depot.url}/tracking`;
  const learned = await learnLive({ baseUrl, credentials, writes: true }, nodeHost(fetching));
  await depot.close();
  return { entries, origin: depot.url, live: told(learned.findings).text };
}

function entryOf(
  { method, url, headers }: Request,
  sent: string | undefined,
  response: Response,
  text: string,
): Entry {
  const listed = (of: Headers) => [...of].map(([name, value]) => ({ name, value }));
  const mimeType = headers.get('content-type');
  return {
    request: { method, url, headers: listed(headers), ...(sent && { postData: { mimeType, text: sent } }) },
    response: { status: response.status, headers: listed(response.headers), content: { text } },
  };
}

const learnHar = (text: string, origin?: string) =>
  learnFrom(readHar(text, origin === undefined ? {} : { origin }));
const har = (entries: unknown): string => JSON.stringify({ log: { version: '1.2', entries } });

describe('a recording', async () => {
  const { entries, origin, live } = await recorded();

  it('teaches payloads, bodies and changes as the deployment itself does', () => {
    // A client changes records in one way; learning tries others.
    const usual = entries.filter(
      ({ request }) => !/"mimeType":"(text|application\/merge)/.test(JSON.stringify(request)),
    );
    const { text } = told(learnHar(har(usual)).findings);
    const [own, other] = [parseProfile(text), parseProfile(live)];
    expect(own.basePath).toBe('/tracking');
    for (const id of [
      'records.group',
      'records.user',
      'records.device',
      'records.time',
      'patch.format',
    ] as const)
      expect({ id, is: own.openings[id] }).toEqual({ id, is: other.openings[id] });
    expect(own.openings['operations.envelope']).toMatchObject({
      lists: { devices: { form: 'map', at: '/units' } },
      bodies: { group: { at: '/crew' }, user: { at: '/person' } },
      answers: { createGroup: 'id', replaceUser: 'nothing' },
    });
    for (const secret of [credentials.apiKey, credentials.userName, 'eyJ', origin])
      expect(text).not.toContain(secret);
  });

  it('confirms what the deployment shows, and a contradiction is said', () => {
    const { findings } = learnHar(har(entries));
    const confirmed = told([
      ...findings,
      { ...only(findings, '/openings/records.time'), source: 'live', evidence: 'seen: 3 times' },
    ]);
    expect(confirmed.text).toMatch(/offset: "-02:30" # recorded: .*; seen: 3 times/);
    const other = {
      at: '/openings/records.time',
      value: { form: 'epoch-seconds' },
      source: 'live',
      evidence: 'seen: 3 times',
    } as const;
    const { text } = told([...findings, other]);
    expect(parseProfile(text).openings['records.time']).toEqual({ form: 'epoch-seconds' });
    expect(text).toMatch(
      /# Contradictions, to be looked at:\n# - openings records\.time form: "iso" by har, "epoch-seconds" by the deployment/,
    );
  });

  it.each([
    ['no JSON', 'a text'],
    ['nothing', har([])],
    [
      'entries that are none',
      har([null, 1, 'x', [], { request: 1 }, { request: { method: 'GET', url: 'javascript:1' } }]),
    ],
    [
      'more values in its bodies than are looked at',
      har(
        entries
          .flatMap((entry) => {
            const content = { text: `[${'0,'.repeat(1_500_000)}0]` };
            return [0, 1, 2].map(() => ({ ...entry, response: { status: 200, headers: [], content } }));
          })
          .slice(0, 3),
      ),
    ],
    ['a list too deep', `{"log":{"entries":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`],
    [
      'another origin alone',
      har(entries.map((entry) => ({ ...entry, request: { method: 'GET', url: 'https://else.example/x' } }))),
    ],
  ])('of %s is refused', (_, text) => expect(() => learnHar(text)).toThrow(HarError));

  it('of another origin than the one that is meant is not read', () =>
    expect(() => learnHar(har(entries), 'https://fleet.example')).toThrow(
      /no call of the interface to https:\/\/fleet\.example/,
    ));

  it('that attacks comes to a profile that is one, in time', () => {
    const devices = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`V${index}`, { caption: 'x', no: `V${index}` }]),
    );
    const bodies = [
      `{"__proto__":{"polluted":1},"units":{"constructor":{"id":1},"__proto__":{"id":2}}}`,
      JSON.stringify({ units: devices }),
      JSON.stringify({ 'x\n# injected: 1\ny': [{ 'id\n- z: 1': 1, '': 2, ['a'.repeat(9_000)]: 3 }] }),
      `${'[{"a":'.repeat(400)}1${'}]'.repeat(400)}`,
      '{"success":true,"error":"\\u001b[2J password=hunter2"}',
    ];
    const attack = bodies.flatMap((text) =>
      ['devices', 'groups', 'users', 'devices/1'].map((path) => ({
        request: {
          method: 'GET',
          url: `${origin}/a%0Ab/api/${path}`,
          headers: [{ name: 'authorization', value: 'Bearer x' }],
        },
        response: {
          status: 200,
          headers: [
            { name: 'X-Api-Key', value: 'k-secret-1' },
            { name: 'x', value: 'a\nb' },
          ],
          content: { text },
        },
      })),
    );
    const { text } = told(learnHar(har(attack)).findings);
    expect(parseProfile(text).openings).toBeTypeOf('object');
    expect(text).not.toMatch(/hunter2|k-secret-1|^# injected/m);
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
  });
});

function only<T extends { at: string }>(findings: readonly T[], at: string): T {
  const found = findings.find((finding) => finding.at === at);
  if (!found) throw new Error(`nothing was found for ${at}`);
  return found;
}
