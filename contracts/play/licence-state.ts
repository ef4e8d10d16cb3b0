/**
 * Tells whether a device is expired (section 3): by its own record or the control that reads its limits, where the
 * profile has the fact.
 */
import type { Deployment } from '../deployment/deployment.ts';
import type { HasExchange } from '../deployment/finding.ts';
import { contentOf } from '../deployment/reading/answers.ts';
import { isHidden, recordIn, recordShows } from '../deployment/reading/device.ts';
import type { AnyId } from '../profile/facts.ts';

export type LicenceState = 'used' | 'expired';

/**
 * The state of a device; `undefined` when it is given in a word that the profile does not know. One that cannot be read is
 * expired where the profile says that such a device cannot be (`expired.may`); `isHidden` where it says that it can.
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
  if (licence === 'used' || licence === 'expired') return { state: licence, exchange };
  const may = deployment.profile.openings['expired.may']?.read;
  if (licence === undefined && may !== undefined && (await isHidden(deployment, answer)))
    return may ? { state: undefined, isHidden: true, exchange } : { state: 'expired', exchange };
  const place = deployment.profile.openings['records.device']?.fields.licence;
  const { issues } = deployment.lens.reply('device').read(contentOf(answer));
  const found = licence ?? issues.find(({ pointer }) => place && pointer.endsWith(place))?.found;
  const seen = { observed: `licence is ${found}`, pinned: 'used or expired', holds: false };
  if (found !== undefined) deployment.observe('records.device', seen, answer);
  return { state: undefined, exchange };
}

/** The state once it is that, or after a while as it is. */
export function stateOnce(deployment: Deployment, device: AnyId, wanted: LicenceState) {
  return deployment.eventually(
    () => stateOf(deployment, device),
    ({ state }) => state === wanted,
  );
}
