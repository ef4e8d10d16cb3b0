import { describe, expect, it } from 'vitest';
import { operation, operations, sections } from '../../contracts/specification/index.ts';
import { type Family, guardedOperations } from '../../contracts/specification/operations.ts';

/** Method and path of every operation, as section 4 of the document has them. */
const document = `
POST /api/Auth/Token
GET /api/devices
GET /api/devices/{deviceId}
GET /api/devices/{deviceId}/lastLocation
POST /api/devices/{deviceId}/locations
POST /api/devices/{deviceId}/alerts
GET /api/groups
POST /api/groups
GET /api/groups/{groupId}
PUT /api/groups/{groupId}
PATCH /api/groups/{groupId}
DELETE /api/groups/{groupId}
GET /api/users
POST /api/users
GET /api/users/countries
GET /api/users/timeZones
GET /api/users/{userId}
PUT /api/users/{userId}
PATCH /api/users/{userId}
DELETE /api/users/{userId}`;

describe('the operations', () => {
  it('are those of the document, in its order', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(document.trim().split('\n'));
  });

  it('have an id each, by which they are found', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(20);
    for (const each of operations) expect(operation(each.id)).toBe(each);
  });

  it('are all behind a token but the token request', () => {
    expect(operations.filter(({ guarded }) => !guarded).map(({ id }) => id)).toEqual(['issueToken']);
    expect(guardedOperations).toHaveLength(19);
  });

  it('name what the id in their path is for', () => {
    for (const { path, pathId } of operations) {
      expect(/\{(\w+)Id\}/.exec(path)?.[1] ?? null, path).toBe(pathId);
    }
  });

  it('come in the four families of section 1', () => {
    const sizeOf = (family: Family) => operations.filter((each) => each.family === family).length;
    expect([sizeOf('auth'), sizeOf('devices'), sizeOf('groups'), sizeOf('users')]).toEqual([1, 5, 6, 8]);
  });

  it('rest on sections that exist', () => {
    const known = sections.map(({ id }) => id);
    for (const { id, section } of operations) expect(known, id).toContain(section);
  });
});
