/**
 * A device that the run did not make and does nothing to, the first of the list: its settings before all else and in the
 * end. Others may change them meanwhile; only what the run set of its own devices, and is there now, came by the run.
 */

import type { LimitsRead } from '../../deployment/controls/api.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { canRead, readLimits } from '../../deployment/reading/device.ts';
import { readPage } from '../../deployment/reading/list.ts';
import { fieldOf } from '../../kit/json.ts';
import { namesOf } from '../../kit/tables.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { ruleOfSetting, type Stray } from './strays.ts';

export interface Bystander {
  id: AnyId;
  read: LimitsRead;
}

/** `undefined` where there is none, or nothing can be read of it without asking a person. */
export async function bystanderOf(deployment: Deployment): Promise<Bystander | undefined> {
  const { controls, profile } = deployment;
  const isAsked = !controls.simulator && profile.controls?.readLimits?.by === 'person';
  if (!controls.has('createDevice') || isAsked || !canRead(deployment, 'dailyEmail')) return undefined;
  const { json } = await deployment.probes.withToken('listDevices');
  const [first] = readPage(deployment.lens, 'devices', json).records;
  const id = first && fieldOf(first, 'id');
  if (!isId(id) || controls.isMade(id)) return undefined;
  return { id, read: await readLimits(deployment, id) };
}

/** Changes that came to it and were meant for devices of the run. */
export async function straysAt(deployment: Deployment, { id, read: before }: Bystander): Promise<Stray[]> {
  const now = await readLimits(deployment, id);
  const whose = `of the device ${id}, which the run did not make,`;
  const shown = [before, now];
  const isOff = before.expires === false && now.expires === false;
  if (isOff && before.licence === 'used' && now.licence === 'expired') {
    const reason = `The licence ${whose} was in use and is expired, though its Expires is off.`;
    return [{ rule: 'expiry/only-its-own', reason, shown }];
  }
  return namesOf(ruleOfSetting).flatMap((fact) => {
    const value = now[fact];
    const isValue = typeof value === 'number' || typeof value === 'string';
    if (!isValue || value === before[fact] || !deployment.controls.wasSet(fact, value)) return [];
    const reason = `The ${fact} ${whose} was ${String(before[fact] ?? 'none')} and is ${value}, as the run set it of a device of its own.`;
    return [{ rule: ruleOfSetting[fact], reason, shown }];
  });
}
