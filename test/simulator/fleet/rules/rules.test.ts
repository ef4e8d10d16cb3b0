/**
 * The fleet asks its rules and decides nothing itself: replacing a rule's function breaks that rule. The
 * functions are those of the deviations.
 */
import { describe, expect, it } from 'vitest';
import { type RuleId, rules } from '../../../../contracts/specification/index.ts';
import { expand } from '../../../../contracts/specification/judged.ts';
import { areaOf } from '../../../../contracts/specification/rules/index.ts';
import type { Area } from '../../../../contracts/specification/rules/rule.ts';
import { defectOf, scopeOf } from '../../../../simulator/deviations/apply.ts';
import { deviations } from '../../../../simulator/deviations/index.ts';
import { world } from '../world.ts';
import { keeps } from './checks.ts';

/** The areas that are not about HTTP. */
const areas: readonly Area[] = ['devices', 'groups', 'users', 'limits', 'expiry', 'licences'];

/** Rules that show over several steps, lists or texts: the catalogue of faults holds the service to them, over HTTP. */
const overHttp: ReadonlySet<RuleId> = new Set<RuleId>([
  'devices/location-is-own',
  'devices/listed-once',
  'groups/replaced-spares-others',
  'groups/updated-spares-others',
  'groups/listed-once',
  'groups/kept-as-sent',
  'users/replaced-spares-others',
  'users/updated-spares-others',
  'users/listed-once',
  'users/kept-as-sent',
  'limits/holds-each-day',
  'limits/changes-repeat',
  'limits/holds-at-once',
  'expiry/earlier-takes-effect',
  'expiry/only-its-own',
  'licences/active-takes-no-second',
  'licences/expires-again',
]);
const judged = rules
  .flatMap(expand)
  .filter(({ rule }) => areas.includes(areaOf(rule)) && !overHttp.has(rule));

/** Deviations that replace rules; what wraps the service is not seen here. */
const mutants = judged.flatMap((one) =>
  [deviations[one.rule]]
    .filter(({ rules }) => rules !== undefined)
    .map((deviation) => ({ ...one, does: deviation.does, broken: () => defectOf(deviation, scopeOf(one)) })),
);

describe('the rules of the fleet', () => {
  it.each(judged)('$id holds', ({ id }) => expect(keeps(id, world())).toBe(true));

  it.each(mutants)('$id is broken by a service that $does', ({ id, broken }) => {
    expect(keeps(id, world(broken()))).toBe(false);
  });
});
