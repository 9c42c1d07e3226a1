/**
 * What the service counts of itself since it was started, and how it is told: the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Counters are plain numbers: an answer from ready bytes must not pay
 * for being counted, and one format needs no library.
 *
 * docs/operators/operate.md lists every family; a test holds the list against what is answered.
 */
import type { BackupFigures } from '../backup/backups.ts';
import type { WebhookFigures } from '../events/webhooks.ts';
import type { RoomFigures } from '../flow/window/window-room.ts';
import type { Confirmed } from '../engine/open-engine.ts';
import type { EngineProgress } from '../engine/progress.ts';
import { mailOutcomes, type MailOutcome } from '../mail/outcome.ts';
import type { Pulse } from '../read/pulse-view.ts';
import { familiesOfLoad } from './load/families.ts';
import type { LoadFigures } from './load/load.ts';
import { createHistogram, type Histogram } from './histogram.ts';
import { by, familyText, one, type Family } from './metrics-text.ts';
import { familiesOfProcess, type ProcessFigures } from './process-figures.ts';

/** Read when the metrics are asked for. */
export interface Gauges extends ProcessFigures {
  /** Undefined while the database does not answer. */
  readonly pulse: Pulse | undefined;
  readonly streams: number;
  readonly webhooks: WebhookFigures;
  readonly refusedByLimit: ReadonlyMap<string, number>;
  /** Counters of rate limits in this process's memory. */
  readonly limitCounters: number;
  /** Undefined where processes share no store. */
  readonly limitsStoreAnswers: boolean | undefined;
  /** Undefined where the service makes none. */
  readonly backups: BackupFigures | undefined;
  readonly load: LoadFigures;
  readonly room: RoomFigures;
  /** Undefined on the embedded engine, and while it is not known. */
  readonly clockOffsetMs: number | undefined;
  /** 1 while the replica is read from, 0 while the primary is in its place; undefined without one. */
  readonly replicaRead: number | undefined;
  readonly version: string;
}

export interface Metrics {
  answered(status: number): void;
  /** An order was acknowledged that long after its request began. */
  orderTaken(seconds: number): void;
  /** @param seconds real ones from when the last of its marks was due to now; undefined where no clock runs. */
  committed(progress: EngineProgress, seconds: number | undefined): void;
  /** Blocks of earlier marks were asked for again, and endpoints were compared. */
  confirmed(found: Confirmed): void;
  mailed(outcome: MailOutcome): void;
  families(gauges: Gauges): readonly Family[];
}

export function createMetrics(): Metrics {
  const counted: Counted = {
    answers: new Map(),
    rejections: new Map(),
    unread: new Map(),
    differed: new Map(),
    checks: new Map(),
    mails: new Map(mailOutcomes.map((outcome) => [outcome, 0])),
    acks: createHistogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]),
    commits: createHistogram([0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]),
    sums: { marks: 0, late: 0, closes: 0, fills: 0, readings: 0 },
  };
  const { answers, rejections, unread, differed, checks, mails, acks, commits, sums } = counted;
  return {
    answered: (status) => add(answers, String(status), 1),
    orderTaken: (seconds) => acks.add(seconds),
    committed(progress, seconds) {
      sums.marks += progress.marks;
      sums.late += progress.late;
      sums.fills += progress.filled;
      sums.readings += progress.readings;
      if (progress.closed) sums.closes++;
      for (const [reason, n] of progress.rejections) add(rejections, reason, n);
      for (const [reason, n] of progress.unread) add(unread, reason, n);
      if (seconds !== undefined) commits.add(seconds);
    },
    confirmed(found) {
      for (const [endpoint, n] of found.differed) add(differed, endpoint, n);
      for (const [outcome, n] of found.checks) add(checks, outcome, n);
    },
    mailed: (outcome) => add(mails, outcome, 1),
    families: (g) => [
      ...ofMarks(counted, g),
      ...ofOrders(counted, g),
      ...ofPrices(counted, g),
      ...ofRequests(counted, g),
      ...familiesOfLoad(g.load, g.room),
      ...ofDeliveries(counted, g),
      ...ofProcess(g),
    ],
  };
}

/** What /metrics answers. */
export function metricsText(families: readonly Family[]): string {
  return families.map(familyText).join('');
}

/** Since the start. */
interface Counted {
  readonly answers: Map<string, number>;
  readonly rejections: Map<string, number>;
  readonly unread: Map<string, number>;
  readonly differed: Map<string, number>;
  readonly checks: Map<string, number>;
  readonly mails: Map<string, number>;
  readonly acks: Histogram;
  readonly commits: Histogram;
  readonly sums: { marks: number; late: number; closes: number; fills: number; readings: number };
}

function ofMarks({ sums, commits }: Counted, { pulse: p, version }: Gauges): Family[] {
  return [
    ['papertape_build_info', 'gauge', 'What runs.', [['', { version }, 1]]],
    ['papertape_database_up', 'gauge', '1 while the database answers.', one(p ? 1 : 0)],
    ['papertape_marks_late', 'gauge', 'Marks that should be done and are not.', one(p?.lateness.marks)],
    [
      'papertape_engine_lag_seconds',
      'gauge',
      'How long the next mark could have been done, on the clock of the league.',
      one(p && seconds(p.lateness.overdueMs)),
    ],
    [
      'papertape_last_mark_timestamp_seconds',
      'gauge',
      'Last mark that is done.',
      one(p?.lastMark === undefined ? undefined : seconds(p.lastMark)),
    ],
    ['papertape_marks_total', 'counter', 'Marks done since the start.', one(sums.marks)],
    [
      'papertape_late_marks_total',
      'counter',
      'Marks done, or first seen by a witness, later than the published bound.',
      one(sums.late),
    ],
    [
      'papertape_mark_done_seconds',
      'gauge',
      'How long after its instant the last mark was done, on the clock of the league.',
      one(p?.doneMs === undefined ? undefined : seconds(p.doneMs)),
    ],
    [
      'papertape_mark_commit_seconds',
      'histogram',
      'Real time from when a mark was due to its commit.',
      commits.samples(),
    ],
    ['papertape_close_commits_total', 'counter', 'Commits with a daily close since the start.', one(sums.closes)],
  ];
}

