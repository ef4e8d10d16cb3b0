import { describe, expect, it } from 'vitest';
import { openings, operations, rules } from '../../contracts/specification/index.ts';
import type { Specification } from '../../simulator/console/api/types.ts';
import { basisOf, groundsOf } from '../../simulator/console/panels/developers/basis.ts';

const statuses = [200, 201, 204, 400, 401, 403, 404, 409, 415, 422, 429, 500, null];
const replyOf = (status: number | null, body = '{}') => ({ status, headers: {}, body });
const specification = { operations, rules, openings } as unknown as Specification;

describe('what an answer rests on', () => {
  it('names rules and openings that there are', () => {
    const known = new Set<string>([...rules, ...openings].map(({ id }) => id));
    for (const { id } of operations) {
      for (const status of statuses) {
        const basis = basisOf({ operation: id, reply: replyOf(status) });
        const named = [
          ...basis.rules.map((rule) => rule.replace(/^operations\/.*/, 'operations/*')),
          ...basis.openings,
        ];
        expect(named.filter((each) => !known.has(each))).toEqual([]);
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

  it('tells a refused token request by what it says, whatever the status of the deployment', () => {
    const basis = basisOf({
      operation: 'issueToken',
      reply: replyOf(200, '{"success": false, "error": "no"}'),
    });
    expect(basis.rules).toContain('token/wrong-api-key');
    expect(basis.rules).not.toContain('token/issued');
  });
});
