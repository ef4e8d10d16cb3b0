import { beforeEach, describe, expect, it } from 'vitest';
import { configure } from '../../simulator/console/api/http.ts';
import { changeSpeed, setSpeed } from '../../simulator/console/state/actions.ts';
import { setClock } from '../../simulator/console/state/clock.ts';
import type { ClockView } from '../../simulator/control/schemas/index.ts';
import { createSimulator } from '../../simulator/index.ts';

describe('the speed of the clock', () => {
  let ask: (init?: RequestInit) => Promise<ClockView>;

  beforeEach(async () => {
    const { fetch } = createSimulator({ devices: 1 });
    const send = (address: string, init?: RequestInit) =>
      fetch(new Request(`http://127.0.0.1${address}`, init));
    const store = { getItem: () => null, setItem() {}, removeItem() {} };
    configure({ send, store });
    ask = async (init) => (await (await send('/_control/clock', init)).json()) as ClockView;
    setClock(await ask(), 0);
  });

  it('is doubled from what the server has, though the page has not heard of it yet', async () => {
    await ask({ method: 'PUT', body: '{"speed":60}' });
    await Promise.all([changeSpeed(2), changeSpeed(2)]);
    expect((await ask()).speed).toBe(240);
  });

  it('is set and changed in the order in which a person did so', async () => {
    await Promise.all([setSpeed(600), changeSpeed(2), setSpeed(30), changeSpeed(0.5)]);
    expect((await ask()).speed).toBe(15);
  });
});
