/** The readings of the chosen vehicle: the numbers of each location that the service keeps of it. */
import type { DeviceLocation } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { ofChosen } from './of-chosen.ts';

export interface Reading {
  /** Simulated, ms since 1970. */
  at: number;
  /** How long after that the service received it, in ms. */
  late: number;
  /** By the name of the fact or the sensor. */
  values: ReadonlyMap<string, number>;
}

const MOST = 1_000;
/** Real milliseconds between two requests. */
const PAUSE = 3_000;

/** Oldest first; empty without a chosen vehicle. */
export const readings = ofChosen<readonly Reading[]>([], readingsOf, PAUSE);

/** A vehicle that is gone has none; what else fails is tried again. */
async function readingsOf(id: string): Promise<readonly Reading[]> {
  try {
    const { locations } = await control.devices.track(id, { limit: MOST });
    return locations.map(readingOf).sort((one, other) => one.at - other.at);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}

function readingOf({ deviceTime, receivedAt, speed, fuel, battery, attributes }: DeviceLocation): Reading {
  const values = new Map<string, number>();
  for (const [fact, value] of Object.entries({ ...attributes, speed, fuel, battery }))
    if (typeof value === 'number') values.set(fact, value);
  const at = Date.parse(deviceTime);
  return { at, late: Date.parse(receivedAt) - at, values };
}
