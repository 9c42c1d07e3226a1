/** `papertape admin showcase` and what the operator decides about entries. */
import type { Command } from 'commander';
import { environment } from '../config/env.ts';
import { actOnEntry, entryActions, reportedText } from '../desk/showcase-acts.ts';
import type { Db } from '../storage/storage.ts';
import { withLeague } from './with-league.ts';

interface WithReason {
  readonly reason: string;
}

/** @param command adds a command that needs a reason. @param act does it. */
export function addShowcase(
  admin: Command,
  command: (name: string, what: string) => Command,
  act: (options: WithReason, ask: (db: Db, reason: string) => Promise<string>) => Promise<void>,
): void {
  for (const action of Object.keys(entryActions) as (keyof typeof entryActions)[]) {
    command(action.replace('_', '-'), entryActions[action])
      .argument('<entry>', 'its number, such as 12')
      .action((id: string, o: WithReason) => act(o, (db, reason) => actOnEntry(db, action, id, reason)));
  }
  admin
    .command('showcase')
    .description('List entries of the showcase that were reported or decided on, as a JSON document.')
    .action(async () => {
      await withLeague(environment(), async ({ db }) => process.stdout.write(await reportedText(db)));
    });
}
