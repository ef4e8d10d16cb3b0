/**
 * When all is judged: whether everything that no request of the run was about is as it was. Nothing is written. What is
 * another makes a rule suspect: which request did it is not known.
 */

import type { Deployment } from '../../deployment/deployment.ts';
import { Unreached } from '../../deployment/finding.ts';
import { isReadAtOnce } from '../../deployment/reading/at-once.ts';
import { canRead, licenceOf, readLimits } from '../../deployment/reading/device.ts';
import { readPage } from '../../deployment/reading/list.ts';
import { listOperation } from '../../deployment/reading/lists.ts';
import { eventuallyAt, isAt } from '../../deployment/reading/places.ts';
import { contentOf } from '../../deployment/reading/success.ts';
import { unlessUnbound } from '../../deployment/session/unbound.ts';
import type { Sighting, Sightings, Watched } from '../../deployment/watching/sightings.ts';
import type { ListedName } from '../../specification/operations.ts';
import {
  changedSettings,
  otherCounters,
  otherPlace,
  otherSettings,
  otherText,
  type Stray,
} from './strays.ts';

const listOf = { device: 'devices', group: 'groups', user: 'users' } as const satisfies {
  [W in Watched]: ListedName;
};

export async function lookAgain(deployment: Deployment, sightings: Sightings): Promise<Stray[]> {
  const parts = [
    lookAtSettings(deployment, sightings),
    ...(['device', 'group', 'user'] as const).map((one) => lookAtTexts(deployment, sightings, one)),
    lookAtPlaces(deployment, sightings),
  ];
  const strays = await Promise.all(parts.map((part) => part.catch(unlessCutOff)));
  return strays.flatMap((found) => found ?? []);
}

/** A thing that cannot be looked at counts as unchanged: that the deployment broke off is known otherwise. */
export function unlessCutOff(error: unknown): undefined {
  return error instanceof Unreached ? undefined : unlessUnbound(error);
}

/** Devices of which a run reads the settings once more, and where they are. */
const DEVICES = 2;

/** The settings and counters of some devices that the run made and set anything of. */
async function lookAtSettings(deployment: Deployment, sightings: Sightings): Promise<Stray[]> {
  if (!canRead(deployment, 'dailyEmail')) return [];
  const set = deployment.controls.own().filter(({ kept }) => kept.length > 0);
  const drawn = deployment.chance.shuffled('settings once more', set);
  const looks = (deployment.thorough ? drawn : drawn.slice(0, DEVICES)).map(async (device) => {
    const { id, kept } = device;
    const isAlerted = sightings.isAlerted(id);
    const look = async () => {
      const read = await readLimits(deployment, id);
      return {
        read,
        strays: [
          ...otherSettings(deployment, device, read),
          ...(isAlerted ? [] : otherCounters(deployment, id, read)),
        ],
      };
    };
    const seen = await deployment.eventually(look, ({ strays }) => strays.length === 0);
    const [other] = changedSettings(deployment, kept, seen.read).filter(({ activated }) => activated);
    if (other) deployment.observe('activation.also', 'another limit is read after it', seen.read);
    return seen.strays;
  });
  return (await Promise.all(looks)).flat();
}

/** The texts that answers showed otherwise, once more. */
async function lookAtTexts(
  deployment: Deployment,
  sightings: Sightings,
  resource: Watched,
): Promise<Stray[]> {
  const seen = sightings.records.filter((one) => one.resource === resource && one.differs);
  if (seen.length === 0) return [];
  const list = listOf[resource];
  const look = async () => {
    const answer = await deployment.call(listOperation[list]);
    const records: readonly { id?: unknown }[] = readPage(deployment.lens, list, contentOf(answer)).records;
    const entries = new Map(records.map((record) => [String(record.id), record]));
    return seen.flatMap((one) => {
      const entry = entries.get(String(one.id));
      const stray = entry && otherText(one, sightings.textsOf(resource, entry), answer);
      // Another client that edits a record which the run did not make gives it a text of its own.
      return stray && (one.own || sightings.wasSent(stray.now)) ? [stray] : [];
    });
  };
  const found = await deployment.eventually(look, (strays) => strays.length === 0);
  const strays: Stray[] = [];
  // A list may show less of a record, and a text that changes by itself proves nothing.
  const again = found.length === 0 ? [] : await look();
  for (const stray of found) {
    if (!again.some(({ reason }) => reason === stray.reason)) continue;
    const one = stray.seen;
    if (!one.read || (await isOtherByItself(deployment, sightings, one))) strays.push(stray);
  }
  return strays;
}

/** Whether a device that was read by its id is another when it is read so again. */
async function isOtherByItself(
  deployment: Deployment,
  sightings: Sightings,
  seen: Sighting,
): Promise<boolean> {
  const answer = await deployment.call('readDevice', { id: seen.id });
  const { facts } = deployment.lens.reply('device').read(contentOf(answer));
  return (
    String(facts.id) === String(seen.id) &&
    otherText(seen, sightings.textsOf('device', facts), answer) !== undefined
  );
}

/** Only where a write can be read at once: otherwise an earlier one may still be on its way. */
async function lookAtPlaces(deployment: Deployment, sightings: Sightings): Promise<Stray[]> {
  if (!isReadAtOnce(deployment)) return [];
  const own = new Map(deployment.controls.own().map((device) => [String(device.id), device]));
  const drawn = deployment.chance.shuffled('places once more', sightings.places);
  const due = deployment.thorough ? drawn : drawn.slice(0, DEVICES);
  const looks = due.map(async (seen): Promise<Stray[]> => {
    const { place, answer } = await eventuallyAt(deployment, seen.id, seen.place);
    if (isAt(place, seen.place)) return [];
    // The record of an expired device is open.
    if (own.get(String(seen.id))?.dated !== false && (await licenceOf(deployment, seen.id)) !== 'used')
      return [];
    return [otherPlace(seen, place, answer)];
  });
  return (await Promise.all(looks)).flat();
}
