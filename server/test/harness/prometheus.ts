/**
 * A Prometheus of a test's own: the machine's, on loopback, with what it reads and its rules given by the test, and nothing left behind. It ends when
 * this process does, however that ends.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../acceptance/service-process.ts';
import { freePort } from './free-port.ts';

/** Is there a Prometheus? Where there is none, tests with one are skipped. */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

export interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

export interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: 'inactive' | 'pending' | 'firing';
  readonly lastError?: string;
}

export interface Prometheus {
  query(expr: string): Promise<readonly Row[]>;
  /** By group. */
  rules(): Promise<ReadonlyMap<string, readonly Rule[]>>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** @param targets addresses of services, which it reads every half second as the job papertape. @param rules texts of rule files. */
export async function startPrometheus(targets: readonly string[], rules: readonly string[]): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-prometheus-'));
  const files = rules.map((text, i) => {
    writeFileSync(join(folder, `rules-${i}.yml`), text);
    return `rules-${i}.yml`;
  });
  const hosts = targets.map((url) => new URL(url).host);
  const jobs = [{ job_name: 'papertape', static_configs: [{ targets: hosts }] }];
  const often = { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' };
  // JSON is YAML, too.
  writeFileSync(join(folder, 'config.yml'), JSON.stringify({ global: often, rule_files: files, scrape_configs: jobs }));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'config.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  running.add(child);
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const ask = async <T>(path: string): Promise<T> => {
    const { status, data, error } = (await (await fetch(`http://${address}/api/v1/${path}`)).json()) as {
      status: string;
      data: T;
      error?: string;
    };
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  };
  await until('Prometheus is ready', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${said}`);
    return (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok === true ? true : undefined;
  });
  return {
    query: async (expr) => (await ask<{ result: readonly Row[] }>(`query?query=${encodeURIComponent(expr)}`)).result,
    async rules() {
      const { groups } = await ask<{ groups: { name: string; rules: Rule[] }[] }>('rules');
      return new Map(groups.map((group) => [group.name, group.rules]));
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
