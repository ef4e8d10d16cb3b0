/** The head of the page: what came out of the run, in a sentence, in numbers and as a bar. */
import type { Run } from '../../suite/run.ts';
import { notices } from '../notices.ts';
import type { Summary } from '../summary.ts';
import { exitMeanings } from '../verdict-exit.ts';
import { type Standing, standingOrder, standings } from '../verdicts.ts';
import { duration, plural } from '../words.ts';
import { type Html, html } from './markup.ts';
import { bar } from './parts.ts';

export function overview(run: Run, summary: Summary): Html {
  const { counts } = summary;
  const verdict = verdictOf(summary);
  return html`
<header class="page ${verdict.standing}">
<p class="eyebrow">Contract report</p>
<h1><span class="sign" aria-hidden="true">${standings[verdict.standing].symbol}</span> ${verdict.words}</h1>
<p class="lead">${coverageSentence(summary)}</p>
${warnings(run)}
${run.outcomes.length > 0 && bar(counts)}
<ul class="tiles">${tiles(summary)}</ul>
<dl class="facts">${facts(run, summary)}</dl>
</header>`;
}

/** The run in a few words, and the standing that it is coloured by. */
export function verdictOf({ counts, judged, applicable, missing }: Summary): {
  words: string;
  standing: Standing;
} {
  if (counts.fail > 0) return { words: plural(counts.fail, 'failure'), standing: 'fail' };
  if (counts.error > 0)
    return { words: `The suite broke in ${plural(counts.error, 'case')}`, standing: 'error' };
  if (judged === 0) return { words: 'Nothing was judged', standing: 'inconclusive' };
  const whole = judged === applicable && missing.length === 0 && counts.accepted === 0;
  return { words: whole ? 'Every rule holds' : 'Everything judged holds', standing: 'pass' };
}

function coverageSentence({ counts, judged, applicable, missing }: Summary): string {
  const were = (count: number) => (count === 1 ? 'was' : 'were');
  const open = applicable - judged;
  const holding =
    counts.pass === judged
      ? 'all of them hold'
      : `${counts.pass} of those ${counts.pass === 1 ? 'holds' : 'hold'}`;
  return [
    judged > 0 && `${judged} of ${plural(applicable, 'check')} ${were(judged)} judged, and ${holding}.`,
    judged === 0 && applicable > 0 && `None of ${plural(applicable, 'check')} could be judged.`,
    judged > 0 && open > 0 && `${open} stayed open.`,
    missing.length > 0 &&
      `${plural(missing.length, 'check')} of the document ${were(missing.length)} not part of this run.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function warnings(run: Run): Html | false {
  const stale = run.staleBaseline.map(
    (id) => `The baseline accepts ${id}, and it fails no more: take the entry out.`,
  );
  const told = [...notices(run), ...stale];
  return told.length > 0 && html`<ul class="notices">${told.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** Standings that are shown also when there are none of them. */
const always: ReadonlySet<Standing> = new Set<Standing>(['fail', 'inconclusive', 'pass']);

function tiles({ counts }: Summary): Html[] {
  return standingOrder
    .filter((standing) => counts[standing] > 0 || always.has(standing))
    .map((standing) => {
      const { symbol, word, meaning } = standings[standing];
      return html`<li class="${standing}${counts[standing] === 0 && ' none'}"><a href="#outcomes" data-show="${standing}"><strong>${counts[standing]}</strong> <span class="what"><span aria-hidden="true">${symbol}</span> ${word}</span> <span class="meaning">${meaning}</span></a></li>`;
    });
}

function facts(run: Run, { requests, milliseconds }: Summary): Html[] {
  const told: [string, string | Html][] = [
    ['Deployment', html`<code>${run.target}</code>`],
    ['Profile', run.profile ?? 'none: nothing is known of what the document leaves open'],
    ['Started', html`<time datetime="${run.startedAt}">${moment(run.startedAt)}</time>`],
    ['Took', `${duration(milliseconds)}, ${plural(requests, 'request')}`],
    ['Run', html`<code>${run.nonce}</code> by ${run.tool}`],
    ['Exit code', `${run.exitCode}: ${exitMeanings[run.exitCode]}`],
  ];
  return told.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`);
}

/** `2026-01-05 08:00:00 UTC` */
function moment(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
