/** The scripts of the documentation: theme, copy buttons, and tabs for the same example in several languages. */

/** Applies the theme chosen in the dashboard before the first paint. The dashboard has the same origin. */
export const THEME_SCRIPT = `
(() => {
  const theme = localStorage.getItem('gatehouse.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
})();
`

/** Optional: without JavaScript, the examples are listed one below the other. */
export const DOCS_SCRIPT = `
(() => {
  const NAMES = { ts: 'TypeScript', js: 'JavaScript', python: 'Python', go: 'Go', java: 'Java', sh: 'Shell', json: 'JSON' };
  const KEPT = 'gatehouse.docs.language';
  const languageOf = (pre) => (/language-([a-z]+)/.exec(pre.className) || [])[1];
  const add = (parent, tag, properties) => parent.appendChild(Object.assign(document.createElement(tag), properties));
  const copy = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = add(document.body, 'textarea', { value: text });
    area.select();
    document.execCommand('copy');
    area.remove();
  };
  const boxes = [];
  for (const pre of document.querySelectorAll('main pre')) {
    const box = document.createElement('div');
    box.className = 'code';
    pre.replaceWith(box);
    box.append(pre);
    const button = add(box, 'button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.setAttribute('aria-label', 'Copy this example');
    button.onclick = async () => {
      await copy(pre.textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    };
    boxes.push(box);
  }
  const groups = [];
  const used = new Set();
  for (const first of boxes) {
    if (used.has(first) || !NAMES[languageOf(first.firstChild)]) continue;
    const group = [first];
    for (let next = first.nextElementSibling; boxes.includes(next); next = next.nextElementSibling) {
      const language = languageOf(next.firstChild);
      if (!NAMES[language] || group.some((one) => languageOf(one.firstChild) === language)) break;
      group.push(next);
    }
    for (const one of group) used.add(one);
    if (group.length > 1) groups.push(group);
  }
  const choose = (language) => {
    for (const { group, tabs } of drawn) {
      const at = Math.max(0, group.findIndex((box) => languageOf(box.firstChild) === language));
      if (languageOf(group[at].firstChild) !== language && tabs.some((tab) => tab.ariaSelected === 'true')) continue;
      group.forEach((box, index) => { box.hidden = index !== at; });
      tabs.forEach((tab, index) => {
        tab.ariaSelected = String(index === at);
        tab.tabIndex = index === at ? 0 : -1;
      });
    }
  };
  const drawn = groups.map((group, number) => {
    const list = document.createElement('div');
    list.className = 'tabs';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    group[0].before(list);
    const tabs = group.map((box, index) => {
      const language = languageOf(box.firstChild);
      box.id = 'example-' + number + '-' + index;
      box.setAttribute('role', 'tabpanel');
      box.setAttribute('aria-label', NAMES[language]);
      const tab = add(list, 'button', { type: 'button', textContent: NAMES[language] });
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', box.id);
      tab.onclick = () => { localStorage.setItem(KEPT, language); choose(language); };
      tab.onkeydown = ({ key }) => {
        const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        next.click();
        next.focus();
      };
      return tab;
    });
    return { group, tabs };
  });
  choose(localStorage.getItem(KEPT) || 'ts');
  const contents = document.getElementById('contents');
  contents.onclick = ({ target }) => { if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover(); };
})();
`

/** For the content security policy. */
export const SCRIPT_SOURCE = [THEME_SCRIPT, DOCS_SCRIPT]
  .map((script) => `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`)
  .join(' ')
