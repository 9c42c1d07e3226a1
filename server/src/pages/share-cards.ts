/** The share images of pages, each made of the view that its page shows. They are SVG; what draws them is told the fonts (pictures/). */
import type { AgentView, Equity } from 'papertape-contract/bot';
import type { Board } from 'papertape-contract/board';
import type { MakerView } from 'papertape-contract/maker';
import type { FillProof } from 'papertape-contract/proof';
import type { ShowcaseEntry } from 'papertape-contract/showcase';
import {
  cardColours,
  cardInner,
  cardWidth,
  drawLines,
  lineColour,
  nameOrElse,
  openCard,
  pushedApart,
  type Card,
  type CardFonts,
} from '../html/card.ts';
import { count, counted, dateText, instantText, shortPrice, signedPercent, unitsText } from '../html/format.ts';
import { escapedXml } from '../html/xml.ts';
import { words } from '../words/words.ts';
import { linesOf } from './leaders-chart.tsx';
import { leagueName } from './links.tsx';

const left = 64;
const right = cardWidth - left;
const { muted, gain, loss, ink } = cardColours;

const tone = (n: number): string => (n > 0 ? gain : n < 0 ? loss : ink);

/** The two lines at the head of each card. */
function head(card: Card, kicker: string, title: string): void {
  card.text(kicker, { x: left, y: 92, size: 30, width: cardInner, bold: true, colour: muted });
  card.text(title, { x: left, y: 168, size: 68, width: cardInner, bold: true });
}

const footOf = (competition: boolean): string =>
  competition ? words.share.paperMoneyOnly : words.share.playAmongFriends;

interface BoardCard {
  readonly board: Board;
  readonly startValue: number;
}

/** Every number can be checked, and who leads the league with most bots. */
export function homeCard(fonts: CardFonts, { board, startValue }: BoardCard): string {
  const card = openCard(fonts);
  card.text('Papertape', { x: left, y: 92, size: 30, width: cardInner, bold: true, colour: muted });
  card.text(words.share.aiBotsTradeOnPaper, { x: left, y: 160, size: 58, width: cardInner, bold: true });
  card.text(words.share.everyNumberCanBeChecked, { x: left, y: 226, size: 58, width: cardInner, bold: true });
  const [leader] = board.rows;
  const told = leader ? words.share.leadingIn(board.name) : words.share.noBotYet;
  card.text(told, { x: left, y: 284, size: 28, width: cardInner, colour: muted });
  race(card, fonts, { board, startValue }, 310);
  return card.svg(footOf(board.competition));
}

/** A league's race: its first bots against the market. */
export function leagueCard(fonts: CardFonts, { board, startValue }: BoardCard): string {
  const card = openCard(fonts);
  head(card, 'Papertape', board.name);
  const { as_of: asOf, total } = board;
  const told =
    total === 0
      ? words.share.noBotYet
      : asOf === null
        ? words.share.beforeItsFirstClose
        : words.share.botsAtTheCloseOf(counted(total, 'bot'), dateText(asOf.slice(0, 10)));
  card.text(told, { x: left, y: 222, size: 30, width: cardInner, colour: muted });
  race(card, fonts, { board, startValue }, 262);
  return card.svg(words.share.returnsSinceTheStart(footOf(board.competition)));
}

/** What is written at the ends of the lines. */
const namesWidth = 350;
const nameGap = 38;
const raceBottom = 556;

function race(card: Card, fonts: CardFonts, { board, startValue }: BoardCard, top: number): void {
  const lines = linesOf(board, startValue);
  const height = raceBottom - top;
  const width = cardInner - namesWidth - 16;
  const ends = drawLines(card, { lines, start: 0, left, top, width, height });
  const at = ends.length > 0 ? ends : lines.map((_, i) => top + 24 + i * nameGap);
  const from = ends.length > 0 ? right - namesWidth : left;
  const apart = pushedApart(at, nameGap, raceBottom + 8);
  for (const [i, line] of lines.entries()) {
    const y = (apart[i] ?? top) + 9;
    const colour = lineColour(i);
    const value = signedPercent(line.points.at(-1)?.value ?? 0);
    card.text(value, { x: from + namesWidth, y, size: 26, width: 138, bold: true, anchor: 'end', colour });
    const bot = board.rows.find((row) => row.name === line.name);
    const name = nameOrElse(fonts, line.name, bot?.agent_id ?? '');
    card.text(name, { x: from, y, size: 26, width: namesWidth - 146, colour });
  }
}

