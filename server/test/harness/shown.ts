/** What a service shows of its league, byte for byte: boards, bots, orders, prices, proofs, the public log and its checkpoint. */
import { expect } from 'vitest';

/** @param bots whose orders are shown, too. @param dates of closes. @returns path -> answer, without the address of the service. */
export async function shownBy(
  url: string,
  bots: readonly { readonly id: string; readonly key: string }[],
  dates: readonly string[],
): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  const get = async (path: string, key?: string): Promise<string> => {
    const answer = await fetch(
      `${url}${path}`,
      key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } },
    );
    const text = (await answer.text()).replaceAll(url, 'http://service');
    expect([path, answer.status, answer.status === 200 ? '' : text]).toEqual([path, 200, '']);
    shown.set(path, text);
    return text;
  };
  const size = Number((await get('/checkpoint')).split('\n')[1]);
  for (let n = 0; n < Math.min(9, Math.floor(size / 256)); n++) await get(`/tile/entries/00${n}`);
  for (const path of [
    '/api/leaderboard?league=spot_crypto',
    '/api/log',
    '/api/incidents',
    '/api/actions',
    '/api/rules/versions',
  ])
    await get(path);
  for (const date of dates) {
    await get(`/api/log/closes/spot_crypto/${date}/board`);
    await get(`/api/closes/spot_crypto/${date}/proof`);
    await get(`/api/log/heads/${date}`);
    await get(`/api/prices?league=spot_crypto&from=${date}T00:00:00Z&to=${date}T12:00:00Z&every=1h`);
  }
  for (const { id, key } of bots) {
    for (const part of ['', '/equity', '/statistics', '/moves', '/proofs']) await get(`/api/agents/${id}${part}`);
    for (const part of ['/positions', '/trades', '/events']) await get(`/api/agents/${id}${part}`, key);
    const { orders } = JSON.parse(await get(`/api/agents/${id}/orders?per_page=100`, key)) as {
      orders: { order_id: string; state: string }[];
    };
    for (const { order_id, state } of orders) {
      await get(`/api/agents/${id}/orders/${order_id}`, key);
      await get(`/api/proofs/orders/${order_id}`);
      if (state === 'filled') await get(`/api/fills/${order_id}/proof`);
    }
  }
  return shown;
}
