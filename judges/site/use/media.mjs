// Pages as the system's settings want them: without motion, in colours that the reader chose, and on paper.
import { inflateSync } from 'node:zlib';

/** Nothing moves, and nothing would: neither animations nor transitions, of elements and of what styles put before and behind them. */
export async function withoutMotion(page) {
  return await page.evaluate(() => {
    const found = document.getAnimations().map((a) => `runs: ${a.animationName ?? a.transitionProperty}`);
    for (const element of document.querySelectorAll('*'))
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(element, part);
        const isMoved = style.animationName !== 'none' || /[1-9]/.test(style.transitionDuration);
        if (isMoved || style.scrollBehavior === 'smooth')
          found.push(`would: ${element.outerHTML.slice(0, 80)} ${part}`);
      }
    return found;
  });
}

/** Lines keep standing out, chosen ways keep being marked, and what was painted with a background alone has an edge or its own colour. */
export async function inForcedColours(page) {
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = await page.evaluate(readForced);
  await page.emulateMedia({ forcedColors: 'none' });
  const painted = await page.evaluate(readPainted);
  const vanished = painted.filter((key) => forced.bare.includes(key));
  return [...forced.wrong, ...vanished.map((key) => `vanishes: ${key}`)];
}

function readForced() {
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const wrong = [];
  for (const line of document.querySelectorAll('.chart path.value, .spark path.value, .sure .could, .sure .is')) {
    const { stroke } = getComputedStyle(line);
    if (contrast(stroke, ground) < 3) wrong.push(`line: ${line.outerHTML.slice(0, 60)} ${stroke} on ${ground}`);
  }
  const look = (e) => {
    const { fontWeight, textDecorationLine, borderBottomWidth, outlineStyle, backgroundColor, forcedColorAdjust } =
      getComputedStyle(e);
    const own = forcedColorAdjust === 'none' ? backgroundColor : '';
    return [fontWeight, textDecorationLine, borderBottomWidth, outlineStyle, own].join();
  };
  for (const chosen of document.querySelectorAll('main [aria-current]')) {
    const other = [...(chosen.closest('nav, ul, p')?.querySelectorAll('a') ?? [])].find((a) => !a.ariaCurrent);
    if (other && look(other) === look(chosen)) wrong.push(`chosen: ${chosen.outerHTML.slice(0, 90)}`);
  }
  const bare = [...document.querySelectorAll('body *')].filter((e) => {
    const { borderStyle, outlineStyle, forcedColorAdjust } = getComputedStyle(e);
    return borderStyle === 'none' && outlineStyle === 'none' && forcedColorAdjust !== 'none';
  });
  const all = [...document.querySelectorAll('body *')];
  return { wrong, bare: bare.map((e) => `${all.indexOf(e)} ${e.outerHTML.slice(0, 80)}`) };
}

/** What says something by its background: empty boxes, and links that look like buttons. */
function readPainted() {
  const all = [...document.querySelectorAll('body *')];
  const said = all.filter((e) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(e);
    const isPainted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none';
    const { width, height } = e.getBoundingClientRect();
    const saysNothing =
      e.textContent.trim() === '' && e.children.length === 0 && !e.matches('img, input, svg, svg *, ol');
    return isPainted && width > 1 && height > 1 && (saysNothing || e.matches('.button'));
  });
  return said.map((e) => `${all.indexOf(e)} ${e.outerHTML.slice(0, 80)}`);
}

/** A4, less the margins of print.css: 210 - 2 * 12 mm, in CSS pixels. */
const sheet = { width: 703, height: 1017 };

/**
 * No ways through the site, lines in black, where proofs are written out, something on each sheet, and nothing beyond its edge.
 * @param texts what has to stand there.
 */
export async function onPaper(page, texts = []) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(sheet);
  const wrong = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('.top nav, .tools, .skip, footer nav, main form')];
    const found = shown.filter((e) => e.checkVisibility()).map((e) => `printed: ${e.outerHTML.slice(0, 80)}`);
    for (const line of document.querySelectorAll('.chart path.value')) {
      const { stroke } = getComputedStyle(line);
      if (stroke !== 'rgb(0, 0, 0)') found.push(`line in ${stroke}: ${line.outerHTML.slice(0, 60)}`);
    }
    const proof = document.querySelector('main a[href*="/orders/"], main a[href*="/proof"]');
    if (proof && !getComputedStyle(proof, '::after').content.includes(proof.getAttribute('href')))
      found.push(`no address: ${proof.outerHTML.slice(0, 80)}`);
    return found;
  });
  wrong.push(...(await page.evaluate(readCut)));
  const shown = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  for (const text of texts) if (!shown.includes(text)) wrong.push(`missing: ${text}`);
  const sheets = inkOf(await page.pdf({ format: 'A4' }));
  if (sheets.length === 0) wrong.push('no sheet');
  if (sheets.length > 12) wrong.push(`${sheets.length} sheets`);
  sheets.forEach((ink, i) => ink < 3 && wrong.push(`sheet ${i + 1} of ${sheets.length} has ${ink} texts`));
  return wrong;
}

/** What is wider than the sheet, or than a part that would have to be scrolled. What nobody is to see is clipped. */
function readCut() {
  const found = [];
  for (const e of document.querySelectorAll('main *')) {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(e);
    const { right } = e.getBoundingClientRect();
    if (!e.checkVisibility() || clipPath !== 'none' || textOverflow === 'ellipsis') continue;
    if (e.closest('svg') === null && overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1)
      found.push(`cut: ${e.outerHTML.slice(0, 80)}`);
    if (right > document.documentElement.clientWidth + 1) found.push(`beyond: ${e.outerHTML.slice(0, 80)}`);
  }
  return found;
}

/** How many texts each sheet of a PDF shows: operators of ISO 32000-1, 9.4.3, in the streams that Chromium's writer makes. */
function inkOf(pdf) {
  const text = pdf.toString('latin1');
  const streams = new Map(
    [...text.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj)[^])*?)>>\s*stream\r?\n/g)].map((match) => {
      const start = match.index + match[0].length;
      const bytes = pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(match[2])?.[1] ?? 0));
      return [
        match[1],
        match[2].includes('FlateDecode') ? () => inflateSync(bytes).toString('latin1') : () => bytes.toString('latin1'),
      ];
    }),
  );
  return [...text.matchAll(/\/Type \/Page\b[^]*?\/Contents (\d+) 0 R/g)].map(
    ([, id]) => [...(streams.get(id)?.() ?? '').matchAll(/\bT[jJ]\b/g)].length,
  );
}
