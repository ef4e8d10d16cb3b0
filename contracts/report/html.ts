/**
 * One page for a browser, with nothing from elsewhere: its style is part of it, and a policy lets the browser use that and
 * nothing else; no script runs. It opens with what came out, what failed with the steps that show it, what was left open and what unlocks more;
 * details are folded. The element `#run` has the JSON report, but for requests that no finding rests on. All that was
 * received is escaped (`html`); the policy is the second wall.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../kit/base64.ts';
import { plural } from '../kit/phrases.ts';
import { shortened, shownJson, visibleLines } from '../kit/untrusted.ts';
import type { Exchange, Run } from '../verify/run.ts';
import { conclusionOf, headlineOf } from './exit.ts';
import { type Finding, findingsOf } from './findings.ts';
import { renderJson } from './json.ts';
import {
  duration,
  inShort,
  notices,
  type SectionSummary,
  sectionsOf,
  sharpnessIn,
  summarise,
} from './summary.ts';
import { lockedOf, nextSteps } from './unlock.ts';
import { countStatuses, type Status, statuses, statusOrder } from './verdicts.ts';

/** Markup that is safe to write; made by `html` and `trusted` alone. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[] | false | undefined;

/** A template: what is put in as text comes out as text, what is markup already stays markup. */
function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => (index === 0 ? text : write(parts[index - 1]) + text)).join(''),
  );
}

/** Markup that is our own, such as a style sheet. Never for anything that was received. */
const trusted = (markup: string) => new Html(markup);

