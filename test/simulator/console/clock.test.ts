import { afterEach, describe, expect, it } from 'vitest';
import { shortTimeOf, speedOf, timeOf } from '../../../simulator/console/look/format.ts';
import {
  reached,
  setClock,
  setMoment,
  simulatedAt,
  tickClock,
} from '../../../simulator/console/state/clock.ts';
import { ending, playWords } from '../../../simulator/console/state/ending.ts';
import { story } from '../../../simulator/console/state/story.ts';
import { setWorld } from '../../../simulator/console/state/world.ts';
import type { ClockView, StoryView } from '../../../simulator/control/schemas/index.ts';

const start = Date.UTC(2026, 0, 5, 8);
const end = start + 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const view = (at: number, facts: Partial<ClockView> = {}): ClockView => ({
  now: iso(at),
  speed: 60,
  frozen: false,
  until: null,
  advancing: false,
  ...facts,
});
const shown: StoryView = {
  name: 'x',
  title: 'X',
  summary: '',
  devices: 1,
  seed: 1,
  start: iso(start),
  end: iso(end),
  timeZone: 'UTC',
  chapters: [],
  entries: [],
  sites: [],
  routes: { type: 'FeatureCollection', features: [] },
  expectations: [],
  limits: [],
  shows: [],
};
let worlds = 0;
afterEach(() => setWorld({ world: `clock ${++worlds}`, story: null, seed: 1 }));

describe("the page's clock", () => {
  it('says the speed that the server reaches beside the one that was asked for', () => {
    setClock(view(start), 0);
    tickClock(0);
    expect(reached.value).toBeNull();
    // The server manages 45 seconds where 60 were asked for.
    for (let real = 100; real <= 3_000; real += 100) setMoment(start + real * 45, real);
    tickClock(3_000);
    expect(reached.value).toBeCloseTo(45, 5);
    setClock(view(start + 200_000, { frozen: true }), 3_100);
    tickClock(3_100);
    expect(reached.value).toBeNull();
    expect([speedOf(0.97), speedOf(45.2), speedOf(599.4), speedOf(84_123)]).toEqual([
      '1×',
      '45×',
      '599×',
      '84,100×',
    ]);
  });

  it('stops where the server stops, and goes on with a server that went past it', () => {
    setClock(view(end - 60_000, { until: iso(end) }), 0);
    expect(simulatedAt(10_000)).toBe(end);
    setMoment(end + 120_000, 10_000);
    expect(simulatedAt(10_000)).toBe(end + 120_000);
    expect(simulatedAt(11_000)).toBe(end + 180_000);
  });
});

describe('times', () => {
  it('of the hour that is there twice are told apart', () => {
    const summer = Date.UTC(2026, 9, 25, 0, 30);
    expect(timeOf(summer, 'Europe/Berlin')).toBe('02:30:00 CEST');
    expect(timeOf(summer + 3_600_000, 'Europe/Berlin')).toBe('02:30:00 CET');
    expect(shortTimeOf(summer + 7_200_000, 'Europe/Berlin')).toBe('03:30');
    expect(timeOf(summer, 'UTC')).toBe('00:30:00');
    expect(timeOf(summer - 1, 'Europe/Berlin')).toBe('02:29:59 CEST');
    expect(timeOf(summer - 1_800_000 - 1, 'Europe/Berlin')).toBe('01:59:59');
    // Clocks that are set back by half an hour: Lord Howe Island.
    expect(timeOf(Date.UTC(2026, 3, 4, 14, 45), 'Australia/Lord_Howe')).toMatch(/^01:45:00 ./);
  });
});

describe('the end of a story', () => {
  it('decides what Play does', () => {
    setWorld({ world: `clock ${++worlds}`, story: 'x', seed: 1 });
    story.value = shown;
    const at = (moment: number) => {
      setClock(view(moment, { frozen: true }), 0);
      return [ending.value, playWords.value];
    };
    expect(at(end - 1)).toEqual(['playing', 'Play']);
    expect(at(end)).toEqual(['ended', 'Play again from the start']);
    expect(at(end + 60_000)).toEqual(['over', 'Play on, without the story']);
    story.value = null;
    expect(ending.value).toBe('none');
  });
});
