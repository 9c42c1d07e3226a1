/** A bot that orders all the while, as the published client does: what was refused is sent again with its key until it is taken. */
import { createClient } from 'papertape-client';

export interface Orders {
  /** Resolves once so many more were acknowledged. Rejects after so many seconds, with the last refusal. */
  taken(more: number, secondsMax: number): Promise<void>;
  /** Longest time between two acknowledgements since the last call, in seconds. */
  longestGap(): string;
  /** Sends no more; what is under way is waited for. @returns how many were acknowledged. */
  end(): Promise<number>;
  /** Sends no more, at once. */
  giveUp(): void;
}

export async function startOrders(baseUrl: string): Promise<Orders> {
  const maker = { company: 'Example', contact: 'bot@example.com', country: 'CA' };
  const seat = await createClient({ baseUrl }).register({ name: 'Never stops', league: 'spot_crypto', ...maker });
  let acknowledged = 0;
  let gap = 0;
  let isOver = false;
  let isGivenUp = false;
  let refusal = '';
  let last = performance.now();

  async function order(): Promise<void> {
    const headers = {
      authorization: `Bearer ${seat.api_key}`,
      'content-type': 'application/json',
      'idempotency-key': `order ${acknowledged}`,
    };
    const body = JSON.stringify({ date: '2026-03-02', weights: { 'BTC-USD': ((acknowledged % 9) + 1) / 10 } });
    const url = `${baseUrl}/api/agents/${seat.agent_id}/weights`;
    for (let isTaken = false; !isTaken && !isGivenUp;) {
      const sent = fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) });
      isTaken = await sent.then(
        async (answer) => {
          refusal = await answer.text();
          return answer.status === 200;
        },
        (e: unknown) => {
          refusal = String(e);
          return false;
        },
      );
      if (!isTaken) await pause(100);
    }
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
    acknowledged++;
  }

  const orders = (async () => {
    while (!isOver) {
      await order();
      await pause(50);
    }
  })();
  return {
    async taken(more, secondsMax) {
      const wanted = acknowledged + more;
      const end = performance.now() + secondsMax * 1000;
      while (acknowledged < wanted) {
        if (performance.now() > end) throw new Error(`no orders are taken any more: ${refusal}`);
        await pause(50);
      }
    },
    longestGap() {
      const seconds = (gap / 1000).toFixed(1);
      gap = 0;
      return seconds;
    },
    async end() {
      isOver = true;
      await orders;
      return acknowledged;
    },
    giveUp() {
      isOver = true;
      isGivenUp = true;
    },
  };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