function ofOrders({ sums, rejections, acks }: Counted, { pulse: p }: Gauges): Family[] {
  return [
    ['papertape_orders_open', 'gauge', '1 while the league takes orders.', by('league', p?.open, Number)],
    ['papertape_orders_pending', 'gauge', 'Orders received and not decided.', one(p?.pending)],
    ['papertape_orders_waiting', 'gauge', 'Orders past their window that wait for a price.', one(p?.waiting)],
    ['papertape_order_ack_seconds', 'histogram', 'From the request to the durable acknowledgement.', acks.samples()],
    ['papertape_fills_total', 'counter', 'Orders filled since the start.', one(sums.fills)],
    ['papertape_rejections_total', 'counter', 'Orders rejected since the start.', by('reason', rejections)],
  ];
}

function ofPrices({ sums, unread, differed, checks }: Counted, { pulse: p }: Gauges): Family[] {
  return [
    ['papertape_readings_total', 'counter', 'Pools asked for a reading at a mark.', one(sums.readings)],
    ['papertape_readings_failed_total', 'counter', 'Readings that were not given.', by('reason', unread)],
    [
      'papertape_endpoint_differences_total',
      'counter',
      'Times that an endpoint of a chain gave other values than most.',
      by('endpoint', differed),
    ],
    [
      'papertape_block_checks_total',
      'counter',
      'Blocks in which marks were read, asked for again when they were final.',
      by('outcome', checks),
    ],
    [
      'papertape_source_last_healthy_timestamp_seconds',
      'gauge',
      'Last mark at which the source of prices was read.',
      by('source', p?.healthyAt, seconds),
    ],
  ];
}

function ofRequests({ answers }: Counted, g: Gauges): Family[] {
  return [
    ['papertape_bots', 'gauge', 'Bots registered.', one(g.pulse?.bots)],
    ['papertape_http_answers_total', 'counter', 'Answers by status.', by('status', answers)],
    ['papertape_rate_limited_total', 'counter', 'Requests refused by a limit.', by('limit', g.refusedByLimit)],
    ['papertape_limit_counters', 'gauge', 'Counters of rate limits in memory.', one(g.limitCounters)],
    [
      'papertape_limits_store_up',
      'gauge',
      '1 while the shared store of the rate limits answers.',
      one(g.limitsStoreAnswers === undefined ? undefined : Number(g.limitsStoreAnswers)),
    ],
    ['papertape_event_streams', 'gauge', 'Event streams that are open.', one(g.streams)],
  ];
}

function ofDeliveries({ mails }: Counted, { webhooks: w, pulse }: Gauges): Family[] {
  return [
    ['papertape_webhooks', 'gauge', 'Webhooks that are set.', by('state', w.states)],
    [
      'papertape_webhook_queue',
      'gauge',
      'Webhooks with something to deliver now, those under way among them.',
      one(w.queue),
    ],
    ['papertape_webhook_deliveries_total', 'counter', 'Deliveries tried.', by('outcome', w.deliveries)],
    ['papertape_webhook_retries_total', 'counter', 'Of these, repeated after a failure.', one(w.retries)],
    ['papertape_webhook_pauses_total', 'counter', 'Webhooks given up until they are set again.', one(w.pauses)],
    ['papertape_mails_waiting', 'gauge', 'Mails that wait to be sent.', one(pulse?.mails)],
    ['papertape_mails_total', 'counter', 'What became of mails.', by('outcome', mails)],
  ];
}

function ofProcess(g: Gauges): Family[] {
  const { newest, outcomes, last } = g.backups ?? {};
  return [
    [
      'papertape_clock_offset_ms',
      'gauge',
      "How far the clock of PostgreSQL, by which orders are stamped, is ahead of this machine's.",
      one(g.clockOffsetMs),
    ],
    [
      'papertape_replica_read',
      'gauge',
      '1 while answers that are kept are read from the replica, 0 while it is behind or gone.',
      one(g.replicaRead),
    ],
    ['papertape_storage_bytes', 'gauge', 'Room that the data takes on the disk.', by('part', g.pulse?.bytes)],
    ['papertape_backups_total', 'counter', 'Backups that the service began.', by('outcome', outcomes)],
    [
      'papertape_backup_last_timestamp_seconds',
      'gauge',
      'When the newest backup was made.',
      one(newest && seconds(newest.madeAt)),
    ],
    [
      'papertape_backup_faulty',
      'gauge',
      '1 while the last backup failed, or its audit is not clean.',
      one(last && Number(last.fault !== undefined)),
    ],
    ['papertape_backup_last_bytes', 'gauge', 'Size of the newest backup.', one(newest?.bytes)],
    ...familiesOfProcess(g),
  ];
}

function seconds(ms: number): number {
  return ms / 1000;
}

function add(counts: Map<string, number>, name: string, n: number): void {
  counts.set(name, (counts.get(name) ?? 0) + n);
}
