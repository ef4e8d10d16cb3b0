/** One device as a deployment shows it: its record, and its limits by the control or by that record (`limits.names`). */

import { namesOf } from '../../kit/tables.ts';
import type { AnyId, Facts } from '../../profile/facts.ts';
import { limitFacts } from '../../specification/records/index.ts';
import type { Answer } from '../answer.ts';
import type { LimitsRead } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { type HasExchange, Unreached } from '../finding.ts';
import { kindOf } from '../probing/probing.ts';
import { whereBound } from '../sharing/unbound.ts';
import { contentOf } from './answers.ts';

/** The part of a deployment that is needed to read, so that it can be done beside the histories, too. */
export type Reader = Pick<Deployment, 'call' | 'lens' | 'controls'>;
export type DeviceRecord = Facts<'device', AnyId> & HasExchange;

const readable = namesOf(limitFacts);

/** Returns whether the profile says where all of these facts are in the record of a device. */
export function recordShows({ lens }: Pick<Reader, 'lens'>, ...facts: readonly string[]): boolean {
  const shown: readonly string[] = whereBound([], () => [...lens.reply('device').facts]);
  return facts.every((fact) => shown.includes(fact));
}

/** Reads the record of a device; facts that are not there are absent. Throws `Unreached` for another device's. */
export async function readRecord(
  { call, lens }: Pick<Reader, 'call' | 'lens'>,
  id: AnyId,
): Promise<DeviceRecord> {
  return recordIn(lens, await call('readDevice', { id }), id);
}

/** The record of a device in the answer to a read of it. Throws `Unreached` for another device's. */
export function recordIn(lens: Reader['lens'], answer: Answer, id: AnyId): DeviceRecord {
  const { facts } = lens.reply('device').read(contentOf(answer));
  if (facts.id !== undefined && facts.id !== null && String(facts.id) !== String(id)) {
    throw new Unreached(`the record of the device ${id} is answered with that of ${facts.id}`);
  }
  return { ...facts, exchange: answer.exchange };
}

/** Returns whether an answer to a read of an expired device is one that refuses to show it. */
export async function isHidden(deployment: Deployment, answer: Answer): Promise<boolean> {
  const kind = await kindOf(deployment, 'readDevice', answer);
  if (kind === 'absent') return true;
  const { status } = answer;
  return kind === 'served' && status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Returns whether the record of a device shows any of its limits. */
export function showsLimits({ lens }: Pick<Reader, 'lens'>): boolean {
  return readable.some((fact) => recordShows({ lens }, fact));
}

/** Returns whether these settings can be read. */
export function canRead(reader: Reader, ...facts: readonly (keyof typeof limitFacts)[]): boolean {
  return reader.controls.has('readLimits') || recordShows(reader, ...facts);
}

/** Reads a device's limits. Throws `Unreached` where nothing can be read. */
export async function readLimits(reader: Reader, device: AnyId): Promise<LimitsRead> {
  if (reader.controls.has('readLimits')) return reader.controls.readLimits(device);
  if (!showsLimits(reader)) {
    throw new Unreached(
      'there is no way to read the limits of a device',
      'controls.readLimits',
      'limits.names',
    );
  }
  const record = await readRecord(reader, device);
  const shown = readable.filter((fact) => record[fact] !== undefined).map((fact) => [fact, record[fact]]);
  return { ...Object.fromEntries(shown), exchange: record.exchange };
}

/** Returns whether something shows that a device is expired: its record, or the control that reads its limits. */
export function showsLicence({ lens, controls }: Pick<Reader, 'lens' | 'controls'>): boolean {
  const isRead = controls.has('readLimits') && controls.returns('readLimits', 'licence');
  return isRead || recordShows({ lens }, 'licence');
}

/** Returns whether a device is expired; `undefined` where nothing shows it, or in a word that the profile does not know. */
export async function licenceOf(reader: Reader, device: AnyId): Promise<'used' | 'expired' | undefined> {
  if (!showsLicence(reader)) return undefined;
  const { licence } = recordShows(reader, 'licence')
    ? await readRecord(reader, device)
    : await reader.controls.readLimits(device);
  return licence === 'used' || licence === 'expired' ? licence : undefined;
}
