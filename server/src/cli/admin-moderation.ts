/** `papertape admin ban` and what else keeps a league clean: bans, hidden texts, retirements that are taken back. */
import type { Command } from 'commander';
import { actOnBan, actOnText, banActions, reinstateBot, textActions } from '../desk/moderation-acts.ts';
import type { Db } from '../storage/storage.ts';

interface WithReason {
  readonly reason: string;
}

/** @param command adds a command that needs a reason. @param act does it. */
export function addModeration(
  command: (name: string, what: string) => Command,
  act: (options: WithReason, ask: (db: Db, reason: string) => Promise<string>) => Promise<void>,
): void {
  for (const action of Object.keys(banActions) as (keyof typeof banActions)[]) {
    command(action, banActions[action])
      .argument('<who>', 'an agent_id, a maker_id, a mail address or a network address')
      .action((who: string, o: WithReason) => act(o, (db, reason) => actOnBan(db, action, who, reason)));
  }
  for (const action of Object.keys(textActions) as (keyof typeof textActions)[]) {
    command(action.replace('_', '-'), textActions[action])
      .argument('<agent_id>', 'such as agt_0000000000000000')
      .argument('<text>', 'such as name, company, website, icon or description')
      .action((botId: string, text: string, o: WithReason) =>
        act(o, (db, reason) => actOnText(db, action, { botId, text, reason })),
      );
  }
  command('reinstate', 'Take back that the operator retired a bot, until the next close')
    .argument('<agent_id>', 'such as agt_0000000000000000')
    .action((botId: string, o: WithReason) => act(o, (db, reason) => reinstateBot(db, botId, reason)));
}
