/** Controls by an HTTP call. */
import { describe, expect, it } from 'vitest';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import type { Control } from '../../../contracts/profile/profile.ts';
import { benchOf } from './bench.ts';

const setLimits: Control = {
  by: 'http',
  method: 'PUT',
  url: '/office/{deviceId}/limits',
  body: { mail: '{dailyEmail}', text: '{dailySms}', expiry: { on: '{expires}', date: '{expirationDate}' } },
};
const send: Control = {
  by: 'http',
  method: 'POST',
  url: '/office/{deviceId}/{channel}',
  body: { times: '{count}' },
  reads: { sent: '/out', withheld: '/held' },
};

describe('a request', () => {
  it('carries what it is given, typed, and nothing else', async () => {
    const { controls, sent } = await benchOf({ setLimits });
    await controls.setLimits('Bus 7+8', { dailyEmail: 3, expires: true, expirationDate: null });
    expect(sent).toEqual([
      {
        method: 'PUT',
        url: '/office/Bus%207%2B8/limits',
        headers: { 'content-type': 'application/json' },
        body: '{"mail":3,"expiry":{"on":true,"date":null}}',
      },
    ]);
  });

  it('keeps the settings that were set before, so that a whole replacement loses none', async () => {
    const { controls, sent } = await benchOf({ setLimits });
    await controls.setLimits(7, { dailyEmail: 3 });
    await controls.setLimits(8, { dailySms: 1 });
    await controls.setLimits(7, { dailySms: 4 });
    expect(sent.map(({ body }) => body)).toEqual(['{"mail":3}', '{"text":1}', '{"mail":3,"text":4}']);
  });

  it('by PATCH has the change alone, and beside it only what a text cannot leave out', async () => {
    const patch = await benchOf({ setLimits: { ...setLimits, method: 'PATCH' } });
    await patch.controls.setLimits(7, { dailyEmail: 3 });
    await patch.controls.setLimits(7, { dailySms: 4 });
    expect(patch.sent.map(({ body }) => body)).toEqual(['{"mail":3}', '{"text":4}']);

    const inPart = { ...setLimits, method: 'PATCH', url: '/office/{deviceId}?mail={dailyEmail}' } as const;
    const search = await benchOf({ setLimits: { ...inPart, body: { text: '{dailySms}' } } });
    await search.controls.setLimits(7, { dailyEmail: 3, dailySms: 1 });
    await search.controls.setLimits(7, { dailySms: 4 });
    expect(search.sent.map(({ url, body }) => url + body)).toEqual([
      '/office/7?mail=3{"text":1}',
      '/office/7?mail=3{"text":4}',
    ]);
  });

  it('never goes on from a limit below zero', async () => {
    const { controls, sent } = await benchOf({ setLimits });
    await controls.setLimits(7, { dailyEmail: -1 });
    await controls.setLimits(7, { dailySms: 4 });
    expect(sent.at(-1)?.body).toBe('{"text":4}');
  });

  it('may be a form, with values encoded as forms have them', async () => {
    const form: Control = {
      by: 'http',
      method: 'POST',
      url: '/office',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Device': '{deviceId}' },
      body: 'unit={deviceId}&by={channel}&n={count}',
      reads: { sent: '/out' },
    };
    const { controls, sent } = await benchOf({ send: form }, { answer: () => ({ json: { out: 1 } }) });
    await controls.send('a&b=c', 'sms', 1);
    expect(sent[0]).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-device': 'a&b=c' },
      body: 'unit=a%26b%3Dc&by=sms&n=1',
    });
  });

  it.each(['.', '..'])('does not go where the id %s would lead a path', async (id) => {
    const { controls, sent } = await benchOf({ setLimits });
    await expect(controls.setLimits(id, { dailyEmail: 1 })).rejects.toThrow('setLimits');
    expect(sent).toEqual([]);
  });

  it('puts no line break into a header', async () => {
    const activate: Control = { by: 'http', method: 'POST', url: '/', headers: { 'X-Device': '{deviceId}' } };
    const { controls } = await benchOf({ activate });
    await expect(controls.activate('7\r\nX-Admin: yes')).rejects.toThrow(Unreached);
  });

  it('asks for the other settings where a text cannot leave them out', async () => {
    const bySearch: Control = {
      by: 'http',
      method: 'POST',
      url: '/office/{deviceId}?mail={dailyEmail}&text={dailySms}',
    };
    const readLimits: Control = {
      by: 'http',
      method: 'GET',
      url: '/office/{deviceId}',
      reads: { dailySms: '/text' },
    };
    const withRead = await benchOf(
      { setLimits: bySearch, readLimits },
      { answer: () => ({ json: { text: 9 } }) },
    );
    await withRead.controls.setLimits(7, { dailyEmail: 3 });
    expect(withRead.sent.map(({ url }) => url)).toEqual(['/office/7', '/office/7?mail=3&text=9']);

    const without = await benchOf({ setLimits: bySearch });
    await expect(without.controls.setLimits(7, { dailyEmail: 3 })).rejects.toMatchObject({
      message: expect.stringContaining('{dailySms}'),
      unlock: ['controls.readLimits'],
    });
  });

  it('that has no place for what is to be set is not sent', async () => {
    const { controls, sent } = await benchOf({ setLimits });
    await expect(controls.setLimits(7, { usageEmail: 5 })).rejects.toMatchObject({
      message: expect.stringContaining('{usageEmail}'),
      unlock: ['controls.setLimits'],
    });
    expect(sent).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    [{ status: 200 }, 'done'],
    [{ status: 204 }, 'done'],
    [{ status: 409 }, 'refused'],
    [{ status: 302 }, 'refused'],
    [{ status: 200, json: { success: false } }, 'refused'],
    [{ status: 200, json: { success: true } }, 'done'],
  ] as const)('%j is %s', async (reply, outcome) => {
    const { controls } = await benchOf({ setLimits }, { answer: () => reply });
    expect((await controls.setLimits(7, { dailyEmail: 1 })).outcome).toBe(outcome);
  });

  it('of a control that fails itself concludes nothing, and the control is named', async () => {
    const { controls } = await benchOf({ setLimits }, { answer: () => ({ status: 500 }) });
    await expect(controls.setLimits(7, { dailyEmail: 1 })).rejects.toMatchObject({
      name: 'Unreached',
      message: 'the control setLimits answered 500',
      unlock: ['controls.setLimits'],
    });
  });

  it('that never comes concludes nothing, and the control is named', async () => {
    const answer = () => Promise.reject(new Unreached('no answer came in time'));
    const { controls } = await benchOf({ setLimits }, { answer });
    await expect(controls.setLimits(7, { dailyEmail: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('setLimits'),
      unlock: ['controls.setLimits'],
    });
  });
});

