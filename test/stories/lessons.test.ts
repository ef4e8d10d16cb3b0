/** Each shipped lesson, done by a trainee who has a link, credentials and the brief: by the public API, the clock and the page's calls. */
import { describe, expect, it } from 'vitest';
import type { LessonView } from '../../simulator/control/schemas/index.ts';
import digests from './digests.json' with { type: 'json' };
import { newWorld } from './served.ts';

let made = 0;

/** A trainee at work in a world of a lesson. */
async function begin(story: object, may: readonly string[] = []) {
  const {
    control: trainer,
    asTrainee,
    ...rest
  } = await newWorld({
    story,
    trainee: { name: `t${++made}`, may },
  });
  const lesson = async (by = asTrainee): Promise<LessonView> => (await by('GET', '/lesson')).body.lesson;
  return {
    ...rest,
    trainer,
    lesson,
    control: asTrainee,
    asTrainer: () => lesson(trainer),
    to: (time: string) => asTrainee('POST', '/clock/advance', { to: time }),
  };
}
type Trainee = Awaited<ReturnType<typeof begin>>;

/** The sentences in the brief of each lesson, in order. */
const followed: { readonly [lesson: string]: (trainee: Trainee) => Promise<void> } = {
  async 'lesson/token-renewal'({ signIn, api, to }) {
    await to('2026-05-04T07:05:00Z');
    await signIn();
    await api('GET', '/devices');
    await to('2026-05-04T07:50:00Z');
    await signIn();
    await to('2026-05-04T08:25:00Z');
    expect((await api('GET', '/devices')).status).toBe(200);
  },
  async 'lesson/midnight'({ signIn, api, to, control }) {
    await signIn();
    const alert = { type: 'vibration', channels: ['email'] };
    for (const minute of [10, 11, 12]) {
      await to(`2026-05-04T21:${minute}:00Z`);
      expect((await api('POST', '/devices/dev-1/alerts', alert)).status).toBe(200);
    }
    await to('2026-05-04T22:05:00Z');
    await signIn();
    expect((await api('POST', '/devices/dev-1/alerts', alert)).status).toBe(200);
    expect((await control('PUT', '/devices/dev-1/limits', { dailyEmail: 5 })).status).toBe(200);
  },
  async 'lesson/licences'({ signIn, api, to, control }) {
    await signIn();
    const { body } = await api('GET', '/devices');
    expect(JSON.stringify(body)).toContain('dev-4');
    await to('2026-05-04T22:05:00Z');
    const location = { deviceTime: '2026-05-04T22:05:00Z', latitude: 48.1, longitude: 11.5 };
    expect((await api('POST', '/devices/dev-3/locations', location)).status).toBe(409);
    expect((await control('POST', '/devices/dev-4/activate')).status).toBe(200);
    expect((await api('POST', '/devices/dev-4/locations', location)).status).toBe(200);
  },
};

it('has what is done in each shipped lesson', () => {
  const shipped = Object.keys(digests).filter((name) => name.startsWith('lesson/'));
  expect(Object.keys(followed).sort()).toEqual(shipped.sort());
});

describe.each(Object.entries(followed))('%s', (name, follow) => {
  it('is met by one who does what its brief says, and by no one who does nothing', async () => {
    const [busy, idle] = [await begin({ name }), await begin({ name })];
    const before = await busy.lesson();
    expect(before).toMatchObject({ met: 0, points: 0, over: false, debrief: null });
    expect(before).not.toHaveProperty('notes');
    expect(before.questions.every(({ answer, because }) => answer === null && because === null)).toBe(true);
    expect((await busy.asTrainer()).notes).toMatch(/./);
    await follow(busy);
    for (const trainee of [busy, idle])
      await trainee.control('PUT', '/clock', { speed: 'max', frozen: false, until: null });
    for (const trainee of [busy, idle]) await trainee.to('2026-05-05T10:00:00Z');
    const after = await busy.lesson();
    expect(after.objectives.map(({ name, state }) => `${name}: ${state}`)).toEqual(
      after.objectives.map(({ name }) => `${name}: met`),
    );
    expect(after).toMatchObject({ over: true, points: after.most, debrief: expect.stringMatching(/./) });
    expect((await busy.entry()).lesson).toEqual({
      met: after.of,
      of: after.of,
      points: after.most,
      most: after.most,
    });
    const nothing = await idle.lesson();
    expect(nothing.objectives.every(({ state, earned }) => state === 'missed' && earned === 0)).toBe(true);
  });
});

const small = `title: A small lesson
clock: { start: 2026-05-04 08:00, for: 2h }
fleet: { van: { count: 2, start: depot } }
objectives:
  - { name: List, call: listDevices, within: 10m, points: 5, hint: GET it., hintAfter: 5m }
  - { name: Fail, call: listDevices, status: 401, field: 'x:y' }
  - { name: Set twice, event: limits-set, device: van-2, field: ['dailySms:*'], times: 2, from: 30m }
  - { name: Keep all, within: 1h, expect: { devices: 2, licence: used } }
questions:
  - { question: Which?, choices: [this, that], answer: 2, because: That is it. }
  - { question: Shown?, choices: [yes, no], answer: 1 }
`;
const states = ({ objectives }: LessonView) =>
  objectives.map(({ state, done }) => `${state} ${done}`).join(', ');

