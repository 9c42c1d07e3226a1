import { expect, test } from 'vitest';
import { noProgress } from '../engine/progress.ts';
import { createMetrics, metricsText, type Gauges } from './metrics.ts';

const start = Date.parse('2023-11-14T22:15:00Z');
const pulse: NonNullable<Gauges['pulse']> = {
  lastMark: start,
  lateness: { due: start, marks: 2, overdueMs: 301_500, isLate: true, graceMs: 10_000 },
  pending: 3,
  waiting: 1,
  bots: 7,
  mails: 7,
  doneMs: 2_500,
  open: new Map([
    ['spot_crypto', true],
    ['tokenized', false],
  ]),
  healthyAt: new Map([['Base', start - 300_000]]),
  bytes: new Map([['ledger', 4096]]),
};
const gauges: Gauges = {
  pulse,
  streams: 4,
  replicaRead: undefined,
  webhooks: {
    states: new Map([['paused', 1]]),
    queue: 6,
    deliveries: new Map([['failed', 8]]),
    retries: 5,
    pauses: 9,
  },
  refusedByLimit: new Map([['readsPerAddress', 2]]),
  limitCounters: 5,
  limitsStoreAnswers: false,
  backups: {
    outcomes: new Map([
      ['made', 2],
      ['failed', 1],
    ]),
    newest: { madeAt: start, bytes: 12_345 },
    last: { at: start, fault: 'disk_full' },
  },
  load: {
    level: 2,
    signals: { loopMs: 10, writeMs: 2_500, connectionMs: 0, markMs: 0, busy: 0.5 },
    refused: new Map([
      ['stranger', 3],
      ['bot', 0],
    ]),
  },
  room: { orders: 40, further: 10, room: 100, perSecond: 8_000, refused: 6 },
  clockOffsetMs: -12.5,
  residentBytes: 1e8,
  cpuSeconds: 1.25,
  startedAt: 1_700_000_000.5,
  version: '1.0 "x"\\',
};

const commit = { ...noProgress(), marks: 1, readings: 10 };

