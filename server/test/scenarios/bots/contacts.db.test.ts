/** Contacts that are confirmed by a mailed link, over a real mail server: who is counted, who is not, and what nobody learns. */
import { randomUUID } from 'node:crypto';
import { limits, rateLimits } from 'papertape-contract/limits';
import type { AgentView } from 'papertape-contract/bot';
import type { AgentList, MakerView } from 'papertape-contract/maker';
import type { ConfirmAck, Seat } from 'papertape-contract/registration';
import { describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { takeBackup } from '../../harness/backup.ts';
import { expectError, get, okJson, post, type Answer, type SendOptions } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { contactKeyIn, contactLink, contactOf, mailedLeagueOfTest, press } from '../../harness/mailed.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

const hour = 3_600_000;
const {
  unconfirmedBotsPerMakerAndLeagueMax: few,
  botsPerMakerAndLeagueMax: active,
  botsEverPerMakerAndLeagueMax: ever,
} = limits;

let made = 0;
function register(
  league: League,
  contact: string,
  fields: Record<string, unknown> = {},
  options: SendOptions = {},
): Promise<Answer> {
  made++;
  const body = {
    name: `Contacted ${made}`,
    company: 'Works',
    contact,
    country: 'CA',
    league: 'spot_crypto',
    ...fields,
  };
  return post(league, '/api/agents/register', body, options);
}

async function enter(league: League, contact: string, fields: Record<string, unknown> = {}): Promise<Seat> {
  return okJson<Seat>(await register(league, contact, fields));
}

const botOf = ({ agent_id: id, api_key: key }: Seat): Pick<Bot, 'id' | 'key'> => ({ id, key });
const ask = (league: League, contact: unknown): Promise<Answer> => post(league, '/api/contacts/confirm', { contact });
const profile = async (league: League, id: string): Promise<AgentView> =>
  okJson(await get(league, `/api/agents/${id}`));

async function retire(league: League, { agent_id: id, api_key: key }: Seat): Promise<void> {
  okJson(await post(league, `/api/agents/${id}/retire`, {}, { key }));
}

/** Bots on a maker's list. */
async function listed(league: League, id: string): Promise<string[]> {
  const { maker_id } = await profile(league, id);
  const view = okJson<MakerView>(await get(league, `/api/makers/${maker_id}?per_page=100`));
  return view.bots.map((b) => b.agent_id);
}

/** Of agents.json. */
async function disownedOnTheList(league: League): Promise<string[]> {
  const { agents } = okJson<AgentList>(await get(league, '/agents.json'));
  return agents.filter((a) => a.disowned).map((a) => a.agent_id);
}

describe('the finding: somebody else’s address', () => {
  test('fifty foreign registrations do not lock the owner of the address out, nor stand on their list', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    const victim = 'victim@example.test';
    const foreign: Seat[] = [];
    for (let n = 0; n < ever; n++) {
      const seat = await enter(league, victim);
      foreign.push(seat);
      await retire(league, seat);
    }
    const refused = expectError(await register(league, victim), 'maker_limit');
    expect(refused.error.fix).toContain('POST /api/contacts/confirm');
    // One mail went to the address for all of them, and its link is enough.
    const [mail, ...rest] = await mails();
    expect(rest).toEqual([]);
    expect(mail?.to).toEqual([victim]);
    const page = await get(league, contactLink(mail));
    for (const { agent_id } of foreign.slice(-limits.contactBotsListedMax)) expect(page.text).toContain(agent_id);
    const done = await press(league, contactLink(mail), { all: 'none' });
    expect(done.text).toContain(`${ever} bots taken off your list`);
    const key = contactKeyIn(done);
    const own: Seat[] = [];
    for (let n = 0; n < active; n++) own.push(await enter(league, victim, { contact_key: key }));
    expect(own.map((s) => s.contact)).toEqual(own.map(() => 'confirmed'));
    expectError(await register(league, victim, { contact_key: key }), 'maker_limit');
    expect((await listed(league, own[0]?.agent_id ?? '')).toSorted()).toEqual(own.map((s) => s.agent_id).toSorted());
    for (const { agent_id } of foreign.slice(0, 2)) {
      expect(await profile(league, agent_id)).toMatchObject({ disowned: true, maker_bots: 1 });
      const text = (await get(league, `/bots/${agent_id}`)).text;
      expect(text).toContain('of somebody else');
      expect(text).not.toContain('/makers/');
    }
    // What others do next changes nothing of it.
    await enter(league, victim);
    await enter(league, victim);
    expectError(await register(league, victim), 'maker_limit');
    await retire(league, own[0] as Seat);
    await enter(league, victim, { contact_key: key });
    later(25 * hour);
    expect(await mails()).toEqual([]);
  });

  test('without a mail server all is as it was: ten of an address, and nothing to confirm', async () => {
    const league = await leagueOfTest();
    const seats: Seat[] = [];
    for (let n = 0; n < active; n++) seats.push(await enter(league, 'a@example.test'));
    const refused = expectError(await register(league, 'a@example.test'), 'maker_limit');
    expect(refused.detail).toBe(`This contact has ${active} bots in spot_crypto already.`);
    expect(refused.error.fix).not.toContain('confirm');
    expect(seats[0]).toMatchObject({ contact: null, warnings: [] });
    expect(seats[0]?.next.join(' ')).not.toContain('contact');
    expect(await contactOf(league, botOf(seats[0] as Seat))).toBeNull();
    const ack = okJson<ConfirmAck>(await ask(league, 'a@example.test'));
    expect(ack.message).toContain('confirms no contacts');
    await league.app.runMails();
    expect(await league.app.deps.mails.waiting()).toBe(0);
    expectError(await register(league, 'b@example.test', { contact_key: 'ptc_x' }), 'wrong_contact_key');
  });
});

