/**
 * A device that the run did not make and does nothing to, the first of the list: its settings before all else and in the
 * end. Others may change them meanwhile; only what the run set of its own devices, and is there now, came by the run.
 */

import type { LimitsRead, SettingName } from '../../deployment/controls/api.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { dateIn } from '../../deployment/reading/dates.ts';
import { canRead, readLimits } from '../../deployment/reading/device.ts';
import { readPage } from '../../deployment/reading/list.ts';
import { CONFIRMING } from '../../judge/verdict.ts';
import { fieldOf } from '../../kit/json.ts';
import { namesOf } from '../../kit/tables.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { unlessCutOff } from './second-look.ts';
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

/** Changes that came to it and were meant for devices of the run; `again`: they come each time that the run sets one. */
export async function straysAt(deployment: Deployment, bystander: Bystander): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (const { fact, ...stray } of await changesAt(deployment, bystander)) {
    // What cannot be tried again stands as it was seen.
    const again = fact !== undefined && (await comesAgain(deployment, bystander, fact).catch(unlessCutOff));
    strays.push(again ? { ...stray, again } : stray);
  }
  return strays;
}

interface ChangeSeen extends Stray {
  fact?: SettingName;
}

async function changesAt(
  deployment: Deployment,
  { id, read: before }: Bystander,
): Promise<readonly ChangeSeen[]> {
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
    return [{ rule: ruleOfSetting[fact], reason, shown, fact }];
  });
}

/** Whether it shows, each time, what the run sets of a device of its own: values that nothing had before. */
async function comesAgain(deployment: Deployment, { id }: Bystander, fact: SettingName): Promise<boolean> {
  const { controls, profile } = deployment;
  const own = controls.own().at(-1);
  const isAsked = !controls.simulator && profile.controls?.setLimits?.by === 'person';
  if (!own || isAsked) return false;
  for (let time = 1; time < CONFIRMING; time++) {
    const value = isDate(fact) ? dateIn(deployment.clock.now(), FAR_AHEAD + time).date : UNUSUAL + time;
    if (controls.wasSet(fact, value)) return false;
    await controls.setLimits(own.id, { ...(isDate(fact) && { expires: true }), [fact]: value });
    const read = await readLimits(deployment, id);
    if (read[fact] !== value) return false;
  }
  return true;
}

/** Days, and a limit, that no history sets. */
const FAR_AHEAD = 500;
const UNUSUAL = 20;

function isDate(fact: SettingName): boolean {
  return fact === 'expirationDate';
}
