/** Checkpoints with a name: moments of a world to go back to. They stay in the process, and end with their world. */
import { suggestion } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Checkpoint } from '../../checkpoint.ts';
import { ControlError } from '../errors.ts';

export interface NamedCheckpoint {
  readonly name: string;
  readonly checkpoint: Checkpoint;
  /** The newest event by then. */
  readonly sequence: number;
  /** About how many it takes. */
  readonly bytes: number;
}
/** By name, in the order in which they were taken. */
export type Checkpoints = Map<string, NamedCheckpoint>;

interface Holder {
  readonly checkpoints: Checkpoints;
  readonly fleet: { readonly log: { readonly head: number } };
  checkpoint(): Checkpoint;
}

const MEBIBYTE = 1024 * 1024;
export const checkpointBounds = { most: 32, mostBytes: 256 * MEBIBYTE } as const;

/** A number alone would be the sequence number of an event. */
const NAME = /^[A-Za-z][\w.-]{0,62}$/;

/**
 * Takes a checkpoint; one of the same name gives way.
 *
 * @throws ControlError CHECKPOINT_INVALID for the name, CHECKPOINTS_FULL; then nothing has changed
 */
export function takeNamed(holder: Holder, name: string): NamedCheckpoint {
  if (!NAME.test(name)) {
    throw new ControlError('CHECKPOINT_INVALID', `${quoted(name)} is not the name of a checkpoint.`, {
      hint: 'Begin with a letter, and go on with up to 62 letters, digits and . _ -.',
    });
  }
  const others = [...holder.checkpoints.values()].filter((one) => one.name !== name);
  if (others.length >= checkpointBounds.most)
    throw full(`There are ${others.length} checkpoints already, the most that a world has.`);
  const checkpoint = holder.checkpoint();
  const bytes = checkpoint.bytes + checkpoint.stretch.bytes;
  if (others.reduce((sum, one) => sum + one.bytes, bytes) > checkpointBounds.mostBytes)
    throw full(`The checkpoints would take more than ${checkpointBounds.mostBytes / MEBIBYTE} MiB.`);
  const named = { name, checkpoint, sequence: holder.fleet.log.head, bytes };
  holder.checkpoints.delete(name);
  holder.checkpoints.set(name, named);
  return named;
}

/** @throws ControlError UNKNOWN_CHECKPOINT */
export function namedCheckpoint({ checkpoints }: Pick<Holder, 'checkpoints'>, name: string): NamedCheckpoint {
  const found = checkpoints.get(name);
  if (found) return found;
  throw new ControlError('UNKNOWN_CHECKPOINT', `There is no checkpoint ${quoted(name)}.`, {
    hint: suggestion(name, checkpoints.keys()) ?? 'PUT /_control/checkpoints/{name} takes one.',
  });
}

/** The checkpoint of a name, or the latest that was taken right after the event of a sequence number. */
export function checkpointSince(holder: Pick<Holder, 'checkpoints'>, since: string): NamedCheckpoint {
  const taken = [...holder.checkpoints.values()];
  return taken.findLast(({ sequence }) => String(sequence) === since) ?? namedCheckpoint(holder, since);
}

function full(message: string): ControlError {
  return new ControlError('CHECKPOINTS_FULL', message, {
    hint: 'Remove some of them: DELETE /_control/checkpoints/{name}.',
  });
}
