/** Requests and replies. The messages themselves are in the JSON of the page alone: its script draws them where they are unfolded. */

import type { Exchange, Run } from '../../verify/run.ts';
import { duration } from '../words.ts';
import { type Html, html } from './markup.ts';
import { part } from './parts.ts';

export function exchangeSection(run: Run): Html {
  const rows = run.exchanges.map(
    (it) =>
      html`<li><details id="x${it.index}"${drawnFrom(it)}><summary><span class="number">#${it.index}</span> ${requestLine(run, it)} <span class="muted purpose">${it.purpose}</span></summary></details></li>`,
  );
  const note = 'Everything that was sent, in its order, with secrets taken out.';
  const without = html`<noscript><p class="note">Headers and bodies are in the JSON report at the end of this page; its script shows them here.</p></noscript>`;
  return part('exchanges', 'Exchanges', note, html`${without}<ol class="exchanges">${rows}</ol>`);
}

/** `GET /api/devices → 200 in 4 ms` */
export function requestLine(run: Run, { request, reply, failure, milliseconds }: Exchange): Html {
  const { target } = run;
  const path = request.url.startsWith(target)
    ? request.url.slice(target.replace(/(?<!\/)\/+$/, '').length)
    : request.url;
  const came = reply ? `${reply.status}` : (failure ?? 'no reply');
  return html`<code>${request.method} ${path || '/'}</code> <span class="came">→ ${came}</span> <span class="muted">${duration(milliseconds)}</span>`;
}

/** The number of an exchange in the JSON: an element with it gets the messages of it. */
export function drawnFrom({ index }: Exchange): Html {
  return html` data-exchange="${index}"`;
}

/** Links to the exchanges of an outcome; what the run does not hold is left out. */
export function exchangeLinks(run: Run, indexes: readonly number[]): Html | false {
  const held = new Set(run.exchanges.map(({ index }) => index));
  const links = indexes
    .filter((index) => held.has(index))
    .map((index) => html` <a href="#x${index}" data-opens>#${index}</a>`);
  return links.length > 0 && html`<p class="links">Seen in${links}</p>`;
}
