/** The themes that a deployment allows: what its profile binds, and which controls there are. */

import type { Deployment } from '../deployment/deployment.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { canReadSettings } from '../play/devices.ts';
import { recordsLocations } from '../play/reports.ts';
import type { StepKind } from '../play/steps.ts';
import { canSwitchAccess } from '../play/tokens.ts';
import { recordsAlerts, showsId } from '../play/visits.ts';
import type { ControlName } from '../profile/profile.ts';
import { isSelected } from '../verify/run-options.ts';
import { type Asked, judgedIds } from './going-past.ts';
import { type Allows, areasOf, type Theme } from './theme.ts';

const asked: { readonly [K in StepKind]?: readonly ControlName[] } = {
  limit: ['setLimits'],
  limits: ['setLimits'],
  counter: ['setLimits', 'readLimits'],
  expiry: ['setLimits'],
  send: ['send'],
  activate: ['activate'],
  licences: ['readLicences'],
  allot: ['readLicences', 'setLicences'],
  wait: ['advance'],
};

/** Steps that neither create nor change anything: a run that is read-only does nothing else. */
const harmless: ReadonlySet<StepKind> = new Set(['token', 'call']);

/** The steps that the deployment and the run allow. */
export function allowing(deployment: Deployment): Allows {
  return (kind) => {
    if (deployment.readOnly && !harmless.has(kind)) return false;
    if (kind === 'burst') return !deployment.readOnly;
    if (kind === 'settings') return canReadSettings(deployment);
    if (kind === 'access') return canSwitchAccess(deployment);
    if (kind === 'device') return deployment.controls.has('createDevice');
    if (kind === 'locate' || kind === 'last') return recordsLocations(deployment);
    if (kind === 'alert') return recordsAlerts(deployment);
    if (kind === 'visit') return showsId(deployment);
    return (asked[kind] ?? []).every((name) => deployment.controls.has(name));
  };
}

/** The themes of histories: those that the deployment allows, and of which rules were asked for. */
export function themesFor(deployment: Deployment, asked: Asked): Theme[] {
  const allows = allowing(deployment);
  const known = deployment.profile.known?.device?.length ?? 0;
  const devices = deployment.controls.has('createDevice') || known >= MOST_TARGETS;
  const isBound = (family: 'group' | 'user') =>
    whereBound(
      false,
      () => deployment.lens.body(family).facts.length > 0 && deployment.lens.reply(family).facts.length > 0,
    );
  const possible: { readonly [T in Theme]: boolean } = {
    groups: !deployment.readOnly && isBound('group'),
    users: !deployment.readOnly && isBound('user'),
    limits: !deployment.readOnly && devices && allows('limit') && allows('send'),
    licences:
      !deployment.readOnly &&
      devices &&
      allows('expiry') &&
      allows('wait') &&
      (allows('settings') || allows('licences')),
    places: !deployment.readOnly && allows('device') && (allows('locate') || allows('visit')),
    tokens: true,
  };
  return order.filter((theme) => possible[theme] && areasOf[theme].some((area) => isAsked(area, asked)));
}

function isAsked(area: string, asked: Asked): boolean {
  return judgedIds.some((id) => id.startsWith(`${area}/`) && isSelected(id, asked));
}

/** Records or devices that a history begins with at most. */
const MOST_TARGETS = 3;

/** Themes in which histories find the most come more often. */
const order: readonly Theme[] = [
  ...(['limits', 'groups', 'licences', 'users', 'limits', 'places', 'groups', 'licences'] as const),
  ...(['limits', 'users', 'tokens', 'groups', 'limits', 'licences', 'places'] as const),
];
