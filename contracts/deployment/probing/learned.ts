/** Findings of the probes of a deployment so far: each is sent once for the run, when it is first asked for. */
import type { AnyId } from '../../profile/facts.ts';
import type { OperationId, PathResource } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Bare, Probe } from '../deployment.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { Memo } from '../sharing/memo.ts';

type Family = 'group' | 'user';

export function newLearned() {
  return {
    /** By operation, with a token and without. */
    served: new Memo<OperationId, Probe>(),
    bare: new Memo<OperationId, Bare>(),
    /** By method and depth. */
    neighbours: new Memo<string, Answer>(),
    unknownIds: new Memo<OperationId, Answer & { id: AnyId }>(),
    looks: new Memo<'refusal' | 'all alike', Fingerprint | undefined>(),
    /** How the plain operations look with a token and without. */
    twins: new Memo<'plain', { served: Fingerprint; bare: Fingerprint }[]>(),
    /** By their lists. */
    ids: new Memo<PathResource, AnyId[]>(),
    /** The look of a delete that worked. */
    deleted: new Map<Family, Fingerprint>(),
    /** A record and a device that are changed by probes. */
    changed: new Memo<Family, AnyId>(),
    device: new Memo<'own', AnyId>(),
    /** The records that probes made: the first is changed, nothing is done with the others. */
    made: new Map<Family, Promise<AnyId | undefined>[]>(),
    /** The time of the newest location that was posted of a device. */
    latest: new Map<AnyId, number>(),
    posts: { number: 0 },
  };
}

export type Learned = ReturnType<typeof newLearned>;
