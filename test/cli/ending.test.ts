/** How the process comes to its end. */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endingOf } from '../../cli/ending.ts';

function processLike() {
  const stream = { writableLength: 0 };
  return Object.assign(new EventEmitter(), { stdout: stream, stderr: stream, exit: () => undefined });
}

describe('a command that waits while nothing is under way', () => {
  it('is asked to stop first, and is an error if it waits all the same', () => {
    const process = processLike();
    let failures = 0;
    const ending = endingOf(process, () => failures++);
    expect(ending.stalled.aborted).toBe(false);
    process.emit('beforeExit');
    expect([ending.stalled.aborted, failures]).toEqual([true, 0]);
    process.emit('beforeExit');
    expect(failures).toBe(1);
  });

  it('is none once it has ended', () => {
    const process = processLike();
    let failures = 0;
    const ending = endingOf(process, () => failures++);
    ending.over();
    process.emit('beforeExit');
    expect([ending.stalled.aborted, failures]).toEqual([false, 0]);
  });
});
