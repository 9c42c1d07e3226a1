/**
 * The page of a bot's owner. The key is in the client of `open` and nowhere else: in no address, no storage and no attribute. It is gone when
 * the page is left, when the reader says so, and after 15 minutes without a touch.
 */
import { createClient, type AgentEvent, type AgentState, type Client } from 'papertape-client';

const idleMs = 15 * 60_000;
const eventsMax = 20;

const part = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-owner="${name}"]`);
  if (!found) throw new Error(`the page has no ${name}`);
  return found;
};
const [form, opened, said] = [part('open') as HTMLFormElement, part('opened'), part('said')];
const keyField = form.elements.namedItem('key') as HTMLInputElement;

/** What the script says, in the language of the page (server/src/words). */
const words = JSON.parse(part('words').dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
const word = (name: string): string => words[name] ?? '';

/** What is open; undefined before, and after it was forgotten. */
let now: { readonly client: Client; readonly end: AbortController; idle: number; tick: number } | undefined;

form.classList.remove('waits');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const apiKey = keyField.value.trim();
  keyField.value = '';
  void open(apiKey);
});
part('forget').addEventListener('click', () => forget(word('forgotten')));
addEventListener('pagehide', () => forget(''));
for (const touch of ['pointerdown', 'keydown', 'scroll']) addEventListener(touch, stayAwake, { passive: true });
for (const each of document.querySelectorAll<HTMLFormElement>('[data-owner-do]')) {
  each.addEventListener('submit', (event) => {
    event.preventDefault();
    void act(each);
  });
}

async function open(apiKey: string): Promise<void> {
  say(word('opening'));
  const client = createClient({ baseUrl: location.origin, agentId: 'me', apiKey, watchLog: false });
  try {
    const [state, { clock }] = await Promise.all([client.state(), client.status()]);
    const end = new AbortController();
    now = { client, end, idle: 0, tick: 0 };
    form.hidden = true;
    opened.hidden = false;
    show(state, clock.speed);
    say('');
    document.getElementById('bot-name')?.focus();
    stayAwake();
    await Promise.all([fillIn(client, state.agent_id), follow(client, end.signal, clock.speed)]);
  } catch (e) {
    say(told(e));
  }
}

function forget(why: string): void {
  if (!now) return;
  now.end.abort();
  clearTimeout(now.idle);
  clearInterval(now.tick);
  now = undefined;
  opened.hidden = true;
  form.hidden = false;
  for (const name of ['name', 'facts', 'pending', 'events']) part(name).replaceChildren();
  for (const each of document.querySelectorAll<HTMLFormElement>('[data-owner-do]')) {
    each.reset();
    outcome(each, '');
  }
  say(why);
}

function stayAwake(): void {
  if (!now) return;
  clearTimeout(now.idle);
  now.idle = window.setTimeout(() => forget(word('idle')), idleMs);
}

async function follow(client: Client, signal: AbortSignal, speed: number): Promise<void> {
  for await (const event of client.stream({ since: 'now', signal })) {
    const list = part('events');
    list.prepend(line('li', [stamp(event.at), ` ${wordsOf(event)}`]));
    while (list.children.length > eventsMax) list.lastElementChild?.remove();
    show(await client.state(), speed);
  }
}

function wordsOf({ type, data }: AgentEvent): string {
  const order = 'order_id' in data ? `: ${data.order_id}` : '';
  return `${word(type)}${order}`;
}

function show(state: AgentState, speed: number): void {
  if (!now) return;
  part('name').textContent = state.name;
  const dollars = (n: number): string =>
    n.toLocaleString(document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-US', {
      style: 'currency',
      currency: 'USD',
    });
  const facts: readonly (readonly [string, string])[] = [
    [word('valueAtClose'), dollars(state.value_usd)],
    [word('valueNow'), state.value_now_usd === null ? word('notKnown') : dollars(state.value_now_usd)],
    [word('returned'), `${state.return_pct >= 0 ? '+' : '\u2212'}${Math.abs(state.return_pct).toFixed(2)}%`],
    [word('rank'), state.rank === null ? word('notRanked') : `${state.rank} ${word('of')} ${state.of}`],
    [word('tier'), state.tier],
    [word('holdings'), state.holdings.length === 0 ? word('cash') : state.holdings.map((h) => h.symbol).join(', ')],
  ];
  part('facts').replaceChildren(
    ...facts.map(([term, value]) => line('div', [line('dt', [term]), line('dd', [value])])),
  );
  showPending(state, speed);
}

/** Each with the time until its window is over, by the clock of the league. */
function showPending({ pending, time }: AgentState, speed: number): void {
  if (!now) return;
  const [readAt, serviceAt] = [Date.now(), Date.parse(time)];
  const list = part('pending');
  const rows = pending.map(({ order_id: id, sandbox, window: of }) => {
    const left = document.createElement('span');
    list.append(left);
    const row = line('li', [
      `${id}${sandbox ? ` (${word('sandbox')})` : ''}: ${word('window')} `,
      stamp(of.start),
      ` ${word('to')} `,
      stamp(of.end),
      ' ',
      left,
    ]);
    return { row, left, end: Date.parse(of.end) };
  });
  list.replaceChildren(...(rows.length === 0 ? [line('li', [word('none')])] : rows.map(({ row }) => row)));
  const tick = (): void => {
    const at = serviceAt + (Date.now() - readAt) * speed;
    for (const { left, end } of rows)
      left.textContent = end > at ? `${word('overIn')} ${span(end - at)}` : word('beingFilled');
  };
  clearInterval(now.tick);
  tick();
  now.tick = window.setInterval(tick, 1_000);
}

function span(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function fillIn(client: Client, id: string): Promise<void> {
  const bot = await client.agent(id);
  const { url } = await client.webhook();
  const values = { ...bot, webhook: url };
  for (const name of ['description', 'style', 'website', 'logo_url', 'icon', 'webhook'] as const) {
    const field = document.getElementById(name) as HTMLInputElement | null;
    if (field) field.value = values[name] ?? '';
  }
}

async function act(each: HTMLFormElement): Promise<void> {
  if (!now) return;
  const { client } = now;
  const value = (name: string): string => (each.elements.namedItem(name) as HTMLInputElement).value.trim();
  const orNull = (name: string): string | null => value(name) || null;
  outcome(each, word('saving'));
  try {
    switch (each.dataset['ownerDo']) {
      case 'profile': {
        const [website, logo] = [orNull('website'), orNull('logo_url')];
        await client.setProfile({
          description: orNull('description'),
          style: orNull('style'),
          website,
          logo_url: logo,
        });
        break;
      }
      case 'icon':
        await client.setIcon(value('icon'));
        break;
      case 'webhook': {
        const { secret } = await client.setWebhook(value('webhook'));
        outcome(each, secret === null ? word('saved') : word('signedWith'), secret);
        return;
      }
      case 'rotate': {
        const { api_key: key } = await client.rotateKey();
        outcome(each, word('newKey'), key);
        return;
      }
      case 'retire':
        if (value('confirm') !== part('name').textContent) {
          outcome(each, word('notItsName'));
          return;
        }
        await client.retire(orNull('reason'));
        outcome(each, word('isRetired'));
        return;
      default:
        return;
    }
    outcome(each, word('saved'));
  } catch (e) {
    outcome(each, told(e));
  }
}

/** What a service refused says what to do; anything else went wrong on the way. */
function told(e: unknown): string {
  const { message, fix } = e as { readonly message?: string; readonly fix?: string };
  return [message ?? word('failed'), fix ?? ''].join(' ').trim();
}

function outcome(each: HTMLFormElement, text: string, secret: string | null = null): void {
  const place = each.querySelector('[role=status]');
  if (!place) return;
  place.replaceChildren(text);
  if (secret === null) return;
  const code = line('code', [secret]);
  code.className = 'key';
  place.append(code);
}

function say(text: string): void {
  said.textContent = text;
  said.hidden = text === '';
}

function stamp(iso: string): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = iso;
  time.textContent = `${iso.slice(11, 16)} UTC`;
  return time;
}

function line(tag: string, parts: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...parts);
  return element;
}