describe('an objective', () => {
  it('is late after its time, counts from its time on, and asks for device, status and fields', async () => {
    const { lesson, signIn, api, to, control } = await begin({ file: 'small.yaml', text: small });
    const sms = (device: string, dailySms: number) =>
      control('PUT', `/devices/${device}/limits`, { dailySms });
    await sms('dev-2', 1); // too early
    expect((await lesson()).objectives[0]?.hint).toBeNull();
    await to('2026-05-04T08:20:00Z');
    expect((await lesson()).objectives[0]).toMatchObject({ state: 'missed', hint: 'GET it.', earned: 0 });
    await api('GET', '/devices'); // 401, which is not below 400
    await signIn();
    await api('GET', '/devices');
    await to('2026-05-04T08:40:00Z');
    await sms('dev-2', 2);
    await sms('dev-1', 3);
    await control('PUT', '/devices/dev-2/limits', { dailyEmail: 3 });
    const now = await lesson();
    expect(states(now)).toEqual('late 1, open 0, open 1, open 0');
    expect(now).toMatchObject({ met: 0, of: 4, points: 2, most: 8 });
    await sms('dev-2', 4);
    await to('2026-05-04T09:00:00Z');
    expect(states(await lesson())).toEqual('late 1, open 0, met 2, met 1');
  });

  describe('that was done', () => {
    const SET = 2;
    async function doneTwice() {
      const trainee = await begin({ file: 'small.yaml', text: small }, ['rewind']);
      const { to, control, lesson } = trainee;
      const set = (dailySms: number) => control('PUT', '/devices/dev-2/limits', { dailySms });
      await to('2026-05-04T08:40:00Z');
      await set(1);
      await to('2026-05-04T08:50:00Z');
      await set(2);
      const state = async (place = SET) => states(await lesson()).split(', ')[place];
      expect(await state()).toBe('met 2');
      return { ...trainee, set, state, seek: (to: string) => control('POST', '/story/seek', { to }) };
    }

    it('is open again after going back, and counts once for what comes again on the way', async () => {
      const { seek, set, state, to } = await doneTwice();
      await seek('2026-05-04T08:45:00Z');
      expect(await state()).toBe('open 1');
      await seek('2026-05-04T08:55:00Z');
      expect(await state()).toBe('open 1');
      await set(3);
      expect(await state()).toBe('met 2');
      await seek('2026-05-04T08:10:00Z');
      await to('2026-05-04T08:55:00Z');
      expect(await state()).toBe('open 0');
    });

    it('is open again after a reset or a snapshot', async () => {
      const { control, trainer, state, set, to } = await doneTwice();
      const { body: snapshot } = await control('GET', '/snapshot');
      await control('POST', '/reset');
      expect(await state()).toBe('open 0');
      await to('2026-05-04T08:40:00Z');
      await set(3);
      expect(await state()).toBe('open 1');
      await trainer('PUT', '/snapshot', snapshot);
      expect(await state()).toBe('open 0');
    });
  });

  it('is not undone by a trainee who may not go back', async () => {
    const { control } = await begin({ file: 'small.yaml', text: small });
    const { body } = await control('POST', '/story/seek', { to: '2026-05-04T08:10:00Z' });
    expect(body.code).toBe('ROLE_NOT_ALLOWED');
  });
});

const watched = `title: Whose doing
clock: { start: 2026-05-04 08:00, for: 26h, timeZone: UTC }
users: { Bob: { notify: [email, sms] } }
fleet: { van: { count: 2, start: depot } }
timeline:
  - { at: 08:10, do: { alert: van-2, type: vibration, channels: [email] }, expect: { reply: listDevices } }
  - { at: 08:40, do: { alert: van-1, type: vibration, channels: [email] } }
objectives:
  - { name: Raise, event: alert-raised }
  - { name: Have a message sent, sent: any }
  - { name: Have one withheld, withheld: any }
  - { name: List, call: listDevices }
  - { name: Let it expire, event: device-expired, device: van-2 }
`;

