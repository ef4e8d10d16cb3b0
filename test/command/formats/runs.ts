/** Records of runs made by hand: that of `run.yaml` with every verdict and every hostile text, an empty one, one cut short. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { rules } from '../../../contracts/specification/index.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import type { Exchange, Outcome, Run } from '../../../contracts/verify/run.ts';

/** Texts that a deployment may put into its answers to break a report. Each is to be read as it is, or by its numbers. */
export const hostile = {
  markup: '<img src=x onerror="document.title=\'owned\'">',
  script: '</script><script>document.title="owned"</script>',
  cdata: ']]>',
  comment: '--><b>',
  controls: '\u0000\u0007\u001b[2J\u001b]0;owned\u0007\u009b31m',
  direction: 'safe\u202Eexe.txt\u2066',
  annotation: 'x%0A::error::owned\n::error file=a,line=1::owned\r\n##[error]owned',
  lone: 'half \ud83d of one',
  noncharacters: '\ufffe\uffff',
  emoji: '🚚👩‍👩‍👧 vehicle 車両',
  quotes: `it's "quoted" \`id\` $(id) $HOME \\ !!`,
  entity: '&lt;already&gt; &amp;amp; &#0;',
  template: '{{constructor}} %s %n #{7*7}',
  long: `${'5000 characters '.repeat(312)}end!!!!`,
  name: '__proto__',
} as const;

export const hostileText = Object.values(hostile).join(' | ');

const texts: { readonly [name: string]: string } = { ...hostile, hostile: hostileText };

/** Puts the hostile texts in the place of their names. */
const filled = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\{(\w+)\}/g, (whole, name) => texts[name] ?? whole) : value;
const text = readFileSync(new URL('run.yaml', import.meta.url), 'utf8');

export const everyVerdict: Run = JSON.parse(JSON.stringify(parse(text)), filled);

export const allPass: Run = {
  ...everyVerdict,
  profile: null,
  outcomes: everyVerdict.outcomes.filter(({ verdict }) => verdict === 'pass'),
  observations: everyVerdict.observations.slice(2),
  leftBehind: [],
  staleBaseline: [],
  warnings: [],
  exitCode: 0,
};

export const empty: Run = { ...allPass, outcomes: [], observations: [], exchanges: [], exitCode: 3 };

export const interrupted: Run = {
  ...everyVerdict,
  outcomes: everyVerdict.outcomes.slice(0, 4),
  interrupted: true,
  staleBaseline: [],
};

/** A run over everything that the document has, with some 400 exchanges: all of it holds. */
export function wholeRun(): Run {
  const [, read] = everyVerdict.exchanges as [Exchange, Exchange];
  const [pass] = everyVerdict.outcomes as [Outcome];
  const all = rules.flatMap((rule) => expand(rule).map(({ id }) => ({ id, rule })));
  return {
    ...allPass,
    outcomes: all.map(({ rule, id }, at) => {
      const own = { id, rule: rule.id, section: rule.sections[0] ?? '1', exchanges: [2 * at, 2 * at + 1] };
      return { ...pass, ...own } as Outcome;
    }),
    exchanges: all.flatMap(({ id }, at) =>
      [0, 1].map((more) => ({ ...read, index: 2 * at + more, purpose: id })),
    ),
  };
}
