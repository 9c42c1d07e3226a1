/** Hostile drawings in Chromium: nothing is asked of anybody, no dialog opens, nobody is led away, whichever way a drawing is shown. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import vectors from '../server/test/fixtures/svg-vectors.json' with { type: 'json' };
import { closedHead } from '../server/src/showcase/art/closed-head.ts';
import { cleanSvg } from '../server/src/showcase/art/clean-svg.ts';
import { needChromium, runProgram } from './programs.ts';

const program = join(fileURLToPath(new URL('./showcase/', import.meta.url)), 'in-browser.mjs');

interface Seen {
  readonly opened: number;
  readonly asked: readonly string[];
  readonly dialogs: readonly string[];
  readonly led: readonly string[];
}

// What is made to be slow says nothing of safety here, and some of it stops a browser; the service refuses it (clean-svg.test.ts).
const drawings = vectors
  .filter(({ cat }) => cat !== 'dos')
  .map(({ title, payload }) => {
    const cleaned = cleanSvg(payload);
    return { title, given: payload, taken: 'svg' in cleaned ? cleaned.svg : undefined };
  });

test('hostile drawings by themselves, by img and within a page', async (context) => {
  const chromium = needChromium(context);
  const folder = await mkdtemp(join(tmpdir(), 'papertape-drawings-'));
  try {
    const file = join(folder, 'drawings.json');
    await writeFile(file, JSON.stringify({ drawings, head: closedHead }));
    const { code, output } = await runProgram(program, [chromium, file]);
    expect(code, output).toBe(0);
    const seen = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Seen;
    expect(seen).toEqual({
      opened: drawings.reduce((sum, { taken }) => sum + (taken === undefined ? 2 : 4), 0),
      asked: ['a page that may ask: /counted'],
      dialogs: [],
      led: [],
    });
    expect(drawings.filter(({ taken }) => taken !== undefined).length).toBeGreaterThan(4);
  } finally {
    await rm(folder, { recursive: true });
  }
});
