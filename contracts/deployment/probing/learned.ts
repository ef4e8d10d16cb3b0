/** Findings of the probes of a deployment so far: each is sent once for the run, when it is first asked for. */
import type { AnyId } from '../../profile/facts.ts';
import type { OperationId } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Probe } from '../deployment.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { Memo } from '../sharing/memo.ts';
import { perRun } from '../sharing/per-run.ts';

export const learnedOf = perRun(() => ({
  /** By operation, with a token and without. */
  served: new Memo<OperationId, Probe>(),
  bare: new Memo<OperationId, Probe>(),
  /** By method and depth. */
  neighbours: new Memo<string, Answer>(),
  unknownIds: new Memo<OperationId, Answer & { id: AnyId }>(),
  /** The look of a delete that worked. */
  deleted: new Map<'group' | 'user', Fingerprint>(),
  /** The time of the newest location that was posted of a device. */
  latest: new Map<AnyId, number>(),
  /** How many reports were marked. */
  posts: 0,
}));
