/** The house bots of task leagues: the published plain solver of the league, on all tasks or on the easier ones. None has an exact solver. */

export interface SolverBot {
  /** What it is kept under in house.json. */
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly style: string;
  readonly description: string;
  /** Of how many levels, from the lowest, it answers the tasks. */
  readonly levels: number;
}

export const solverBots: readonly SolverBot[] = [
  {
    id: 'plain',
    name: 'House · Plain',
    icon: '🧮',
    style: 'plain solver',
    description: "Answers with the league's plain solver, which sets par.",
    levels: 5,
  },
  {
    id: 'easy_half',
    name: 'House · Easy half',
    icon: '🪜',
    style: 'plain solver of the easier tasks',
    description: "Answers the tasks of the three lowest levels with the league's plain solver, and no others.",
    levels: 3,
  },
];

/** The tasks that a bot answers. */
export function tasksFor<T extends { readonly level: number }>({ levels }: SolverBot, tasks: readonly T[]): T[] {
  const all = [...new Set(tasks.map(({ level }) => level))].toSorted((a, b) => a - b);
  const answered = new Set(all.slice(0, levels));
  return tasks.filter(({ level }) => answered.has(level));
}
