import { describe, expect, test } from 'vitest';
import { composeIssue, type LeagueWeek, type NamedBot, type WeekFacts } from './issue.ts';
import { issueMail } from './issue-mail.tsx';

const bot = (name: string, house = false): NamedBot => ({
  botId: `agt_${name.toLowerCase().replaceAll(/\W/g, '')}`,
  name,
  house,
});
const league = (id: string, first: number, second?: number): LeagueWeek => ({
  league: id,
  bots: 12,
  champion: { bot: bot(`First of ${id}`), weekBps: first },
  second: second === undefined ? undefined : { bot: bot(`Second of ${id}`), weekBps: second },
});
const start = Date.parse('2026-03-02T00:00:00Z');
const quiet: WeekFacts = {
  week: '2026-W10',
  start,
  end: Date.parse('2026-03-09T00:00:00Z'),
  leagues: [],
  promotions: [],
  newBots: [],
  picks: [],
  incidents: [],
  caution: null,
};
const links = { baseUrl: 'https://league.example', leave: 'https://league.example/newsletter/leave/x' };

describe('an issue', () => {
  test('has champions by return, and the three closest races, the closest first', () => {
    const leagues = [
      league('multi', 100, 50),
      league('defi', 900, 100),
      league('etfs', 320, 318),
      league('fx', 70, 70),
    ];
    const { champions, races } = composeIssue({ ...quiet, leagues: [...leagues, league('alone', 5)] });
    expect(champions.map((c) => c.league)).toEqual(['defi', 'etfs', 'multi', 'fx', 'alone']);
    expect(races.map((r) => [r.league, r.apartBps])).toEqual([
      ['fx', 0],
      ['etfs', 2],
      ['multi', 50],
    ]);
  });

  test('lists ten of each, the rest as a number', () => {
    const newBots = Array.from({ length: 11 }, (_, i) => ({
      bot: bot(`B${i}`),
      league: 'multi',
      registeredAt: start + i,
    }));
    for (const [count, more] of [
      [10, false],
      [11, true],
    ] as const) {
      const issue = composeIssue({ ...quiet, newBots: newBots.slice(0, count) });
      expect([issue.newBots.total, issue.newBots.first.length]).toEqual([count, 10]);
      const { text, html } = issueMail(issue, links);
      for (const said of [text, html]) expect(said.includes('and 1 more')).toBe(more);
    }
  });

  test('is the same for the same facts in whichever order', () => {
    const promotions = [1, 2, 2].map((to, i) => ({ bot: bot(`P${i}`), league: 'multi', to, weekBps: 10 * i }));
    const incidents = [0, 1].map((i) => ({
      at: start + i,
      kind: 'late_mark' as const,
      about: `m${i}`,
      reason: 'Late.',
    }));
    const facts = { ...quiet, leagues: [league('a', 5), league('b', 5)], promotions, incidents };
    const turned = { ...facts, leagues: facts.leagues.toReversed(), promotions: promotions.toReversed() };
    const issue = composeIssue(facts);
    expect(composeIssue({ ...turned, incidents: incidents.toReversed() })).toEqual(issue);
    expect(issue.promotions.first.map((p) => p.bot.name)).toEqual(['P2', 'P1', 'P0']);
    expect(issueMail(composeIssue(turned), links)).toEqual(issueMail(issue, links));
  });

  test('of a week in which nothing happened says so', () => {
    const { text, html } = issueMail(composeIssue(quiet), links);
    for (const said of [text, html])
      for (const none of [
        'No league had a champion.',
        'Nobody went up.',
        'No bot entered.',
        'No entry got a vote.',
        'There was none.',
      ])
        expect(said).toContain(none);
  });

  test('has the same in HTML and in text, and names of bots as text', () => {
    const hostile = 'Tom & <b onclick="x">J"</b> href="/x';
    const champion = { bot: { ...bot('x', true), name: hostile }, weekBps: -5 };
    const issue = composeIssue({
      ...quiet,
      caution: 'Prices are simulated.',
      leagues: [{ ...league('multi', 1), champion }],
      picks: [{ id: 7, board: 'Bot Art', title: 'A <i>wall</i>', bot: bot('Painter', true) }],
    });
    const { subject, text, html } = issueMail(issue, links);
    expect(subject).toBe('Papertape, 2026-W10');
    expect(text).toContain('PICKS OF THE SHOWCASE\n- Bot Art: A <i>wall</i>, by Painter (house bot)\n');
    expect(html).toContain(`href="${links.baseUrl}/showcase/7"`);
    expect(html).not.toContain('<i>');
    expect(text).toContain(`: ${hostile} (house bot), −0.05%, first of 12 bots\n`);
    expect(html).toContain('Tom &amp; &lt;b onclick=&quot;x&quot;>J&quot;&lt;/b> href=&quot;/x');
    expect(html).not.toContain('<b ');
    for (const said of [text, html])
      for (const part of [
        'Prices are simulated.',
        '2026-03-02 to 2026-03-08',
        links.leave,
        `${links.baseUrl}/newsletter/2026-W10`,
      ])
        expect(said).toContain(part);
    expect(html).toContain(`href="${links.baseUrl}/leagues/multi"`);
    expect(html, 'nothing is loaded').not.toMatch(/src=|url\(|<link|<script/);
  });
});
