/**
 * Every symbol of every trading league, as data. A new symbol is a new line here (and a pool in a price source).
 *
 * `simulated` is what the invented market starts from: a plausible price, a yearly volatility, and the group of symbols it
 * moves with. It is no quote, and no other source reads it.
 */
import type { SymbolId } from '../symbol.ts';

export type AssetKind = 'crypto' | 'tokenized' | 'stock' | 'etf' | 'income' | 'yield';

/** Symbols of one group move together more than with others; `simulated/factors.ts` says how much. */
export type SimulatedGroup =
  | 'crypto-major'
  | 'crypto-l1'
  | 'crypto-l2'
  | 'crypto-defi'
  | 'crypto-app'
  | 'crypto-meme'
  | 'gold'
  | 'rates'
  | 'equity-tech'
  | 'equity-value'
  | 'equity-canada'
  | 'equity-income';

export interface SimulatedTerms {
  /** Price at the first instant of the data, in the symbol's own currency. */
  readonly price: number;
  /** Standard deviation of a year's log return: 0.6 = 60%. */
  readonly annualVolatility: number;
  readonly group: SimulatedGroup;
  /** Moves with this symbol (a wrapped coin, a staked one) but for a small error of its own. */
  readonly follows?: SymbolId;
  /** Steady growth of the log price per year: the yield of a yield token. */
  readonly growth?: number;
}

export interface CatalogueSymbol {
  readonly symbol: SymbolId;
  readonly name: string;
  readonly pricedIn: 'USD' | 'CAD';
  readonly assetKind: AssetKind;
  readonly simulated: SimulatedTerms;
}

function entry(
  symbol: SymbolId,
  name: string,
  assetKind: AssetKind,
  price: number,
  annualVolatility: number,
  group: SimulatedGroup,
  more: Pick<SimulatedTerms, 'follows' | 'growth'> = {},
): CatalogueSymbol {
  return {
    symbol,
    name,
    pricedIn: symbol.endsWith('-CAD') ? 'CAD' : 'USD',
    assetKind,
    simulated: { price, annualVolatility, group, ...more },
  };
}

