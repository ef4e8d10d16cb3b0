/** The fit of values: a text from a deployment stays one argument, one segment of a path, one field. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  argument,
  component,
  fillPath,
  inHeader,
  plain,
  ValueUnfit,
} from '../../../contracts/deployment/controls/fit.ts';
import { fillText } from '../../../contracts/deployment/controls/templates.ts';
import type { Control } from '../../../contracts/profile/profile.ts';
import { benchOf } from './bench.ts';

const hostile = [
  '--x',
  '$(x)',
  '`x`',
  'a;b',
  'a|b',
  'a&b',
  'a b',
  "a'b",
  'a"b',
  'a\nb',
  'a\0b',
  'ä',
  '<b>',
  '{deviceId}',
  '',
  '..',
  '.',
  '../x',
  'a\u202eb',
  '\ud800',
  'x'.repeat(201),
];

describe('an argument', () => {
  it.each(['dev-1', 'V:7@depot', '2026-06-01', 'PT26H', 'a_b.c+d', '7'.repeat(200), 7, true, null])(
    'carries %j',
    (value) => {
      expect(argument(value, 'deviceId')).toBe(value === null ? '' : String(value));
    },
  );

  it.each(hostile)('does not carry %j', (value) => {
    expect(() => argument(value, 'deviceId')).toThrow(ValueUnfit);
    expect(() => plain(value, 'deviceId')).toThrow(ValueUnfit);
  });

  it('is not a negative number, which would look like an option; what follows "=" may be one', () => {
    expect(() => argument(-1, 'dailySms')).toThrow('must not begin with -');
    expect(plain(-1, 'dailySms')).toBe('-1');
  });
});

describe('a path', () => {
  it('has as many segments as its template, at the same host, whatever the values are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (id, channel) => {
        const template = 'https://office.example/a/{deviceId}/v{channel}/b';
        let filled: string;
        try {
          filled = fillPath(template, { deviceId: id, channel });
        } catch (error) {
          expect(error).toBeInstanceOf(ValueUnfit);
          return;
        }
        const { origin, pathname, search, hash } = new URL(filled);
        expect([origin, search, hash]).toEqual(['https://office.example', '', '']);
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', id, `v${channel}`, 'b']);
        expect(
          pathname.split('/').flatMap((part) => decodeURIComponent(decodeURIComponent(part)).split(/[\\/]/)),
        ).toHaveLength(5);
      }),
    );
  });

  it.each(['..', '.', '', 'a/b', 'a\\b', '%2f', '%2e%2e', '..%2f', 'a\nb', '\ud800'])('takes no %j', (id) => {
    expect(() => fillPath('/a/{deviceId}/b', { deviceId: id })).toThrow(ValueUnfit);
  });

  it('takes no dots that two values make together', () => {
    expect(() => fillPath('/a/{deviceId}{channel}', { deviceId: '.', channel: '.' })).toThrow(ValueUnfit);
  });
});

describe('a query or a form', () => {
  it('carries any text as one field', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        fc.pre(!/\p{Cc}/u.test(id));
        expect(new URLSearchParams(`a=${component(id, 'deviceId')}&b=1`).get('a')).toBe(id);
      }),
    );
  });
});

describe('a header', () => {
  it('that is one value takes any printable text, and among other text a plain one', () => {
    const fill = (template: string, id: string) => fillText(template, { deviceId: id }, inHeader(template));
    expect(fill('{deviceId}', 'a; b=c')).toBe('a; b=c');
    expect(fill('unit={deviceId}', 'V7')).toBe('unit=V7');
    expect(() => fill('unit={deviceId}', 'a; admin=1')).toThrow(ValueUnfit);
    expect(() => fill('{deviceId}', 'a\r\nb: c')).toThrow(ValueUnfit);
  });
});

describe('a control that cannot carry a value', () => {
  const xml: Control = {
    by: 'http',
    method: 'POST',
    url: '/office',
    headers: { 'content-type': 'text/xml' },
    body: '<activate><id>{deviceId}</id></activate>',
  };

  it.each([
    ['a text body', xml, '</id><admin/>'],
    ['a path', { by: 'http', method: 'POST', url: 'https://office.example/{deviceId}' }, '../admin'],
    ['a command', { by: 'command', command: ['fleetctl', '{deviceId}'] }, '--all'],
  ] as const)('leaves the rule open and says why: %s', async (_, activate, id) => {
    const host = { run: () => Promise.reject(new Error('it ran')) };
    const { controls, sent } = await benchOf({ activate: activate as Control }, { host });
    await expect(controls.activate(id)).rejects.toMatchObject({
      name: 'Unreached',
      message: expect.stringContaining(`cannot carry the value ${JSON.stringify(id)} of {deviceId}`),
      unlock: ['controls.activate'],
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [{ by: 'command', command: ['sh', '-c', 'fleetctl {deviceId}'] }],
    [{ by: 'http', method: 'POST', url: 'https://{deviceId}/x' }],
  ] as const)(
    'because a profile made in code has it in the wrong place is not performed: %j',
    async (activate) => {
      const host = { run: () => Promise.reject(new Error('it ran')) };
      const { controls, sent } = await benchOf({ activate: activate as Control }, { host });
      await expect(controls.activate('evil.example')).rejects.toThrow('activate cannot be used');
      expect(sent).toEqual([]);
    },
  );
});