describe('limits', () => {
  test('so many unconfirmed bots of an address in a league and no more; confirmed ones are counted apart', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const contact = 'edge@example.test';
    const first: Seat[] = [];
    for (let n = 0; n < few; n++) first.push(await enter(league, contact));
    const refused = expectError(await register(league, `edge+x@example.test`), 'maker_limit');
    expect(refused.detail).toBe(`This contact has ${few} bots that it has not confirmed in spot_crypto already.`);
    await enter(league, contact, { league: 'multi' });
    await retire(league, first[0] as Seat);
    first.push(await enter(league, contact));
    const [mail] = await mails();
    const done = await press(league, contactLink(mail), { all: 'mine' });
    const key = contactKeyIn(done);
    expect(done.text).toContain('4 bots confirmed');
    // The one that was retired counts among those ever entered only.
    for (let n = few; n < active; n++) await enter(league, contact, { contact_key: key });
    expectError(await register(league, contact, { contact_key: key }), 'maker_limit');
    for (let n = 0; n < few; n++) await enter(league, contact);
    expectError(await register(league, contact), 'maker_limit');
    const held = await contactOf(league, botOf(first[1] as Seat));
    expect(held).toBe('confirmed');
  });

  test('fifty confirmed ones ever, and fifty that nobody confirmed', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const contact = 'serial@example.test';
    const one = await enter(league, contact);
    const [mail] = await mails();
    const key = contactKeyIn(await press(league, contactLink(mail), { all: 'mine' }));
    await retire(league, one);
    for (let n = 1; n < ever; n++) await retire(league, await enter(league, contact, { contact_key: key }));
    const full = expectError(await register(league, contact, { contact_key: key }), 'maker_limit');
    expect(full.detail).toContain(`entered ${ever} bots`);
    for (let n = 0; n < ever; n++) await retire(league, await enter(league, contact));
    const other = expectError(await register(league, contact), 'maker_limit');
    expect(other.detail).toContain(`entered ${ever} bots that it has not confirmed`);
  });

  test('a successor takes the place of the one that it follows, and what that one was', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const contact = 'heir@example.test';
    const [one, two] = [await enter(league, contact), await enter(league, contact)];
    const follow = async (old: Seat, of = contact): Promise<Seat> =>
      okJson(await register(league, of, { supersedes: old.agent_id }, { key: old.api_key }));
    const heir = await follow(one);
    expect(heir.contact).toBe('unconfirmed');
    expectError(await register(league, contact), 'maker_limit');
    const [mail] = await mails();
    await press(league, contactLink(mail), { [two.agent_id]: 'mine', [heir.agent_id]: 'not_mine' });
    // The key of a confirmed bot proves its contact; with another contact it proves nothing.
    const second = await follow(two);
    expect(second.contact).toBe('confirmed');
    expect((await follow(second, 'other@example.test')).contact).toBe('unconfirmed');
    expect((await follow(heir)).contact).toBe('unconfirmed');
  });

  test('of many at once no more come in than may, whether they bring the key or not', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const contact = 'race@example.test';
    const taken = async (answers: readonly Answer[]): Promise<Answer[]> => {
      for (const a of answers) if (a.status !== 200) expectError(a, 'maker_limit');
      return answers.filter((a) => a.status === 200);
    };
    const strangers = await Promise.all(Array.from({ length: 8 }, () => register(league, contact)));
    expect(await taken(strangers)).toHaveLength(few);
    const [mail, ...rest] = await mails();
    expect(rest).toEqual([]);
    const key = contactKeyIn(await press(league, contactLink(mail), { all: 'none' }));
    const most = active - 1;
    for (let n = 0; n < most; n++) await enter(league, contact, { contact_key: key });
    const more = await Promise.all(Array.from({ length: 2 }, () => register(league, contact)));
    expect(await taken(more)).toHaveLength(few);
    // One seat of the confirmed ones is left.
    const race = await Promise.all(Array.from({ length: 4 }, () => register(league, contact, { contact_key: key })));
    expect(await taken(race)).toHaveLength(1);
  });

  test('the page confirms as many as may be, the oldest first, and says which are left; also when another one is registered at the same time', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    const contact = 'full@example.test';
    const old = await enter(league, contact);
    const key = contactKeyIn(await press(league, contactLink((await mails())[0]), { all: 'mine' }));
    for (let n = 2; n < active; n++) await enter(league, contact, { contact_key: key });
    const [first, second] = [await enter(league, contact), await enter(league, contact)];
    later(24 * hour);
    await ask(league, contact);
    const [mail] = await mails();
    const pressing = press(league, contactLink(mail), { all: 'mine' });
    const racing = register(league, contact, { contact_key: key });
    const [done, raced] = await Promise.all([pressing, racing]);
    const states = await Promise.all([first, second].map((s) => contactOf(league, botOf(s))));
    const confirmed = states.filter((s) => s === 'confirmed').length + (raced.status === 200 ? 1 : 0);
    expect(confirmed).toBe(1);
    expect(states[1]).toBe('unconfirmed');
    expect(done.text).toContain('Not confirmed, because');
    expect(await contactOf(league, botOf(old))).toBe('confirmed');
  });
});

