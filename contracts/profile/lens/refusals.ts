/** The bodies of refusals (opening `errors.body`). */

import { exactJsonIn, exactJsonText } from '../../kit/exact-json.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { mapTable } from '../../kit/tables.ts';
import { errorFacts, type Refusal } from '../../specification/openings/errors.ts';
import type { FactKind } from '../../specification/records/kinds.ts';
import type { ErrorBody } from '../openings.ts';
import type { Dialect } from './codecs.ts';
import type { ErrorFacts, ErrorLens, Reading } from './lens.ts';
import { compileRecord, issue, planRecord } from './record.ts';
import { compileTree, constantPlaces } from './tree.ts';

const kinds: { readonly [fact: string]: FactKind } = {
  ...mapTable(errorFacts, () => 'text'),
  ...{ status: 'number', success: 'boolean' },
};

export function compileRefusals(body: ErrorBody, dialect: Dialect): ErrorLens {
  const usual = usualBody(body, dialect);
  const own = new Map(
    Object.entries(body.apart ?? {}).map(([refusal, one]) => [refusal, bodyApart(one, body, dialect)]),
  );
  const fixed = [...own.values()].flatMap((one) => one.fixed || []);
  return {
    ...usual,
    bodyOf(refusal, facts) {
      const { contentType, write } = own.get(refusal) ?? usual;
      return { contentType, text: write(facts) };
    },
    read: (text) =>
      fixed.some((one) => isSameText(one, text))
        ? { facts: { success: false }, issues: [] }
        : usual.read(text),
  };
}

type Usual = Pick<ErrorLens, 'contentType' | 'write' | 'read'>;

function usualBody(body: ErrorBody, dialect: Dialect): Usual {
  if (body.form === 'empty')
    return { contentType: null, write: () => '', read: () => ({ facts: {}, issues: [] }) };
  const { contentType } = body;
  if (body.form === 'text')
    return {
      contentType,
      write: (facts) => facts.detail ?? facts.title ?? facts.code ?? '',
      read: (text) => ({ facts: text === '' ? {} : { detail: text }, issues: [] }),
    };
  const record = compileRecord(planRecord([body], kinds, dialect));
  return {
    contentType,
    write: (facts) => exactJsonText(record.write({ ...facts, success: false })),
    read: (text) => {
      const json = exactJsonIn(text);
      if (json === undefined) return { facts: {}, issues: [issue('', 'JSON', text)] };
      return record.read(json) as Reading<ErrorFacts & { success?: boolean }>;
    },
  };
}

type Apart = Exclude<NonNullable<ErrorBody['apart']>[Refusal], undefined>;

/** The body of a single refusal. `fixed`: it is the same each time. */
function bodyApart(
  one: Apart,
  body: ErrorBody,
  dialect: Dialect,
): Pick<Usual, 'contentType' | 'write'> & { readonly fixed?: string } {
  if (one.form === 'empty') return { contentType: null, write: () => '' };
  if (one.form === 'more') {
    const isJson = body.form === 'json';
    return usualBody(
      isJson ? { ...body, constants: { ...body.constants, ...one.constants } } : body,
      dialect,
    );
  }
  const fixed =
    one.form === 'text' ? one.text : exactJsonText(compileTree(constantPlaces(one.constants))({}));
  return { contentType: one.contentType, fixed, write: () => fixed };
}

/** Returns whether two texts are the same, or the same JSON, whatever its layout and the order of its names. */
function isSameText(one: string, other: string): boolean {
  const json = exactJsonIn(one);
  return one === other || (json !== undefined && isDeepEqual(json, exactJsonIn(other)));
}
