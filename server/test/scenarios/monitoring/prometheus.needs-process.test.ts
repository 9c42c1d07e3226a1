/**
 * The files of deploy/monitoring in a real Prometheus, which reads two real leagues: one on a stepped clock that has seen an order of each kind, and a
 * service in a process of its own. Every rule is taken, what the panels ask gives rows, and alerts fire when a request fails, the engine stands still, the service is gone.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, operation } from 'papertape-contract/operation';
import { z } from 'zod';
import { feature } from '../../../src/feature/feature.ts';
import { endAll, startService, until, type Service } from '../../acceptance/service-process.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { askedByPanels, askedByRules, rulesFile } from '../../harness/monitoring-files.ts';
import { hasPrometheus, startPrometheus, type Prometheus } from '../../harness/prometheus.ts';

/** A room with a fault of the service. */
const faulty = feature({
  name: 'faulty',
  operations: [
    operation({
      id: 'fail',
      path: '/api/fail',
      tag: 'Service',
      summary: 'Fails',
      description: 'Fails.',
      freshness: 'private',
      answer: json(z.object({}).meta({ id: 'Nothing' })),
      handle: async () => {
        throw new Error('a fault');
      },
    }),
  ],
});

/** Panels of what neither league has: these have no chain. */
const ofChains = ['papertape_endpoint_differences_total', 'papertape_block_checks_total'];

const start = Date.parse('2026-03-02T00:01:00Z');
const span = { from: start, to: start + 86_400_000 };

let folder: string;
let league: League;
let service: Service;
let prometheus: Prometheus;

/** The file once more, to be seen firing within seconds: a rule waits for a second where it would for minutes. */
function impatient(rules: string): string {
  return rules.replace('- name: papertape\n', '- name: impatient\n').replaceAll(/^( +for:) \w+$/gm, '$1 1s');
}

async function firing(name: string, url: string): Promise<unknown> {
  const expr = `ALERTS{alertname="${name}", alertstate="firing", instance="${new URL(url).host}"}`;
  return await until(`${name} fires`, async () => ((await prometheus.query(expr)).length > 0 ? true : undefined), 200);
}

describe.skipIf(!hasPrometheus)('Prometheus', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'papertape-watched-'));
    league = await openLeague({
      engine: 'sqlite',
      start: new Date(start).toISOString(),
      env: { PAPERTAPE_LIMITS: 'on' },
      faults: [
        { kind: 'apart', pool: 'sim:ETH-USD:2', factor: 1.05, ...span },
        { kind: 'no_answer', pool: 'sim:SOL-USD:1', ...span },
      ],
      rooms: [faulty],
    });
    for (const symbol of ['BTC-USD', 'ETH-USD', 'SOL-USD']) await (await league.enter()).weights({ [symbol]: 0.5 });
    await league.advance({ minutes: 40 });
    // Until the limit of its address refuses it.
    const bad = { headers: { Authorization: `Bearer ptk_${'x'.repeat(43)}` } };
    await until('a refusal by a limit', async () =>
      (await fetch(`${league.url}/api/agents/me/orders`, bad)).status === 429 ? true : undefined,
    );
    service = await startService({
      DATA_DIR: folder,
      PAPERTAPE_CLOCK_START: '2026-03-02T12:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '300',
    });
    const rules = readFileSync(rulesFile, 'utf8');
    prometheus = await startPrometheus([league.url, service.url], [rules, impatient(rules)]);
    await until('both are read twice', async () => {
      const rows = await prometheus.query('count_over_time(papertape_build_info[1m]) >= 3');
      return rows.length === 2 ? true : undefined;
    });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await league?.close();
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  });

  test('takes every rule and has evaluated it', async () => {
    const own = (await prometheus.rules()).get('papertape') ?? [];
    expect(own.map(({ name }) => name)).toEqual(askedByRules().map(({ by }) => by));
    await until('every rule is evaluated', async () =>
      ((await prometheus.rules()).get('papertape') ?? []).every(({ health }) => health === 'ok') ? true : undefined,
    );
  });

  test('has rows for what each panel asks', async () => {
    const empty: string[] = [];
    for (const { by, expr } of askedByPanels()) {
      const rows = await prometheus.query(expr.replaceAll('$__rate_interval', '20s').replaceAll('$job', 'papertape'));
      if (rows.length === 0) empty.push(`${by}: ${expr}`);
    }
    expect(empty.filter((line) => !ofChains.some((name) => line.includes(name)))).toEqual([]);
    // What is left out here is left out for a reason that still holds.
    expect(empty).toHaveLength(ofChains.length);
  });

  test('fires at the first request that fails by a fault of the service', async () => {
    expect(await prometheus.query('ALERTS{alertname="PapertapeFaults"}')).toEqual([]);
    expect((await fetch(`${league.url}/api/fail`)).status).toBe(500);
    await firing('PapertapeFaults', league.url);
  });

  test('fires when marks are not done any more, and when the service is gone', async () => {
    const instance = new URL(service.url).host;
    const quiet = `ALERTS{alertname=~"PapertapeEngineLags|PapertapeDown", instance="${instance}", alertstate="firing"}`;
    expect(await prometheus.query(quiet)).toEqual([]);
    // Another process holds the file that the engine writes.
    const ledger = new DatabaseSync(join(folder, 'ledger.db'));
    ledger.exec('begin immediate');
    await firing('PapertapeEngineLags', service.url);
    ledger.exec('rollback');
    ledger.close();
    await service.stop();
    await firing('PapertapeDown', service.url);
    // The rule of the file itself waits two minutes, as it says.
    const own = (await prometheus.rules()).get('papertape') ?? [];
    expect(own.find(({ name }) => name === 'PapertapeDown')?.state).toBe('pending');
  });
});
