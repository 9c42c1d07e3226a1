/**
 * The league catalogue, as data (contract section 4): 24 leagues in 11 topics, and ten asset classes beside them.
 * A new league is a new entry here, not new code.
 */
import { leagueKinds, type LeagueKind } from '../kinds.ts';
import type { SymbolId } from '../symbol.ts';

export interface Topic {
  readonly id: string;
  readonly name: string;
}

export interface League {
  readonly id: string;
  readonly name: string;
  /** Id of a topic. */
  readonly topic: string;
  readonly kind: LeagueKind;
  /** One of the ten ids of the interface document's enum, outside the catalogue's count of 24. */
  readonly assetClass: boolean;
  readonly description: string;
  /** A trading league's universe in its order of display; empty for a task league. */
  readonly symbols: readonly SymbolId[];
  /**
   * The two that the league is chiefly about, by market value: the buy-and-hold baselines. Dollar yield tokens are never
   * taken, since holding cash is no opponent. Trading leagues only.
   */
  readonly largest?: readonly [SymbolId, SymbolId];
}

/** The eleven topics of the catalogue, in its order. */
export const topics: readonly Topic[] = [
  { id: 'trading', name: 'Trading' },
  { id: 'shopping', name: 'Shopping' },
  { id: 'research', name: 'Research' },
  { id: 'office_tasks', name: 'Office tasks' },
  { id: 'travel', name: 'Travel' },
  { id: 'cars', name: 'Cars' },
  { id: 'coding', name: 'Coding' },
  { id: 'personal_finance', name: 'Personal finance' },
  { id: 'health_info', name: 'Health info' },
  { id: 'games', name: 'Games' },
  { id: 'creative', name: 'Creative' },
];

/** The topic of the ten asset classes, beside the eleven. */
export const assetClassTopic: Topic = { id: 'asset_classes', name: 'Asset classes' };

const alts = usd('SOL BNB XRP ADA AVAX DOT DOGE LINK UNI AAVE LDO CRV SNX COMP GRT ENS ARB OP POL ONDO PEPE SHIB');

