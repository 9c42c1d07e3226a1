/** What the service does once marks are stored: what is ready for readers is dropped, and whoever waits for them is told. */
import type { Confirmed } from '../engine/open-engine.ts';
import { workOf, type EngineProgress } from '../engine/progress.ts';
import type { Events } from '../events/open-events.ts';
import { isOutage } from '../operator/incident.ts';
import type { Services } from './services.ts';

export function afterCommit(
  progress: EngineProgress,
  {
    clock,
    source,
    load,
    room,
    metrics,
    telemetry,
    market,
    markStreams,
    liveStreams,
    ready,
    own,
    alerts,
    rounds,
  }: Services,
  events: Events,
  followedLog: { follow(progress: EngineProgress): unknown },
): void {
  load.markDone();
  room.done(progress.mark, workOf(progress));
  /** Since the mark could be done first. */
  const lateMs = clock.now() - progress.mark - (source.readDelayMs ?? 0);
  metrics.committed(progress, clock.realPerTick === 0 ? undefined : (lateMs * clock.realPerTick) / 1000);
  telemetry?.committed(progress);
  events.committed(progress);
  market.changed();
  rounds.facts.changed();
  own.dropAll();
  markStreams.committed();
  liveStreams.committed();
  alerts.wake();
  // A fill changes no board; a close, and that one is voided or late, change them and proofs. Pages that show the market change at every mark.
  if (progress.closed || progress.voided.size + progress.late > 0 || progress.incidents.some(isOutage)) ready.dropAll();
  else ready.drop([...progress.acted]);
  void followedLog.follow(progress);
}

/** Something was found out beside the marks. */
export function afterConfirmed(found: Confirmed, { metrics, market, ready }: Services): void {
  metrics.confirmed(found);
  market.changed();
  ready.drop([]);
}
