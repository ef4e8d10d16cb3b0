import { quoted } from '../../contracts/kit/untrusted.ts';
import { serviceEventKinds } from '../../contracts/specification/events/index.ts';
import { text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { number } from './finding.ts';
import { wantedOf } from './wanted.ts';

export const happened = defineExpectation({
  kind: 'happened',
  summary: 'How many events of a kind there were so far.',
  value: text,
  beside: { count: ref('wanted') },
  read({ value, here, path, fields, names }) {
    if (!serviceEventKinds.some((kind) => kind === value)) {
      const hint =
        names.diagnostics.nearest(value, serviceEventKinds) ?? `events are ${serviceEventKinds.join(', ')}`;
      names.diagnostics.wrong('UNKNOWN_HAPPENING', here, `there is no event ${quoted(value)}`, hint);
      return [];
    }
    return [{ event: value, wanted: wantedOf(fields.count, [...path, 'count'], names) }];
  },
  words: ({ event, wanted }) => `${event}: ${numberInWords(wanted)}`,
  check: ({ event, wanted }, { happened }) => number(happened(event), wanted),
  onTarget: { notJudged: 'no operation reads events' },
});
