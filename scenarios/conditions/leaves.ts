import { text } from '../language/schema/builders.ts';
import { siteName } from '../language/words.ts';
import { defineCondition } from './define.ts';

export const leaves = defineCondition({
  kind: 'leaves',
  summary: 'A device goes out of an area.',
  value: text,
  beside: {},
  read({ value, here, names }) {
    const site = names.area(value, here);
    return site === undefined ? undefined : { site };
  },
  words: ({ site }, who, names) => `${who} leaves ${siteName(site, names)}`,
  cause: { crosses: 'out', site: ({ site }) => site },
});