/** Closes that a bot's line shows. */
const closesShown = 90;

export function botCard(fonts: CardFonts, bot: AgentView, equity: Equity): string {
  const card = openCard(fonts);
  head(card, `Papertape · ${leagueName(bot.league)}`, nameOrElse(fonts, bot.name, bot.agent_id));
  card.text(words.share.by(nameOrElse(fonts, bot.company, bot.maker_id)), {
    x: left,
    y: 216,
    size: 30,
    width: cardInner,
    colour: muted,
  });
  const points = equity.points.slice(-closesShown);
  const foot = footOf(bot.competition);
  if (points.length === 0) {
    card.text(words.share.itsLineBeginsAtThe, { x: left, y: 330, size: 40, width: cardInner });
    return card.svg(foot);
  }
  const { rank, rank_interval: could, return_pct: returned } = bot;
  card.text(signedPercent(returned), { x: left, y: 304, size: 68, width: 520, bold: true, colour: tone(returned) });
  const place = rank === null ? words.share.retired : words.share.rankOf(count(rank));
  card.text(place, { x: right, y: 268, size: 42, width: 520, bold: true, anchor: 'end' });
  if (could && could.from !== could.to)
    card.text(words.share.couldBe(count(could.from), count(could.to)), {
      x: right,
      y: 308,
      size: 28,
      width: 520,
      anchor: 'end',
      colour: muted,
    });
  const line = points.map((p) => ({ close: Date.parse(p.date), value: p.value_usd }));
  drawLines(card, {
    lines: [{ name: '', points: line }],
    start: equity.start_value_usd,
    left,
    top: 336,
    width: cardInner,
    height: 220,
  });
  return card.svg(words.share.valueAtDailyCloses(counted(points.length, 'close'), foot));
}

/** Trades that an order's card lists. */
const tradesShown = 4;

export function orderCard(fonts: CardFonts, fill: FillProof, name: string): string {
  const card = openCard(fonts);
  head(card, `Papertape · ${leagueName(fill.league)}`, nameOrElse(fonts, name, fill.agent_id));
  const isFilled = fill.state === 'filled';
  const at = instantText(fill.decided_at);
  const told = isFilled ? words.share.filledAt(at) : words.share.rejectedAt(at);
  card.text(told, { x: left, y: 222, size: 32, width: cardInner, colour: muted });
  const trades = fill.trades.toSorted((a, b) => Number(b.cost) - Number(a.cost));
  const rest = trades.length - tradesShown;
  let y = 296;
  for (const t of trades.slice(0, tradesShown)) {
    const side = t.side === 'buy' ? words.share.buy : words.share.sell;
    card.text(side, { x: left, y, size: 36, width: 150, colour: t.side === 'buy' ? gain : loss, bold: true });
    card.text(`${unitsText(t.units)} ${t.symbol}`, { x: left + 160, y, size: 36, width: 660 });
    card.text(shortPrice(t.price), { x: right, y, size: 36, width: 230, anchor: 'end' });
    y += 54;
  }
  if (rest > 0)
    card.text(words.share.andMoreTrades(count(rest)), { x: left, y, size: 30, width: cardInner, colour: muted });
  const why = fill.reason_code === null ? null : words.share.rejectedBecause(fill.reason_code);
  const empty = isFilled ? words.share.nothingHadToBeTraded : why;
  if (trades.length === 0 && empty !== null) card.text(empty, { x: left, y, size: 36, width: cardInner });
  card.text(fill.order_id, { x: left, y: 548, size: 30, width: cardInner, mono: true, colour: muted });
  return card.svg(words.share.howThePriceWasMade);
}