describe('sending', () => {
  it('tells what was sent and what was held back, and counts both against the cap of the run', async () => {
    const { controls, spent } = await benchOf({ send }, { answer: () => ({ json: { out: 2 } }) });
    expect(await controls.send(7, 'email', 3)).toMatchObject({ sent: 2, withheld: 1 });
    expect(spent).toEqual([3]);
  });

  it('reckons from what was held back where that alone is told', async () => {
    const { controls } = await benchOf({ send }, { answer: () => ({ json: { held: 1 } }) });
    expect(await controls.send(7, 'email', 3)).toMatchObject({ sent: 2, withheld: 1 });
  });

  it('takes a refusal for none sent', async () => {
    const { controls } = await benchOf({ send }, { answer: () => ({ status: 429 }) });
    expect(await controls.send(7, 'email', 3)).toMatchObject({ sent: 0, withheld: 3 });
  });

  it('concludes nothing from an answer that tells neither', async () => {
    const { controls } = await benchOf({ send }, { answer: () => ({ json: {} }) });
    await expect(controls.send(7, 'email', 1)).rejects.toThrow('does not hold sent');
  });

  it('asks one by one where the control takes no count', async () => {
    const { body: _, ...single } = send;
    let left = 2;
    const answer = () => ({ json: { out: left-- > 0 ? 1 : 0 } });
    const { controls, sent } = await benchOf({ send: single as Control }, { answer });
    expect(await controls.send(7, 'sms', 3)).toMatchObject({ sent: 2, withheld: 1 });
    expect(sent).toHaveLength(3);
  });

  it('does not send by a control that does not know the channel', async () => {
    const { controls, sent } = await benchOf({ send: { ...send, url: '/office/{deviceId}' } });
    await expect(controls.send(7, 'sms', 1)).rejects.toThrow('{channel}');
    expect(sent).toEqual([]);
  });
});