/** Every line of the text format, or it throws. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const comment = /^# (HELP|TYPE) ([a-z_:]+) (.+)$/.exec(line);
    if (comment) {
      if (comment[1] === 'TYPE') types.set(comment[2] as string, comment[3] as string);
      continue;
    }
    const sample = /^([a-z_:]+)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})?) (\S+)$/.exec(line);
    if (!sample) throw new Error(`no line of the text format: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(family)) throw new Error(`${name} has no type`);
    if (samples.has(name + labels)) throw new Error(`${name}${labels} stands twice`);
    samples.set(name + labels, Number(value));
  }
  expect(text.endsWith('\n')).toBe(true);
  return samples;
}

test('counters count, gauges tell, buckets are cumulative, labels are escaped', () => {
  const metrics = createMetrics();
  for (const status of [200, 200, 404]) metrics.answered(status);
  for (const seconds of [0.001, 0.0011, 0.3, 9]) metrics.orderTaken(seconds);
  metrics.committed(
    {
      ...commit,
      filled: 4,
      rejected: 3,
      rejections: new Map([
        ['pools_apart', 2],
        ['price_unavailable', 1],
      ]),
    },
    0.3,
  );
  metrics.committed(
    {
      ...commit,
      marks: 3,
      late: 3,
      closed: true,
      rejected: 1,
      rejections: new Map([['pools_apart', 1]]),
      unread: new Map([['no_answer', 2]]),
    },
    undefined,
  );
  for (const n of [1, 2])
    metrics.confirmed({ checks: new Map([['final', n]]), differed: new Map([['Base node.example', 1]]) });
  metrics.mailed('sent');
  const all = parse(metricsText(metrics.families(gauges)));
  expect(Object.fromEntries(all)).toMatchObject({
    'papertape_build_info{version="1.0 \\"x\\"\\\\"}': 1,
    'papertape_http_answers_total{status="200"}': 2,
    'papertape_http_answers_total{status="404"}': 1,
    'papertape_order_ack_seconds_bucket{le="0.001"}': 1,
    'papertape_order_ack_seconds_bucket{le="0.0025"}': 2,
    'papertape_order_ack_seconds_bucket{le="0.25"}': 2,
    'papertape_order_ack_seconds_bucket{le="0.5"}': 3,
    'papertape_order_ack_seconds_bucket{le="2.5"}': 3,
    'papertape_order_ack_seconds_bucket{le="+Inf"}': 4,
    papertape_order_ack_seconds_count: 4,
    papertape_marks_total: 4,
    papertape_late_marks_total: 3,
    papertape_mark_done_seconds: 2.5,
    papertape_close_commits_total: 1,
    papertape_fills_total: 4,
    'papertape_rejections_total{reason="pools_apart"}': 3,
    'papertape_rejections_total{reason="price_unavailable"}': 1,
    'papertape_rate_limited_total{limit="readsPerAddress"}': 2,
    papertape_limit_counters: 5,
    papertape_limits_store_up: 0,
    papertape_load_level: 2,
    papertape_window_orders: 40,
    papertape_window_orders_max: 100,
    papertape_orders_decided_per_second: 8_000,
    papertape_window_full_total: 6,
    'papertape_load_signal_seconds{signal="write"}': 2.5,
    papertape_busy_ratio: 0.5,
    'papertape_overloaded_total{asker="stranger"}': 3,
    'papertape_overloaded_total{asker="bot"}': 0,
    'papertape_orders_open{league="spot_crypto"}': 1,
    'papertape_orders_open{league="tokenized"}': 0,
    'papertape_endpoint_differences_total{endpoint="Base node.example"}': 2,
    'papertape_block_checks_total{outcome="final"}': 3,
    papertape_database_up: 1,
    papertape_marks_late: 2,
    papertape_engine_lag_seconds: 301.5,
    papertape_last_mark_timestamp_seconds: start / 1000,
    'papertape_source_last_healthy_timestamp_seconds{source="Base"}': start / 1000 - 300,
    'papertape_mark_commit_seconds_bucket{le="0.25"}': 0,
    'papertape_mark_commit_seconds_bucket{le="0.5"}': 1,
    papertape_mark_commit_seconds_count: 1,
    papertape_readings_total: 20,
    'papertape_readings_failed_total{reason="no_answer"}': 2,
    papertape_event_streams: 4,
    'papertape_webhooks{state="paused"}': 1,
    papertape_webhook_queue: 6,
    'papertape_webhook_deliveries_total{outcome="failed"}': 8,
    papertape_webhook_retries_total: 5,
    papertape_webhook_pauses_total: 9,
    papertape_mails_waiting: 7,
    'papertape_mails_total{outcome="sent"}': 1,
    'papertape_mails_total{outcome="failed"}': 0,
    'papertape_storage_bytes{part="ledger"}': 4096,
    'papertape_backups_total{outcome="made"}': 2,
    'papertape_backups_total{outcome="failed"}': 1,
    papertape_backup_last_timestamp_seconds: start / 1000,
    papertape_backup_last_bytes: 12_345,
    process_cpu_seconds_total: 1.25,
  });
  expect(all.get('papertape_order_ack_seconds_sum')).toBeCloseTo(9.3021, 10);
});

test('what is not known is absent, not zero', () => {
  const text = (g: Partial<Gauges>) => parse(metricsText(createMetrics().families({ ...gauges, ...g })));
  expect(text({ pulse: { ...pulse, lastMark: undefined } }).has('papertape_last_mark_timestamp_seconds')).toBe(false);
  expect(text({ limitsStoreAnswers: undefined }).has('papertape_limits_store_up')).toBe(false);
  const unbound = text({ room: { ...gauges.room, room: Number.POSITIVE_INFINITY, perSecond: undefined } });
  expect(unbound.has('papertape_window_orders_max')).toBe(false);
  expect(unbound.has('papertape_orders_decided_per_second')).toBe(false);
  const without = text({ backups: undefined });
  for (const name of ['papertape_backup_last_timestamp_seconds', 'papertape_backup_last_bytes'])
    expect(without.has(name), name).toBe(false);
  const alone = text({ pulse: undefined });
  expect(alone.get('papertape_database_up')).toBe(0);
  for (const name of ['papertape_marks_late', 'papertape_orders_pending', 'papertape_bots'])
    expect(alone.has(name), name).toBe(false);
  expect(alone.get('papertape_event_streams')).toBe(4);
});
