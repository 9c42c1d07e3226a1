// What people come for, with scripts switched off: forms, lists and links of the server alone.

export async function withoutScripts(page, service, main) {
  const wrong = [];
  const go = (path) => page.goto(service + path);
  const heading = () => page.locator('main h1').innerText();
  const step = async (name, work) => {
    try {
      const text = await work();
      if (text !== undefined) wrong.push(`${name}: ${text}`);
    } catch (e) {
      wrong.push(`${name}: ${String(e).slice(0, 300)}`);
    }
  };
  const needText = async (text) => {
    const shown = await page.locator('main').innerText();
    return shown.includes(text) ? undefined : `no "${text}" in "${shown.slice(0, 300)}"`;
  };
  page.setDefaultTimeout(60_000);

  await step('search', async () => {
    await go('/search');
    await page.locator('main input[name=q]').fill(main.name);
    await page.keyboard.press('Enter');
    await page.locator(`main a[href="/bots/${main.bot}"]`).first().click();
    return await needText(main.name);
  });
  await step('paging', async () => {
    await go(main.paged);
    await page.locator('a[rel=next]').click();
    if (!page.url().endsWith('?page=2')) return page.url();
    await page.locator('a[rel=prev]').click();
    return page.url().endsWith(main.paged) ? undefined : page.url();
  });
  await step('compare', async () => {
    await go('/compare');
    const boxes = page.locator('main input[type=checkbox]');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.locator('main button[type=submit]').click();
    if (!page.url().includes('bots=')) return page.url();
    return (await page.locator('main table').count()) > 0 ? undefined : 'no table';
  });
  await step('register', async () => {
    await go('/register');
    await page.locator('[name=name]').fill('Made Without Scripts');
    await page.locator('[name=company]').fill('Plain Works');
    await page.locator('[name=contact]').fill('plain@example.test');
    await page.locator('[name=country]').selectOption('CA');
    await page.locator('[name=league]').selectOption(main.league);
    await page.locator('main button[type=submit]').click();
    const key = await page
      .locator('.key')
      .first()
      .innerText()
      .catch(async () => await page.locator('main').innerText());
    const href = await page.locator('a[download]').getAttribute('href');
    return decodeURIComponent(href).includes(key.trim()) ? undefined : 'the file to save has no key';
  });
  await step('subscribe', async () => {
    await go('/newsletter');
    await page.locator('[name=email]').fill('reader@example.test');
    await page.locator('main button[type=submit]').click();
    return (await heading()) === '' ? 'no answer' : undefined;
  });
  await step('report', async () => {
    await go(main.entry);
    await page.locator('main a[href$="/report"]').click();
    await page.locator('main textarea').fill('It is not nice.');
    await page.locator('main button[type=submit]').click();
    return (await page.locator('main form').count()) === 0 ? undefined : await heading();
  });
  await step('order', async () => {
    await go(main.order);
    return (await page.locator('main svg').count()) > 0 && (await page.locator('main a[href^="solana:"]').count()) > 0
      ? undefined
      : 'no code to pay by';
  });
  return wrong;
}
