/**
 * Keeps `process.nextTick` fast for the life of the process.
 *
 * A request costs Node several ticks, each an object whose keys are computed. V8 remembers the shape of
 * that object, weakly: when a major collection runs while no tick is queued, the shape is lost, and from
 * then on Node 20 makes every tick in its runtime, which is a fifth of what a read costs. One tick that is
 * kept keeps the shape.
 */
import { executionAsyncResource } from 'node:async_hooks';
import { nextTick } from 'node:process';

let kept: object | undefined;

/** To be called as early as possible: a shape that was lost does not come back. */
export function keepTicksFast(): void {
  if (kept !== undefined) return;
  nextTick(() => {
    kept = executionAsyncResource();
  });
}
