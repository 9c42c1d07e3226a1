// Pages by the keyboard alone. A listener in the page notes each stop of the Tab key, so that the keys need not wait for each other.

export async function walkByKeys(page) {
  const wrong = [];
  await page.evaluate(noteStops);
  const all = await page.evaluate(findStops);
  // A few more: Chromium stops at parts that scroll, too.
  const presses = all.length + 5;
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')));
  const walked = await page.evaluate(() => window.stops);
  // Behind the last stop the walk begins anew.
  const end = walked.findIndex(({ key }, i) => i > 0 && key === walked[0].key);
  const stops = end < 0 ? walked : walked.slice(0, end);
  const missed = all.filter(({ key }) => !stops.some((stop) => stop.key === key));
  if (missed.length > 0) wrong.push(`${missed.length} of ${all.length} are not reached: ${missed[0].key}`);
  const hidden = stops.find(({ hasRing }) => !hasRing);
  if (hidden) wrong.push(`no ring: ${hidden.key}`);
  const unseen = stops.find(({ isSeen }) => !isSeen);
  if (unseen) wrong.push(`not in sight: ${unseen.key}`);
  const back = stops.find(({ index }, i) => i > 0 && index < (stops[i - 1]?.index ?? 0));
  if (back) wrong.push(`out of order: ${back.key}`);
  if (stops[0]?.key.includes('class="skip"')) wrong.push(...(await skip(page)));
  else if (!page.url().includes('/embed/')) wrong.push(`the first stop is ${stops[0]?.key}`);
  return wrong;
}

/** The first stop leads past the head of the page: the next one is in the content, or behind it where the content has none. */
async function skip(page) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    document.querySelector('.skip').focus();
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isPast = await page.evaluate(() => {
    const at = document.activeElement;
    const inContent = document.querySelector(
      'main :is(a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"])',
    );
    return at?.closest('main') !== null || (inContent === null && at?.closest('footer') !== null);
  });
  return isPast ? [] : ['the skip link does not lead past the head'];
}

function noteStops() {
  window.stops = [];
  window.keyOf = (e) => `${[...document.querySelectorAll('body *')].indexOf(e)} ${e.outerHTML.slice(0, 90)}`;
  document.addEventListener('focusin', ({ target }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    const { top, bottom, left, right } = target.getBoundingClientRect();
    const key = window.keyOf(target);
    window.stops.push({
      key,
      index: Number.parseInt(key, 10),
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isSeen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    });
  });
}

function findStops() {
  const names = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const seen = [...document.querySelectorAll(names)].filter(
    (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0,
  );
  return seen.map((e) => ({ key: window.keyOf(e) }));
}

/** What keys do: the menu of a phone opens and Escape closes it, the colours change, a folded text unfolds. */
export async function useByKeys(page) {
  const wrong = [];
  const menu = page.locator('details.menu');
  const isOpen = () => menu.evaluate((details) => details.open);
  await menu.locator('summary').focus();
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key);
    if (!(await isOpen())) wrong.push(`${key} does not open the menu`);
    await page.keyboard.press('Tab');
    if (!(await menu.evaluate((details) => details.contains(document.activeElement))))
      wrong.push('Tab leaves the menu');
    await page.keyboard.press('Escape');
    if (await isOpen()) wrong.push('Escape does not close the menu');
    if (!(await menu.evaluate((details) => document.activeElement === details.querySelector('summary'))))
      wrong.push('Escape does not lead back to what opened the menu');
  }
  await page.locator('[data-theme-switch]').focus();
  await page.keyboard.press('Space');
  if ((await page.locator('html').getAttribute('data-theme')) !== 'light')
    wrong.push('Space does not change the colours');
  return wrong;
}
