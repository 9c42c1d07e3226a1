/** The real service: without the setting no module of OpenTelemetry is loaded, in no thread; with it they are, and it sends what it does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endAll, launch, residentMb, startService, until, type Service } from '../../acceptance/service-process.ts';
import { openOtlpReceiver, type OtlpReceiver } from '../../harness/otlp-receiver.ts';

let folder: string;
let receiver: OtlpReceiver;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-telemetry-'));
  receiver = await openOtlpReceiver();
});
afterEach(async () => {
  await endAll();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Node loads it first, in every thread: it notes each module that is asked for, and `without` are not found. */
function noted(name: string, without = 'none'): { env: Record<string, string>; modules(): string[] } {
  const list = join(folder, `${name}.txt`);
  const hook = join(folder, `${name}.mjs`);
  writeFileSync(list, '');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({
       resolve(specifier, context, next) {
         if (specifier.startsWith('${without}')) throw new Error("Cannot find package '" + specifier + "' imported from x");
         const found = next(specifier, context);
         appendFileSync(${JSON.stringify(list)}, found.url + '\\n');
         return found;
       },
     });`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${hook}`, DATA_DIR: join(folder, name) },
    modules: () => [...new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean))],
  };
}

const ofTelemetry = (url: string): boolean => /@opentelemetry|\/otlp-[\w-]+\.js$/.test(url);

/** Some marks, and some requests. */
async function used(service: Service): Promise<void> {
  await until('three marks are done', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^papertape_marks_total (\d+)/m.exec(text)?.[1]) >= 3 ? true : undefined;
  });
}

const clock = { PAPERTAPE_CLOCK_START: '2026-03-02T23:50:00Z', PAPERTAPE_CLOCK_SPEED: '600' };

test.runIf(process.platform === 'linux')(
  'off, nothing of it is loaded and memory is as it was; on, it is, and marks and requests arrive',
  async () => {
    const off = noted('off');
    const first = await startService({ ...off.env, ...clock });
    await used(first);
    const offMb = residentMb(first.pid);
    await first.stop();
    // The thread of the engine is among them.
    expect(off.modules().some((url) => url.endsWith('/engine-worker.js'))).toBe(true);
    expect(off.modules().filter(ofTelemetry)).toEqual([]);

    const on = noted('on');
    const second = await startService({
      ...on.env,
      ...clock,
      PAPERTAPE_TELEMETRY: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    });
    await used(second);
    const onMb = residentMb(second.pid);
    await second.stop();
    expect(on.modules().some(ofTelemetry)).toBe(true);
    // What is loaded besides is the same: the setting is all that loads it.
    const names = (modules: readonly string[]): string[] =>
      modules.filter((url) => !/telemetry|off|on\.mjs/.test(url) && !ofTelemetry(url)).sort();
    expect(names(off.modules())).toEqual(names(on.modules()));
    // oxlint-disable-next-line no-console -- what was measured must be seen
    console.log(`memory after three marks: ${offMb.toFixed(0)} MB without, ${onMb.toFixed(0)} MB with telemetry`);
    const spans = receiver.spans().map(({ name }) => name);
    expect(spans).toEqual(expect.arrayContaining(['GET /metrics', 'marks', 'mark read', 'mark fill', 'mark close']));
    const statements = receiver.spans().find(({ name }) => name === 'mark store');
    expect(statements?.attributes.some(({ key }) => key === 'papertape.statements')).toBe(true);
    expect(receiver.metrics().length).toBeGreaterThan(1);
  },
);

test('where the packages are left out, the start says the one line that installs them', async () => {
  const { env } = noted('lean', '@opentelemetry/');
  const { code, stderr } = await launch(['serve'], { ...env, PAPERTAPE_TELEMETRY: 'on' }).exited;
  expect(code, stderr).toBe(2);
  const { optionalDependencies: pinned } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const all = Object.keys(pinned).filter((name) => name.startsWith('@opentelemetry/'));
  expect(stderr).toContain('which this install has left out');
  for (const name of all) expect(stderr).toContain(`${name}@${pinned[name]}`);
  const ok = await startService({ ...env, DATA_DIR: join(folder, 'off') });
  await ok.stop();
});

test('a receiver that is away at the end does not keep the service, and a secret header is in no line of the log', async () => {
  receiver.answers = 'nothing';
  const service = await startService({
    DATA_DIR: join(folder, 'data'),
    PAPERTAPE_LOG: 'debug',
    PAPERTAPE_TELEMETRY: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2hunter2',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  await fetch(`${service.url}/healthz`);
  const begun = performance.now();
  service.kill('SIGTERM');
  const { code, stdout, stderr } = await service.exited;
  expect(code, stderr).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(stdout).toContain('telemetry is not taken');
  expect(stdout + stderr).not.toContain('hunter2');
});
