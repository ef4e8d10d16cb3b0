/**
 * The document's rules as pure functions, one each, by area. The fleet asks them through
 * `fleet.rules` and nowhere decides for itself, so that any one can be replaced: that is how a
 * simulator is made that breaks exactly one rule.
 */
import { deviceRules } from './devices.ts';
import { expiryRules } from './expiry.ts';
import { licenceRules } from './licences.ts';
import { limitRules } from './limits.ts';
import { recordRules } from './records.ts';

export const fleetRules = { ...deviceRules, ...limitRules, ...expiryRules, ...licenceRules, ...recordRules };
export type FleetRules = typeof fleetRules;