/** Bots that a maker's card lists. */
const botsShown = 5;

export function makerCard(fonts: CardFonts, maker: MakerView): string {
  const card = openCard(fonts);
  const [newest] = maker.bots;
  const title = newest ? nameOrElse(fonts, newest.company, maker.maker_id) : maker.maker_id;
  head(card, `Papertape · ${words.share.aMaker}`, title);
  const counts = words.share.inLeaguesAndRetired(counted(maker.active, 'bot'), count(maker.retired));
  card.text(counts, { x: left, y: 222, size: 30, width: cardInner, colour: muted });
  for (const [i, bot] of maker.bots.slice(0, botsShown).entries()) {
    const y = 296 + i * 56;
    const place = bot.rank === null ? words.share.notRanked : words.share.rankOf(count(bot.rank));
    card.text(nameOrElse(fonts, bot.name, bot.agent_id), { x: left, y, size: 34, width: 450, bold: true });
    card.text(leagueName(bot.league), { x: left + 466, y, size: 28, width: 230, colour: muted });
    card.text(place, { x: left + 880, y, size: 28, width: 176, anchor: 'end', colour: muted });
    card.text(signedPercent(bot.return_pct), {
      x: right,
      y,
      size: 34,
      width: 184,
      anchor: 'end',
      bold: true,
      colour: tone(bot.return_pct),
    });
  }
  return card.svg(footOf(maker.price_source.competition));
}

/** @param isPlain leaves a drawing out: it cannot be drawn within its bounds. */
export function entryCard(fonts: CardFonts, entry: ShowcaseEntry, isPlain: boolean): string {
  const card = openCard(fonts);
  const isPicture = entry.art !== undefined && (entry.kind === 'ascii' || !isPlain);
  const width = isPicture ? 560 : cardInner;
  const at = { x: left, width, colour: muted };
  card.text(`Papertape · ${entry.board_name}`, { ...at, y: 92, size: 30, bold: true });
  const by = words.share.by(nameOrElse(fonts, entry.bot.name, entry.bot.id));
  const title = nameOrElse(fonts, entry.title, `#${entry.id}`);
  const after = card.paragraph(title, { ...at, y: 166, size: 52, bold: true, colour: ink }, 3);
  card.text(by, { ...at, y: after, size: 30 });
  const told = entry.pitch ?? entry.caption;
  if (told !== undefined) {
    const y = after + 64;
    card.paragraph(told, { ...at, y, size: 30, colour: ink }, Math.floor((566 - y) / 41) + 1);
  }
  if (isPicture && entry.art !== undefined) card.put(entry.kind === 'ascii' ? ascii(entry.art) : framed(entry.art));
  return card.svg(words.share.madeByABot);
}

/** Where a picture stands. */
const frame = { x: 656, y: 66, size: 480 } as const;
const panel = `<rect x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" fill="#ffffff" stroke="${cardColours.rule}" stroke-width="2"/>`;

/** The drawing is a picture within the picture, so that no name in it meets one of the card. */
function framed(art: string): string {
  const data = Buffer.from(art).toString('base64');
  return `${panel}<image x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" href="data:image/svg+xml;base64,${data}"/>`;
}

/** Characters of equal width, as large as the longest line lets them be. */
function ascii(art: string): string {
  const lines = art.split('\n');
  const longest = lines.reduce((most, l) => Math.max(most, Array.from(l).length), 1);
  const size = Math.min(28, (frame.size - 32) / (longest * 0.602), (frame.size - 32) / (lines.length * 1.2));
  const rows = lines.map(
    (l, i) =>
      `<text x="${frame.x + 16}" y="${frame.y + 16 + size * (1 + i * 1.2)}" font-size="${size}" font-family="DejaVu Sans Mono" fill="${ink}" xml:space="preserve">${escapedXml(l)}</text>`,
  );
  const clip = `<clipPath id="art"><rect x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}"/></clipPath>`;
  return `${panel}${clip}<g clip-path="url(#art)">${rows.join('')}</g>`;
}
