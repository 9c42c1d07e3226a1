/** `papertape admin`: what the operator decides of rounds of tasks. */
import type { Command } from 'commander';
import { reverseRound, strikeTask, voidRound } from '../desk/round-acts.ts';
import type { Db } from '../storage/storage.ts';

interface WithReason {
  readonly reason: string;
}

/** @param command adds a command that needs a reason. @param act does it. */
export function addRounds(
  command: (name: string, what: string) => Command,
  act: (options: WithReason, ask: (db: Db, reason: string) => Promise<string>) => Promise<void>,
): void {
  const ofRound = (name: string, what: string): Command =>
    command(name, what).argument('<league>', 'such as deal_finder').argument('<round>', 'its name, such as 2026-W47-3');
  ofRound('void-round', 'Void a round of tasks that is not scored yet: nobody is paid for it').action(
    (league: string, round: string, o: WithReason) => act(o, (db, reason) => voidRound(db, { league, round, reason })),
  );
  ofRound('reverse-round', 'Take back what a round paid, until the next round of its league is scored').action(
    (league: string, round: string, o: WithReason) =>
      act(o, (db, reason) => reverseRound(db, { league, round, reason })),
  );
  ofRound('strike-task', 'Strike a task of an open round: it weighs nothing for anybody')
    .argument('<task>', 'such as t05')
    .action((league: string, round: string, task: string, o: WithReason) =>
      act(o, (db, reason) => strikeTask(db, { league, round, task, reason })),
    );
}
