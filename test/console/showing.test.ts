import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chosen, following } from '../../simulator/console/state/choice.ts';
import { setDevice } from '../../simulator/console/state/devices.ts';
import { addEvents, handOnEvents } from '../../simulator/console/state/events.ts';
import { guided, keepShowing, keepView, showing } from '../../simulator/console/state/showing.ts';
import { story } from '../../simulator/console/state/story.ts';
import { setWorld } from '../../simulator/console/state/world.ts';
import type { DeviceNow, StoryShow, StoryView } from '../../simulator/control/schemas/index.ts';

const nothing: Omit<StoryShow, 'entry'> = { panel: null, device: null, area: null, zoom: null };
const shows: StoryShow[] = [
  { ...nothing, entry: 0, panel: 'account' },
  { ...nothing, entry: 1, device: 2, zoom: 15 },
  { ...nothing, entry: 2, device: 'it' },
  { ...nothing, entry: 3, panel: 'fleet', area: 'fleet' },
];
const played: StoryView = {
  ...{ name: 'one', title: 'One', summary: '', seed: 1, timeZone: 'UTC', devices: 2 },
  ...{ start: '2026-01-05T08:00:00Z', end: '2026-01-05T09:00:00Z', chapters: [], entries: [], sites: [] },
  ...{ routes: { type: 'FeatureCollection', features: [] }, expectations: [], limits: [], shows },
};
const device = (number: number): DeviceNow => ({
  sequence: 0,
  ...{ model: '', licencePlate: '', imei: '', phone: '', groupId: null, groupIds: [], expiresAt: null },
  ...{
    id: `van-${number}`,
    number,
    name: `Van ${number}`,
    licence: 'used',
    status: 'online',
    lastSeenAt: null,
  },
  limits: {
    expires: false,
    expirationDate: null,
    dailyEmail: null,
    dailySms: null,
    usage: { email: 0, sms: 0 },
  },
});

let sequence = 0;
/** An entry is told by its caption, at so many minutes past eight. */
async function tell(entry: number, minute: number, deviceId?: string): Promise<void> {
  sequence++;
  const at = `2026-01-05T08:${String(minute).padStart(2, '0')}:00.000Z`;
  const about = deviceId === undefined ? {} : { deviceId };
  addEvents([{ kind: 'story-caption', sequence, at, entry, text: 'Look.', ...about }]);
  handOnEvents();
  await vi.waitFor(() => undefined);
}

describe('what the story brings into view', () => {
  let worlds = 0;
  keepShowing();
  beforeEach(() => {
    setWorld({ world: `showing ${worlds++}`, story: `one ${worlds}`, seed: 1 });
    sequence = 0;
    guided.value = true;
    keepView(Number.NEGATIVE_INFINITY);
    chosen.value = null;
    following.value = false;
    showing.value = null;
    story.value = played;
    setDevice(device(1));
    setDevice(device(2));
  });

  it('is what the last entry says that was told: a panel, or a device that is chosen and followed', async () => {
    await tell(0, 1);
    expect(showing.value).toMatchObject({ panel: 'account', id: null });
    await tell(1, 2);
    expect(showing.value).toMatchObject({ zoom: 15, id: 'van-2' });
    expect([chosen.value, following.value]).toEqual(['van-2', true]);
  });

  it('is the device that set the entry off, and at last the whole fleet with none chosen', async () => {
    await tell(2, 1, 'van-1');
    expect(chosen.value).toBe('van-1');
    await tell(3, 2);
    expect([chosen.value, following.value]).toEqual([null, false]);
    expect(showing.value?.area).toBe('fleet');
  });

  it('leaves alone who looks elsewhere afterwards, until the next entry', async () => {
    await tell(1, 1);
    chosen.value = 'van-1';
    setDevice(device(3));
    await tell(9, 2);
    expect(chosen.value).toBe('van-1');
    await tell(1, 3);
    expect(chosen.value).toBe('van-2');
  });

  it('waits for a device that is not known yet', async () => {
    story.value = { ...played, shows: [{ ...nothing, entry: 1, device: 3 }] };
    await tell(1, 1);
    expect(chosen.value).toBeNull();
    setDevice(device(3));
    await vi.waitFor(() => expect(chosen.value).toBe('van-3'));
  });

  it('is nothing where the story may not, and up to the moment of a link', async () => {
    guided.value = false;
    await tell(1, 1);
    guided.value = true;
    keepView(Date.UTC(2026, 0, 5, 8, 10));
    await tell(0, 9);
    expect([chosen.value, showing.value]).toEqual([null, null]);
    await tell(0, 11);
    expect(showing.value?.panel).toBe('account');
  });
});
