/** What every page gains where scripts run: the choice of light or dark, and buttons that copy. Nothing on a page depends on it. */

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const themeWords: Readonly<Record<Theme, string>> = {
  system: 'Colours: as the system has them',
  light: 'Colours: light',
  dark: 'Colours: dark',
};

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-theme-switch]')) offerThemes(button);
for (const block of document.querySelectorAll<HTMLElement>('[data-copy]')) offerCopy(block);
closeMenusOnEscape();

function offerThemes(button: HTMLButtonElement): void {
  const show = (theme: Theme): void => {
    button.setAttribute('aria-label', themeWords[theme]);
    button.title = themeWords[theme];
  };
  show(themeNow());
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(themeNow()) + 1) % themes.length] ?? 'system';
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    show(next);
    try {
      if (next === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', next);
    } catch {
      // The choice holds for this page alone where nothing can be kept.
    }
  });
}

function themeNow(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Puts a button into the block that copies its text. A browser without a clipboard (no HTTPS) gets none. */
function offerCopy(block: HTMLElement): void {
  if (!('clipboard' in navigator)) return;
  const text = block.textContent;
  const button = document.createElement('button');
  const words = 'Copy';
  button.type = 'button';
  button.className = 'copy';
  button.textContent = words;
  button.addEventListener('click', () => {
    const tell = (said: string): void => {
      button.textContent = said;
      setTimeout(() => (button.textContent = words), 2_000);
    };
    navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      () => tell('Not copied'),
    );
  });
  block.append(button);
}

function closeMenusOnEscape(): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const menu = document.querySelector<HTMLDetailsElement>('details.menu[open]');
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
