/** Time and the network as Node has them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../../contracts/hosts/node.ts';

describe('a wait', () => {
  it('that is longer than a timer of Node takes does not end at once', async () => {
    const over = new AbortController();
    const long = nodeHost().sleep(2 ** 40, over.signal);
    const first = await Promise.race([
      long.then(() => 'the long one'),
      sleep(50).then(() => 'the short one'),
    ]);
    expect(first).toBe('the short one');
    over.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
  });

  it('of nothing ends', async () => {
    await nodeHost().sleep(0, new AbortController().signal);
  });
});
