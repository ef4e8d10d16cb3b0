/** The daily limits of a device. */
import { describe, each, number, object, orNull, partial, yesNo } from '../../kit/schema.ts';
import { limitFacts } from '../records/index.ts';
import { channelIds } from '../records/values.ts';
import { defineOpening } from './define.ts';
import { recordShape } from './payloads.ts';

const limit = number({ minimum: 0 });

export const limitOpenings = [
  defineOpening({
    id: 'limits.names',
    sections: ['2'],
    open: 'what the limit settings are called in the API',
    schema: () => orNull(object(recordShape(limitFacts))),
    default: null,
    words: (names) =>
      names === null
        ? 'they are not in the API, only on the control API and the console'
        : Object.values(names.fields).join(', '),
  }),
  defineOpening({
    id: 'limits.range',
    sections: ['8'],
    open: 'the allowed range of the daily limits',
    decides: 'state',
    schema: () =>
      object({
        min: limit,
        max: describe('The greatest limit; `null` where there is none.', orNull(limit)),
        whole: yesNo,
      }),
    default: { min: 0, max: 1_000_000, whole: true },
    words: ({ min, max, whole }) =>
      `${whole ? 'whole numbers' : 'numbers'} from ${grouped(min)} ${max === null ? 'on' : `to ${grouped(max)}`}`,
  }),
  defineOpening({
    id: 'limits.default',
    sections: ['8'],
    open: 'the daily limits of a device before they are set',
    decides: 'state',
    schema: () => partial(each(channelIds, orNull(limit))),
    default: { email: null, sms: null },
    words: ({ email, sms }) =>
      email === null && sms === null
        ? 'no limit'
        : `e-mail ${email ?? 'without limit'}, SMS ${sms ?? 'without limit'}`,
  }),
] as const;

/** 1000000 as `1,000,000`. */
function grouped(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 });
}
