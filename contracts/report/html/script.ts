/**
 * The script of the page: filter, copy, open what a link leads to, draw the messages of exchanges from the JSON. Without it
 * all but these is there and can be read. It writes text into the page and never markup.
 */
import { unseen } from '../../kit/untrusted.ts';
import { tall } from './parts.ts';

export const script = `
'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.getElementById('filter');
  const rows = all('[data-verdict]').map((row) => ({ row, text: row.textContent.toLowerCase() }));

  const apply = () => {
    const wanted = new FormData(form);
    const words = String(wanted.get('text')).toLowerCase().split(/\\s+/).filter(Boolean);
    const verdicts = wanted.getAll('verdict');
    const section = wanted.get('section');
    let shown = 0;
    for (const { row, text } of rows) {
      const fits = words.every((word) => text.includes(word))
        && (verdicts.length === 0 || verdicts.includes(row.dataset.verdict))
        && (section === '' || section === row.dataset.section);
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    const filtering = words.length > 0 || verdicts.length > 0 || section !== '';
    for (const fold of all('[data-fold]')) {
      fold.hidden = all('[data-verdict]:not([hidden])', fold).length === 0;
      fold.open = filtering;
    }
    for (const group of all('[data-group]')) group.hidden = all('[data-verdict]:not([hidden])', group).length === 0;
    document.getElementById('shown').textContent = shown + ' of ' + rows.length + ' shown';
  };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('reset', () => setTimeout(apply)); // the fields change after the event
  form.addEventListener('submit', (event) => event.preventDefault());

  for (const link of all('[data-show]')) link.addEventListener('click', () => {
    form.reset();
    for (const box of all('[name=verdict]', form)) box.checked = box.value === link.dataset.show;
    apply();
  });

  for (const button of all('[data-copy]')) {
    const words = button.firstChild;
    const text = button.previousElementSibling;
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        words.data = 'Copied';
      } catch {
        getSelection().selectAllChildren(text);
        words.data = 'Selected';
      }
      setTimeout(() => { words.data = 'Copy'; }, 2000);
    });
  }

  // As kit/untrusted.ts: nothing hides, and nothing turns a line around.
  const unseen = new RegExp(${JSON.stringify(unseen.source)}, 'gu');
  const numbered = (it) => it === '\\r' ? '\\\\r' : '\\\\u' + (it.codePointAt(0) > 0xffff ? '{' + it.codePointAt(0).toString(16) + '}' : it.charCodeAt(0).toString(16).padStart(4, '0'));
  const visible = (text) => text.replaceAll('\\r\\n', '\\n').replace(unseen, (it) => (/[\\n\\t]/.test(it) ? it : numbered(it)));
  const isTall = (text) => text.length > ${tall.letters} || text.split('\\n').length > ${tall.lines};
  const element = (name, facts, ...children) => {
    const made = Object.assign(document.createElement(name), facts);
    made.append(...children);
    return made;
  };
  const message = (caption, label, text) => {
    const pre = element('pre', isTall(text) ? { className: 'tall', tabIndex: 0, role: 'group', ariaLabel: label } : {}, text);
    return element('div', {}, element('p', { className: 'caption' }, caption), pre);
  };
  const http = (first, headers, body) => visible([first, ...Object.entries(headers).map((it) => it.join(': ')), ...(body ? ['', body] : [])].join('\\n'));
  let report;
  const draw = (details) => {
    if (details.querySelector('.messages')) return;
    report ??= JSON.parse(document.getElementById('run').textContent);
    const { index, request, reply, failure } = report.exchanges.find((it) => it.index === Number(details.dataset.exchange));
    const came = reply
      ? http(reply.status, reply.headers, reply.body + (reply.truncated ? '\\n… (the rest was not kept)' : ''))
      : visible(failure ?? 'no reply');
    details.append(element('div', { className: 'messages' },
      message('Request', 'request ' + index, http(request.method + ' ' + request.url, request.headers, request.body)),
      message('Reply', 'reply ' + index, came)));
  };
  for (const details of all('[data-exchange]')) details.addEventListener('toggle', () => draw(details));

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.scrollIntoView();
      target.querySelector('summary').focus({ preventScroll: true });
    }
  };
  addEventListener('hashchange', reveal);
  // A link to what is open already, but was closed by hand, changes no hash.
  for (const link of all('[data-opens]')) link.addEventListener('click', () => setTimeout(reveal));
  reveal();

  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      form.scrollIntoView();
      form.elements.text.focus({ preventScroll: true });
    }
  });
  addEventListener('beforeprint', () => all('.failure details').forEach((it) => {
    if (it.dataset.exchange) draw(it);
    it.open = true;
  }));
})();
`;
