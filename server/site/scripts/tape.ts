/**
 * The tape goes on where the page ends: fills that are told by the live stream are put at its front, unless the reader is at it. A close is
 * told by a link, since nothing else of the page moves by itself. The stream is open while the page is visible only. A browser opens a stream that
 * broke again, but not one that was refused: that is done here.
 */
import { locale, said } from './words.ts';

interface Fill {
  readonly page: string;
  readonly name: string;
  readonly decided_at: string;
  readonly trades: readonly { readonly symbol: string; readonly side: string; readonly cost: string }[];
}

const fillsMax = 20;
const tradesShown = 2;
/** A service that is overloaded tells visitors to come back after 10 to 30 seconds (docs/operators/operate.md#overload); a stream does not show how many. */
const againMs = { min: 10_000, max: 30_000 };
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });

/** As the page writes it (server/src/html/format.ts). */
function dollars(n: number): string {
  return locale === 'fr-CA' ? `${short.format(n)}\u00A0$` : `$${short.format(n)}`;
}

export function followTape(strip: HTMLElement): void {
  const address = strip.dataset['tape'];
  if (address === undefined) return;
  const waiting: Fill[] = [];
  let last: string | undefined;
  let stream: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const isRead = (): boolean => strip.matches(':hover, :focus-within, :focus');
  const show = (): void => {
    if (isRead()) return;
    for (const fill of waiting.splice(0)) strip.prepend(lineOf(fill));
    while (strip.children.length > fillsMax) strip.lastElementChild?.remove();
    if (strip.children.length > 0) strip.parentElement?.querySelector('.tape-empty')?.remove();
  };
  const open = (): void => {
    const from = new URL(address, location.href);
    if (last !== undefined) from.searchParams.set('since', last);
    stream = new EventSource(from);
    stream.addEventListener('fill', (message) => {
      last = message.lastEventId;
      waiting.push((JSON.parse(String(message.data)) as { readonly fill: Fill }).fill);
      show();
    });
    stream.addEventListener('close', tellClose);
    stream.addEventListener('mark', (message) => (last = message.lastEventId));
    stream.addEventListener('error', () => {
      if (stream?.readyState !== EventSource.CLOSED) return;
      again = setTimeout(follow, againMs.min + Math.random() * (againMs.max - againMs.min));
    });
  };
  const follow = (): void => {
    clearTimeout(again);
    stream?.close();
    stream = undefined;
    if (document.visibilityState === 'visible') open();
  };
  strip.addEventListener('pointerleave', show);
  strip.addEventListener('focusout', show);
  document.addEventListener('visibilitychange', follow);
  follow();
}

function tellClose(): void {
  for (const news of document.querySelectorAll<HTMLElement>('[data-news]')) {
    news.hidden = false;
    const link = news.querySelector('a');
    if (link) link.href = location.href;
  }
}

/** As server/src/pages/tape.tsx makes it; the words are set as text, so that nothing that a bot wrote becomes markup. */
function lineOf({ page, name, decided_at: at, trades }: Fill): HTMLElement {
  const time = made('time', at.slice(11, 16));
  time.dateTime = at;
  const link = made('a', '');
  link.href = locale === 'fr-CA' ? `/fr${page}` : page;
  link.append(time, ' ', made('bdi', name));
  const told = made('span', '');
  told.className = 'trades';
  for (const { symbol, side, cost } of trades.slice(0, tradesShown)) {
    const sign = made('span', side === 'buy' ? '▲' : '▼');
    sign.setAttribute('aria-hidden', 'true');
    const words = made('span', side === 'buy' ? said.bought : said.sold);
    words.className = 'unseen';
    const trade = made('span', '');
    trade.className = 'trade';
    trade.append(sign, words, ` ${symbol.replace(/-USD$/, '')} `, made('b', dollars(Number(cost))), ' ');
    told.append(trade);
  }
  if (trades.length > tradesShown) told.append(made('span', `+${trades.length - tradesShown} ${said.more}`));
  const line = made('li', '');
  line.className = 'fresh';
  line.append(link, ' ', told);
  return line;
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (text !== '') element.textContent = text;
  return element;
}
