// 1280 px at 200% are 640 px of the page, and at 400% 320. The text spacing is the one that WCAG 2.2, 1.4.12 wants to lose nothing under.

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`;

export async function atWidths(page) {
  const wrong = [];
  const look = async (width, how) => {
    await page.setViewportSize({ width, height: 800 });
    for (const line of await page.evaluate(findWrong)) wrong.push(`${how}: ${line}`);
  };
  for (const width of [1060, 905]) await look(width, `${width} px`);
  await look(640, '200%');
  await look(320, '400%');
  await page.addStyleTag({ content: spacing });
  await look(320, '400% with text spacing');
  await look(1280, 'text spacing');
  return wrong;
}

/** Runs in the page: does it scroll sideways, and is text cut off that says nowhere else what it says? */
function findWrong() {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const out = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (e) => e.getBoundingClientRect().right > clientWidth + 1 && !e.closest('.strip, .unseen, [tabindex="0"]'),
    );
    const [first] = out.filter((e) => !out.some((o) => o !== e && e.contains(o)));
    found.push(`${scrollWidth - clientWidth} px wider: ${first?.outerHTML.slice(0, 90)}`);
  }
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
    if (!/hidden|clip/.test(overflowX + overflowY) || textOverflow === 'ellipsis' || clipPath !== 'none') continue;
    if (element.closest('svg, .icon') || element.textContent.trim() === '') continue;
    const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (isCut) found.push(`cut: ${element.outerHTML.slice(0, 90)}`);
  }
  return found;
}
