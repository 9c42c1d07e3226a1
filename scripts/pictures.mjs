// Makes the picture of README.md from a running league: `npm run judge -- operator-page` has installed what drives Chromium, then
//
//     npm run demo                                            # until some days have closed
//     node scripts/pictures.mjs http://127.0.0.1:4000 [CHROMIUM]

import { createRequire } from 'node:module';
import { join } from 'node:path';

const [base, executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
if (base === undefined) throw new Error('name the address of a running league, such as http://127.0.0.1:4000');
const root = join(import.meta.dirname, '..');
const { chromium } = createRequire(join(root, 'judges/package.json'))('playwright-core');
const { default_league: league } = await (await fetch(`${base}/api/leagues`)).json();

const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: ['--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1480 }, colorScheme: 'light' });
  await page.goto(`${base}/leagues/${league}`);
  await page.screenshot({ path: join(root, 'docs/images/leaderboard.png') });
} finally {
  await browser.close();
}