describe('reading', () => {
  it('takes limits, dates and counters as deployments write them', async () => {
    const readLimits: Control = {
      by: 'http',
      method: 'GET',
      url: '/office/{deviceId}',
      reads: { expires: '/e', expirationDate: '/d', dailyEmail: '/m', dailySms: '/s', usageEmail: '/um' },
    };
    const json = { e: 'off', d: '2026-02-01T00:00:00+02:00', m: null, s: '12', um: 4 };
    const { controls } = await benchOf({ readLimits }, { answer: () => ({ json }) });
    expect(await controls.readLimits(7)).toEqual({
      expires: false,
      expirationDate: '2026-02-01',
      dailyEmail: null,
      dailySms: 12,
      usageEmail: 4,
      exchange: 1,
    });
  });

  it('tells the third of the licence counts from the other two', async () => {
    const readLicences: Control = {
      by: 'http',
      method: 'GET',
      url: '/l',
      reads: { total: '/a', used: '/b' },
    };
    const { controls } = await benchOf({ readLicences }, { answer: () => ({ json: { a: 10, b: 4 } }) });
    expect(await controls.readLicences()).toMatchObject({ total: 10, used: 4, available: 6 });
  });

  it('asks for the id of a device that was made', async () => {
    const createDevice: Control = { by: 'http', method: 'POST', url: '/units', reads: { deviceId: '/no' } };
    const { controls } = await benchOf({ createDevice }, { answer: () => ({ json: {} }) });
    await expect(controls.createDevice()).rejects.toThrow('does not hold deviceId');
  });
});

it('an activation is what the answer tells, or else that it was not refused', async () => {
  const activate: Control = { by: 'http', method: 'POST', url: '/{deviceId}', reads: { activated: '/on' } };
  const told = await benchOf({ activate }, { answer: () => ({ json: { on: false } }) });
  expect((await told.controls.activate(7)).activated).toBe(false);
  const untold = await benchOf({ activate });
  expect((await untold.controls.activate(7)).activated).toBe(true);
});

it('time goes forward by a duration, and never backward', async () => {
  const advance: Control = { by: 'http', method: 'POST', url: '/clock', body: { by: '{by}' } };
  const { controls, sent } = await benchOf({ advance });
  await controls.advance({ by: 90_000 });
  await controls.advance({ to: Date.UTC(2026, 0, 6, 2) });
  await controls.advance({ to: Date.UTC(2026, 0, 4) });
  expect(sent.map(({ body }) => body)).toEqual(['{"by":"PT1M30S"}', '{"by":"PT26H"}']);
});

it('what the profile does not offer is told with what would unlock it', async () => {
  const { controls } = await benchOf({ send: { by: 'none' } });
  expect(controls.has('send')).toBe(false);
  expect(controls.has('activate')).toBe(false);
  await expect(controls.send(7, 'sms', 1)).rejects.toMatchObject({ unlock: ['controls.send'] });
  await expect(controls.activate(7)).rejects.toMatchObject({ unlock: ['controls.activate'] });
});
