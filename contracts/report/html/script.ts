/**
 * The script of the page: filter, copy, open what a link leads to. Without it all
 * is there and can be read. It writes text into the page and never markup.
 */
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
  addEventListener('beforeprint', () => all('.failure details').forEach((it) => { it.open = true; }));
})();
`;
