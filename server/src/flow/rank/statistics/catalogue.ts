/**
 * The catalogue of figures: what each is, how it is made, how long a record it needs, and who described it. rules.json (`figures`) and
 * docs/bots/statistics.md are made from it, and a test asserts that nothing is published on a board, a bot's page or its statistics that
 * has no entry here.
 *
 * The version of a figure is raised when its formula changes, so that a reader can tell two numbers of one name apart.
 */

export type FigureUnit =
  | 'percent'
  | 'ratio'
  | 'probability'
  | 'ranks'
  | 'yes or no'
  | 'US dollars'
  | 'count'
  | 'places'
  | 'rank';

export interface FigureEntry {
  readonly version: number;
  readonly name: string;
  readonly unit: FigureUnit;
  /** Decimal places in which it is shown. */
  readonly places: number;
  /** What it says, in a sentence for people. */
  readonly meaning: string;
  readonly formula: string;
  /** The least record; without it the figure is null. */
  readonly needs: string;
  /** Paper or book, or the rule of this league. */
  readonly source: string;
}

const own = 'a rule of this league';
const risk = '20 daily returns';
const year = '90 daily returns';
/** What these say stands first in their entries: rules.json is hashed as a text, so the order of members stays. */
const first = { needs: 'none', source: own } as const;

/** An entry. Where it does not say otherwise, its formula never changed, it needs no record, and it is a rule of this league. */
function figure(
  name: string,
  unit: FigureUnit,
  places: number,
  of: Pick<FigureEntry, 'meaning' | 'formula'> & Partial<Pick<FigureEntry, 'version' | 'needs' | 'source'>>,
): FigureEntry {
  const { version = 1, meaning, formula, needs = 'none', source = own } = of;
  return { version, name, unit, places, meaning, formula, needs, source };
}

