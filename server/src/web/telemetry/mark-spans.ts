/**
 * A trace for each transaction of the engine, which is a mark or several that are caught up. Its stages were timed in the engine's thread and come with what the
 * commit tells; the spans are made here of these times.
 */
import { ROOT_CONTEXT, trace, type Tracer } from '@opentelemetry/api';
import type { EngineProgress } from '../../engine/progress.ts';
import { iso } from '../../lib/clock.ts';

export function markSpans(tracer: Tracer, progress: EngineProgress): void {
  const { stages } = progress;
  const first = stages[0];
  const last = stages.at(-1);
  if (!first || !last) return;
  const span = tracer.startSpan(
    'marks',
    {
      startTime: first.from,
      attributes: {
        'papertape.mark': iso(progress.mark),
        'papertape.marks': progress.marks,
        'papertape.readings': progress.readings,
        'papertape.filled': progress.filled,
        'papertape.rejected': progress.rejected,
        'papertape.late': progress.late,
        'papertape.closes': progress.closes.length,
      },
    },
    ROOT_CONTEXT,
  );
  const parent = trace.setSpan(ROOT_CONTEXT, span);
  for (const { name, mark, league, statements, from, to } of stages) {
    const attributes = {
      ...(mark !== undefined && { 'papertape.mark': iso(mark) }),
      ...(league !== undefined && { 'papertape.league': league }),
      ...(statements !== undefined && { 'papertape.statements': statements }),
    };
    tracer.startSpan(`mark ${name}`, { startTime: from, attributes }, parent).end(to);
  }
  span.end(last.to);
}
