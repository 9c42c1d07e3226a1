/**
 * The dashboard of deploy/monitoring, by Grafana's own schema: the types that Grafana makes of it and publishes. TypeScript holds the file against them as a
 * literal, so an unknown member is refused like a wrong one. Grafana itself is not to be had here; what its panels ask is read by promtool and a
 * Prometheus (server/test/scenarios/monitoring).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './programs.ts';

type Json = Record<string, unknown>;
interface Dashboard extends Json {
  readonly panels: readonly Json[];
}

const folder = join(import.meta.dirname, 'dashboard/dist');
const file = join(import.meta.dirname, '../deploy/monitoring/papertape-dashboard.json');
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Each panel by its own kind: where either kind may stand, a member of the other would pass. */
function written({ panels, ...rest }: Dashboard): string {
  const literal = (name: string, type: string, value: unknown): string =>
    `export const ${name}: ${type} = ${JSON.stringify(value, undefined, 1)};\n`;
  const isRow = ({ type }: Json): boolean => type === 'row';
  return [
    "import type { Dashboard, Panel, RowPanel } from '@grafana/schema';\n",
    literal('rest', "Omit<Dashboard, 'panels'>", rest),
    literal('rows', 'readonly RowPanel[]', panels.filter(isRow)),
    literal(
      'others',
      'readonly Panel[]',
      panels.filter((panel) => !isRow(panel)),
    ),
  ].join('');
}

const changedPanel = (at: number, more: Json): Dashboard => ({
  ...dashboard,
  panels: dashboard.panels.map((panel, i) => (i === at ? { ...panel, ...more } : panel)),
});

test('Grafana’s schema takes the dashboard, and sees what is wrong in others', async () => {
  const files: readonly (readonly [name: string, text: Dashboard, refused?: RegExp])[] = [
    ['as-it-is', dashboard],
    ['member', { ...dashboard, titel: 'Papertape' }, /titel\W+ does not exist/],
    [
      'place',
      changedPanel(1, { gridPos: { x: 0, y: 0, w: '4', h: 4 } }),
      /'string' is not assignable to type 'number'/,
    ],
    ['panel', changedPanel(1, { target: [] }), /target\W+ does not exist/],
    ['row', changedPanel(0, { targets: [] }), /targets\W+ does not exist/],
    ['refresh', { ...dashboard, refresh: 30 }, /'number' is not assignable to type 'string/],
  ];
  for (const [name, text] of files) writeFileSync(join(folder, `${name}.ts`), written(text));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--lib', 'es2023,dom'];
  const { output } = await runProgram(
    'typescript/bin/tsc',
    [...options, '--module', 'esnext', '--moduleResolution', 'bundler', ...files.map(([name]) => `${name}.ts`)],
    { cwd: folder },
  );
  const said = (name: string): string[] => output.split('\n').filter((line) => line.startsWith(`${name}.ts(`));
  expect(output).not.toMatch(/^error /m);
  for (const [name, , refused] of files) {
    if (refused) expect([name, said(name).join('\n')]).toEqual([name, expect.stringMatching(refused)]);
    else expect(said(name)).toEqual([]);
  }
});
