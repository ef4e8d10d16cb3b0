import { describe, expect, it } from 'vitest';
import { readLibraryStory } from '../../scenarios/library/index.ts';
import { perform } from '../../scenarios/player/perform.ts';
import { play } from '../../scenarios/player/play.ts';
import { launch, launchHere, roadtest } from '../command/roadtest.ts';
import { turns } from '../sample.ts';
import { watch } from '../stories/watching.ts';

const inTurn = turns(3);

const nights = new Map<number, ReturnType<typeof played>>();

/** The night in this process, played once. */
function playedBy(seed: number): ReturnType<typeof played> {
  const night = nights.get(seed) ?? played(seed);
  nights.set(seed, night);
  return night;
}

async function played(seed: number) {
  const story = await readLibraryStory('demo');
  if (story === undefined) throw new Error('there is no demo');
  return play(perform({ ...story, clock: { ...story.clock, seed } }));
}

/** A demo that is up, and its control API. */
async function shown(...args: string[]) {
  const demo = launchHere(['demo', '--port', '0', ...args]);
  await expect.poll(() => demo.out).toContain('Ctrl+C');
  const page = /http:\S+\/_console\//.exec(demo.out)?.[0] as string;
  const control = page.replace('_console/', '_control');
  const ask = async (path: string) => (await fetch(control + path)).json();
  return { demo, page, control, ask };
}

describe('roadtest demo', () => {
  it.runIf(inTurn())(
    'plays the night of its seed, which meets its expectations, and ends with --once',
    async () => {
      const { code, out, err } = await roadtest(['demo', '--once', '--seed', '3']);
      expect(err).toBe('');
      expect(code).toBe(0);
      for (const part of [
        'licences used: 12',
        /Van 11: daily .* limit of \d+ reached/,
        /Van 7: SOS \(critical\)/,
        /Rented van: expired; licence released/,
        /Spare van: added to the fleet, licence used/,
        /Rented van: activate refused, as expected/,
        /Rented van: activated; licence taken/,
        /Expectations: ✔ \d+ passed\n/,
        new RegExp(`digest ${(await playedBy(3)).digest}`),
        /by the contract suite: \d+ rules judged, all hold, none inconclusive/,
      ]) {
        expect(out).toMatch(part);
      }
      expect(out).not.toContain('\u001B'); // plain where there is no terminal
    },
  );

  // The digest of another process above shows that it is the same from the same seed.
  it.runIf(inTurn())('is another night from another seed', async () => {
    const [first, other] = [await playedBy(3), await playedBy(4)];
    expect(other.digest).not.toBe(first.digest);
    // It meets its expectations at any seed.
    for (const { standing } of [first, other]) expect(standing.failed).toBe(0);
  });

  it.runIf(inTurn())(
    'shows a page on which the fleet moves, alerts come, a limit is reached, a licence is released and taken, and a twin is verified',
    async () => {
      const { demo, page, control, ask } = await shown('--speed', '3600');
      expect((await fetch(page)).headers.get('content-type')).toContain('text/html');
      const positions = await watch(`${control}/positions`);
      await positions.until(({ event, data }) => event === 'positions' && data.n > 0);
      positions.close();
      expect(await ask('/story')).toMatchObject({ story: { name: 'demo', chapters: expect.any(Array) } });
      await expect.poll(async () => (await ask('/clock')).frozen, { interval: 200 }).toBe(true); // the end of the story
      // The last expectations are looked at once the clock stands.
      const isMet = ({ met }: { met: boolean | null }) => met === true;
      await expect.poll(async () => (await ask('/story')).story.expectations.every(isMet)).toBe(true);
      const { story } = await ask('/story');
      expect((await ask('/outbox?limit=1')).withheld).toBeGreaterThan(0);
      expect((await ask('/account')).licences).toEqual({ total: 13, used: 13, available: 0 });
      expect(demo.out).toContain('daily limit');
      await expect.poll(() => demo.out).toMatch(/rules judged, all hold/);
      expect(await ask('/verification')).toMatchObject({
        ...{ state: 'done', holds: true },
        summary: expect.stringContaining('all hold'),
      });
      expect(await (await fetch(`${control}/verification/report`)).text()).toContain('id="run"');
      // The suite moves the clock by weeks, and makes devices: elsewhere.
      expect((await ask('/clock')).now).toBe(story.end);
      expect((await ask('/devices')).total).toBe(13);
      expect((await demo.stop()).code).toBe(0);
    },
  );

  it('ends at once when it is asked to, also while it is just beginning', async () => {
    const shown = launch(['demo', '--port', '0']);
    await shown.firstLine();
    expect(await shown.stop()).toMatchObject({ code: 0, err: '' });
    const once = launchHere(['demo', '--once']);
    await once.firstLine();
    expect(await once.stop()).toMatchObject({ code: 1, err: '' });
  });
});
