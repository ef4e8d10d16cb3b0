/** Tests that are written of failures: what comes from outside stands in them as literals and comments, and nothing runs. */
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTest } from '../../contracts/explore/as-test.ts';
import type { Failure } from '../../contracts/explore/exploration.ts';
import { literalOf } from '../../contracts/kit/literals.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '*/ ran = true; /*',
    '\n ran = true;',
    '\r ran = true;',
    '\u2028 ran = true;',
    '\u2029 ran = true;',
    '"; ran = true; "',
    "'; ran = true; '",
    '`$' + '{ran = true}`',
    '\\"; ran = true; //',
    '\ud800',
    '\u202e',
  ),
);

/** The options and the result of a test file, evaluated without its imports and types. */
function evaluate(text: string): { asked: unknown; ran: unknown } {
  const body = text
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .replace('const profile: Profile =', 'const profile =');
  const context = createContext({ ran: false, asked: undefined, process: { env: {} } });
  const stubs = 'const describeHistory = (options) => { asked = JSON.stringify(options); };';
  runInContext(`${stubs} const createSimulator = (options) => options;\n${body}`, context);
  return { asked: JSON.parse(String(context.asked)), ran: context.ran };
}

const failureWith = (text: string): Failure => ({
  verdict: 'fail',
  broken: [['groups/replaced']],
  expected: text,
  observed: text,
  steps: [{ do: 'create', family: 'group', record: 1 }],
  taken: [{ step: text, came: text }, { step: text }],
  ruledOut: [{ step: 1, reading: text }],
  exchanges: [],
  ...{ foundWith: 1, failed: 3, played: 3, requests: 1, shrinking: 1 },
});

describe('a test of a failure', () => {
  it('holds what a deployment says as literals and comments only', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const profile = { ...defaultProfile, name: text, basePath: text };
        const explored = { target: text, profile, chosen: false };
        const written = renderTest({ tool: text }, failureWith(text), explored);
        const { asked, ran } = evaluate(written);
        expect(ran).toBe(false);
        expect(asked).toMatchObject({ name: 'groups/replaced', baseUrl: text, profile: { name: text } });
        expect(written).not.toMatch(/[\u2028\u2029\u202e\r]/);
      }),
    );
  });

  it('writes a value as a literal that gives the same value', () => {
    const names = fc.oneof(hostile, fc.constant('__proto__'));
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (value) => {
        const read: unknown = runInContext(`JSON.stringify(${literalOf(value)})`, createContext({}));
        expect(read).toBe(JSON.stringify(value));
      }),
    );
  });

  it('runs commands and reads secrets only of a profile that the user chose', () => {
    const controls = {
      send: { by: 'http', method: 'POST', url: '/send', headers: { key: '{$SECRET_OF_USER}' } },
    } as const;
    const profile = { ...defaultProfile, controls };
    const asked = (chosen: boolean) =>
      evaluate(renderTest({ tool: 'roadtest' }, failureWith('a'), { target: 'http://x', profile, chosen }))
        .asked;
    expect(asked(true)).toMatchObject({ commands: true, controlSecrets: { SECRET_OF_USER: '' } });
    expect(asked(false)).not.toHaveProperty('commands');
    expect(asked(false)).not.toHaveProperty('controlSecrets');
  });
});
