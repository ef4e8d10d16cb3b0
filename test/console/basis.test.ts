import { describe, expect, it } from 'vitest';
import { type OperationId, openings, operations, rules } from '../../contracts/specification/index.ts';
import { groundsOf } from '../../simulator/console/panels/developers/basis.ts';
import type { Specification } from '../../simulator/control/schemas/index.ts';

const statuses = [200, 201, 204, 400, 401, 403, 404, 409, 415, 422, 429, 500, null];
const replyOf = (status: number | null, body = '{}') => ({ status, headers: {}, body });
const specification = { operations, rules, openings } as unknown as Specification;

describe('what an answer rests on', () => {
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
    const openingsOf = (operation: OperationId, status: number) =>
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

  it('takes a token request as refused by what it says, whatever the status of the deployment', () => {
    const reply = replyOf(200, '{"success": false, "error": "no"}');
    const ids = groundsOf({ operation: 'issueToken', reply }, specification).rules.map(({ id }) => id);
    expect(ids).toContain('token/wrong-api-key');
    expect(ids).not.toContain('token/issued');
  });

  it('finds the rules on the answers of one operation', () => {
    const rulesOf = (operation: OperationId) =>
      groundsOf({ operation, reply: replyOf(200) }, specification).rules.map(({ id }) => id);
    expect(rulesOf('deleteGroup')).toEqual([
      'auth/bearer-accepted',
      'groups/deleted-is-gone',
      'groups/deleted-spares-others',
    ]);
    expect(rulesOf('listTimeZones')).toEqual(['auth/bearer-accepted', 'users/time-zones-listed']);
  });
});
