/**
 * The day of the demo. Everything goes through the served APIs; what is told is what they answer,
 * and what they answer is held against what the interface document promises.
 */
import type { DemoDay } from '../../scenarios/index.ts';
import { type Client, RefusedError } from './client.ts';
import { tellDeliveries } from './deliveries.ts';
import { tellLicences } from './licences.ts';
import { tellMorning } from './morning.ts';
import { tellNight } from './night.ts';
import type { Device, Story } from './story.ts';
import type { Teller } from './teller.ts';

const chapters = [tellMorning, tellDeliveries, tellNight, tellLicences];

/** Plays the whole day. What was not kept stands in the teller's `broken` afterwards. */
export async function tellDay(client: Client, teller: Teller, day: DemoDay, start: number): Promise<void> {
  try {
    const devices = await client.api<Device[]>('GET', '/devices');
    const story: Story = { client, teller, day, start, devices, ...cast(devices, day) };
    for (const chapter of chapters) await chapter(story);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    teller.promise(false, error.message);
  }
}

function cast(devices: readonly Device[], { vans, alerts }: DemoDay): Pick<Story, 'loose' | 'leaving'> {
  const loose = devices[alerts.find(({ type }) => type === 'vibration')?.van ?? 0];
  const leaving = devices[vans.length - 1];
  if (!loose || !leaving) throw new Error('The demo needs a device for each van.');
  return { loose, leaving };
}
