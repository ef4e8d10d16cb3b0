/** Limits that a deployment refuses to set, and what follows from that. */
import type { LimitsChange, SettingsTaken } from '../deployment/controls/api.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Contradiction, Unreached } from '../deployment/finding.ts';
import { isForContent } from '../deployment/reading/answers.ts';
import type { AnyId } from '../profile/facts.ts';
import type { Openings } from '../specification/openings/index.ts';

/**
 * Sets what must be set before a rule can be judged. Throws `Unreached` when the deployment refuses it, as a
 * contradiction where it is what the profile says can be set.
 */
export async function mustSet(deployment: Deployment, device: AnyId, change: LimitsChange): Promise<void> {
  const attempt = await deployment.controls.setLimits(device, change);
  if (attempt.outcome === 'done') return;
  await observeRefused(deployment, device, change);
  throw refusalOf(deployment, change, attempt);
}

/** Why a change of the settings could not be brought about: a contradiction where the profile says that it can be. */
export function refusalOf(
  deployment: Deployment,
  change: LimitsChange,
  { said, status }: SettingsTaken,
): Unreached {
  const wish = Object.entries(change).map(([name, value]) => `${name} ${value ?? 'none'}`);
  const reason = `the deployment refused to set ${wish.join(', ')}`;
  return isSettable(deployment, change) && isForContent(status, deployment.profile)
    ? new Contradiction(
        `${reason}, as the profile says it can be${said && `; it ${said}`}`,
        'controls.setLimits',
      )
    : new Unreached(`${reason}${said && `: it ${said}`}`, 'controls.setLimits');
}

/** Returns whether by all that the profile says these settings are good ones. */
function isSettable(deployment: Deployment, { expires, expirationDate, ...limits }: LimitsChange): boolean {
  const dated = expires === undefined || (expires && typeof expirationDate === 'string');
  return dated && Object.values(limits).every((limit) => isInRange(deployment, limit));
}

/** Returns whether a limit is within the range that the profile states. */
export function isInRange(
  { profile }: Pick<Deployment, 'profile'>,
  limit: number | null | undefined,
): boolean {
  const range = profile.openings['limits.range'];
  if (!range || typeof limit !== 'number') return false;
  return limit >= range.min && limit <= (range.max ?? limit) && (!range.whole || Number.isInteger(limit));
}

/** The range that a profile states. */
export function rangeInWords({ min, max, whole }: Openings['limits.range']): string {
  return `${whole ? 'whole numbers' : 'numbers'} from ${min} ${max === null ? 'on' : `to ${max}`}`;
}

/** Where the range is pinned: whether the nearest limit in it is taken, so that the value alone was the cause. */
async function observeRefused(deployment: Deployment, device: AnyId, change: LimitsChange): Promise<void> {
  const range = deployment.profile.openings['limits.range'];
  const [[name, value] = [], ...others] = Object.entries(change);
  if (!range || name === undefined || typeof value !== 'number' || others.length > 0) return;
  const near = value < (range.max ?? Number.POSITIVE_INFINITY) ? value + 1 : value - 1;
  if (![value, near].every((limit) => isInRange(deployment, limit))) return;
  const twin = await deployment.controls.setLimits(device, { [name]: near });
  if (twin.outcome === 'refused') return;
  const pinned = rangeInWords(range);
  deployment.observe(
    'limits.range',
    { observed: `${value} refused, ${near} taken`, pinned, holds: false },
    twin,
  );
}
