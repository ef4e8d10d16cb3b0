/** Simulators that break a rule of devices, groups and users, limits, expiry or licences. */
import { deviceMutants } from './domain/devices.ts';
import { expiryMutants } from './domain/expiry.ts';
import { licenceMutants } from './domain/licences.ts';
import { limitMutants } from './domain/limits.ts';
import { recordMutants } from './domain/records.ts';
import type { Mutant } from './mutant.ts';

export const domainMutants: readonly Mutant[] = [
  ...deviceMutants,
  ...recordMutants,
  ...limitMutants,
  ...expiryMutants,
  ...licenceMutants,
];
