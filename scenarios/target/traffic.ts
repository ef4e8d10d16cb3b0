/**
 * The calls of a story as lines for a load tool to send: plain JSON, one after the other. Ids that are not known
 * yet are written as placeholders: `{device:3}` for the third device of the story, `{group:1}` for the group that the
 * line with `"makes": "{group:1}"` creates.
 */

import type { Json } from '../../contracts/kit/json.ts';
import type { AnyId } from '../../contracts/profile/facts.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { JsonPointer } from '../../contracts/profile/openings.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { operation as operationOf } from '../../contracts/specification/operations.ts';
import { IdMap } from './ids.ts';
import { type Sent, targetStepOf } from './seen.ts';
import type { CallStep, Resource } from './step.ts';

export interface TrafficLine {
  /** Seconds from the beginning of the story. */
  at: number;
  /** The story's device that reports; `null` for calls about groups and users, which keep their order among themselves. */
  device: number | null;
  method: string;
  /** From the base address on. */
  path: string;
  headers: { [name: string]: string };
  body?: Json;
  /** The place that the id of the new record takes, and where the reply has it. */
  makes?: { place: string; pointer: JsonPointer } | { place: string; header: 'location' };
}

export type Written = { line: TrafficLine } | { notDone: string };

export interface TrafficOptions {
  lens: Lens<AnyId>;
  openings: GivenOpenings;
  /** How many devices the story begins with. */
  devices: number;
  /** The first moment of the story, ms since 1970 UTC. */
  start: number;
  /** Milliseconds that are added to every time in a body. */
  moved: number;
}

/** The place of a device that plays. */
export function devicePlace(number: number): string {
  return `{device:${number}}`;
}

/** Writes one step after the other, or why no call does it. */
export function trafficWriter({
  lens,
  openings,
  devices,
  start,
  moved,
}: TrafficOptions): (sent: Sent) => Written {
  const ids = new IdMap(Array.from({ length: devices }, (_, index) => devicePlace(index + 1)));
  const made: { [R in Resource]: number } = { group: 0, user: 0 };

  return (sent) => {
    if (sent.refused) return { notDone: 'the service of the story refuses it' };
    const step = targetStepOf(sent, { lens, ids, moved });
    if (step.does === 'nothing') return { notDone: step.because };
    if (step.does === 'control') return { notDone: 'it takes a control, and no call of the API' };
    if (step.does === 'token') return { notDone: 'the sender of the traffic gets tokens by itself' };
    const { effect } = step;
    if (effect === undefined) return { line: lineOf(step, sent) };
    if (effect.was !== null) {
      ids.apply(effect);
      return { line: lineOf(step, sent) };
    }
    const found = whereIdStands(effect.resource, lens, openings);
    if (found === undefined) return { notDone: `the reply does not have the id of a new ${effect.resource}` };
    const place = `{${effect.resource}:${++made[effect.resource]}}`;
    ids.apply(effect, place);
    return { line: { ...lineOf(step, sent), makes: { place, ...found } } };
  };

  function lineOf({ operation, id, body }: CallStep, sent: Sent): TrafficLine {
    const { method, path } = operationOf(operation);
    const type = method === 'PATCH' ? openings['patch.format']?.contentType : undefined;
    return {
      at: (sent.at - start) / 1000,
      device: 'device' in sent ? sent.device : null,
      method,
      path: lens.basePath + path.replace(/\{\w+\}/, () => String(id ?? '')),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(body !== undefined && { body }),
    };
  }
}

/** Where the reply of a create has the id (opening `operations.envelope`); `undefined` where it has none. */
function whereIdStands(
  resource: Resource,
  lens: Lens<AnyId>,
  openings: GivenOpenings,
): { pointer: JsonPointer } | { header: 'location' } | undefined {
  const { kind } = lens.answer(resource === 'group' ? 'createGroup' : 'createUser');
  const envelope = openings['operations.envelope'];
  if (kind === 'id' && envelope?.id) return { pointer: envelope.id.at };
  const pointer = kind === 'record' ? lens.reply(resource).pointer('id') : undefined;
  if (pointer !== undefined) return { pointer };
  return envelope?.locationHeader ? { header: 'location' } : undefined;
}
