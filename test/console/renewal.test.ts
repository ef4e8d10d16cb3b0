import { beforeEach, describe, expect, it } from 'vitest';
import { configure } from '../../simulator/console/api/http.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import { deadlines } from '../../simulator/console/state/deadlines.ts';
import { ending } from '../../simulator/console/state/ending.ts';
import { addEvents, handOnEvents } from '../../simulator/console/state/events.ts';
import { calledBy, loadNames, wordsOf } from '../../simulator/console/state/people.ts';
import { Renewal, renewAll } from '../../simulator/console/state/renewal.ts';
import { expectations, loadStory, roads, story } from '../../simulator/console/state/story.ts';
import { ofThisWorld, setWorld } from '../../simulator/console/state/world.ts';
import type { CurrentStory, ShownEvent } from '../../simulator/control/schemas/index.ts';

const drawing = (name: string) => ({
  type: 'FeatureCollection' as const,
  features: [
    {
      type: 'Feature' as const,
      properties: { name },
      geometry: { type: 'Point' as const, coordinates: [11, 48] },
    },
  ],
});
const told = (met: boolean | null, town = 'the town'): CurrentStory => ({
  story: {
    ...{ name: 'one', title: 'One', summary: '', seed: 1, timeZone: 'UTC', devices: 1 },
    ...{ start: '2026-01-05T08:00:00Z', end: '2026-01-05T09:00:00Z', chapters: [], entries: [] },
    sites: [{ name: 'depot', at: [48, 11] }],
    routes: drawing('a way'),
    expectations: [{ entry: 0, label: 'refused', line: 3, met }],
    limits: [],
    shows: [],
  },
  roads: drawing(town),
  recorded: null,
});

describe('what the page fetches again', () => {
  let worlds = 0;
  let real = 0;
  let sequence = 0;
  let asked: string[];
  const replies = new Map<string, unknown>();

  beforeEach(async () => {
    replies.set('story', told(null));
    replies.set('deadlines', { deadlines: [] });
    replies.set('names', { groups: [], users: [] });
    asked = [];
    configure({
      store: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
      async send(address) {
        asked.push(address);
        const [, path = ''] = /_control\/(\w+)/.exec(address) ?? [];
        return Response.json(structuredClone(replies.get(path)));
      },
    });
    setWorld({ world: `renewed ${worlds++}`, story: `${worlds}`, seed: 1 });
    await loadStory();
    await later();
    asked = [];
  });

  /** Lets the page look after so many real milliseconds. */
  const later = (ms = 1_000) => {
    real += ms;
    return renewAll(real);
  };
  const hear = (...events: { kind: ShownEvent['kind']; [fact: string]: unknown }[]) => {
    addEvents(
      events.map(
        (each) => ({ at: '2026-01-05T08:00:00Z', sequence: ++sequence, ...each }) as unknown as ShownEvent,
      ),
    );
    handOnEvents();
  };
  const refusal = { kind: 'story-refusal' as const, entry: 0, action: 'activate', code: 'X', reason: 'no' };
  const showClock = (now: string, frozen: boolean) =>
    setClock(
      { now, frozen, speed: 1, until: null, advancing: false } as Parameters<typeof setClock>[0],
      real,
    );

  it('is fetched once for many refusals, and the check is met then', async () => {
    replies.set('story', told(true));
    hear(refusal, refusal);
    hear(refusal);
    await later();
    expect(asked).toEqual(['/_control/story']);
    expect(expectations.value[0]?.met).toBe(true);
    hear(refusal);
    await later(100);
    expect(asked).toHaveLength(1);
    await later();
    expect(asked).toHaveLength(2);
  });

  it('stays the same drawing where the story is the same, so that the map does not draw it again', async () => {
    const [town, sites, routes] = [roads.value, story.value?.sites, story.value?.routes];
    replies.set('story', told(true));
    hear(refusal);
    await later();
    expect(roads.value).toBe(town);
    expect(story.value?.sites).toBe(sites);
    expect(story.value?.routes).toBe(routes);
    replies.set('story', told(true, 'another town'));
    hear(refusal);
    await later();
    expect(roads.value).toEqual(drawing('another town'));
  });

  it('is fetched at the end of the story: a check without an event is judged by then', async () => {
    showClock('2026-01-05T08:30:00Z', true);
    await later();
    expect(asked).not.toContain('/_control/story');
    replies.set('story', told(false));
    showClock('2026-01-05T09:00:00Z', true);
    expect(ending.value).toBe('ended');
    await later();
    expect(expectations.value[0]?.met).toBe(false);
  });

  it('asks for the names of groups and users once, however many change', async () => {
    hear(
      { kind: 'group-created', groupId: 7, name: 'Vans' },
      { kind: 'group-created', groupId: 8, name: 'Cars' },
    );
    hear({ kind: 'group-created', groupId: 9, name: 'Bikes' });
    replies.set('names', { groups: [{ id: 9, name: 'Bikes' }], users: [] });
    await later();
    expect(asked).toEqual(['/_control/names?limit=10000']);
    expect(calledBy('group', 9)).toBe('Bikes');
  });

  it('shows a name as it is, whatever characters are in it', async () => {
    replies.set('names', { groups: [{ id: 9, name: "$& and $' vans" }], users: [] });
    await loadNames();
    const event = { at: '', sequence: 1, kind: 'group-deleted', groupId: 9 };
    expect(wordsOf(event as unknown as ShownEvent)).toBe("Group “$& and $' vans” deleted");
  });

  it('asks what comes next once the first of it has passed', async () => {
    replies.set('deadlines', { deadlines: [{ at: '2026-01-05T08:10:00Z' }] });
    setWorld({ world: `renewed ${worlds++}`, story: `${worlds}`, seed: 1 });
    await later();
    expect(deadlines.value).toHaveLength(1);
    asked = [];
    showClock('2026-01-05T08:05:00Z', true);
    await later();
    expect(asked).toEqual([]);
    showClock('2026-01-05T08:11:00Z', true);
    await later();
    expect(asked).toEqual(['/_control/deadlines?limit=60']);
  });

  it('is tried again after a pause where it failed', async () => {
    let tries = 0;
    const renewal = new Renewal(async () => {
      tries++;
      if (tries === 1) throw new Error('no');
    });
    renewal.ask();
    await later();
    await later(10);
    expect(tries).toBe(1);
    await later();
    await later();
    expect(tries).toBe(2);
  });
});

it('an answer about the world before is not taken for one about this', async () => {
  setWorld({ world: 'of this world 1', story: null, seed: 1 });
  expect(await ofThisWorld(Promise.resolve('an answer'))).toBe('an answer');
  const asked = ofThisWorld(Promise.resolve('an answer'));
  setWorld({ world: 'of this world 2', story: null, seed: 1 });
  expect(await asked).toBeUndefined();
});
