import { number, option, text } from '../language/schema/builders.ts';
import { siteName } from '../language/words.ts';
import { defineCondition } from './define.ts';

export const speedAbove = defineCondition({
  kind: 'speed-above',
  summary: 'A device is faster than so many km/h.',
  value: number(0, 500),
  beside: { in: option('Only within this area.', text) },
  read({ value: speed, fields, path, names }) {
    const site = fields.in === undefined ? null : names.area(fields.in, [...path, 'in']);
    return site === undefined ? undefined : { speed, site };
  },
  words({ speed, site }, who, names) {
    const within = site === null ? '' : ` in ${siteName(site, names)}`;
    return `${who} is faster than ${speed} km/h${within}`;
  },
  cause: {
    site: ({ site }) => site,
    holds: ({ speed, site }, report) => report.speed > speed && (site === null || report.isWithin(site)),
  },
});
