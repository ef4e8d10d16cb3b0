/** Requests and replies, as HTTP messages. */

import { curlOf } from '../../kit/curl.ts';
import type { Exchange, Run } from '../../verify/run.ts';
import { duration } from '../words.ts';
import { type Html, html } from './markup.ts';
import { block, command, part } from './parts.ts';

export function exchangeSection(run: Run): Html {
  const rows = run.exchanges.map(
    (it) =>
      html`<li><details id="x${it.index}"><summary><span class="number">#${it.index}</span> ${requestLine(run, it)} <span class="muted purpose">${it.purpose}</span></summary>${exchangeBody(it)}${command(curlOf(it.request), `curl line for exchange ${it.index}`)}</details></li>`,
  );
  const note = 'Everything that was sent, in its order, with secrets taken out.';
  return part('exchanges', 'Exchanges', note, html`<ol class="exchanges">${rows}</ol>`);
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

export function exchangeBody({ index, request, reply, failure }: Exchange): Html {
  const sent = message(`${request.method} ${request.url}`, request.headers, request.body);
  const came = reply
    ? message(
        String(reply.status),
        reply.headers,
        reply.body + (reply.truncated ? '\n… (the rest was not kept)' : ''),
      )
    : (failure ?? 'no reply');
  return html`<div class="messages"><div><p class="caption">Request</p>${block(sent, `request ${index}`)}</div><div><p class="caption">Reply</p>${block(came, `reply ${index}`)}</div></div>`;
}

function message(first: string, headers: { [name: string]: string }, body = ''): string {
  const lines = [first, ...Object.entries(headers).map(([name, text]) => `${name}: ${text}`)];
  return body === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${body}`;
}

/** Links to the exchanges of an outcome; what the run does not hold is left out. */
export function exchangeLinks(run: Run, indexes: readonly number[]): Html | false {
  const held = new Set(run.exchanges.map(({ index }) => index));
  const links = indexes
    .filter((index) => held.has(index))
    .map((index) => html` <a href="#x${index}" data-opens>#${index}</a>`);
  return links.length > 0 && html`<p class="links">Seen in${links}</p>`;
}
