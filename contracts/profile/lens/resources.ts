/** The facts that identify records. */
import type { ResourceName } from '../../specification/records/kinds.ts';

/** The fact that distinguishes the records of a resource, and keys a map of them; a location has none. */
export const identifyingFact: { [R in ResourceName]: string | undefined } = {
  device: 'id',
  location: undefined,
  alert: 'id',
  group: 'id',
  user: 'id',
  country: 'code',
  timeZone: 'id',
};
