/** The files of deploy/monitoring by Prometheus' own tool (skipped where there is none): rules, their tests, and what panels ask. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askedByPanels, askedByRules, monitoringFolder, rulesFile } from '../../harness/monitoring-files.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-monitoring-'));
  cpSync(monitoringFolder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function promtool(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

describe.skipIf(!hasPromtool)('promtool', () => {
  test('takes the rules', () => {
    const { code, said } = promtool('check', 'rules', 'papertape.rules.yml');
    expect(code, said).toBe(0);
    expect(said).toContain(`${askedByRules().length} rules found`);
  });

  test('sees each rule fire where it must, and not before', () => {
    const { code, said } = promtool('test', 'rules', 'papertape.rules.test.yml');
    expect(code, said).toBe(0);
    const tests = readFileSync(join(folder, 'papertape.rules.test.yml'), 'utf8');
    for (const { by } of askedByRules())
      for (const kind of ['fires', 'is quiet']) expect(tests).toContain(`  - name: ${by} ${kind}\n`);
  });

  test('sees it when rules do not fire', () => {
    const rules = readFileSync(rulesFile, 'utf8');
    writeFileSync(
      join(folder, 'papertape.rules.yml'),
      rules.replaceAll(/^ {8}expr: .*$/gm, '        expr: vector(0) > 1'),
    );
    const { code, said } = promtool('test', 'rules', 'papertape.rules.test.yml');
    expect(code).not.toBe(0);
    for (const { by } of askedByRules()) expect(said).toContain(by);
  });

  test('takes what the panels ask', () => {
    const asked = askedByPanels();
    const rules = asked.map(({ expr }, i) => {
      const said = expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'papertape');
      return `      - record: panel:line${i}\n        expr: ${JSON.stringify(said)}`;
    });
    writeFileSync(join(folder, 'panels.yml'), `groups:\n  - name: panels\n    rules:\n${rules.join('\n')}\n`);
    const { code, said } = promtool('check', 'rules', 'panels.yml');
    expect(code, said).toBe(0);
    expect(said).toContain(`${asked.length} rules found`);
  });
});
