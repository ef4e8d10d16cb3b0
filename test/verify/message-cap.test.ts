import { afterEach, describe, expect, it } from 'vitest';
import { meetDeployment } from '../../contracts/deployment/contact/first-contact.ts';
import { Session } from '../../contracts/deployment/session/session.ts';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { ADDRESS, credentials } from './support.ts';

let simulator: Simulator | undefined;
afterEach(() => simulator?.stop());

/** A run that may cause so many messages, and its simulator. */
async function limitedTo(maxMessages: number | undefined): Promise<{ session: Session; sent: () => number }> {
  const own = createSimulator({ devices: 2 });
  simulator = own;
  let sent = 0;
  own.fleet.log.onEvent((event) => {
    if (event.kind === 'message-sent') sent += Number(event.count);
  });
  const options = {
    ...{ baseUrl: ADDRESS, credentials, profile: own.profile },
    ...(maxMessages !== undefined && { maxMessages }),
  };
  const session = new Session(ADDRESS, options, nodeHost(own.fetch), new AbortController().signal);
  await meetDeployment(session);
  return { session, sent: () => sent };
}

const refusal = (most: number) => ({
  name: 'Unreached',
  message: `the run may cause ${most} messages, and this would be more`,
});

describe('the messages that a run may cause', () => {
  it('can all be caused, and not one more', async () => {
    const { session, sent } = await limitedTo(3);
    await session.controls.send('dev-1', 'sms', 3);
    await expect(session.controls.send('dev-1', 'sms', 1)).rejects.toMatchObject(refusal(3));
    expect(sent()).toBe(3);
  });

  it('are counted over devices and channels together', async () => {
    const { session, sent } = await limitedTo(3);
    await session.controls.send('dev-1', 'sms', 1);
    await session.controls.send('dev-2', 'email', 1);
    await expect(session.controls.send('dev-2', 'sms', 2)).rejects.toMatchObject(refusal(3));
    await session.controls.send('dev-2', 'sms', 1);
    expect(sent()).toBe(3);
  });

  it('are refused as a whole: nothing of too many is sent', async () => {
    const { session, sent } = await limitedTo(3);
    await expect(session.controls.send('dev-1', 'sms', 4)).rejects.toMatchObject(refusal(3));
    expect(sent()).toBe(0);
  });

  it('can be none', async () => {
    const { session, sent } = await limitedTo(0);
    await expect(session.controls.send('dev-1', 'sms', 1)).rejects.toMatchObject(refusal(0));
    expect(sent()).toBe(0);
  });

  it('are 500 where nothing else is said', async () => {
    const { session, sent } = await limitedTo(undefined);
    await session.controls.send('dev-1', 'email', 500);
    await expect(session.controls.send('dev-1', 'email', 1)).rejects.toMatchObject(refusal(500));
    expect(sent()).toBe(500);
  });
});