describe('the mail and its link', () => {
  test('the first registration mails it; its words are plain, and say what to do if it was not you', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const seat = await enter(league, 'First.One+bots@Example.test', { name: 'Buy <b>now</b> at evil.example' });
    expect(seat).toMatchObject({ contact: 'unconfirmed' });
    expect(seat.warnings).toEqual([
      `The contact has not confirmed this bot; a link was mailed to it: a contact has at most ${few} unconfirmed bots in a league.`,
    ]);
    expect(seat.next.join('\n')).toContain('Have your user open the link that was mailed');
    const again = await enter(league, 'first.one@example.test', { league: 'multi' });
    expect(again.next.join('\n')).toContain('POST ');
    expect(again.warnings.join()).not.toContain('mailed');
    const [mail, ...rest] = await mails();
    expect(rest).toEqual([]);
    // To the mailbox that all spellings lead to.
    expect(mail?.to).toEqual(['first.one@example.test']);
    expect(mail?.text).toContain('If it was not you, do nothing');
    expect(mail?.text).toContain(`${league.url}/contact/`);
    expect(mail?.text).not.toMatch(/evil|<|Buy/);
    expect(mail?.head.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(contactLink(mail).slice('/contact/'.length)).toMatch(/^[\w-]{43}$/);
  });

  test('one mail for an address and day; the answer is the same in every case', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    await enter(league, 'daily@example.test');
    expect(await mails()).toHaveLength(1);
    const contacts = ['daily@example.test', 'DAILY+x@example.test', 'nobody@example.test', 'no address', ''];
    const texts = new Set<string>();
    for (const contact of contacts) {
      const answer = await ask(league, contact);
      okJson(answer);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    later(limits.contactMailHours * hour - 1);
    await ask(league, 'daily@example.test');
    expect(await mails()).toEqual([]);
    later(1);
    await Promise.all([ask(league, 'daily@example.test'), ask(league, 'Daily@example.test')]);
    expect(await mails()).toHaveLength(1);
    expectError(await ask(league, 5), 'invalid_field');
    expectError(await post(league, '/api/contacts/confirm', {}), 'missing_field');
    expectError(await ask(league, `${'x'.repeat(limits.contactCharactersMax)}@`), 'invalid_field');
  });

  test('a mail waits before the answer comes, and as much is stored where none is due', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    await enter(league, 'waits@example.test');
    await mails();
    const waiting = (): Promise<number> => league.app.deps.mails.waiting();
    later(limits.contactMailHours * hour);
    for (const contact of ['waits@example.test', 'waits@example.test', 'nobody@example.test', 'no address']) {
      const before = await waiting();
      okJson(await ask(league, contact));
      expect(await waiting(), contact).toBe(before + 1);
    }
    expect((await mails()).map((m) => m.to)).toEqual([['waits@example.test']]);
    expect(await waiting()).toBe(0);
    const rows = await league.app.deps.db.selectFrom('intake.contacts').select('maker_id').execute();
    expect(rows, 'one of the address, one for all requests that mail nothing').toHaveLength(2);
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('requests for links are limited by address', async () => {
    const { league } = await mailedLeagueOfTest({ env: { PAPERTAPE_LIMITS: 'on' } });
    for (let n = 0; n < rateLimits.confirmationsPerAddress.count; n++) okJson(await ask(league, 'x@example.test'));
    expect(expectError(await ask(league, 'x@example.test'), 'rate_limited').detail).toContain(
      'confirmationsPerAddress',
    );
  });

  test('following the link changes nothing; the button does, once', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    const seat = await enter(league, 'scan@example.test');
    const [mail] = await mails();
    const link = contactLink(mail);
    // A program that looks into mails.
    for (const path of [link, link, `${link}?utm=x`]) {
      const page = await get(league, path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<form method="post" action="${link}">`);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.has('access-control-allow-origin'), 'no other site reads it').toBe(false);
      expect(page.text, 'as on every page').toContain('Public log</a>: ');
    }
    expect(await contactOf(league, botOf(seat))).toBe('unconfirmed');
    const at = { [seat.agent_id]: 'mine' };
    const pressed = await Promise.all([press(league, link, at), press(league, link, at)]);
    expect(pressed.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    for (const answer of pressed) expect(answer.text, 'as on every page').toContain('Public log</a>: ');
    expect(await contactOf(league, botOf(seat))).toBe('confirmed');
    for (const answer of [await get(league, link), await press(league, link, at)]) {
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('This link is used');
    }
    later(24 * hour);
    await ask(league, 'scan@example.test');
    const [next] = await mails();
    // The key that is there stays, unless another one is asked for.
    const kept = await press(league, contactLink(next));
    expect(contactKeyIn(kept)).toBeUndefined();
    later(24 * hour);
    await ask(league, 'scan@example.test');
    const renewed = await press(league, contactLink((await mails())[0]), { new_key: 'yes' });
    const [oldKey, newKey] = [contactKeyIn(pressed.find((a) => a.status === 200) as Answer), contactKeyIn(renewed)];
    expectError(await register(league, 'scan@example.test', { contact_key: oldKey }), 'wrong_contact_key');
    expect((await enter(league, 'scan@example.test', { contact_key: newKey })).contact).toBe('confirmed');
    expectError(await register(league, 'other@example.test', { contact_key: newKey }), 'wrong_contact_key');
  });

  test('a link is good for a day and not a moment longer; nonsense is no link', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    const seat = await enter(league, 'late@example.test');
    const link = contactLink((await mails())[0]);
    later(limits.contactLinkHours * hour - 1);
    expect((await get(league, link)).status).toBe(200);
    later(1);
    expect((await get(league, link)).status).toBe(404);
    expect((await press(league, link, { all: 'mine' })).status).toBe(404);
    await ask(league, 'late@example.test');
    const second = contactLink((await mails())[0]);
    const rows = await league.app.deps.db.selectFrom('intake.contact_links').selectAll().execute();
    expect(rows, 'the one that was too old is gone').toHaveLength(1);
    const token = second.slice('/contact/'.length);
    for (const bad of ['', 'x', `${token}x`, token.slice(1), '../../etc/passwd', '%00'])
      expect((await press(league, `/contact/${encodeURIComponent(bad)}`, { all: 'mine' })).status).toBe(404);
    expect(await contactOf(league, botOf(seat))).toBe('unconfirmed');
  });

  test('a form says of each bot whose it is; what is not said stays open, and bots of others are not touched', async () => {
    const { league, mails, later } = await mailedLeagueOfTest();
    const contact = 'many@example.test';
    const mine = await enter(league, contact);
    const foreign = await enter(league, contact);
    const open = await enter(league, contact, { league: 'multi' });
    const stranger = await enter(league, 'stranger@example.test');
    const mail = (await mails()).find((m) => m.to.includes(contact));
    expect(await disownedOnTheList(league)).toEqual([]);
    const done = await press(league, contactLink(mail), {
      [mine.agent_id]: 'mine',
      [foreign.agent_id]: 'not_mine',
      [open.agent_id]: 'perhaps',
      [stranger.agent_id]: 'mine',
      agt_0000000000000000: 'mine',
    });
    expect(done.text).toContain('1 bot confirmed');
    const states = await Promise.all([mine, foreign, open, stranger].map((s) => contactOf(league, botOf(s))));
    expect(states).toEqual(['confirmed', 'disowned', 'unconfirmed', 'unconfirmed']);
    expect(await disownedOnTheList(league)).toEqual([foreign.agent_id]);
    later(24 * hour);
    await ask(league, contact);
    const next = await get(league, contactLink((await mails())[0]));
    expect(next.text).toContain(open.agent_id);
    for (const { agent_id } of [mine, foreign, stranger]) expect(next.text).not.toContain(agent_id);
    // Whoever disowned a bot gets no key of it; whoever has its key goes on.
    okJson(await post(league, `/api/agents/${foreign.agent_id}/recover`, { contact }));
    expect(await mails()).toEqual([]);
    okJson(await get(league, `/api/agents/${foreign.agent_id}/state`, { key: foreign.api_key }));
  });

  test('names are text on the page, whatever they are', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const names = ['<script>alert(1)</script>', '"><img src=x onerror=a>', "'; drop table bots; --", '{{7*7}} &amp;'];
    for (const [i, name] of names.entries())
      await enter(league, 'xss@example.test', { name, league: i < 2 ? 'spot_crypto' : 'multi' });
    const link = contactLink((await mails())[0]);
    const pages = [(await get(league, link)).text, (await press(league, link, { all: 'mine' })).text];
    for (const page of pages) {
      expect(page).not.toMatch(/<script>alert|<img src=x/);
      expect(page).toContain('&lt;script>alert(1)');
      expect(page).toContain('{{7*7}} &amp;amp;');
    }
  });
});

describe('what nobody sees', () => {
  test('no address, token or contact key in log, data, pages or answers; the audit agrees', async () => {
    const { league, mails, log } = await mailedLeagueOfTest();
    const contact = 'hidden.owner@example.test';
    const seat = await enter(league, contact);
    const [mail] = await mails();
    const link = contactLink(mail);
    await get(league, link);
    const done = await press(league, link, { all: 'mine' });
    const key = contactKeyIn(done) ?? '';
    expect(key).toHaveLength(42);
    const keyed = { contact_key: key, name: 'Keyed' };
    const headers = { 'idempotency-key': randomUUID() };
    const second = okJson<Seat>(await register(league, contact, keyed, { headers }));
    expectError(await register(league, contact, { contact_key: `${key.slice(0, -1)}!` }), 'wrong_contact_key');
    await league.advance({ minutes: 10 });
    const token = link.slice('/contact/'.length);
    const data = [...(await takeBackup(league.app.storage)).values()]
      .flat()
      .flatMap((row) => Object.values(row).map(String))
      .join('\n');
    for (const secret of [token, key]) expect(data).not.toContain(secret);
    const shown = [
      done.text.replaceAll(key, ''),
      JSON.stringify(second),
      ...log.lines,
      ...(await Promise.all(
        [
          `/api/agents/${seat.agent_id}`,
          `/bots/${seat.agent_id}`,
          `/makers/${(await profile(league, seat.agent_id)).maker_id}`,
          '/agents.json',
          '/api/seats',
          '/metrics',
          '/api/incidents',
        ].map(async (path) => (await get(league, path)).text),
      )),
    ].join('\n');
    for (const secret of [token, key, 'hidden.owner']) expect(shown).not.toContain(secret);
    // Whether it is confirmed is its owner's business.
    expect(await profile(league, seat.agent_id)).not.toHaveProperty('contact');
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('a fault on the way to the page is logged without the token', async () => {
    const { league, mails, log } = await mailedLeagueOfTest();
    await enter(league, 'fault@example.test');
    const link = contactLink((await mails())[0]);
    Object.assign(league.app.deps.contacts, { linked: () => Promise.reject(new Error('broken')) });
    expect((await get(league, `${link}?x=1`)).status).toBe(500);
    const lines = log.lines.join('');
    expect(lines).toContain('/contact/…');
    expect(lines).not.toContain(link.slice('/contact/'.length));
  });

  test('an address with a line break is refused, and adds no header', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    for (const contact of ['a@example.test\r\nBcc: b@example.test', 'a@example.test\nx', 'a\r@example.test'])
      expectError(await register(league, contact), 'invalid_field');
    okJson(await ask(league, 'a@example.test'));
    expect(await mails()).toEqual([]);
  });
});

test('a mail server that is away when a bot is registered gets the mail when it is back', async () => {
  const { league, server, mails, later } = await mailedLeagueOfTest();
  server.replies.from = { code: 451 };
  const seat = await enter(league, 'patient@example.test');
  expect(await mails()).toEqual([]);
  server.replies.from = undefined;
  later(hour);
  const [mail] = await mails();
  expect((await press(league, contactLink(mail), { all: 'mine' })).status).toBe(200);
  expect(await contactOf(league, botOf(seat))).toBe('confirmed');
});

test('house bots need nobody’s word', async () => {
  const { league, mails } = await mailedLeagueOfTest({
    env: { PAPERTAPE_HOUSE_TOKEN: 'x'.repeat(40) },
  });
  const names = ['House · Equal weight', 'House · Momentum', 'House · Minimum variance', 'House · Mean reversion'];
  for (const name of names) {
    const options = { headers: { authorization: `Bearer ${'x'.repeat(40)}` } };
    expect(okJson<Seat>(await register(league, 'house@example.test', { name }, options)).contact).toBeNull();
  }
  expect(await mails()).toEqual([]);
});

describe('what is published', () => {
  test('both cases, and which one holds here', async () => {
    const [{ league: mailed }, plain] = [await mailedLeagueOfTest(), await leagueOfTest()];
    for (const [league, isConfirmed] of [
      [mailed, true],
      [plain, false],
    ] as const) {
      const rules = okJson<{ identity: { makers: Record<string, unknown> }; limits: Record<string, unknown> }>(
        await get(league, '/rules.json'),
      );
      expect(rules.identity.makers).toMatchObject({
        active_bots_per_league: active,
        bots_per_league_ever: ever,
        contacts: { confirmed_here: isConfirmed, with: { active_unconfirmed_bots_per_league: few } },
      });
      expect(rules.limits).toMatchObject({ unconfirmedBotsPerMakerAndLeagueMax: few, contactLinkHours: 24 });
      const guide = (await get(league, '/llms.txt')).text;
      const said = isConfirmed
        ? `at most ${few} bots in a league until its owner`
        : `at most ${active} bots in a league.`;
      expect(guide).toContain(`A contact address has ${said}`);
    }
  });

  test('a model is told over MCP what to do, and no contact key comes back from a tool', async () => {
    const { league, mails } = await mailedLeagueOfTest();
    const args = { name: 'Model', company: 'W', contact: 'model@example.test', country: 'CA', league: 'spot_crypto' };
    const first = await callTool(league, 'arena_register', args);
    expect(first).toMatchObject({ contact: 'unconfirmed' });
    expect(JSON.stringify(first)).toContain('Have your user open the link');
    const key = contactKeyIn(await press(league, contactLink((await mails())[0]), { all: 'mine' })) ?? '';
    const second = await callTool(league, 'arena_register', { ...args, name: 'Second', contact_key: key });
    expect(second).toMatchObject({ contact: 'confirmed' });
    const refused = [
      await callTool(league, 'arena_register', { ...args, name: 'Second', contact_key: key }),
      await callTool(league, 'arena_register', { ...args, name: 'Third', contact: 'o@example.test', contact_key: key }),
      await callTool(league, 'arena_register', { ...args, name: 'Third', league: key }),
      await callTool(league, 'arena_info', { [key]: 1 }),
    ];
    expect(refused.map((r) => (r['error'] as { code: string } | undefined)?.code)).toEqual([
      'name_taken',
      'wrong_contact_key',
      'unknown_league',
      undefined,
    ]);
    expect(JSON.stringify(refused)).toContain('ptc_…');
    expect(JSON.stringify(refused)).not.toContain(key);
  });
});

async function callTool(league: League, name: string, args: object): Promise<Record<string, unknown>> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const answer = okJson<{ result: { structuredContent: Record<string, unknown> } }>(
    await post(league, '/mcp', message, { headers }),
  );
  return answer.result.structuredContent;
}
