import { describe, expect, it } from 'vitest';
import { openings, operations, rules } from '../../contracts/specification/index.ts';
import { basisOf, groundsOf } from '../../simulator/console/panels/developers/basis.ts';
import type { Specification } from '../../simulator/control/schemas/index.ts';

const statuses = [200, 201, 204, 400, 401, 403, 404, 409, 415, 422, 429, 500, null];
const replyOf = (status: number | null, body = '{}') => ({ status, headers: {}, body });
const specification = { operations, rules, openings } as unknown as Specification;

describe('what an answer rests on', () => {
  it('names rules that there are, and kinds of answers that openings shape', () => {
    const known = new Set<string>(rules.map(({ id }) => id));
    const shaped = new Set<string>(openings.flatMap(({ shapes }) => shapes));
    for (const { id } of operations) {
      for (const status of statuses) {
        const basis = basisOf({ operation: id, reply: replyOf(status) });
        const named = basis.rules.map((rule) => rule.replace(/^operations\/.*/, 'operations/*'));
        expect(named.filter((each) => !known.has(each))).toEqual([]);
        expect(basis.occasions.filter((each) => !shaped.has(each))).toEqual([]);
      }
    }
  });

  it('says something about each answer of each operation', () => {
    for (const { id } of operations) {
      for (const status of statuses) {
        const { rules: said, openings: open } = groundsOf(
          { operation: id, reply: replyOf(status) },
          specification,
        );
        expect(said.length + open.length, `${id} ${status}`).toBeGreaterThan(0);
      }
    }
  });

  it('finds the openings that shaped an answer', () => {
    const openingsOf = (operation: string, status: number) =>
      groundsOf({ operation, reply: replyOf(status) }, specification).openings.map(({ id }) => id);
    expect(openingsOf('updateGroup', 200)).toEqual([
      'operations.status',
      'records.group',
      'records.id',
      'records.time',
      'patch.format',
    ]);
    expect(openingsOf('readUser', 403)).toEqual(['token.live-when-disabled', 'auth.refusal', 'auth.roles']);
    expect(openingsOf('issueToken', 415)).toContain('token.malformed');
  });

  it('reports a refused token request by what it says, whatever the status of the deployment', () => {
    const basis = basisOf({
      operation: 'issueToken',
      reply: replyOf(200, '{"success": false, "error": "no"}'),
    });
    expect(basis.rules).toContain('token/wrong-api-key');
    expect(basis.rules).not.toContain('token/issued');
  });
});
