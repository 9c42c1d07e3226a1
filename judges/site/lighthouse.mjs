// node lighthouse.mjs PLACES: Lighthouse with its mobile settings, page by page. PLACES is a file of JSON; `runs` is how often each page is
// measured, and `categories` of what. Prints a list of JSON: per page the medians of the scores, each run's benchmarkIndex, and the audits
// that were not passed.

import { readFile } from 'node:fs/promises';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { fetchWhenTold, untilNotBusy } from '../while-busy.mjs';

const { executablePath, service, paths, runs, categories } = JSON.parse(await readFile(process.argv[2], 'utf8'));
/** Root has no sandbox there, and the pages are of this machine. */
const chromeFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const found = [];
const chrome = await launch({ chromePath: executablePath, chromeFlags, logLevel: 'error' });

/** Chromium now and then records no beginning of the navigation: then nothing was measured, and it is measured again. */
async function measure(address, flags) {
  for (let tries = 1; ; tries++) {
    await untilNotBusy(service);
    const { lhr } = await lighthouse(address, flags);
    if (lhr.runtimeError?.code !== 'NO_NAVSTART' || tries === 5) return lhr;
  }
}

try {
  for (const path of paths) {
    const html = await (await fetchWhenTold(service + path)).text();
    // A page that is meant to stay out of search engines is not asked whether they find it.
    const skipAudits = html.includes('<meta name="robots" content="noindex"') ? ['is-crawlable', 'robots-txt'] : [];
    const flags = { port: chrome.port, onlyCategories: categories, skipAudits, logLevel: 'error', output: 'json' };
    const results = [];
    for (let i = 0; i < runs; i++) results.push(await measure(service + path, flags));
    const scores = categories.map((id) => [
      id,
      Math.round(100 * median(results.map((r) => r.categories[id].score ?? 0))),
    ]);
    const audits = Object.values(results[0].audits).filter(({ score }) => score !== null && score < 0.9);
    found.push({
      path,
      scores: Object.fromEntries(scores),
      benchmarks: results.map((r) => r.environment.benchmarkIndex),
      firstPaintMs: Math.round(median(results.map((r) => r.audits['first-contentful-paint']?.numericValue ?? 0))),
      shift: median(results.map((r) => r.audits['cumulative-layout-shift']?.numericValue ?? 0)),
      // A score that could not be made counts as 0, and is named.
      audits: [
        ...results.flatMap((r) => (r.runtimeError ? [`runtime error ${r.runtimeError.code}`] : [])),
        ...audits.map(({ id, displayValue = '', details }) =>
          [id, displayValue, ...(details?.items ?? []).flatMap(({ node }) => node?.snippet ?? [])].join(' ').trim(),
        ),
      ],
    });
  }
} finally {
  chrome.kill();
}
process.stdout.write(`${JSON.stringify(found)}\n`);