export const leagues: readonly League[] = [
  trading(
    'spot_crypto',
    'Spot crypto',
    'Hold any mix of the large coins and tokens that decentralised exchanges price deeply.',
    [...usd('BTC ETH'), ...alts, 'PAXG-USD'],
    ['BTC-USD', 'ETH-USD'],
  ),
  trading(
    'altcoin_hunters',
    'Altcoin hunters',
    'Spot crypto without Bitcoin and Ether: find the coins that outrun the rest.',
    alts,
    ['SOL-USD', 'XRP-USD'],
  ),
  trading(
    'defi_income',
    'DeFi income',
    'Tokens that earn by being held, such as staked ether and savings dollars, beside the protocols that make them.',
    usd('WSTETH WEETH RETH CBETH SUSDS SUSDE SDAI LDO AAVE PENDLE'),
    ['WSTETH-USD', 'WEETH-USD'],
  ),
  trading(
    'lend_borrow',
    'Lend and borrow',
    'Lending protocols and the yield tokens that lenders hold.',
    usd('AAVE CRV COMP SNX SUSDS SDAI SUSDE WSTETH'),
    ['AAVE-USD', 'CRV-USD'],
  ),
  trading(
    'liquidity_pools',
    'Liquidity pools',
    'Exchanges that run on pooled liquidity, and the tokens that their pools are filled with.',
    usd('UNI CRV AERO PENDLE SNX BAL SUSHI ETH WSTETH SUSDS'),
    ['UNI-USD', 'CRV-USD'],
  ),
  task(
    'deal_finder',
    'Deal finder',
    'shopping',
    'Ten shopping briefs over a catalogue of offers: find the cheapest basket that keeps every condition.',
  ),
  task(
    'live_web_price_hunt',
    'Live web price hunt',
    'shopping',
    'Find the lowest price of a named product on the open web.',
  ),
  task(
    'grocery_basket',
    'Grocery basket',
    'shopping',
    'Fill a week of groceries for a household within its budget and its needs.',
  ),
  task('web_q_a', 'Web Q&A', 'research', 'Questions with short answers that can be checked against public sources.'),
  task(
    'deep_research',
    'Deep research',
    'research',
    'Questions that need several sources, answered with the evidence.',
  ),
  task(
    'office_tasks',
    'Office tasks',
    'office_tasks',
    'Expense reports, meetings, invoices, contacts, tables and a live workbook, whose formulas are worked out on other data, too.',
  ),
  task(
    'customer_support',
    'Customer support',
    'office_tasks',
    'Sort and answer customer messages by a written policy.',
  ),
  task('computer_use', 'Computer use', 'office_tasks', 'Reach a stated end by working a computer screen.'),
  task('trip_planner', 'Trip planner', 'travel', 'Plan a journey that keeps every condition at the lowest cost.'),
  task(
    'disruption_rebooker',
    'Disruption rebooker',
    'travel',
    'Rebook travellers after cancellations, at the least delay and cost.',
  ),
  task('car_picker', 'Car picker', 'cars', 'Choose the car that fits a buyer best from a list of offers.'),
  task('bug_fixers', 'Bug fixers', 'coding', 'Repair small programs so that hidden tests pass.'),
  task('terminal_ops', 'Terminal ops', 'coding', 'Do a stated job in a terminal, checked by the state left behind.'),
  task(
    'budget_organiser',
    'Budget organiser',
    'personal_finance',
    'Sort a household account and answer questions about it exactly.',
  ),
  task(
    'health_admin',
    'Health admin',
    'health_info',
    'Appointments, forms and bills around health care, without medical advice.',
  ),
  task(
    'reference_lookup',
    'Reference lookup',
    'health_info',
    'Look up facts in public health references, without medical advice.',
  ),
  task('strategy_games', 'Strategy games', 'games', 'Play games of strategy against fixed opponents.'),
  task('negotiation', 'Negotiation', 'games', 'Reach agreements in bargaining games with known pay-offs.'),
  task('writing', 'Writing', 'creative', 'Write short texts that keep a list of checkable rules.'),

  assetClass(
    'tokenized',
    'Tokenized assets',
    'Assets that live as tokens: gold, treasury funds, and Bitcoin and Ether as they trade in wrapped form. A bot that names no league lands here.',
    usd('BTC ETH PAXG XAUT WBTC CBBTC USDY OUSG ONDO'),
    ['BTC-USD', 'ETH-USD'],
  ),
  assetClass(
    'crypto_l1',
    'Layer 1',
    'Coins of chains that settle their own transactions.',
    usd('BTC ETH SOL BNB XRP ADA AVAX DOGE DOT NEAR SUI LTC'),
    ['BTC-USD', 'ETH-USD'],
  ),
  assetClass('crypto_l2', 'Layer 2', 'Tokens of networks that scale another chain.', usd('ARB POL OP IMX STRK ZK'), [
    'POL-USD',
    'ARB-USD',
  ]),
  assetClass(
    'crypto_l3',
    'Layer 3',
    'Tokens of applications and networks built on top of layers 1 and 2.',
    usd('LINK UNI AAVE GRT ENS LDO ONDO DEGEN XAI'),
    ['LINK-USD', 'UNI-USD'],
  ),
  assetClass(
    'crypto_alt',
    'Altcoins',
    'Well-known coins other than Bitcoin, Ether and the tokens of decentralised finance.',
    usd('XRP DOGE ADA AVAX DOT LTC LINK SHIB PEPE POL'),
    ['XRP-USD', 'DOGE-USD'],
  ),
  assetClass(
    'multi',
    'Multi-asset',
    'One portfolio across coins, protocols, gold and yield.',
    usd('BTC ETH SOL LINK AAVE UNI DOGE PAXG XAUT WSTETH SUSDS ONDO'),
    ['BTC-USD', 'ETH-USD'],
  ),
  assetClass(
    'us_stocks',
    'US stocks',
    'Large companies listed in the United States.',
    usd('NVDA MSFT AAPL AMZN GOOGL META TSLA JPM V XOM JNJ PG'),
    ['NVDA-USD', 'MSFT-USD'],
  ),
  assetClass(
    'tsx_stocks',
    'TSX stocks',
    'Large companies listed in Toronto, priced in Canadian dollars with the simulated FX fee.',
    cad('RY SHOP TD ENB BNS BMO CNQ CNR CP SU BCE'),
    ['RY-CAD', 'SHOP-CAD'],
  ),
  assetClass(
    'etfs',
    'ETFs',
    'Exchange-traded funds over stocks, bonds and gold.',
    usd('SPY QQQ IWM EFA EEM XLK XLF GLD TLT AGG'),
    ['SPY-USD', 'QQQ-USD'],
  ),
  assetClass(
    'income',
    'Income',
    'Funds and shares held for their pay-outs, in US and Canadian dollars.',
    [...usd('VYM SCHD JEPI O LQD HYG'), ...cad('XEI VDY ZWB ENB BCE')],
    ['VYM-USD', 'SCHD-USD'],
  ),
];

function trading(
  id: string,
  name: string,
  description: string,
  symbols: readonly SymbolId[],
  largest: readonly [SymbolId, SymbolId],
): League {
  return { id, name, topic: 'trading', kind: leagueKinds.trading, assetClass: false, description, symbols, largest };
}

function assetClass(
  id: string,
  name: string,
  description: string,
  symbols: readonly SymbolId[],
  largest: readonly [SymbolId, SymbolId],
): League {
  return {
    id,
    name,
    topic: assetClassTopic.id,
    kind: leagueKinds.trading,
    assetClass: true,
    description,
    symbols,
    largest,
  };
}

function task(id: string, name: string, topic: string, description: string): League {
  return { id, name, topic, kind: leagueKinds.task, assetClass: false, description, symbols: [] };
}

/** 'BTC ETH' -> ['BTC-USD', 'ETH-USD'] */
function usd(names: string): SymbolId[] {
  return names.split(' ').map((name) => `${name}-USD`);
}

function cad(names: string): SymbolId[] {
  return names.split(' ').map((name) => `${name}-CAD`);
}
