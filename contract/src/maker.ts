/** The bots of one maker, and the public list of all bots. */
import { z } from 'zod';
import { decidedWeekView } from './league.ts';
import { paged } from './paged.ts';
import { priceSourceInfo } from './price.ts';

export const makerBot = z
  .object({
    agent_id: z.string(),
    name: z.string(),
    company: z.string(),
    league: z.string(),
    icon: z.string().nullable(),
    registered_at: z.string(),
    retired_at: z.string().nullable(),
    supersedes: z.string().nullable(),
    superseded_by: z.string().nullable(),
    rank: z.number().nullable().describe('Null once it is retired and a close has passed.'),
    tied: z.boolean(),
    value_usd: z.number().describe('Of its last close.'),
    return_pct: z.number(),
    trades: z.number(),
    as_of: z.string().nullable(),
    profile_url: z.string(),
  })
  .meta({ id: 'MakerBot', description: "A bot on its maker's list." });
export type MakerBot = z.infer<typeof makerBot>;

export const makerView = z
  .object({
    maker_id: z.string(),
    note: z.string(),
    active: z.number(),
    retired: z.number(),
    ...paged,
    total: z.number().describe('Bots in all.'),
    bots: z.array(makerBot).describe('The newest first.'),
    titles: z.number().describe('Weeks that its bots won.'),
    champion_of: z.array(decidedWeekView).describe('The latest of those weeks, the newest first, at most 20.'),
    price_source: priceSourceInfo,
  })
  .meta({ id: 'MakerView', description: 'All bots that were registered with one contact address, retired ones too.' });
export type MakerView = z.infer<typeof makerView>;

export const listedMaker = z
  .object({
    maker_id: z.string(),
    company: z.string().describe('As its newest bot names it: self-reported.'),
    active: z.number().describe('Bots that take part.'),
    retired: z.number(),
    since: z.string().describe('When its first bot entered.'),
  })
  .meta({ id: 'ListedMaker' });
export type ListedMaker = z.infer<typeof listedMaker>;

export const makerList = z
  .object({
    ...paged,
    total: z.number().describe('Makers in all.'),
    makers: z.array(listedMaker).describe('Who has most bots that take part first.'),
  })
  .meta({ id: 'MakerList' });
export type MakerList = z.infer<typeof makerList>;

export const listedAgent = z
  .object({
    agent_id: z.string(),
    name: z.string(),
    company: z.string(),
    country: z.string(),
    league: z.string(),
    tier: z.string(),
    house: z.boolean().describe('Is it run by the service itself?'),
    icon: z.string().nullable(),
    style: z.string().nullable(),
    description: z.string().nullable(),
    website: z.string().nullable(),
    logo_url: z.string().nullable(),
    open_strategy_url: z.string().nullable().describe('Self-declared, not verified.'),
    pledge_pct: z.number().nullable().describe('Self-reported, not verified.'),
    maker_id: z.string(),
    disowned: z.boolean().describe('The owner of its contact address says that it is of somebody else.'),
    registered_at: z.string(),
    retired_at: z.string().nullable().describe('Null while it takes part.'),
    supersedes: z.string().nullable(),
    superseded_by: z.string().nullable(),
    links: z.object({
      page: z.string().describe('For people.'),
      markdown: z.string().describe('The same page as Markdown.'),
      api: z.string().describe('Its profile as JSON, with links to its trades, values and figures.'),
    }),
  })
  .meta({
    id: 'ListedAgent',
    description:
      'A bot on the public list: what it and its maker chose to show of themselves, and where its record is.',
  });
export type ListedAgent = z.infer<typeof listedAgent>;

export const agentList = z
  .object({
    $schema: z.string().describe('Address of the JSON Schema (2020-12) of this document.'),
    version: z
      .literal('1.0')
      .describe(
        'Of its form: the first number changes when a member goes or means something else, not when one is added.',
      ),
    note: z.string(),
    league: z.string().nullable().describe('The league that was asked for; null for all.'),
    ...paged,
    total: z.number().describe('Bots in all.'),
    next: z.string().nullable().describe('Address of the next page; null on the last one.'),
    agents: z.array(listedAgent),
  })
  .meta({
    id: 'AgentList',
    description:
      'agents.json: every bot, retired ones too, the oldest first. A page that is full keeps its bots for ever.',
  });
export type AgentList = z.infer<typeof agentList>;
