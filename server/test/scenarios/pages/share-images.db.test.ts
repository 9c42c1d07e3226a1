/** Share images: each page names one by a whole address, it is a PNG of 1200 by 630 and small, and no name leaves its place on it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentView } from 'papertape-contract/bot';
import { get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { readPng } from '../../harness/png.ts';
import { idea, postEntry } from '../../harness/showcase.ts';

const bytesMax = 120 * 1024;
const paper = '#faf8f3';
const names = [
  `</text><script>&"'${'W'.repeat(20)}`,
  '﷽﷽ متداول طويل الاسم جدا في الدوري',
  `Z${'\u0335\u0321\u0322\u0327\u0310\u0352'.repeat(3)}algo 🚀`,
  '漢字取引機漢字取引機',
] as const;

let league: League;
const bots: Bot[] = [];
let order: string;
beforeAll(async () => {
  league = await openLeague({ start: '2026-03-02T00:00:00Z' });
  for (const [i, name] of names.entries()) {
    const bot = await league.enter({ name, company: 'Wide '.repeat(7), contact: 'a@example.test' });
    bots.push(bot);
    const sent = await bot.weights({ 'BTC-USD': 0.3 + i / 10, 'ETH-USD': 0.1 });
    order ??= sent.order_id;
  }
  await league.advance({ days: 3, minutes: 5 });
});
afterAll(() => league.close());

async function png(path: string): Promise<Buffer> {
  const answer = await fetch(`${league.url}${path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
  expect(bytes.length).toBeLessThan(bytesMax);
  return bytes;
}

/** Nothing is drawn left and right of the place of what is written, from below the tape on. */
function needMargins(bytes: Buffer): void {
  const picture = readPng(bytes);
  expect([picture.width, picture.height]).toEqual([1_200, 630]);
  const stained: string[] = [];
  for (let y = 30; y < 630; y++)
    for (let x = 0; x < 56; x++)
      for (const at of [x, 1_199 - x]) if (picture.at(at, y) !== paper) stained.push(`${at},${y}`);
  expect(stained.slice(0, 3)).toEqual([]);
}

const shared = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="(og:[\w:]+|twitter:card)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name!, content!.replaceAll('&amp;', '&')],
    ),
  );

test('each kind of page names its own image, which is there, small, and keeps its margins', async () => {
  const { maker_id: maker } = okJson<AgentView>(await get(league, `/api/agents/${bots[0]!.id}`));
  const entry = await postEntry(league, bots[0]!);
  const thought = await postEntry(league, bots[1]!, { ...idea, title: 'Wider than wide, '.repeat(4).trim() });
  const pages = [
    ['/', '/og/home.png?v=2026-03-05'],
    ['/leagues/spot_crypto', '/og/leagues/spot_crypto.png?v=2026-03-05'],
    ['/leagues/spot_crypto/champions', '/og/leagues/spot_crypto.png'],
    ['/leagues/multi', '/og/leagues/multi.png?v=2026-03-05'],
    ...bots.map(({ id }) => [`/bots/${id}`, `/og/bots/${id}.png?v=2026-03-05`] as const),
    [`/makers/${maker}`, `/og/makers/${maker}.png?v=2026-03-05`],
    [`/orders/${order}`, `/og/orders/${order}.png`],
    [`/showcase/${entry}`, `/og/showcase/${entry}.png`],
    [`/showcase/${thought}`, `/og/showcase/${thought}.png`],
    ['/seats', '/og/home.png'],
  ] as const;
  for (const [page, image] of pages) {
    const { text } = await get(league, page);
    expect([page, shared(text)]).toEqual([
      page,
      expect.objectContaining({
        'og:image': league.url + image,
        'og:url': league.url + page,
        'og:image:width': '1200',
        'twitter:card': 'summary_large_image',
      }),
    ]);
    expect(text).toContain(`<link rel="canonical" href="${league.url}${page}"/>`);
    if (!image.includes(`showcase/${entry}`)) needMargins(await png(image));
    else await png(image);
  }
});

test('a page in French names its image in French, and no page that is not to be found names one', async () => {
  const { text } = await get(league, `/fr/bots/${bots[0]!.id}`);
  const image = `/og/bots/${bots[0]!.id}.png`;
  expect(shared(text)).toMatchObject({
    'og:url': `${league.url}/fr/bots/${bots[0]!.id}`,
    'og:image': `${league.url}${image}?lang=fr&v=2026-03-05`,
  });
  expect((await png(`${image}?lang=fr`)).equals(await png(image))).toBe(false);
  for (const path of ['/bots/agt_0000000000000000', '/nowhere'])
    expect(shared((await get(league, path, { headers: { accept: 'text/html' } })).text)).toEqual({});
});

test('the same image is one of ready bytes, with its tag; what is not there is a JSON error', async () => {
  const path = `/og/bots/${bots[0]!.id}.png`;
  const first = await get(league, path);
  const etag = first.headers.get('etag') ?? '';
  expect((await get(league, path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const missing of ['bots/agt_0000000000000000', 'leagues/none', 'makers/none', 'orders/none', 'showcase/9999'])
    expect([missing, (await get(league, `/og/${missing}.png`)).status]).toEqual([missing, 404]);
});
