import { expect, test } from 'vitest';
import { canary, escapeHtml, pageFrame } from './page-frame.ts';

test('a page has the canary, is not indexed, and its texts are no markup', () => {
  const page = pageFrame('<b> & "c"', `<p>${escapeHtml('<script>"&')}</p>`);
  expect(page).toContain(canary);
  expect(page).toContain('content="noindex, noarchive"');
  expect(page).toContain('<title>&lt;b&gt; &amp; &quot;c&quot;</title>');
  expect(page).toContain('<p>&lt;script&gt;&quot;&amp;</p>');
});