describe('an objective of what happens', () => {
  it('is not met by what the trainer, the story or time does', async () => {
    const { lesson, trainer, to, entry } = await begin({ file: 'watched.yaml', text: watched });
    await trainer('PUT', '/devices/dev-1/limits', { dailySms: 0 });
    await trainer('PUT', '/devices/dev-2/limits', { expires: true, expirationDate: '2026-05-05' });
    await to('2026-05-04T08:20:00Z');
    expect(await trainer('POST', '/inject', { device: 'dev-1', kind: 'sos' })).toMatchObject({ status: 200 });
    await to('2026-05-05T09:00:00Z');
    expect(states(await lesson())).toBe(Array(5).fill('open 0').join(', '));
    expect(await entry()).toMatchObject({ calls: 0, lesson: { met: 0, points: 0 } });
  });

  it('is met by what follows from what the trainee did, though others set it off', async () => {
    const { lesson, signIn, trainer, to, control, entry, api } = await begin(
      { file: 'watched.yaml', text: watched },
      ['inject'],
    );
    await signIn();
    await api('GET', '/devices');
    await control('PUT', '/devices/dev-1/limits', { dailyEmail: 0 });
    await control('PUT', '/devices/dev-2/limits', { expires: true, expirationDate: '2026-05-05' });
    await trainer('POST', '/inject', { device: 'dev-1', kind: 'sos' });
    expect(states(await lesson())).toEqual('open 0, met 1, met 1, met 1, open 0');
    expect((await control('POST', '/inject', { device: 'dev-2', kind: 'sos' })).status).toBe(200);
    await to('2026-05-05T09:00:00Z');
    expect(states(await lesson())).toBe(Array(5).fill('met 1').join(', '));
    expect(await entry()).toMatchObject({ calls: 2 });
  });
});

const told = `title: Who is told
clock: { start: 2026-05-04 08:00, for: 2h }
users: { Ann: { notify: [email] }, Bob: { notify: [sms] } }
fleet: { van: { count: 2, start: depot, limits: { dailySms: 2 } } }
objectives:
  - { name: Have Bob told, sent: sms, to: Bob, device: van-1, within: 30m, points: 4 }
  - { name: Tell Cy, sent: sms, to: '+491701' }
  - { name: Have yourself told, sent: sms, to: account }
  - { name: See two withheld, withheld: any, to: Bob, times: 2 }
  - { name: Have three withheld, expect: { withheld: 3, to: Bob }, within: 1h }
`;

describe('an objective of messages', () => {
  it('is met by who received what', async () => {
    const { lesson, signIn, api, to, control } = await begin({ file: 'told.yaml', text: told }, ['inject']);
    const alert = (device: string, channels: string[]) =>
      api('POST', `/devices/${device}/alerts`, { type: 'vibration', channels });
    await signIn();
    await alert('dev-2', ['email']);
    expect(states(await lesson())).toEqual('open 0, open 0, open 0, open 0, open 0');
    await alert('dev-1', ['sms']);
    await api('GET', '/devices/dev-2');
    expect((await control('POST', '/devices/dev-1/send', { channel: 'sms', count: 1 })).status).toBe(200);
    await to('2026-05-04T08:40:00Z');
    expect(states(await lesson())).toEqual('met 1, open 0, met 1, open 0, open 0');
    const { body } = await api('POST', '/users', {
      name: 'Cy',
      phone: '+491701',
      notify: ['sms'],
      groupIds: ['grp-1'],
    });
    expect(body).toMatchObject({ name: 'Cy' });
    for (const device of ['dev-1', 'dev-1', 'dev-1', 'dev-2']) await alert(device, ['sms']);
    expect((await control('PUT', '/devices/dev-2/limits', { dailyEmail: 9 })).status).toBe(200);
    await api('GET', '/users');
    await to('2026-05-04T09:10:00Z');
    const now = await lesson();
    expect(states(now)).toEqual('met 1, met 1, met 1, met 2, met 1');
    const idle = await begin({ file: 'told.yaml', text: told });
    await idle.to('2026-05-04T10:00:00Z');
    const over = await idle.lesson();
    expect(over.objectives.map(({ state }) => state)).toEqual(Array(5).fill('missed'));
    expect(over.over).toBe(true);
  });
});

describe('a question', () => {
  it('is answered once, and shows the answer to who asks for it alone', async () => {
    const { lesson, control } = await begin({ file: 'small.yaml', text: small });
    const answered = async (body: object) => (await control('POST', '/lesson/answers', body)).body;
    expect((await lesson()).questions[0]).toMatchObject({ chosen: null, answer: null, because: null });
    await answered({ question: 0, choice: 0 });
    await answered({ question: 0, choice: 1 });
    await answered({ question: 1 });
    expect((await lesson()).questions).toEqual([
      { question: 'Which?', choices: ['this', 'that'], chosen: 0, answer: 1, because: 'That is it.' },
      { question: 'Shown?', choices: ['yes', 'no'], chosen: null, answer: 0, because: null },
    ]);
    expect(await answered({ question: 7 })).toMatchObject({ code: 'BODY_INVALID', field: 'question' });
    expect(await answered({ question: 1, choice: 7 })).toMatchObject({
      code: 'BODY_INVALID',
      field: 'choice',
    });
  });

  it('is none where no lesson is played', async () => {
    const { control } = await begin({ name: 'tunnel' });
    expect((await control('GET', '/lesson')).body).toEqual({});
    expect((await control('POST', '/lesson/answers', { question: 0 })).body.code).toBe('NO_STORY');
  });
});
