/** The fills of a bot, one line an order, each with a link to the page that proves it. */
import type { JSX } from 'preact';
import type { PublicFill } from 'papertape-contract/fill';
import type { TradeLine } from 'papertape-contract/order';
import { counted, dayText, dollarsOfText, grouped } from '../html/format.ts';
import { Pager } from '../html/parts.tsx';
import { Trades } from './fill-line.tsx';
import { botHref } from './links.tsx';
import { words } from '../words/words.ts';

export interface BotFillsProps {
  readonly botId: string;
  readonly fills: readonly PublicFill[];
  /** What the operator's delistings turned into cash: no orders of the bot. */
  readonly delisted: readonly TradeLine[];
  readonly page: number;
  readonly per_page: number;
  readonly pages: number;
  /** Fills in all. */
  readonly total: number;
}

/** Trades that a line tells; the page of the order has all of them, exact. */
const tradesShown = 3;

export function BotFills({
  botId,
  fills,
  delisted,
  page,
  per_page: perPage,
  pages,
  total,
}: BotFillsProps): JSX.Element {
  const base = `/api/agents/${botId}/trades`;
  const paged = pages > 1 ? `page=${page}&per_page=${perPage}` : '';
  return (
    <section id="trades" class="card" aria-labelledby="trades-title">
      <div class="head-row">
        <h2 id="trades-title">{words.bot.fills}</h2>
        <p class="muted machine">
          {words.bot.inAllNewestFirstAs(
            counted(total, 'fill'),
            pages > 1 ? words.bot.thisPageOf(page, pages) : words.bot.everyTrade,
            (text) => (
              <a href={`${base}${paged === '' ? '' : `?${paged}`}`}>{text}</a>
            ),
            (text) => (
              <a href={`${base}?format=csv${paged === '' ? '' : `&${paged}`}`}>{text}</a>
            ),
          )}
        </p>
      </div>
      {total === 0 && delisted.length === 0 ? <p class="empty">{words.bot.noFillYetAnOrder}</p> : null}
      {delisted.length === 0 ? null : (
        <ul class="delisted">
          {delisted.map((t) => (
            <li key={`${t.time} ${t.symbol}`}>
              {words.bot.wasDelistedUnitsBecame(
                <time dateTime={t.time}>{dayText(t.date)}</time>,
                t.symbol,
                grouped(t.units),
                dollarsOfText(t.cost),
              )}
            </li>
          ))}
        </ul>
      )}
      {fills.length === 0 ? null : (
        <ol class="fills">
          {fills.map((f) => (
            <li key={f.order_id}>
              <time dateTime={f.window.end}>
                {dayText(f.window.end.slice(0, 10))}, {f.window.end.slice(11, 16)}
              </time>{' '}
              <div class="what">
                <Trades trades={f.trades} most={tradesShown} priced />{' '}
                {f.reason === null ? null : (
                  <span class="muted reason">
                    “<bdi>{f.reason}</bdi>”
                  </span>
                )}
              </div>{' '}
              <a href={f.page} aria-label={words.bot.proofOfTheOrder(f.order_id)}>
                {words.bot.proof}
              </a>
            </li>
          ))}
        </ol>
      )}
      <Pager label={words.bot.pagesOfTheFills} page={page} pages={pages} href={(n) => `${botHref(botId, n)}#trades`} />
    </section>
  );
}
