import { describe, expect, it } from 'vitest';
import { operations, type RuleId, rule, rules, sections } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { explainNeed } from '../../contracts/specification/needs.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';

const judgedIds = (id: RuleId) => expand(rule(id)).map((judged) => judged.id);

describe('the rules', () => {
  it('have an id each, by which they are found', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const each of rules) expect(rule(each.id)).toBe(each);
  });

  it('say something, each something else within its area', () => {
    for (const { id, text } of rules) expect(text, id).toMatch(/^[A-Z`].+\.$/);
    const said = rules.map(({ id, text }) => `${id.slice(0, id.indexOf('/'))}: ${text}`);
    expect(new Set(said).size).toBe(rules.length);
  });

  it('rest on sections that exist', () => {
    const known = sections.map(({ id }) => id);
    for (const each of rules) {
      expect(each.sections.length, each.id).toBeGreaterThan(0);
      for (const section of each.sections) expect(known, each.id).toContain(section);
    }
  });

  it('need nothing that cannot be described in words', () => {
    for (const need of rules.flatMap(({ needs }) => needs))
      expect(explainNeed(need), need).toMatch(/^(a|the|where) /);
  });
});

describe('what is judged for a rule', () => {
  it('is the rule itself, where it holds once', () => {
    expect(judgedIds('token/issued')).toEqual(['token/issued']);
  });

  it('is each of the 20 operations, for the rule that they are served', () => {
    expect(judgedIds('operations/*')).toEqual(operations.map(({ id }) => `operations/${id}`));
  });

  it('is each of the 19 operations behind a token, for the rules of access', () => {
    for (const { id } of rules.filter((each) => each.id.startsWith('auth/'))) {
      expect(judgedIds(id)).toEqual(guardedOperations.map((operation) => `${id}/${operation.id}`));
    }
    expect(judgedIds('auth/header-required')[0]).toBe('auth/header-required/listDevices');
  });

  it('is e-mail and SMS, for the daily limits', () => {
    expect(judgedIds('limits/stops-at-limit')).toEqual([
      'limits/stops-at-limit/email',
      'limits/stops-at-limit/sms',
    ]);
  });

  it('has an id of its own each time', () => {
    const all = rules.flatMap(expand).map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
  });

  it('needs the id that the path of its operation takes, and no other', () => {
    const needs = Object.fromEntries(
      expand(rule('operations/*')).map(({ operation, needs }) => [operation, needs]),
    );
    expect(needs).toMatchObject({
      listDevices: [],
      readDevice: ['device'],
      updateGroup: ['group'],
      deleteUser: ['user'],
    });
  });
});
