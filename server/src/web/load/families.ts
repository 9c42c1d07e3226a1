/** What /metrics tells of the load. */
import type { RoomFigures } from '../../flow/window/window-room.ts';
import { by, one, type Family } from '../metrics-text.ts';
import type { LoadFigures } from './load.ts';

export function familiesOfLoad({ level, signals, refused }: LoadFigures, room: RoomFigures): Family[] {
  const { busy, loopMs, writeMs, connectionMs, markMs } = signals;
  const waits = new Map([
    ['loop', loopMs],
    ['write', writeMs],
    ['connection', connectionMs],
    ['mark', markMs],
  ]);
  const bound = Number.isFinite(room.room) ? room.room : undefined;
  return [
    [
      'papertape_load_level',
      'gauge',
      'Whom the service refuses for its load: nobody (0) to orders, too (3).',
      one(level),
    ],
    ['papertape_load_signal_seconds', 'gauge', 'What the level follows from.', by('signal', waits, (ms) => ms / 1000)],
    ['papertape_busy_ratio', 'gauge', 'Share of time in which the thread that serves requests was busy.', one(busy)],
    ['papertape_overloaded_total', 'counter', 'Requests refused for the load.', by('asker', refused)],
    ['papertape_window_orders', 'gauge', 'Orders in the window that takes them.', one(room.orders)],
    ['papertape_window_orders_max', 'gauge', 'Orders that it takes.', one(bound)],
    ['papertape_orders_decided_per_second', 'gauge', 'What the engine was measured to decide.', one(room.perSecond)],
    ['papertape_window_full_total', 'counter', 'Orders refused since their window was full.', one(room.refused)],
  ];
}
