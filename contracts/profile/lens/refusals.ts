/** The bodies of refusals (opening `errors.body`). */

import { jsonIn } from '../../kit/json.ts';
import type { FactKind } from '../../specification/records/kinds.ts';
import type { ErrorBody } from '../openings.ts';
import type { Dialect } from './codecs.ts';
import type { ErrorFacts, ErrorLens, Reading } from './lens.ts';
import { compileRecord } from './payloads.ts';
import { issue, planRecord } from './record.ts';

const errorFacts = {
  type: 'text',
  title: 'text',
  status: 'number',
  code: 'text',
  detail: 'text',
  field: 'text',
  success: 'boolean',
} as const satisfies { [fact: string]: FactKind };

export function compileRefusals(body: ErrorBody, dialect: Dialect): ErrorLens {
  if (body.form === 'empty')
    return { contentType: null, write: () => '', read: () => ({ facts: {}, issues: [] }) };
  if (body.form === 'text') {
    return {
      contentType: body.contentType,
      write: (facts) => facts.detail ?? facts.title ?? facts.code ?? '',
      read: (text) => ({ facts: text === '' ? {} : { detail: text }, issues: [] }),
    };
  }
  const record = compileRecord(planRecord([body], errorFacts, dialect));
  return {
    contentType: body.contentType,
    write: (facts) => JSON.stringify(record.write({ ...facts, success: false })),
    read: (text) => {
      const json = jsonIn(text);
      if (json === undefined) return { facts: {}, issues: [issue('', 'JSON', text)] };
      return record.read(json) as Reading<ErrorFacts & { success?: boolean }>;
    },
  };
}
