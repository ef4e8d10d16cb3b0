/** The openings of the document: what was observed there, and whether it is what the profile pins. */

import { plural } from '../../kit/phrases.ts';
import { opening, openings } from '../../specification/openings/index.ts';
import type { Observation, Run } from '../../verify/run.ts';
import { byPin } from '../pins.ts';
import { statuses } from '../verdicts.ts';
import { exchangeLinks } from './exchanges.ts';
import { type Html, html, prose } from './markup.ts';
import { part, value } from './parts.ts';

const known = new Set<string>(openings.map(({ id }) => id));

export function openingSection(run: Run): Html {
  const { drifted, held, open, free } = byPin(run.observations);
  const pins = drifted.length + held.length + open.length;
  const note =
    drifted.length > 0
      ? `Where the document leaves a deployment free. ${plural(drifted.length, 'answer is', 'answers are')} no longer what the profile pins.`
      : 'Where the document leaves a deployment free: never a failure.';
  const lead =
    pins === 0
      ? note
      : `${note} Of ${pins} pinned ${held.length} hold, and ${open.length} could not be compared.`;
  const rows = [...drifted, ...held, ...free, ...open].map(
    (it) => html`<li class="${it.drift ? 'drift' : 'plain'}">${row(run, it)}</li>`,
  );
  return part('openings', 'Openings observed', lead, html`<ul class="openings">${rows}</ul>`);
}

function row(run: Run, it: Observation): Html {
  const open = known.has(it.opening) ? opening(it.opening).open : '';
  return html`<div><h3><code>${it.opening}</code></h3><p class="muted">${prose(open)}</p></div>
<dl><div><dt>Observed</dt><dd>${value(it.observed)}</dd></div>${it.pinned !== undefined && it.drift && html`<div><dt>Pinned</dt><dd>${value(it.pinned)}</dd></div>`}</dl>
<div class="state">${state(it)}${exchangeLinks(run, it.exchanges)}</div>`;
}

function state({ drift, pinned, notCompared }: Observation): Html {
  if (drift)
    return html`<span class="badge drift"><span aria-hidden="true">${statuses.drift.symbol}</span> drift</span>`;
  if (notCompared !== undefined) return html`<span class="muted">not compared: ${prose(notCompared)}</span>`;
  return html`<span class="muted">${pinned === undefined ? 'not pinned' : 'as pinned'}</span>`;
}
