/** Fixtures: refused with the place of each issue, or a world that goes on, and that is written as the same fixture again. */
import { parseFixture } from '../../../simulator/fixture/parse.ts';
import { FixtureError } from '../../../simulator/fixture/problems.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { areaOf, expectCoded, expectShort } from './fuzz.ts';
import { mutatedText, mutatedTree } from './mutate.ts';

const good = [
  `roadtest: 1
clock: { now: 2026-03-02T08:00:00Z, timeZone: Europe/Berlin, speed: 60 }
account: { userName: ada, apiKey: key, apiEnabled: false, licences: 1 }
groups: [{ id: grp-7, name: North, description: Vans }, { name: South }]
devices:
  - id: dev-2
    name: Tow truck
    group: North
    limits: { dailyEmail: 5, dailySms: null }
    usage: { sms: 1 }
    expirationDate: 2026-12-31
    locations: [{ deviceTime: -PT1H, receivedAt: -PT59M, latitude: 48.1, longitude: 11.5, attributes: { a: [1] } }]
    position: [48.2, 11.6]
  - { id: dev-tow, licence: expired, lastSeenAt: -PT1M }
  - { name: Last, expires: true, expirationDate: 2026-03-01 }
users: [{ own: true, name: Ada, groups: [grp-7] }, { id: 9, name: Bob, email: b@example.com, notify: [sms] }]
alerts: [{ device: dev-2, type: sos, raisedAt: -PT5M, channels: [sms] }]
`,
  '{"devices":[{"id":7,"position":[0,0]},{"id":1},{}],"groups":[],"users":[],"alerts":[]}',
  'devices: []\n',
];

export const fixtures = areaOf({
  name: 'fuzz-fixtures',
  draw: (chance) => (chance.below(2) === 0 ? mutatedText : mutatedTree)(chance.pick(good), chance),
  async use(text) {
    const simulator = unlessRefused(() =>
      createSimulator({ fixture: parseFixture(text, 'fuzz.yaml'), frozen: true }),
    );
    if (!simulator) return;
    const written = await writtenOf(simulator);
    const again = createSimulator({ fixture: parseFixture(written) });
    expectAlike(await writtenOf(again), written, 'when it is read again');
    const copy = createSimulator({ snapshot: simulator.snapshot() });
    expectAlike(await writtenOf(copy), written, 'by its snapshot');
    await simulator.clock.advance({ by: 'P2D' });
    for (const each of [simulator, again, copy]) each.stop();
  },
});

function expectAlike(found: string, wanted: string, when: string): void {
  const lines = wanted.split('\n');
  const other = found.split('\n').findIndex((line, index) => line !== lines[index]);
  if (other < 0) return;
  throw new Error(`written otherwise ${when}: ${found.split('\n')[other]}, and before ${lines[other]}`);
}

async function writtenOf(simulator: ReturnType<typeof createSimulator>): Promise<string> {
  const target = '/_control/fixture?form=yaml&locations=1000';
  const { status, body } = await simulator.handle({ method: 'GET', target, headers: {}, body: undefined });
  if (status !== 200) throw new Error(`GET ${target} answers ${status}: ${body}`);
  return body;
}

function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    expectShort(error.message);
    if (error.issues.length === 0) throw new Error('refused without an issue');
    for (const issue of error.issues) expectCoded(issue, issue);
    return undefined;
  }
}
