/** Coverage: each section of the document as a bar, and what was not concluded by what would unlock it. */

import { plural } from '../../kit/phrases.ts';
import { rules } from '../../specification/rules/index.ts';
import type { SectionId } from '../../specification/sections.ts';
import type { Run } from '../../verify/run.ts';
import { inShort, type SectionSummary, type Summary } from '../summary.ts';
import { type Locked, lockedOf } from '../unlock.ts';
import { type Html, html, prose } from './markup.ts';
import { badge, bar, countList, part } from './parts.ts';

export function coverage(summary: Summary): Html {
  const rows = summary.sections.map(
    (it) => html`<li>${it.rules.length > 0 ? sectionRow(it) : emptyRow(it, summary)}</li>`,
  );
  const note = 'By section of the interface document: how much of it was judged, and how it came out.';
  return part('coverage', 'Coverage', note, html`<ol class="sections">${rows}</ol>`);
}

function sectionRow({ section, counts, judged, applicable, rules: listed }: SectionSummary): Html {
  const rows = listed.map(
    ({ rule, text, outcomes, worst }) =>
      html`<li>${badge(worst)} <code>${rule}</code>${outcomes.length > 1 && html` <span class="muted">×${outcomes.length}</span>`} <span class="text">${prose(text)}</span></li>`,
  );
  return html`<h3><span class="number">§ ${section.id}</span> ${section.title}</h3>
<p class="share">${judged} of ${applicable} judged</p>
${bar(counts)}
<ul class="counts">${countList(counts)}</ul>
<details><summary>${plural(listed.length, 'rule')}</summary><ul class="rules">${rows}</ul></details>`;
}

function emptyRow({ section }: SectionSummary, summary: Summary): Html {
  return html`<h3><span class="number">§ ${section.id}</span> ${section.title}</h3><p class="share muted">${whyEmpty(section.id, summary)}</p>`;
}

/** Rules rest on several sections, and are listed under one of them. */
function whyEmpty(id: SectionId, { sections }: Summary): string {
  const resting = rules.filter((rule) => rule.sections.includes(id));
  if (resting.length === 0) return 'nothing to judge: the document leaves it open';
  const listed = new Set(sections.flatMap((section) => section.rules.map(({ rule }) => rule)));
  return resting.some((rule) => listed.has(rule.id)) ? 'judged under other sections' : 'not part of this run';
}

export function notCovered(run: Run, { missing, counts }: Summary): Html {
  const groups = lockedOf(run).map((group) => html`<li>${lockedRow(group)}</li>`);
  const left = missing.map((id) => html`<li><code>${id}</code></li>`);
  const note =
    counts.inconclusive === 0
      ? 'Everything that this run looked at could be reached.'
      : 'No violation was seen in these: the rule was not reached. Largest group first: what would unlock it, and why it was not reached.';
  return part('open', 'Not covered', note, [
    html`<ol class="locked">${groups}</ol>`,
    html`${left.length > 0 && html`<details class="left"><summary>${missing.length} of the document ${missing.length === 1 ? 'was' : 'were'} not part of this run</summary><ul class="ids">${left}</ul></details>`}`,
  ]);
}

function lockedRow({ unlock, words, reasons, outcomes }: Locked): Html {
  const needs = words.map((word, index) => {
    const id = unlock[index] ?? '';
    return html`<li>${word}${word !== id && html` <code>${id}</code>`}</li>`;
  });
  return html`<p class="amount"><strong>${outcomes.length}</strong> ${outcomes.length === 1 ? 'check' : 'checks'}</p>
<div><h3>${needs.length > 0 ? 'Would be unlocked by' : 'Nothing is known to unlock these'}</h3>
${needs.length > 0 && html`<ul class="needs">${needs}</ul>`}
<p>${inShort(outcomes).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}</p>
<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></div>`;
}
