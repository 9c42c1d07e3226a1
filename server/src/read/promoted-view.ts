/** Places that were paid for: bots, products, and spotlights of bots that are in Division 1 now. */
import type { PromotedView } from 'papertape-contract/payment';
import { botsByIds } from '../bots/bots.sql.ts';
import { iso } from '../lib/clock.ts';
import { spotlightTier } from '../payments/deliverable.ts';
import type { Extras } from '../payments/extras.ts';
import type { Delivery } from '../payments/order.ts';
import { titlesOf } from '../payments/payments.sql.ts';
import type { Db } from '../storage/storage.ts';
import { tiersNow } from './tiers-view.ts';

const note = 'Each of these places was paid for. Paying never affects score or rank.';

export async function promotedView(db: Db, extras: Pick<Extras, 'holding'>, baseUrl: string): Promise<PromotedView> {
  const [agents, goods, spots] = (['promote_agent_7d', 'promote_product_7d', 'div1_spotlight_7d'] as const).map((id) =>
    extras.holding(id),
  ) as [readonly Delivery[], readonly Delivery[], readonly Delivery[]];
  // Most of the time nobody has paid for anything.
  if (agents.length + goods.length + spots.length === 0) return { note, promoted: [], spotlight: [] };
  const ids = [...agents, ...spots].map(({ subject }) => subject);
  const bots = new Map((await botsByIds(db, ids)).map((bot) => [bot.botId, bot]));
  const tierOf = await tiersNow(
    db,
    spots.map(({ subject }) => subject),
  );
  const titles = await titlesOf(
    db,
    goods.map(({ reference }) => reference),
  );
  const label = 'Promoted' as const;
  const untilOf = ({ until }: Delivery): string => iso(until ?? 0);
  const shownAgents = agents.flatMap((d) => {
    const bot = bots.get(d.subject);
    if (!bot || bot.retiredAt !== null) return [];
    const url = `${baseUrl}/bots/${bot.botId}`;
    return [
      { from: d.from, label, kind: 'agent' as const, agent_id: bot.botId, name: bot.name, url, until: untilOf(d) },
    ];
  });
  const shownGoods = goods.map((d) => ({
    from: d.from,
    label,
    kind: 'product' as const,
    agent_id: null,
    name: titles.get(d.reference) ?? d.subject,
    url: d.subject,
    until: untilOf(d),
  }));
  return {
    note,
    promoted: [...shownAgents, ...shownGoods]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from: _from, ...shown }) => shown),
    spotlight: spots.flatMap((d) => {
      const bot = bots.get(d.subject);
      if (!bot || bot.retiredAt !== null || tierOf(bot.botId) !== spotlightTier) return [];
      const url = `${baseUrl}/bots/${bot.botId}`;
      return [{ label, agent_id: bot.botId, name: bot.name, league: bot.league, url, until: untilOf(d) }];
    }),
  };
}
