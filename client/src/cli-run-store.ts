/** The state of `papertape-bot run` in a file, and beside it the receipts of its orders, a line of JSON each. */
import { UsageError, type CliFiles } from './cli-io.ts';
import { readRunState, type RunState, type RunStore } from './run-state.ts';

/** @param whose the state of another bot, or of another service, is refused. */
export function fileStore(files: CliFiles, path: string, whose: Pick<RunState, 'url' | 'agent_id'>): RunStore {
  const receipts = receiptsPath(path);
  return {
    async load() {
      const file = await files.read(path);
      if (file === null) return null;
      const state = readRunState(file.text);
      if (!state) throw new UsageError(`${path} is no state of papertape-bot run. Name another file with --state.`);
      if (state.url !== whose.url || state.agent_id !== whose.agent_id)
        throw new UsageError(
          `${path} is the state of ${state.agent_id} at ${state.url}. Name another file with --state, or that bot with --agent.`,
        );
      return state;
    },
    save: (state) => files.writeSecret(path, `${JSON.stringify(state, null, 2)}\n`),
    async keepReceipt(order) {
      const text = (await files.read(receipts))?.text ?? '';
      // What a process that was killed had not written to its end is no line.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole.includes(`"order_id":${JSON.stringify(order.order_id)}`)) return;
      if (whole !== text) await files.writeSecret(receipts, whole);
      await files.append(receipts, `${JSON.stringify(order)}\n`);
    },
  };
}

export function receiptsPath(state: string): string {
  return `${state.replace(/\.json$/, '')}.receipts.jsonl`;
}
