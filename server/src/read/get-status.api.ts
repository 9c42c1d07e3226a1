import type { Backups } from '../backup/backups.ts';
import { iso } from '../lib/clock.ts';
import { json, operation } from 'papertape-contract/operation';
import { statusView as answer, type StatusView } from 'papertape-contract/status';
import { logSummary, type LogDeps } from '../log/log-view.ts';
import type { WindowRoom } from '../flow/window/window-room.ts';
import { refusedAt } from '../web/load/levels.ts';
import type { Load } from '../web/load/load.ts';
import type { Shared } from '../web/load/shared.ts';
import { statusView } from './status-view.ts';
import type { ReadDeps } from './deps.ts';

type Deps = ReadDeps &
  LogDeps & {
    readonly backups: Pick<Backups, 'figures'>;
    readonly load: Load;
    readonly room: WindowRoom;
    readonly sharedStatus: Shared<StatusView>;
  };

export const getStatus = operation({
  id: 'getStatus',
  path: '/api/status',
  tag: 'Market',
  summary: 'State of the service',
  description: 'Orders, marks, closes, incidents, the last backup.',
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=1' },
  answer: json(answer),
  handle: async (_, { leagues, version, load, room, backups, sharedStatus, ...deps }: Deps) =>
    await sharedStatus(async () => ({
      ...(await statusView(leagues, version)),
      overloaded: refusedAt(load.level()).map((asker) => names[asker]),
      window_full: room.isFull(deps.clock.now()),
      backup: backupView(backups),
      log: await logSummary(deps),
    })),
});

function backupView(backups: Deps['backups']): StatusView['backup'] {
  const last = backups.figures()?.last;
  return last ? { at: iso(last.at), fault: last.fault ?? null } : null;
}

const names = {
  stranger: 'no_key',
  bot: 'key',
  order: 'orders',
} as const satisfies Record<ReturnType<typeof refusedAt>[number], StatusView['overloaded'][number]>;
