/** The address of the page, without a browser: the location and the events of the address are the test's. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAddress } from '../../simulator/console/state/address.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import type { Link } from '../../simulator/console/state/link.ts';
import { setWorld } from '../../simulator/console/state/world.ts';

const PAGE = 'http://127.0.0.1/';
const clockAt = (now: string) => ({ now, speed: 1, frozen: true, until: null, advancing: false });

describe('the address of the page', () => {
  let location: { hash: string; pathname: string };
  let changed: (event: { newURL: string }) => void;
  let followed: Link[];
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    location = { hash: '', pathname: '/' };
    followed = [];
    vi.stubGlobal('location', location);
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: null, _title: string, hash: string) => {
        location.hash = hash;
      },
    });
    vi.stubGlobal('addEventListener', (_name: string, listener: typeof changed) => {
      changed = listener;
    });
    vi.stubGlobal('removeEventListener', () => undefined);
    stop = keepAddress((link) => followed.push(link));
    setWorld({ world: 'address 1', story: 'short', seed: 3 });
    setClock(clockAt('2026-03-09T22:45:00.000Z'), 0);
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('holds the moment of a clock that is stopped', async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(location.hash).toContain('story=short&seed=3&at=2026-03-09T22:45:00.000Z');
  });

  it('holds no moment of the world before another', async () => {
    setWorld({ world: 'address 2', story: 'short', seed: 3 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(location.hash).toBe('#story=short&seed=3');
    setClock(clockAt('2026-03-09T22:30:00.000Z'), 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(location.hash).toContain('at=2026-03-09T22:30:00.000Z');
  });

  it('is followed as it was opened, though the page wrote its own link before it heard of that', async () => {
    location.hash = '#device=dev-3';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(location.hash).toContain('at=');
    changed({ newURL: `${PAGE}#device=dev-3` });
    expect(followed).toMatchObject([{ device: 'dev-3', at: null, story: null }]);
  });
});
