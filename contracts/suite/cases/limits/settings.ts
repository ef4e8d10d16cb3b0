/** Limits and counters of a device, by the control or by the API where its record has them (`limits.names`). */
import { type AnyId, limitFacts } from '../../../profile/core.ts';
import type { Channel } from '../../../specification/index.ts';
import { Unreached } from '../../case.ts';
import type { Kit, LimitsChange, LimitsRead } from '../../kit.ts';
import { readRecord, recordTells } from '../devices/record.ts';

export const limitOf = { email: 'dailyEmail', sms: 'dailySms' } as const satisfies {
  [C in Channel]: keyof LimitsChange;
};
export const usageOf = { email: 'usageEmail', sms: 'usageSms' } as const satisfies {
  [C in Channel]: keyof LimitsRead;
};
const readable = Object.keys(limitFacts) as (keyof typeof limitFacts)[];

/** Whether any of the settings can be read. */
export function canRead(kit: Kit, ...facts: readonly (keyof typeof limitFacts)[]): boolean {
  return kit.controls.has('readLimits') || recordTells(kit, ...facts);
}

/** What can be read of a device's limits. Throws `Unreached` where nothing can. */
export async function readLimits(kit: Kit, device: AnyId): Promise<LimitsRead> {
  if (kit.controls.has('readLimits')) return kit.controls.readLimits(device);
  if (!readable.some((fact) => recordTells(kit, fact))) {
    throw new Unreached(
      'there is no way to read the limits of a device',
      'controls.readLimits',
      'limits.names',
    );
  }
  const record = await readRecord(kit, device);
  const told = readable.filter((fact) => record[fact] !== undefined).map((fact) => [fact, record[fact]]);
  return { ...Object.fromEntries(told), exchange: record.exchange };
}

/** Sets what must be set before a rule can be judged. Throws `Unreached` when the deployment refuses it. */
export async function mustSet(kit: Kit, device: AnyId, change: LimitsChange): Promise<void> {
  const { outcome } = await kit.controls.setLimits(device, change);
  if (outcome === 'done') return;
  const wish = Object.entries(change).map(([name, value]) => `${name} ${value ?? 'none'}`);
  throw new Unreached(`the deployment refused to set ${wish.join(', ')}`, 'controls.setLimits');
}
