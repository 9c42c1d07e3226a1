/**
 * Questions that arrive in the same moment, asked of the database in one statement: a statement costs a round trip and a plan, however little it
 * asks. While one runs, the questions for the next one gather.
 */

/** Resolves with the answer to this question. Rejects with the database's error, as do those that were asked with it. */
export type AskTogether<Question, Answer> = (question: Question) => Promise<Answer>;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly answered: (answer: Answer) => void;
  readonly failed: (e: unknown) => void;
}

/** Questions in one statement: bounds its parameters, and the texts that the embedded engine keeps prepared. */
const questionsMax = 100;

/** @param ask answers in the order of the questions. It is asked after every question was put: what was stored before that is seen. */
export function createAskTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): AskTogether<Question, Answer> {
  let queue: Waiting<Question, Answer>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, questionsMax);
      queue = queue.slice(batch.length);
      try {
        const answers = await ask(batch.map(({ question }) => question));
        for (const [i, { answered }] of batch.entries()) answered(answers[i] as Answer);
      } catch (e) {
        for (const { failed } of batch) failed(e);
      }
    }
    running = false;
  }

  return (question) =>
    new Promise((answered, failed) => {
      queue.push({ question, answered, failed });
      if (running) return;
      running = true;
      void run();
    });
}
