/** What a deployment allows histories to be about: what its profile binds, and which controls there are. */
import type { ControlName } from '../profile/profile.ts';
import { whereBound } from '../suite/cases/taken.ts';
import type { Kit } from '../suite/kit.ts';
import { canReadSettings, recordsLocations } from './acts-of-devices.ts';
import { canSwitchAccess } from './acts-of-tokens.ts';
import { recordsAlerts, showsId } from './acts-of-visits.ts';
import type { StepKind } from './steps.ts';
import type { Allows, Theme } from './theme.ts';

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

/** What neither creates nor changes anything: a run that is read-only does nothing else. */
const harmless: ReadonlySet<StepKind> = new Set(['token', 'call']);

/** Which steps the deployment and the run allow. */
export function allowing(kit: Kit): Allows {
  return (kind) => {
    if (kit.readOnly && !harmless.has(kind)) return false;
    if (kind === 'burst') return !kit.readOnly;
    if (kind === 'settings') return canReadSettings(kit);
    if (kind === 'access') return canSwitchAccess(kit);
    if (kind === 'device') return kit.controls.has('createDevice');
    if (kind === 'locate' || kind === 'last') return recordsLocations(kit);
    if (kind === 'alert') return recordsAlerts(kit);
    if (kind === 'visit') return showsId(kit);
    return (asked[kind] ?? []).every((name) => kit.controls.has(name));
  };
}

export function themesFor(kit: Kit): Theme[] {
  const allows = allowing(kit);
  const known = kit.profile.known?.device?.length ?? 0;
  const devices = kit.controls.has('createDevice') || known >= MOST_TARGETS;
  const isBound = (family: 'group' | 'user') =>
    whereBound(
      false,
      () => kit.lens.body(family).facts.length > 0 && kit.lens.reply(family).facts.length > 0,
    );
  const possible: { readonly [T in Theme]: boolean } = {
    groups: !kit.readOnly && isBound('group'),
    users: !kit.readOnly && isBound('user'),
    limits: !kit.readOnly && devices && allows('limit') && allows('send'),
    licences:
      !kit.readOnly &&
      devices &&
      allows('expiry') &&
      allows('wait') &&
      (allows('settings') || allows('licences')),
    places: !kit.readOnly && allows('device') && (allows('locate') || allows('visit')),
    tokens: true,
  };
  return order.filter((theme) => possible[theme]);
}

/** Records or devices that a history begins with at most. */
const MOST_TARGETS = 3;

/** Where histories find the most comes more often. */
const order: readonly Theme[] = [
  ...(['limits', 'groups', 'licences', 'users', 'limits', 'places', 'groups', 'licences'] as const),
  ...(['limits', 'users', 'tokens', 'groups', 'limits', 'licences', 'places'] as const),
];
