/**
 * What the operator decides of rounds of tasks, as the public log says it. The room of rounds does it at the same mark (rounds/ruled.ts), where it
 * still can: then the round has a fact of it. What would come too late is refused when it is asked for.
 */
export type RoundActionKind = 'void_round' | 'reverse_round' | 'strike_task';
export type RoundIncidentKind = 'round_voided' | 'round_reversed' | 'task_struck';

/** The entry that each action makes. */
export const roundIncidents: Readonly<Record<RoundActionKind, RoundIncidentKind>> = {
  void_round: 'round_voided',
  reverse_round: 'round_reversed',
  strike_task: 'task_struck',
};

export function isRoundAction(action: string): action is RoundActionKind {
  return Object.hasOwn(roundIncidents, action);
}
