/**
 * Runs before the page is drawn, so that a chosen theme never flashes: sets the reader's choice, if there is one, on the root element.
 * The choice is made with the button of scripts/site.ts. It is the only thing that the site keeps in a browser.
 */
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // A browser that lets nothing be kept has no choice to tell.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}