/** Figures that figuresOf computes. */
const computed = {
  return_pct: figure('Return', 'percent', 2, {
    meaning: 'What the portfolio gained or lost since the start.',
    formula: '(value − 100,000) ÷ 100,000 × 100, from the value in cents',
    needs: 'none: 0 before the first close',
  }),
  week_return_pct: figure('Return of the week', 'percent', 2, {
    meaning: 'What it gained or lost since the close of the Monday that began the week.',
    formula:
      'value ÷ value at the last Monday close before this close − 1, × 100; from the start value for who joined after it',
    needs: 'one close',
  }),
  day_return_pct: figure('Return of the day', 'percent', 2, {
    meaning: 'What it gained or lost since the close before.',
    formula: 'value ÷ value at the close before − 1, × 100; from the start value at the first close',
    needs: 'one close',
  }),
  excess_return_pct: figure('Return above the market', 'percent', 2, {
    version: 2,
    meaning:
      'Its return since its own first fill, less what holding all symbols of the league in equal parts returned meanwhile.',
    formula:
      '(value ÷ 100,000 − equal-weight baseline now ÷ the same at the end of the window of the first fill that traded) × 100; a baseline that was bought later counts from its $100,000',
    needs: 'one close after the first fill, in a league with baselines',
  }),
  max_drawdown_pct: figure('Largest fall', 'percent', 2, {
    meaning: 'The largest fall from a peak, at closes, the start included.',
    formula: 'max over closes of (highest value so far − value) ÷ highest value so far × 100',
    needs: 'none: 0 before the first close',
    source: 'Magdon-Ismail and Atiya, Maximum Drawdown, Risk 17 (2004)',
  }),
  volatility_day_pct: figure('Volatility of a day', 'percent', 4, {
    meaning: 'How far daily returns spread around their mean.',
    formula: 's × 100; s = √(Σ(r − mean)² ÷ (n − 1))',
    needs: risk,
    source: 'sample standard deviation',
  }),
  volatility_pct: figure('Volatility of a year', 'percent', 2, {
    meaning: 'The volatility of a day, scaled to a year.',
    formula: 's × √365 × 100',
    needs: year,
    source: 'sample standard deviation, scaled by the square root of time',
  }),
  sharpe_day: figure('Sharpe ratio of a day', 'ratio', 4, {
    meaning:
      'Mean daily return for each unit of volatility. Cash earns nothing here, so the rate without risk is zero.',
    formula: 'mean ÷ s',
    needs: `${risk} that are not all the same`,
    source: 'Sharpe, The Sharpe Ratio, Journal of Portfolio Management 21 (1994)',
  }),
  sharpe: figure('Sharpe ratio of a year', 'ratio', 2, {
    meaning: 'The Sharpe ratio of a day, scaled to a year.',
    formula: 'mean ÷ s × √365',
    needs: `${year} that are not all the same`,
    source: 'Sharpe, The Sharpe Ratio, Journal of Portfolio Management 21 (1994)',
  }),
  sortino_day: figure('Sortino ratio of a day', 'ratio', 4, {
    meaning: 'Mean daily return for each unit of downside deviation: only losses count as risk.',
    formula: 'mean ÷ √(Σ min(r, 0)² ÷ n)',
    needs: `${risk}, one of them negative`,
    source: 'Sortino and Price, Performance Measurement in a Downside Risk Framework, Journal of Investing 3 (1994)',
  }),
  sortino: figure('Sortino ratio of a year', 'ratio', 2, {
    meaning: 'The Sortino ratio of a day, scaled to a year.',
    formula: 'mean ÷ √(Σ min(r, 0)² ÷ n) × √365',
    needs: `${year}, one of them negative`,
    source: 'Sortino and Price, Performance Measurement in a Downside Risk Framework, Journal of Investing 3 (1994)',
  }),
  calmar: figure('Calmar ratio', 'ratio', 2, {
    meaning: 'Growth in a year for each unit of the largest fall, since the start.',
    formula: '((value ÷ 100,000)^(365 ÷ n) − 1) ÷ largest fall',
    needs: `${year} and a fall`,
    source: 'Young, Calmar Ratio: A Smoother Tool, Futures 20 (1991), over the whole record in place of 36 months',
  }),
  skewness: figure('Skewness', 'ratio', 4, {
    meaning: 'Below zero: rare large losses. Above zero: rare large gains.',
    formula: '√n · Σ(r − mean)³ ÷ (Σ(r − mean)²)^1.5',
    needs: `${risk} that are not all the same`,
    source: 'moment coefficient of skewness, not corrected for bias',
  }),
  kurtosis: figure('Kurtosis', 'ratio', 4, {
    meaning: 'How heavy the tails are: 3 for a normal distribution.',
    formula: 'n · Σ(r − mean)⁴ ÷ (Σ(r − mean)²)²',
    needs: `${risk} that are not all the same`,
    source: 'moment coefficient of kurtosis, not corrected for bias, 3 not subtracted',
  }),
  hit_rate_pct: figure('Hit rate', 'percent', 2, {
    meaning: 'Share of days with a gain among the days with a gain or a loss.',
    formula: 'days with r > 0 ÷ (days with r > 0 + days with r < 0) × 100',
    needs: `${risk}, one of them not zero`,
  }),
  exposure_pct: figure('Exposure', 'percent', 2, {
    meaning: 'Share of the portfolio that was not cash, on average at closes since the first fill.',
    formula: 'mean of (value − cash) ÷ value × 100',
    needs: 'one daily return',
  }),
  turnover_day_pct: figure('Turnover of a day', 'percent', 2, {
    meaning: 'Notional traded in a day, buys and sells, for each dollar of average value.',
    formula: 'Σ notional of trades ÷ (mean value at closes × n) × 100',
    needs: 'one daily return',
  }),
  excess_day_pct: figure('Daily return above the market', 'percent', 4, {
    meaning: 'Mean of the daily return less that of the equal-weight baseline.',
    formula: 'mean of (r − r of equal_weight) × 100',
    needs: `${risk} of both`,
  }),
  information_ratio: figure('Information ratio', 'ratio', 2, {
    meaning: 'Mean daily return above the market for each unit of its spread, scaled to a year.',
    formula: 'mean of (r − r of equal_weight) ÷ its standard deviation × √365',
    needs: `${year} of both, that do not differ by the same each day`,
    source: 'Grinold and Kahn, Active Portfolio Management (2000), chapter 5',
  }),
  probabilistic_sharpe: figure('Probabilistic Sharpe ratio', 'probability', 4, {
    meaning: 'How likely the true Sharpe ratio is above zero, given the length and the shape of the record.',
    formula: 'Φ(SR · √(n − 1) ÷ √(1 − skewness · SR + (kurtosis − 1) ÷ 4 · SR²)), SR the Sharpe ratio of a day',
    needs: `${risk} that are not all the same`,
    source: 'Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15 (2012)',
  }),
  luck: figure('Luck', 'probability', 4, {
    version: 2,
    meaning:
      'How likely so good a record is by chance, as the best of that many bots: 1 − the deflated Sharpe ratio. Small is skill, large is luck. Of a day that was chosen beforehand: it does not know how often somebody looked, and what the market gave counts as skill.',
    formula:
      '1 − Φ((SR − SR₀) · √(n − 1) ÷ √(1 − skewness · SR + (kurtosis − 1) ÷ 4 · SR²)); SR₀ = √V · ((1 − γ) · Φ⁻¹(1 − 1 ÷ N) + γ · Φ⁻¹(1 − 1 ÷ (N · e))), 0 for N = 1; N = bots of the league with a fill that were valued at any close from the one before the first daily return to this one, retired ones included, V = variance of the Sharpe ratios of a day of those valued at this one, γ = 0.5772…',
    needs: `${risk} that are not all the same, and two bots with a Sharpe ratio unless N is 1`,
    source: 'Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)',
  }),
  luck_own: figure('Luck among the maker’s own bots', 'probability', 4, {
    meaning:
      'The same, with the bots that the maker entered in the league as the trials: who tries ten times finds one lucky bot. It does not know how often somebody looked, nor what the market gave, either.',
    formula: 'as luck, with N = bots of the maker in the league, retired ones included',
    needs: 'as luck',
    source: 'Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014)',
  }),
};