function write(part: Part): string {
  if (part === false || part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return visibleLines(String(part)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text in which words between backticks are code, as the texts of the rules have it. */
function prose(text: string): Html[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}

export function renderHtml(run: Run): string {
  const { words, status } = headlineOf(run);
  const findings = findingsOf(run);
  const exchanges = exchangesFor(run, findings);
  // Without `<` nothing in it can end its element, and JSON has it by its number all the same.
  const json = shownJson(renderJson({ ...run, exchanges: [...exchanges.values()] }, 0)).replaceAll(
    '<',
    '\\u003c',
  );
  const digest = toBase64(sha256(new TextEncoder().encode(style)));
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${words} · ${run.target} · Roadtest</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="${status}">
<p class="muted">Contract report of <code>${run.target}</code>, ${run.profile === null ? 'without a profile' : html`profile ${run.profile}`}</p>
<h1><span class="tone" aria-hidden="true">${statuses[status].symbol}</span> ${words}</h1>
<p class="lead">Exit code ${conclusionOf(run)}</p>
${counts(run)}
<ul class="notices">${notices(run).map((notice) => html`<li>${notice}</li>`)}</ul>
</header>
<main>
${findings.map((finding) => findingArticle(finding, exchanges))}
${unlocking(run)}
${details(run)}
</main>
<footer><p class="muted">${run.startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}, ${duration(summarise(run).milliseconds)}, ${plural(run.exchanges.length, 'request')}; ${run.tool}, run ${run.nonce}, --seed ${run.seed}. This page loads nothing and sends nothing.</p></footer>
<script type="application/json" id="run">${trusted(json)}</script>
</body>
</html>
`.markup;
}

function counts({ outcomes }: Run): Html {
  const found = countStatuses(outcomes);
  const items = statusOrder
    .filter((status) => found[status] > 0)
    .map((status) => {
      const { word, meaning } = statuses[status];
      return html`<li class="${status}" title="${meaning}">${badge(status)}<strong>${found[status]}</strong> ${word}</li>`;
    });
  return html`<ul class="counts">${items}</ul>`;
}

function badge(status: Status, word = ''): Html {
  return html`<span class="tone"><span aria-hidden="true">${statuses[status].symbol}</span> ${word}</span>`;
}

/** Lines that scroll where they are many. */
function block(label: string, lines: readonly string[]): Html | false {
  return (
    lines.length > 0 && html`<pre tabindex="0" role="group" aria-label="${label}">${lines.join('\n')}</pre>`
  );
}

function folded(title: Part, content: Part): Html {
  return html`<details><summary>${title}</summary>${content}</details>`;
}

/** Characters of a text, and of a request or an answer, that the page shows: the rest is in the JSON report. */
const TEXT = 4_000;
const MESSAGE = 2_000;
/** Characters of requests and answers that the page holds. */
const HELD = 40_000;

function findingArticle({ status, word, about, facts, steps, exchanges }: Finding, held: Held): Html {
  const shown = exchanges.flatMap((index) => held.get(index) ?? []);
  const told = (label: string, text: string) => (label === 'rule' ? prose(text) : shortened(text, TEXT));
  return html`<article class="finding ${status}">
<h2>${badge(status, word)} <code>${about}</code></h2>
<dl>${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${told(label, text)}</dd></div>`)}</dl>
${steps.length > 0 && html`<ol>${steps.map(({ said }) => html`<li>${shortened(said, TEXT)}</li>`)}</ol>`}
${block(
  `lines for ${about}`,
  steps.flatMap(({ run }) => run),
)}
${shown.length > 0 && folded(`${plural(shown.length, 'request')} and what came back`, shown.map(exchangePart))}
</article>
`;
}

type Held = ReadonlyMap<number, Exchange>;

/** The exchanges that findings rest on, as many as there is room for: the clearest of each is its last. */
function exchangesFor(run: Run, findings: readonly Finding[]): Held {
  const byIndex = new Map(run.exchanges.map((exchange) => [exchange.index, exchange]));
  let room = HELD;
  const held = findings.flatMap((finding) =>
    finding.exchanges.toReversed().flatMap((index): [number, Exchange][] => {
      const exchange = byIndex.get(index);
      room -= exchange ? JSON.stringify(exchange).length : 0;
      return exchange && room > 0 ? [[index, exchange]] : [];
    }),
  );
  return new Map(held.sort(([one], [other]) => one - other));
}

function exchangePart({ index, request, reply, failure, milliseconds, purpose }: Exchange): Html {
  const message = (first: string, headers: { readonly [name: string]: string }, body = '') => {
    const lines = [first, ...Object.entries(headers).map((header) => header.join(': '))];
    return block(first, [shortened([...lines, ...(body ? ['', body] : [])].join('\n'), MESSAGE)]);
  };
  const { method, url, headers, body } = request;
  const came = reply
    ? message(`${reply.status}`, reply.headers, reply.body)
    : html`<p>${failure ?? 'no reply'}</p>`;
  return html`<h3>#${index} <span class="muted">${purpose}, ${duration(milliseconds)}</span></h3>
${message(`${method} ${url}`, headers, body)}${came}`;
}

/** The next steps, and all that was not reached. */
function unlocking(run: Run): Html | false {
  const groups = lockedOf(run);
  const all = groups.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const steps = nextSteps(run).map(
    ({ do: what, checks, lines }) =>
      html`<li>${what}: unlocks ${plural(checks, 'check')}${block('lines to paste', lines)}</li>`,
  );
  const rows = groups.map(
    ({ words, reasons, outcomes }) =>
      html`<li><strong>${outcomes.length}</strong> ${words.length > 0 ? words.join('; ') : 'no known way to reach these'}
<p><code>${inShort(outcomes).join(', ')}</code></p>${reasons.slice(0, 3).map((reason) => html`<p class="muted">${reason}</p>`)}</li>`,
  );
  return (
    all > 0 &&
    html`<section id="open" class="inconclusive"><h2>${badge('inconclusive', `${all} not reached`)}</h2>
${steps.length > 0 && html`<ul>${steps}</ul>`}${folded('All of them, by what is missing', html`<ul>${rows}</ul>`)}</section>`
  );
}

function details(run: Run): Html {
  const { sharpness, coverage, observations } = run;
  const openings = observations.map(({ opening, observed, pinned, drift, notCompared }) => [
    ...[opening, shortened(observed, TEXT)],
    notCompared ?? (drift ? (pinned ?? '') : pinned === undefined ? 'not pinned' : 'the same'),
  ]);
  const answers = Object.entries(sharpness?.operations ?? {});
  return html`<section id="details"><h2>Details</h2>
${sectionsOf(run).map(sectionDetails)}
${table(
  `Openings: what was seen where the document leaves a choice (${observations.length})`,
  ['opening', 'observed', 'pinned'],
  openings,
)}
${table(
  `Sharpness: ${sharpnessIn(run) ?? ''}`,
  ['operation or control', 'answers', 'noticed'],
  answers.map(([name, one]) => [name, one.answers, one.noticed]),
)}
${
  coverage &&
  table(
    `Values: ${coverage.filled} of ${coverage.cells} classes by field and verb were written and read back`,
    ['field and verb', 'classes', 'not tried'],
    Object.entries(coverage.fields).map(([name, one]) => [name, one.cells, one.empty.join(' | ')]),
  )
}
</section>`;
}

function sectionDetails({ name, rules, judged, applicable, counts: found }: SectionSummary): Html {
  const bad = statusOrder.filter((status) => found[status] > 0 && status !== 'pass');
  const badges = bad.map(
    (status) => html`<span class="${status}">${badge(status, `${found[status]}`)}</span> `,
  );
  const rows = rules.map(
    ({ worst, name, text }) =>
      html`<li class="${worst}">${badge(worst)} <code>${name}</code> <span class="muted">${prose(text)}</span></li>`,
  );
  return folded(
    html`${name} <span class="muted">${judged} of ${applicable} judged</span> ${badges}`,
    html`<ul>${rows}</ul>`,
  );
}

/** A folded table; nothing where it has no row. */
function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Html | false {
  const line = (cells: readonly (string | number)[]) =>
    html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  const names = head.map((name) => html`<th scope="col">${name}</th>`);
  const whole = html`<table><thead><tr>${names}</tr></thead><tbody>${rows.map(line)}</tbody></table>`;
  return (
    rows.length > 0 &&
    folded(title, html`<div class="scroll" tabindex="0" role="group" aria-label="${head[0]}">${whole}</div>`)
  );
}

/**
 * How the page looks, light and dark, wide and narrow, and on paper. The colours are those of Okabe and Ito, darkened or
 * lightened to be read, which people can distinguish whatever colours they see; symbols and words say the same.
 */
const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --surface: #fff; --ink: #1c2026; --muted: #575d67; --line: #dddad2; --link: #1f5a9e;
  --pass: #00664c; --fail: #a83a00; --error: #8c1149; --suspect: #00507d; --drift: #7a3069; --open: #6b4e8a; --locked: #7a5200; --accepted: #5f5700;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --surface: #1b1f24; --ink: #e9e7e2; --muted: #a5abb5; --line: #31363e; --link: #8fbcff;
    --pass: #4fd3ac; --fail: #ff9a5c; --error: #ff94b6; --suspect: #7cc4f2; --drift: #e3a6cd; --open: #c9b1e8; --locked: #f3bd52; --accepted: #e9e27a;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: clamp(1rem, 4vw, 2.5rem); background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.75rem, 5vw, 2.75rem); line-height: 1.2; letter-spacing: -.02em; }
h2 { font-size: 1.125rem; line-height: 1.35; }
h3 { margin-top: 1rem; font-size: .9375rem; }
ul { list-style: none; }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; padding: .625rem .875rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.muted, dt { color: var(--muted); }
.tone { color: var(--tone); font-weight: 600; }
.pass { --tone: var(--pass); }
.fail { --tone: var(--fail); }
.error { --tone: var(--error); }
.suspect { --tone: var(--suspect); }
.drift { --tone: var(--drift); }
.left-open { --tone: var(--open); }
.inconclusive { --tone: var(--locked); }
.accepted { --tone: var(--accepted); }
.not-applicable { --tone: var(--muted); }
header, footer { overflow-wrap: anywhere; }
.lead { margin-top: .5rem; max-width: 46rem; color: var(--muted); }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: 1rem; font-variant-numeric: tabular-nums; }
.notices li { margin-top: .5rem; border-left: 3px solid var(--locked); padding-left: .75rem; }
.finding, section { margin-top: 1.25rem; padding: clamp(.875rem, 3vw, 1.5rem); background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--tone, var(--line)); border-radius: .625rem; }
dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 1rem; margin-top: .375rem; }
dd, li { overflow-wrap: anywhere; }
ol { margin: .875rem 0 0 1.25rem; list-style: none; }
.finding > pre { margin-top: .75rem; }
details { margin-top: .75rem; }
details pre { margin-top: .5rem; }
section li { margin-top: .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
footer { margin-top: 2rem; font-size: .875rem; }
@media (max-width: 40rem) {
  dl > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; }
  body { font-size: 10pt; }
  .finding { break-inside: avoid; }
  pre { max-height: none; }
}
`;
