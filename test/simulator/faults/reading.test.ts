/** Mistakes in fault rules are said with their place, and change nothing. */
import { expect, it } from 'vitest';
import { bounds } from '../../../simulator/faults/rule.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { clientOf } from '../client.ts';

const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);

it.each<[what: string, rules: unknown, field: string, says: RegExp]>([
  ['no list', 'x', 'rules', /list/],
  ['no rule', [1], 'rules/0', /object/],
  ['no effect', [{ operation: 'listDevices' }], 'rules/0', /says nothing/],
  ['a misspelt field', [{ staus: 500 }], 'rules/0/staus', /Did you mean status/],
  ['a field of every object', [{ constructor: 1 }], 'rules/0/constructor', /not part/],
  ['a misspelt operation', [{ operation: 'listDevice', status: 500 }], 'rules/0/operation', /listDevices/],
  ['a status of no answer', [{ status: 100 }], 'rules/0/status', /200/],
  ['a header of two lines', [{ status: 500, headers: { a: 'b\r\nc: d' } }], 'rules/0/headers/a', /pattern/],
  [
    'a header of the server',
    [{ status: 500, headers: { 'Content-Length': '1' } }],
    'rules/0/headers/Content-Length',
    /server/,
  ],
  ['headers of no answer', [{ cut: 'after', headers: {} }], 'rules/0/headers', /needs/],
  ['a body of no answer', [{ refusal: 'failed', body: 1 }], 'rules/0/body', /needs/],
  ['a body that is too long', [{ status: 500, body: 'x'.repeat(bounds.body) }], 'rules/0/body', /longer/],
  ['two answers', [{ status: 500, cut: 'after' }], 'rules/0/cut', /two rules/],
  ['a share that is none', [{ cut: 'before', probability: 2 }], 'rules/0/probability', /1/],
  ['a duration that is none', [{ delay: 'soon' }], 'rules/0/delay', /duration/],
  ['a latency without an end', [{ latency: '2h' }], 'rules/0/latency', /longer/],
  ['a limit without a period', [{ limit: { requests: 1 } }], 'rules/0/limit/per', /missing/],
  ['a moment that is none', [{ status: 500, from: 'noon' }], 'rules/0/from', /instant/],
  [
    'an end before the beginning',
    [{ status: 500, from: '2026-01-05T09:00:00Z', until: '2026-01-05T08:00:00Z' }],
    'rules/0/until',
    /after/,
  ],
  ['calls with alerts', [{ notifies: 2, operation: 'postAlerts' }], 'rules/0/operation', /alerts/],
  ['too many rules', many(bounds.rules + 1, { status: 500 }), 'rules', /more than/],
  ['the second of two', [{ status: 500 }, { status: 'x' }], 'rules/1/status', /integer/],
])('%s', async (_, rules, field, says) => {
  const simulator = createSimulator();
  const { control } = clientOf(simulator);
  await control('PUT', '/faults', { rules: [{ cut: 'after' }] });
  const { status, json } = await control('PUT', '/faults', { rules });
  expect({ status, code: json.code, field: json.field }).toEqual({
    status: 422,
    code: 'FAULTS_INVALID',
    field,
  });
  expect(`${json.detail} ${json.hint ?? ''}`).toMatch(says);
  expect(simulator.faults.rules).toEqual([{ cut: 'after' }]);
  simulator.stop();
});