export const catalogueSymbols: readonly CatalogueSymbol[] = [
  entry('BTC-USD', 'Bitcoin', 'crypto', 68_000, 0.5, 'crypto-major'),
  entry('ETH-USD', 'Ether', 'crypto', 2_600, 0.65, 'crypto-major'),
  entry('SOL-USD', 'Solana', 'crypto', 165, 0.85, 'crypto-l1'),
  entry('BNB-USD', 'BNB', 'crypto', 590, 0.6, 'crypto-l1'),
  entry('XRP-USD', 'XRP', 'crypto', 0.62, 0.8, 'crypto-l1'),
  entry('ADA-USD', 'Cardano', 'crypto', 0.41, 0.8, 'crypto-l1'),
  entry('AVAX-USD', 'Avalanche', 'crypto', 28, 0.85, 'crypto-l1'),
  entry('DOT-USD', 'Polkadot', 'crypto', 4.6, 0.8, 'crypto-l1'),
  entry('NEAR-USD', 'NEAR Protocol', 'crypto', 4.9, 0.95, 'crypto-l1'),
  entry('SUI-USD', 'Sui', 'crypto', 1.8, 1.05, 'crypto-l1'),
  entry('LTC-USD', 'Litecoin', 'crypto', 72, 0.65, 'crypto-l1'),
  entry('ARB-USD', 'Arbitrum', 'crypto', 0.62, 0.95, 'crypto-l2'),
  entry('OP-USD', 'Optimism', 'crypto', 1.7, 0.95, 'crypto-l2'),
  entry('POL-USD', 'POL (formerly MATIC)', 'crypto', 0.4, 0.85, 'crypto-l2'),
  entry('IMX-USD', 'Immutable', 'crypto', 1.5, 1, 'crypto-l2'),
  entry('STRK-USD', 'Starknet', 'crypto', 0.41, 1.05, 'crypto-l2'),
  entry('ZK-USD', 'ZKsync', 'crypto', 0.13, 1.05, 'crypto-l2'),
  entry('LINK-USD', 'Chainlink', 'crypto', 11.5, 0.75, 'crypto-app'),
  entry('GRT-USD', 'The Graph', 'crypto', 0.17, 0.95, 'crypto-app'),
  entry('ENS-USD', 'Ethereum Name Service', 'crypto', 18, 0.95, 'crypto-app'),
  entry('ONDO-USD', 'Ondo', 'crypto', 0.74, 1, 'crypto-app'),
  entry('DEGEN-USD', 'Degen', 'crypto', 0.0082, 1.3, 'crypto-app'),
  entry('XAI-USD', 'Xai', 'crypto', 0.22, 1.2, 'crypto-app'),
  entry('UNI-USD', 'Uniswap', 'crypto', 7.6, 0.85, 'crypto-defi'),
  entry('AAVE-USD', 'Aave', 'crypto', 150, 0.8, 'crypto-defi'),
  entry('LDO-USD', 'Lido DAO', 'crypto', 1.15, 0.95, 'crypto-defi'),
  entry('CRV-USD', 'Curve DAO', 'crypto', 0.28, 0.95, 'crypto-defi'),
  entry('SNX-USD', 'Synthetix', 'crypto', 1.55, 0.95, 'crypto-defi'),
  entry('COMP-USD', 'Compound', 'crypto', 46, 0.85, 'crypto-defi'),
  entry('BAL-USD', 'Balancer', 'crypto', 2, 0.85, 'crypto-defi'),
  entry('SUSHI-USD', 'Sushi', 'crypto', 0.72, 0.95, 'crypto-defi'),
  entry('AERO-USD', 'Aerodrome', 'crypto', 1.2, 1.15, 'crypto-defi'),
  entry('PENDLE-USD', 'Pendle', 'crypto', 4.8, 1.1, 'crypto-defi'),
  entry('DOGE-USD', 'Dogecoin', 'crypto', 0.14, 0.9, 'crypto-meme'),
  entry('SHIB-USD', 'Shiba Inu', 'crypto', 0.0000182, 0.95, 'crypto-meme'),
  entry('PEPE-USD', 'Pepe', 'crypto', 0.0000098, 1.25, 'crypto-meme'),

  entry('PAXG-USD', 'PAX Gold', 'tokenized', 2_700, 0.15, 'gold'),
  entry('XAUT-USD', 'Tether Gold', 'tokenized', 2_695, 0.15, 'gold', { follows: 'PAXG-USD' }),
  entry('WBTC-USD', 'Wrapped Bitcoin', 'tokenized', 67_950, 0.5, 'crypto-major', { follows: 'BTC-USD' }),
  entry('CBBTC-USD', 'Coinbase Wrapped BTC', 'tokenized', 68_010, 0.5, 'crypto-major', { follows: 'BTC-USD' }),
  entry('USDY-USD', 'Ondo US Dollar Yield', 'tokenized', 1.06, 0.005, 'rates', { growth: 0.045 }),
  entry('OUSG-USD', 'Ondo Short-Term US Government Bond Fund', 'tokenized', 109, 0.005, 'rates', { growth: 0.047 }),

  entry('WSTETH-USD', 'Lido Wrapped Staked Ether', 'yield', 3_070, 0.65, 'crypto-major', {
    follows: 'ETH-USD',
    growth: 0.03,
  }),
  entry('WEETH-USD', 'ether.fi Wrapped eETH', 'yield', 2_730, 0.65, 'crypto-major', {
    follows: 'ETH-USD',
    growth: 0.032,
  }),
  entry('RETH-USD', 'Rocket Pool Ether', 'yield', 2_910, 0.65, 'crypto-major', { follows: 'ETH-USD', growth: 0.027 }),
  entry('CBETH-USD', 'Coinbase Staked Ether', 'yield', 2_820, 0.65, 'crypto-major', {
    follows: 'ETH-USD',
    growth: 0.026,
  }),
  entry('SUSDS-USD', 'Savings USDS', 'yield', 1.02, 0.004, 'rates', { growth: 0.055 }),
  entry('SUSDE-USD', 'Staked USDe', 'yield', 1.1, 0.012, 'rates', { growth: 0.085 }),
  entry('SDAI-USD', 'Savings DAI', 'yield', 1.11, 0.004, 'rates', { growth: 0.05 }),

  entry('AAPL-USD', 'Apple', 'stock', 228, 0.26, 'equity-tech'),
  entry('MSFT-USD', 'Microsoft', 'stock', 418, 0.25, 'equity-tech'),
  entry('NVDA-USD', 'NVIDIA', 'stock', 138, 0.5, 'equity-tech'),
  entry('AMZN-USD', 'Amazon', 'stock', 189, 0.32, 'equity-tech'),
  entry('GOOGL-USD', 'Alphabet', 'stock', 165, 0.3, 'equity-tech'),
  entry('META-USD', 'Meta Platforms', 'stock', 576, 0.36, 'equity-tech'),
  entry('TSLA-USD', 'Tesla', 'stock', 220, 0.58, 'equity-tech'),
  entry('JPM-USD', 'JPMorgan Chase', 'stock', 224, 0.24, 'equity-value'),
  entry('V-USD', 'Visa', 'stock', 288, 0.2, 'equity-value'),
  entry('XOM-USD', 'Exxon Mobil', 'stock', 120, 0.25, 'equity-value'),
  entry('JNJ-USD', 'Johnson & Johnson', 'stock', 164, 0.17, 'equity-value'),
  entry('PG-USD', 'Procter & Gamble', 'stock', 171, 0.17, 'equity-value'),

  entry('SPY-USD', 'SPDR S&P 500 ETF', 'etf', 583, 0.16, 'equity-value'),
  entry('QQQ-USD', 'Invesco QQQ', 'etf', 495, 0.21, 'equity-tech'),
  entry('IWM-USD', 'iShares Russell 2000 ETF', 'etf', 225, 0.22, 'equity-value'),
  entry('EFA-USD', 'iShares MSCI EAFE ETF', 'etf', 82, 0.16, 'equity-value'),
  entry('EEM-USD', 'iShares MSCI Emerging Markets ETF', 'etf', 45.5, 0.19, 'equity-value'),
  entry('XLK-USD', 'Technology Select Sector SPDR', 'etf', 232, 0.24, 'equity-tech'),
  entry('XLF-USD', 'Financial Select Sector SPDR', 'etf', 47, 0.18, 'equity-value'),
  entry('GLD-USD', 'SPDR Gold Shares', 'etf', 249, 0.15, 'gold'),
  entry('TLT-USD', 'iShares 20+ Year Treasury Bond ETF', 'etf', 94, 0.14, 'rates'),
  entry('AGG-USD', 'iShares Core US Aggregate Bond ETF', 'etf', 99, 0.06, 'rates'),

  entry('RY-CAD', 'Royal Bank of Canada', 'stock', 170, 0.17, 'equity-canada'),
  entry('TD-CAD', 'Toronto-Dominion Bank', 'stock', 78, 0.19, 'equity-canada'),
  entry('SHOP-CAD', 'Shopify', 'stock', 110, 0.5, 'equity-tech'),
  entry('ENB-CAD', 'Enbridge', 'stock', 56, 0.17, 'equity-canada'),
  entry('BNS-CAD', 'Bank of Nova Scotia', 'stock', 72, 0.18, 'equity-canada'),
  entry('BMO-CAD', 'Bank of Montreal', 'stock', 125, 0.19, 'equity-canada'),
  entry('CNQ-CAD', 'Canadian Natural Resources', 'stock', 48, 0.28, 'equity-canada'),
  entry('CNR-CAD', 'Canadian National Railway', 'stock', 155, 0.19, 'equity-canada'),
  entry('CP-CAD', 'Canadian Pacific Kansas City', 'stock', 108, 0.2, 'equity-canada'),
  entry('SU-CAD', 'Suncor Energy', 'stock', 54, 0.27, 'equity-canada'),
  entry('BCE-CAD', 'BCE', 'stock', 45, 0.2, 'equity-canada'),

  entry('SCHD-USD', 'Schwab US Dividend Equity ETF', 'income', 28.5, 0.15, 'equity-income'),
  entry('VYM-USD', 'Vanguard High Dividend Yield ETF', 'income', 130, 0.14, 'equity-income'),
  entry('JEPI-USD', 'JPMorgan Equity Premium Income ETF', 'income', 59, 0.1, 'equity-income'),
  entry('O-USD', 'Realty Income', 'income', 62, 0.22, 'equity-income'),
  entry('LQD-USD', 'iShares Investment Grade Corporate Bond ETF', 'income', 111, 0.09, 'rates'),
  entry('HYG-USD', 'iShares High Yield Corporate Bond ETF', 'income', 79.5, 0.08, 'equity-income'),
  entry('XEI-CAD', 'iShares S&P/TSX Composite High Dividend ETF', 'income', 27, 0.14, 'equity-income'),
  entry('VDY-CAD', 'Vanguard FTSE Canadian High Dividend Yield ETF', 'income', 48, 0.14, 'equity-income'),
  entry('ZWB-CAD', 'BMO Covered Call Canadian Banks ETF', 'income', 20, 0.13, 'equity-income'),
];
