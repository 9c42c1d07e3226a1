import { expect, test } from 'vitest';
import { createMetrics, type Gauges } from './metrics.ts';

const gauges: Gauges = {
  marksLate: 0,
  ordersPending: 3,
  ordersWaiting: 1,
  ordersOpen: true,
  bots: 7,
  lastMark: 1_700_000_100,
  refusedByLimit: new Map([['readsPerAddress', 2]]),
  residentBytes: 1e8,
  startedAt: 1_700_000_000.5,
  version: '1.0 "x"\\',
};

const commit = {
  mark: 0,
  leagues: [],
  voided: [],
  acted: [],
  retired: [],
  closed: false,
  marks: 1,
  filled: 0,
  rejected: 0,
  rejections: {},
  waiting: 0,
};

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
  metrics.committed({ ...commit, filled: 4, rejected: 3, rejections: { pools_apart: 2, price_unavailable: 1 } });
  metrics.committed({ ...commit, marks: 3, closed: true, rejected: 1, rejections: { pools_apart: 1 } });
  const all = parse(metrics.text(gauges));
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
    papertape_close_commits_total: 1,
    papertape_fills_total: 4,
    'papertape_rejections_total{reason="pools_apart"}': 3,
    'papertape_rejections_total{reason="price_unavailable"}': 1,
    'papertape_rate_limited_total{limit="readsPerAddress"}': 2,
    papertape_orders_open: 1,
    papertape_last_mark_timestamp_seconds: 1_700_000_100,
  });
  expect(all.get('papertape_order_ack_seconds_sum')).toBeCloseTo(9.3021, 10);
});

test('what is not known is absent, not zero', () => {
  const text = createMetrics().text({ ...gauges, lastMark: undefined, ordersOpen: false });
  expect(parse(text).has('papertape_last_mark_timestamp_seconds')).toBe(false);
  expect(parse(text).get('papertape_orders_open')).toBe(0);
});
