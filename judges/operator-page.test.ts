/** The operator's page, by Chromium and axe: it works without scripts, and a reader of screens can use it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { needChromium, runProgram } from './programs.ts';
import { withLeague } from './running-league.ts';

const token = 'desk'.repeat(10);
const folder = fileURLToPath(new URL('./operator-page/', import.meta.url));

interface Seen {
  readonly steps: readonly (readonly unknown[])[];
  readonly complaints: readonly string[];
  readonly violations: readonly string[];
  readonly overflows: readonly string[];
}

test("the operator's page in Chromium", async (context) => {
  const chromium = needChromium(context);
  await withLeague(
    async ({ url, enter }) => {
      await enter('Seen By The Operator');
      const places = { service: url, token, screenshots: process.env['PAPERTAPE_TEST_SCREENSHOTS'] };
      const program = join(folder, 'in-browser.mjs');
      const { code, output } = await runProgram(program, [chromium, JSON.stringify(places)]);
      expect(code, output).toBe(0);
      const { steps, complaints, violations, overflows } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Seen;
      expect(steps).toEqual([
        ['a wrong token', expect.stringContaining('That is not the token.')],
        [
          'signed in',
          '/operator',
          expect.arrayContaining(['Health', 'Leagues', 'Mails that wait', 'What can be done']),
        ],
        ['an act', '/operator', expect.stringContaining('spot_crypto will be closed')],
        ['loaded again', 0],
        ['a form of another origin', 403],
      ]);
      expect(complaints).toEqual([]);
      expect(violations).toEqual([]);
      expect(overflows).toEqual([]);
    },
    { PAPERTAPE_OPERATOR: 'loopback', PAPERTAPE_OPERATOR_TOKEN: token },
  );
});
