/**
 * `npm run lighthouse`: every kind of page by Lighthouse with its mobile settings, the median of five runs, as rows of a table on standard output.
 * PAPERTAPE_LIGHTHOUSE_RUNS and PAPERTAPE_LIGHTHOUSE_PATHS (a regular expression) make it shorter.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFurnishedSite, pathsOnce } from './furnished-site.ts';
import { onPath, runProgram } from './programs.ts';

const program = join(import.meta.dirname, 'site', 'lighthouse.mjs');
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const runs = Number(process.env['PAPERTAPE_LIGHTHOUSE_RUNS'] ?? '5');
const chosen = new RegExp(process.env['PAPERTAPE_LIGHTHOUSE_PATHS'] ?? '');
/** A machine that is slower, or busier, says nothing of performance. */
const benchmarkMin = 500;

interface Measured {
  readonly path: string;
  readonly scores: Readonly<Record<string, number>>;
  readonly benchmarks: readonly number[];
  readonly audits: readonly string[];
}

test('at least 95 of each category on every kind of page', async () => {
  const site = await openFurnishedSite(36);
  const folder = await mkdtemp(join(tmpdir(), 'papertape-lighthouse-'));
  try {
    const kinds = site.kinds.filter(({ path }) => pathsOnce(site).includes(path) && chosen.test(path));
    const input = {
      executablePath: onPath('chromium'),
      service: site.url,
      paths: kinds.map(({ path }) => path),
      runs,
      categories,
    };
    const file = join(folder, 'places.json');
    await writeFile(file, JSON.stringify(input));
    const { code, output } = await runProgram(program, [file], { timeoutMs: 4 * 3_600_000 });
    expect({ code, output }).toMatchObject({ code: 0 });
    const measured = JSON.parse(output.trim().split('\n').at(-1) ?? '') as readonly Measured[];
    const rows = measured.map(({ scores, benchmarks, audits }, i) => {
      const cells = [kinds[i]?.kind, ...categories.map((id) => scores[id]), Math.min(...benchmarks), audits.join('; ')];
      return `| ${cells.join(' | ')} |`;
    });
    const head = ['page', ...categories, 'least benchmarkIndex', 'audits below 0.9'];
    const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows];
    process.stdout.write(`${table.join('\n')}\n`);
    const low = measured.flatMap(({ path, scores, benchmarks }) =>
      Object.entries(scores)
        .filter(([id, score]) => score < 95 && (id !== 'performance' || Math.min(...benchmarks) >= benchmarkMin))
        .map(([id, score]) => `${path}: ${id} ${score}`),
    );
    expect(low).toEqual([]);
  } finally {
    await site.close();
    await rm(folder, { recursive: true });
  }
});
