import { expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { type Outcome, signatureOf, type WebhookRequest } from '../../../simulator/webhooks/attempt.ts';
import { MOST_WAITING } from '../../../simulator/webhooks/deliveries.ts';
import { Webhooks } from '../../../simulator/webhooks/webhooks.ts';

const url = 'http://127.0.0.1:9000/hook';
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The webhooks of a simulator, with what they send; each attempt is answered by hand. */
function sending() {
  const simulator = createSimulator({ devices: 3 });
  const sent: WebhookRequest[] = [];
  const answers: ((outcome: Outcome) => void)[] = [];
  const webhooks = new Webhooks({
    handle: simulator.handle,
    served: () => simulator,
    send(request, signal) {
      sent.push(request);
      return new Promise((resolve) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => resolve('unreachable'));
      });
    },
  });
  const answer = async (outcome: Outcome) => {
    answers.shift()?.(outcome);
    await settled();
  };
  const event = async (count = 1) => {
    for (let made = 0; made < count; made++) simulator.fleet.limits.send(1, 'email', 1);
    await settled();
  };
  return { simulator, webhooks, sent, answer, event };
}

it('signs the time and the body', () => {
  // printf '%s' '1767600000.{"a":"ü"}' | openssl dgst -sha256 -hmac whsec
  expect(signatureOf('whsec', 1_767_600_000, '{"a":"ü"}')).toBe(
    't=1767600000,v1=db4844ce1d6b1ac9808166e5a9f2e23c96ddd2714d81ab702714e9e8adc6c7f7',
  );
});

it('sends one after the other, and a failed one again when its pause is over', async () => {
  const { simulator, webhooks, sent, answer, event } = sending();
  await webhooks.add({ url });
  await event(2);
  expect(sent).toHaveLength(1);
  await answer(503);
  expect(sent.map(({ headers }) => headers['x-roadtest-delivery'])).toEqual(['wh-1.evt-1-1', 'wh-1.evt-1-2']);
  await answer(200);
  await simulator.clock.advance({ by: '9s' });
  await settled();
  expect(sent).toHaveLength(2);
  await simulator.clock.advance({ by: '1s' });
  await settled();
  expect(sent[2]?.headers).toMatchObject({
    'x-roadtest-delivery': 'wh-1.evt-1-1',
    'x-roadtest-attempt': '2',
  });
  expect(sent[2]?.body).toBe(sent[0]?.body);
});

it('drops the oldest of too many, and says how many', async () => {
  const { webhooks, sent, answer, event } = sending();
  await webhooks.add({ url });
  await event();
  await event(MOST_WAITING + 5);
  // The one that is under way is kept.
  expect(webhooks.list()[0]).toMatchObject({ waiting: MOST_WAITING, dropped: 6, sent: 1 });
  await answer(200);
  expect(JSON.parse(sent[1]?.body ?? '').sequence).toBe(8);
});

it('ends what is under way when it stops, and sends nothing more', async () => {
  const { webhooks, sent, event } = sending();
  await webhooks.add({ url });
  await event(3);
  webhooks.stop();
  await event();
  expect(sent).toHaveLength(1);
  expect(webhooks.list()).toEqual([]);
});

it('forgets what waits at a reset, though the clock wakes who waits', async () => {
  const { simulator, webhooks, sent, answer, event } = sending();
  await webhooks.add({ url, faults: { late: '1h' } });
  await event();
  expect(webhooks.list()[0]).toMatchObject({ waiting: 1, sent: 0 });
  simulator.reset();
  await settled();
  expect(webhooks.list()[0]).toMatchObject({ waiting: 0 });
  await event();
  await simulator.clock.advance({ by: '1h' });
  await settled();
  expect(sent.map(({ headers }) => headers['x-roadtest-delivery'])).toEqual(['wh-1.evt-2-1']);
  await answer(200);
});

it('is in no snapshot, and changes none', async () => {
  const { simulator, webhooks, event } = sending();
  const plain = createSimulator({ devices: 3 });
  plain.fleet.limits.send(1, 'email', 1);
  await webhooks.add({ url });
  await event();
  expect(simulator.snapshot()).toEqual(plain.snapshot());
});