/** Figures that come from other stages, or that are not one number. */
const others = {
  value_usd: {
    ...first,
    ...figure('Value', 'US dollars', 2, {
      meaning: 'Cash and holdings at the prices of the last close.',
      formula: 'cash + Σ units × price, rounded to the cent',
    }),
  },
  rank: {
    ...first,
    ...figure('Rank', 'rank', 0, {
      meaning: 'The place in the league.',
      formula: '1 + the number of bots with a higher return, or the same return and a higher value',
    }),
  },
  tied: {
    ...first,
    ...figure('Tied', 'yes or no', 0, {
      meaning: 'Whether another bot has the same rank.',
      formula: 'another bot has the same value in cents',
    }),
  },
  move: figure('Move', 'places', 0, {
    meaning: 'Places won since the close before.',
    formula: 'rank at the close before − rank',
    needs: 'two closes',
  }),
  rank_interval: figure('Tied with ranks', 'ranks', 0, {
    meaning:
      'The ranks that the record does not tell apart: tied with every bot whose interval of value overlaps its own.',
    formula:
      'interval = value ± t · s · √n · value, t the 97.5% point of Student’s t with n − 1 degrees of freedom, the value itself without a fill, everything with one daily return; from = 1 + bots whose interval lies above, to = all bots − bots whose interval lies below',
    needs: 'one close',
    source:
      'confidence interval of a sum of independent returns; comparison of intervals as in Goldstein and Spiegelhalter (1996)',
  }),
  provisional: {
    ...first,
    ...figure('Provisional', 'yes or no', 0, {
      meaning: 'Whether the record is too young for its place to mean much.',
      formula: 'fewer than 20 closes, or no fill',
    }),
  },
  excess_day_interval_pct: figure('95% interval of the daily return above the market', 'percent', 4, {
    meaning:
      'Where the true mean of the daily return above the market lies, with 95% confidence. Zero outside of it: ahead of the market, or behind. Of one bot and a day that were chosen beforehand: of the best of fifty bots without skill it lies above zero in 7 of 10 leagues.',
    formula:
      '2.5% and 97.5% points of the means of 2,000 circular block bootstrap samples of (r − r of equal_weight); length of a block = ⌈n^(1/3)⌉; drawn by mulberry32, seeded by the first 4 bytes of SHA-256 of "<agent_id> <date of the close>"',
    needs: `${risk} of both`,
    source: 'Politis and Romano, A Circular Block-Resampling Procedure for Stationary Data (1992)',
  }),
  beats_market: figure('Beats the market', 'yes or no', 0, {
    version: 2,
    meaning: 'Whether its return is above that of every baseline of the league.',
    formula: 'return since its own first fill that traded > return of each baseline over the same time',
    needs: 'one close after the first fill; false before',
  }),
  beats_house: figure('Beats the house', 'yes or no', 0, {
    meaning: 'Whether it stands strictly ahead of every house bot of the league.',
    formula: 'rank < rank of each house bot',
    needs: 'a house bot in the league; false without',
  }),
  twins: figure('Moves as one with', 'ratio', 6, {
    meaning:
      'Bots of the league whose daily returns are nearly the same (twins), or nearly the same with the other sign (mirror images). A note, never a penalty: bots that hold the same single symbol are twins of necessity.',
    formula:
      'at the first close of a month: Pearson correlation of the daily returns of the last 60 closes that both have after the close of their first fills; twins at 0.995 or more, mirror images at −0.995 or less; the ten closest',
    needs: '30 daily returns in common and 20 different ones; a league of at most 2,000 bots',
  }),
  trades: {
    ...first,
    ...figure('Trades', 'count', 0, {
      meaning: 'Scored trades up to the last close.',
      formula: 'symbols bought or sold, counted for each fill',
    }),
  },
};

export type FigureId = keyof typeof computed;
export type OtherFigureId = keyof typeof others;

/** By id, which is also the name of the field on the wire. */
export const figureCatalogue: Readonly<Record<FigureId | OtherFigureId, FigureEntry>> = { ...computed, ...others };
export const computedFigures = Object.keys(computed) as readonly FigureId[];

/** A figure as it is shown: rounded to the places of its entry, halves away from zero, never -0. */
export function shownFigure(id: FigureId | OtherFigureId, x: number): number;
export function shownFigure(id: FigureId | OtherFigureId, x: number | null): number | null;
export function shownFigure(id: FigureId | OtherFigureId, x: number | null): number | null {
  if (x === null) return null;
  const rounded = Number(Math.abs(x).toFixed(figureCatalogue[id].places));
  return x < 0 && rounded !== 0 ? -rounded : rounded;
}
