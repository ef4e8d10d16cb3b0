/** The one catalogue of faults: the product's deviation from each rule, and further faults by subject. */
import { rules } from '../../contracts/specification/rules/index.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { bearerFaults } from './bearers.ts';
import { credentialFaults } from './credentials.ts';
import { deletionFaults } from './deletions.ts';
import { deviceFaults } from './devices.ts';
import { effectFaults } from './effects.ts';
import { expiryFaults } from './expiry.ts';
import type { Fault } from './fault.ts';
import { laterFaults } from './later.ts';
import { licenceFaults } from './licences.ts';
import { limitFaults } from './limits.ts';
import { listFaults } from './lists.ts';
import { locationFaults } from './locations.ts';
import { operationFaults } from './operations.ts';
import { textFaults } from './texts.ts';
import { tokenFaults } from './token.ts';
import { wayRoundFaults } from './ways-round.ts';
import { writeFaults } from './writes.ts';

/** One of each rule, in all operations and channels at once: each judged id of the rule fails by it. */
export const deviationFaults: readonly Fault[] = rules.map(({ id }) => {
  const deviation = deviations[id];
  const breaks: readonly Affected[] = deviation.breaks ?? [id === 'operations/*' ? 'operations/' : id];
  return { ...deviation, does: `${id}: ${deviation.does}`, breaks };
});

export const furtherFaults: readonly Fault[] = [
  ...tokenFaults,
  ...credentialFaults,
  ...bearerFaults,
  ...wayRoundFaults,
  ...operationFaults,
  ...deviceFaults,
  ...locationFaults,
  ...textFaults,
  ...writeFaults,
  ...deletionFaults,
  ...listFaults,
  ...limitFaults,
  ...expiryFaults,
  ...licenceFaults,
  ...effectFaults,
  ...laterFaults,
];
