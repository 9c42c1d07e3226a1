/**
 * The place for your model: a function from the conversation so far to its next step. A real one sends `messages` and `tools` to a
 * provider and hands back the tool that it wants to call, or its last words.
 *
 * `standIn` is a plain program behind the same function, so that the example runs without a provider. It decides by what the tools
 * answered, as a model would.
 */
import type { McpTool } from './mcp.ts';

export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'tool'; readonly tool: string; readonly isError: boolean; readonly result: Result };

type Result = Readonly<Record<string, unknown>>;

export type Step =
  | { readonly call: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly say: string };

export type Model = (messages: readonly Message[], tools: readonly McpTool[]) => Promise<Step>;

/** Holds equal parts of the symbols whose pools agree: looks, tries, leaves out what would be rejected, orders. */
export const standIn: Model = async (messages) => {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return { call: 'arena_status', arguments: {} };
  if (last.isError) return { say: `Stopped: ${(last.result['error'] as { fix: string }).fix}` };
  switch (last.tool) {
    case 'arena_status': {
      const { pending, league } = last.result as { pending: unknown[]; league: string };
      if (pending.length > 0) return { say: 'An order is pending: nothing to do.' };
      return { call: 'arena_universe', arguments: { league } };
    }
    case 'arena_universe': {
      const { symbols } = last.result as { symbols: { symbol: string; tradable: boolean }[] };
      const names = symbols.filter((s) => s.tradable).map((s) => s.symbol);
      return { call: 'arena_submit_weights', arguments: { preview: true, weights: equal(names) } };
    }
    default: {
      const { preview, pools, order_id } = last.result as {
        preview?: true;
        pools: { symbol: string; state: string }[];
        order_id: string;
      };
      if (!preview) return { say: `Ordered: ${order_id}.` };
      const weights = equal(pools.filter((p) => p.state === 'agreed').map((p) => p.symbol));
      return {
        call: 'arena_submit_weights',
        arguments: { weights, reason: 'Equal parts of what the pools agree on.' },
      };
    }
  }
};

function equal(symbols: readonly string[]): Record<string, number> {
  const weight = Math.floor(10_000 / Math.max(1, symbols.length)) / 10_000;
  return Object.fromEntries(symbols.map((symbol) => [symbol, weight]));
}
