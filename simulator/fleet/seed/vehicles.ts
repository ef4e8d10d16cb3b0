/**
 * The name and description of a device, from the seed and its id alone: a hundred thousand devices
 * cost nothing until one is read. Serial numbers are in ranges that no real thing has.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { mix, pick } from '../../../contracts/kit/random.ts';
import type { Device, DeviceId } from '../types.ts';
import { draws, fakerOf, fictionalPhone } from './faker.ts';

export type Description = Pick<Device, 'name' | 'model' | 'licencePlate' | 'imei' | 'phone'>;

const MODELS = 128;
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const modelsOf = new Map<number, { type: string; model: string }[]>();

export function describeDevice(seed: number, id: DeviceId): Description {
  const models = modelsOf.get(seed) ?? drawModels(seed);
  const { type, model } = itemAt(models, pick(seed, id, draws.vehicles, models.length));
  return {
    name: `${type} ${id}`,
    model,
    licencePlate: plate(mix(seed, id, draws.plate)),
    imei: imei(mix(seed, id, draws.imei), id),
    phone: fictionalPhone(mix(seed, id, draws.phone)),
  };
}

/** Models are drawn once for a seed: setting the library to a seed costs as much as a hundred draws. */
function drawModels(seed: number): { type: string; model: string }[] {
  const faker = fakerOf(seed, draws.vehicles);
  const models = Array.from({ length: MODELS }, () => ({
    type: faker.vehicle.type(),
    model: faker.vehicle.vehicle(),
  }));
  if (modelsOf.size >= 16) modelsOf.clear();
  modelsOf.set(seed, models);
  return models;
}

function plate(bits: number): string {
  let letters = '';
  let rest = bits;
  for (let place = 0; place < 3; place++) {
    letters += LETTERS[rest % LETTERS.length];
    rest = Math.floor(rest / LETTERS.length);
  }
  return `${letters} ${1000 + (rest % 9000)}`;
}

/** An IMEI of the test range (it begins with 00), with its check digit. */
function imei(bits: number, id: DeviceId): string {
  const digits = `00${String(bits % 1_000_000).padStart(6, '0')}${String(id % 1_000_000).padStart(6, '0')}`;
  return digits + luhn(digits);
}

function luhn(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}
