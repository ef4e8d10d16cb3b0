/** Devices that play: their licence, and where they were last. */
import { metresFrom } from '../../../../scenarios/player/expectations/places.ts';
import { refusalIn } from '../../../../scenarios/target/served.ts';
import { each, type Looking, type Looks, within } from './look.ts';

export const devices = {
  device: ({ devices, licence, status }, { client, cast, it }) =>
    each(devices, it, async (device) => {
      // Whether a device counts as online is each deployment's own rule.
      if (licence === undefined || status !== undefined) return undefined;
      const answer = await client.call('readDevice', { purpose: 'expectation', id: cast.device(device) });
      const told = client.lens.reply('device').read(answer.json).facts.licence;
      if (told === undefined || told === null || refusalIn(answer, client.lens)) return undefined;
      return { met: told === licence, wanted: licence, actual: told };
    }),

  'last-location': ({ devices, fact, wanted }, on) =>
    each(devices, on.it, async (device) => {
      // How old it is depends on when somebody asks.
      if (fact === 'age') return undefined;
      const last = await lastLocation(device, on);
      const told = last?.[fact];
      return typeof told === 'number' ? within(told, wanted) : undefined;
    }),

  position: ({ devices, site, within: most, not }, on) =>
    each(devices, on.it, async (device) => {
      const place = on.story.sites[site];
      const last = await lastLocation(device, on);
      const { latitude, longitude } = last ?? {};
      if (place === undefined || typeof latitude !== 'number' || typeof longitude !== 'number')
        return undefined;
      const metres = Math.round(metresFrom(place, { latitude, longitude }));
      const wanted = `${not ? 'not ' : ''}${most > 0 ? `within ${most} m of` : 'in'} ${place.name}`;
      return { met: metres <= most !== not, wanted, actual: `${metres} m from it` };
    }),
} satisfies Looks;

/** What the deployment has of the story; a location from before it, or from after, is none of the story's. */
async function lastLocation(device: number, { client, cast, story, moved }: Looking) {
  const answer = await client.call('lastLocation', { purpose: 'expectation', id: cast.device(device) });
  if (refusalIn(answer, client.lens)) return undefined;
  const { facts } = client.lens.reply('location').read(answer.json);
  const { deviceTime } = facts;
  if (typeof deviceTime !== 'number') return undefined;
  const { start, end } = story.clock;
  return deviceTime >= start + moved && deviceTime <= end + moved ? facts : undefined;
}
