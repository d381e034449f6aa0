/** What the page does: it filters, goes from finding to finding, opens what a link is to, copies fixes, changes between light and dark, and opens everything that is printed. Nothing in it depends on the report. */
export const script = `
'use strict';
(() => {
  const root = document.documentElement;
  const form = document.querySelector('.filters');
  const cards = [...document.querySelectorAll('.card')].map((element) => ({ element, file: element.dataset.file, findings: JSON.parse(element.dataset.findings), text: null }));
  const sections = [...document.querySelectorAll('.file')];
  const none = document.getElementById('none');
  const textOf = (card) => (card.text ??= (card.file + ' ' + card.element.textContent).toLowerCase());
  const total = cards.reduce((sum, card) => sum + card.findings.length, 0);

  const filter = () => {
    const { text, rule, file, table, state, count } = form.elements;
    const words = text.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let shown = 0;
    for (const card of cards) {
      const matching = card.findings.filter(([r, t, s]) => (rule.value === '' || r === rule.value) && (table.value === '' || t === table.value) && (state.value === '' || s === state.value));
      const isShown = matching.length > 0 && (file.value === '' || card.file === file.value) && words.every((word) => textOf(card).includes(word));
      card.element.hidden = !isShown;
      if (isShown) shown += matching.length;
    }
    for (const section of sections) section.hidden = section.querySelector('.card:not([hidden])') === null;
    none.hidden = shown > 0;
    count.value = shown === total ? total + (total === 1 ? ' finding' : ' findings') : shown + ' of ' + total + ' findings';
  };
  if (form !== null) {
    let waiting = 0;
    form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(filter, 60); });
    form.addEventListener('reset', () => setTimeout(filter));
    form.addEventListener('submit', (event) => event.preventDefault());
    const step = (by) => {
      const shown = cards.filter((card) => !card.element.hidden).map((card) => card.element);
      const at = shown.findIndex((card) => card.contains(document.activeElement));
      const next = shown[at === -1 ? (by > 0 ? 0 : shown.length - 1) : at + by];
      if (next === undefined) return;
      next.querySelector('summary').focus();
      next.scrollIntoView({ block: 'nearest' });
    };
    const keys = { '/': () => form.elements.text.focus(), j: () => step(1), k: () => step(-1) };
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
        if (event.key === 'Escape') event.target.blur();
        return;
      }
      if (!Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    });
    filter();

    const follow = () => {
      const finding = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const card = finding?.closest('.card') ?? null;
      if (card === null) return;
      if (card.hidden) { form.reset(); filter(); }
      card.open = true;
      card.querySelector('summary').focus({ preventScroll: true });
      card.scrollIntoView();
    };
    addEventListener('hashchange', follow);
    follow();
  }

  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text); return true; } catch {}
    const area = document.body.appendChild(document.createElement('textarea'));
    area.value = text;
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };
  for (const button of document.querySelectorAll('.copy')) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      button.textContent = (await copy(button.dataset.copy)) ? 'Copied' : 'Not copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }

  const theme = document.getElementById('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => theme.setAttribute('aria-pressed', String(isDark()));
  // A page in a frame or a strict browser may keep nothing.
  try { const kept = localStorage.getItem('planlint-theme'); if (kept === 'dark' || kept === 'light') root.dataset.theme = kept; } catch {}
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try { localStorage.setItem('planlint-theme', root.dataset.theme); } catch {}
    show();
  });
  system.addEventListener('change', show);
  show();

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')].filter((one) => one.closest('[hidden]') === null);
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => { for (const one of opened) one.open = false; });
})();
`;
