/**
 * What the service counts of itself since it was started, and how it is told: the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Counters are plain numbers: an answer from ready bytes must not pay
 * for being counted. Written here and not taken from prom-client, which keeps 20 MB in memory (docs/dependencies.md).
 */
import type { EngineProgress } from '../flow/engine/state.job.ts';

/** Upper bounds of the latency buckets, seconds. */
const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

/** Read when the metrics are asked for. */
export interface Gauges {
  readonly marksLate: number;
  readonly ordersPending: number;
  readonly ordersWaiting: number;
  readonly ordersOpen: boolean;
  readonly bots: number;
  /** Seconds since 1970; undefined before the first mark. */
  readonly lastMark: number | undefined;
  readonly refusedByLimit: ReadonlyMap<string, number>;
  readonly residentBytes: number;
  readonly startedAt: number;
  readonly version: string;
}

export interface Metrics {
  answered(status: number): void;
  /** An order was acknowledged that long after its request began. */
  orderTaken(seconds: number): void;
  committed(progress: EngineProgress): void;
  text(gauges: Gauges): string;
}

export function createMetrics(): Metrics {
  const answers = new Map<number, number>();
  const rejections = new Map<string, number>();
  const buckets = new Float64Array(latencyBounds.length);
  const sums = { orders: 0, seconds: 0, marks: 0, closes: 0, fills: 0 };
  return {
    answered(status) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
    },
    orderTaken(seconds) {
      sums.orders++;
      sums.seconds += seconds;
      const i = latencyBounds.findIndex((bound) => seconds <= bound);
      if (i >= 0) buckets[i] = (buckets[i] as number) + 1;
    },
    committed({ marks, filled, closed, rejections: reasons }) {
      sums.marks += marks;
      sums.fills += filled;
      if (closed) sums.closes++;
      for (const [reason, n] of Object.entries(reasons)) rejections.set(reason, (rejections.get(reason) ?? 0) + n);
    },
    text(g) {
      let below = 0;
      const latency: Sample[] = latencyBounds.map((bound, i) => {
        below += buckets[i] as number;
        return ['_bucket', { le: String(bound) }, below];
      });
      latency.push(['_bucket', { le: '+Inf' }, sums.orders], ['_sum', {}, sums.seconds], ['_count', {}, sums.orders]);
      const by = (label: string, counts: ReadonlyMap<string | number, number>): Sample[] =>
        [...counts].map(([value, n]) => ['', { [label]: String(value) }, n]);
      const families: Family[] = [
        ['papertape_build_info', 'gauge', 'What runs.', [['', { version: g.version }, 1]]],
        ['papertape_marks_late', 'gauge', 'Marks that should be done and are not.', one(g.marksLate)],
        ['papertape_orders_pending', 'gauge', 'Orders received and not decided.', one(g.ordersPending)],
        ['papertape_orders_waiting', 'gauge', 'Orders past their window that wait for a price.', one(g.ordersWaiting)],
        ['papertape_orders_open', 'gauge', '1 while scored spot crypto orders are taken.', one(g.ordersOpen ? 1 : 0)],
        ['papertape_bots', 'gauge', 'Bots registered.', one(g.bots)],
        ['papertape_last_mark_timestamp_seconds', 'gauge', 'Last mark that is done.', one(g.lastMark)],
        ['papertape_marks_total', 'counter', 'Marks done since the start.', one(sums.marks)],
        ['papertape_close_commits_total', 'counter', 'Commits with a daily close since the start.', one(sums.closes)],
        ['papertape_fills_total', 'counter', 'Orders filled since the start.', one(sums.fills)],
        ['papertape_rejections_total', 'counter', 'Orders rejected since the start.', by('reason', rejections)],
        ['papertape_order_ack_seconds', 'histogram', 'From the request to the durable acknowledgement.', latency],
        ['papertape_http_answers_total', 'counter', 'Answers by status.', by('status', answers)],
        ['papertape_rate_limited_total', 'counter', 'Requests refused by a limit.', by('limit', g.refusedByLimit)],
        ['process_resident_memory_bytes', 'gauge', 'Resident memory.', one(g.residentBytes)],
        ['process_start_time_seconds', 'gauge', 'Start of the process.', one(g.startedAt)],
      ];
      return families.map(familyText).join('');
    },
  };
}

/** Suffix of the name, labels, value. */
type Sample = readonly [suffix: string, labels: Readonly<Record<string, string>>, value: number];
type Family = readonly [
  name: string,
  type: 'gauge' | 'counter' | 'histogram',
  help: string,
  samples: readonly Sample[],
];

/** What is not known is left out: absent is not zero. */
function one(value: number | undefined): Sample[] {
  return value === undefined ? [] : [['', {}, value]];
}

function familyText([name, type, help, samples]: Family): string {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  for (const [suffix, labels, value] of samples) {
    const inside = Object.entries(labels).map(([k, v]) => `${k}="${v.replace(/[\\"\n]/g, escaped)}"`);
    text += `${name}${suffix}${inside.length === 0 ? '' : `{${inside.join(',')}}`} ${value}\n`;
  }
  return text;
}

function escaped(c: string): string {
  return c === '\n' ? '\\n' : `\\${c}`;
}
