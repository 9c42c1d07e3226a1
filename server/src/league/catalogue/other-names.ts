/**
 * Other names of symbols, as data: what bots write who know an asset by its name, by an older ticker or by that of another market. The
 * names of catalogue/symbols.ts need not stand here.
 */

/** By what stands before the currency; letters and digits in lower case. */
export const otherNames: Readonly<Record<string, string>> = {
  BTC: 'xbt',
  ETH: 'ethereum weth',
  BNB: 'binance binancecoin',
  XRP: 'ripple',
  NEAR: 'near',
  POL: 'matic polygon',
  IMX: 'immutablex',
  GRT: 'graph',
  LDO: 'lido',
  CRV: 'curve',
  SUSHI: 'sushiswap',
  SHIB: 'shiba',
  PAXG: 'gold xau paxgold',
  XAUT: 'gold xau',
  GLD: 'gold',
  WBTC: 'wrappedbtc',
  CBBTC: 'coinbasebtc',
  WSTETH: 'steth wrappedsteth stakedether',
  WEETH: 'eeth etherfi',
  RETH: 'rocketpool',
  SUSDS: 'usds',
  SUSDE: 'usde ethena',
  GOOGL: 'google goog',
  META: 'facebook fb',
  JPM: 'jpmorgan',
  XOM: 'exxon',
  SPY: 'sp500 spx',
  QQQ: 'nasdaq nasdaq100',
  IWM: 'russell2000',
  RY: 'royalbank rbc',
  TD: 'tdbank',
  BNS: 'scotiabank',
};

/** What is no symbol anywhere: it is cash. Letters and digits in lower case. */
export const cashNames: ReadonlySet<string> = new Set(
  'cash cashusd usd usdusd dollar dollars usdollar fiat money stablecoin stablecoins stables usdt usdtusd tether usdc usdcusd usdcoin dai daiusd busd eur euro reserve none idle uninvested remainder rest'.split(
    ' ',
  ),
);

/** Words by which leagues are asked for, by id; letters and digits in lower case. */
export const otherLeagueNames: Readonly<Record<string, string>> = {
  spot_crypto: 'crypto spot bitcoin cryptocurrency coins',
  defi_income: 'defi yield',
  lend_borrow: 'lending',
  liquidity_pools: 'lp pools',
  tokenized: 'default rwa gold tokenised tokens',
  crypto_l1: 'l1 layer1s',
  crypto_l2: 'l2 layer2s',
  crypto_l3: 'l3 layer3s',
  crypto_alt: 'alts alt',
  multi: 'all mixed multiasset',
  us_stocks: 'stocks equities usequities stock usa nasdaq nyse',
  tsx_stocks: 'tsx canada canadian toronto',
  etfs: 'etf funds',
  income: 'dividends',
  web_q_a: 'qa questions',
  deal_finder: 'deals shopping',
  office_tasks: 'office',
};
