/** The record of a device as the API tells it, for the rules that need one of its facts. */
import type { AnyId, Facts } from '../../../profile/core.ts';
import { type Told, Unreached } from '../../case.ts';
import type { Kit } from '../../kit.ts';
import { whereBound } from '../taken.ts';

export type DeviceRecord = Facts<'device', AnyId> & Told;

/** Whether the profile says where all of these facts stand in the record of a device. */
export function recordTells(kit: Kit, ...facts: readonly string[]): boolean {
  const told: readonly string[] = whereBound([], () => kit.lens.reply('device').facts);
  return facts.every((fact) => told.includes(fact));
}

/** Reads the record of a device; facts that do not stand there are absent. Throws `Unreached` for another device's. */
export async function readRecord(kit: Kit, id: AnyId): Promise<DeviceRecord> {
  const answer = await kit.call('readDevice', { id });
  const { facts } = kit.lens.reply('device').read(answer.json);
  if (facts.id !== undefined && facts.id !== null && String(facts.id) !== String(id)) {
    throw new Unreached(`the record of the device ${id} is answered with that of ${facts.id}`);
  }
  return { ...facts, exchange: answer.exchange };
}
