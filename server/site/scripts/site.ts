/** What every page gains where scripts run: the choice of light or dark, buttons that copy, times that tick, the live tape, and orders that are followed. Nothing on a page depends on it. */
import { tick } from './countdown.ts';
import { followOrder } from './order.ts';
import { followTape } from './tape.ts';
import { said } from './words.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-theme-switch]')) offerThemes(button);
for (const block of document.querySelectorAll<HTMLElement>('[data-copy]')) offerCopy(block);
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-countdown]'))
  void tick(time).catch(() => undefined);
for (const strip of document.querySelectorAll<HTMLElement>('[data-tape]')) followTape(strip);
for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) followOrder(part);
closeMenusOnEscape();

function offerThemes(button: HTMLButtonElement): void {
  const show = (theme: Theme): void => {
    button.setAttribute('aria-label', said[theme]);
    button.title = said[theme];
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
  button.type = 'button';
  button.className = 'copy';
  button.textContent = said.copy;
  button.addEventListener('click', () => {
    const tell = (outcome: string): void => {
      button.textContent = outcome;
      setTimeout(() => (button.textContent = said.copy), 2_000);
    };
    navigator.clipboard.writeText(text).then(
      () => tell(said.copied),
      () => tell(said.notCopied),
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
