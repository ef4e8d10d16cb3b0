/**
 * The fleet asks its rules and decides nothing itself: replacing a rule's function breaks that rule.
 */
import { describe, expect, it } from 'vitest';
import { world } from '../world.ts';
import { brokenRules, checks } from './checks.ts';
import { mutants } from './mutants.ts';

describe('the rules of the fleet', () => {
  it('all hold', () => expect(brokenRules(() => world())).toEqual([]));

  it('are each broken by some mutant', () => {
    const caught = new Set(mutants.map(({ rule }) => rule));
    expect(Object.keys(checks).filter((rule) => !caught.has(rule))).toEqual([]);
  });

  it.each(mutants)('$rule: $what', ({ rule, rules, also = [] }) => {
    const broken = brokenRules(() => world({ rules: rules() }));
    expect(broken).toContain(rule);
    if (!also.includes('*')) expect([...broken].sort()).toEqual([...new Set([rule, ...also])].sort());
  });
});
