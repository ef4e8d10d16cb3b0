/**
 * Tells whether a device is expired (section 3): by its own record or the control that reads its limits, where the
 * profile has the fact, otherwise by the account's counts.
 */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Contradiction, type HasExchange, Unreached } from '../deployment/finding.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import { isHidden, recordIn, recordShows } from '../deployment/reading/device.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import type { AnyId } from '../profile/facts.ts';

export type LicenceState = 'used' | 'expired';

/**
 * The state of a device; `undefined` when it is given in a word that the profile does not know. One that cannot be read is
 * expired where the profile says that such a device cannot be (`expired.may`).
 */
export async function stateOf(
  deployment: Deployment,
  device: AnyId,
): Promise<{ state: LicenceState | undefined; isHidden?: boolean } & HasExchange> {
  if (!recordShows(deployment, 'licence')) {
    const { licence, exchange } = await deployment.controls.readLimits(device);
    return { state: licence, exchange };
  }
  const answer = await deployment.call('readDevice', { id: device });
  const { licence, exchange } = recordIn(deployment.lens, answer, device);
  if (licence === 'used' || licence === 'expired') {
    everRead(deployment).add(String(device));
    return { state: licence, exchange };
  }
  const may = deployment.profile.openings['expired.may']?.read;
  const hidden = licence === undefined && may !== undefined && (await isHidden(deployment, answer));
  if (!hidden) {
    noteUnknownWord(deployment, answer);
    return { state: undefined, exchange };
  }
  return may ? { state: undefined, isHidden: true, exchange } : { state: 'expired', exchange };
}

/** A device is in a state for which the profile has no word, though it says where that is read. */
function noteUnknownWord(deployment: Deployment, answer: Answer): void {
  const { facts, issues } = deployment.lens.reply('device').read(contentOf(answer));
  const place = deployment.profile.openings['records.device']?.fields.licence;
  const issue = place === undefined ? undefined : issues.find(({ pointer }) => pointer.endsWith(place));
  const found = facts.licence === undefined ? issue?.found : exactJsonText(facts.licence);
  if (found === undefined) return;
  const seen = { observed: `licence is ${found}`, pinned: 'used or expired', holds: false };
  deployment.observe('records.device', seen, answer);
}

/** Devices of which the state was read. */
const everRead = perRun(() => new Set<string>());

/** For a device that is not read, though the profile says that one can be whether it is expired or not. */
export function notRead(deployment: Deployment, device: AnyId): Unreached {
  const wasRead = everRead(deployment).has(String(device));
  const reason = `the device ${device} ${wasRead ? 'was read before, and no longer is' : 'is not read'}`;
  return wasRead ? new Contradiction(reason, 'records.device') : new Unreached(reason, 'records.device');
}

/** The state once it is that, or after a while as it is. */
export function stateOnce(deployment: Deployment, device: AnyId, wanted: LicenceState) {
  return deployment.eventually(
    () => stateOf(deployment, device),
    ({ state }) => state === wanted,
  );
}
