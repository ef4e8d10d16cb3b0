/** The themes that a deployment allows histories about: what its profile binds, and which controls there are. */

import type { Deployment } from '../deployment/deployment.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { rowOfStep } from '../play/steps.ts';
import { ledger } from '../specification/ledger.ts';
import { isSelected, type VerifyOptions } from '../verify/run-options.ts';
import type { Allows } from './drawing.ts';
import type { Theme } from './moves.ts';

/** The steps that the deployment and the run allow. */
export function allowing(deployment: Deployment): Allows {
  return (kind) => {
    if (deployment.readOnly) return kind === 'token' || kind === 'call';
    const { needs = [], isPossible } = rowOfStep({ do: kind });
    return isPossible?.(deployment) !== false && needs.every((name) => deployment.controls.has(name));
  };
}

/** The beginnings of the ids of rules that a theme can show to be broken. */
const areas: { readonly [T in Theme]: readonly string[] } = {
  groups: ['groups/'],
  users: ['users/'],
  limits: ['limits/'],
  licences: ['licences/', 'expiry/'],
  places: ['devices/'],
  tokens: ['token/', 'auth/', 'operations/'],
};

/** Themes in which histories find the most come more often. */
const order: readonly Theme[] = [
  ...(['limits', 'groups', 'licences', 'users', 'limits', 'places', 'groups', 'licences'] as const),
  ...(['limits', 'users', 'tokens', 'groups', 'limits', 'licences', 'places'] as const),
];

/** Devices that a history about them takes at most. */
const DEVICES = 3;

/** The themes of histories: those that the deployment allows, and of which rules were asked for. */
export function themesFor(deployment: Deployment, asked: Pick<VerifyOptions, 'only' | 'skip'>): Theme[] {
  const { lens, profile, readOnly } = deployment;
  const allows = allowing(deployment);
  const devices = allows('device') || (!readOnly && (profile.known?.device?.length ?? 0) >= DEVICES);
  const isBound = (family: 'group' | 'user') =>
    !readOnly &&
    whereBound(false, () => lens.body(family).facts.length > 0 && lens.reply(family).facts.length > 0);
  const isDated = () => allows('expiry') && allows('wait') && (allows('settings') || allows('licences'));
  const possible: { readonly [T in Theme]: boolean } = {
    groups: isBound('group'),
    users: isBound('user'),
    limits: devices && allows('limit') && allows('send'),
    licences: devices && isDated(),
    places: allows('device') && (allows('locate') || allows('visit')),
    tokens: true,
  };
  const isAsked = (area: string) => ledger.some(({ id }) => id.startsWith(area) && isSelected(id, asked));
  return order.filter((theme) => possible[theme] && areas[theme].some(isAsked));
}
