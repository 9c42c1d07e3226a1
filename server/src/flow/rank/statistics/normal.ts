/**
 * The normal and Student's t distribution, to 14 digits: a number of standard deviations in, a probability out, and back.
 *
 * Series and continued fraction: Abramowitz and Stegun 26.2.10 and 26.2.14. Inverse: Acklam's rational approximation, then one step
 * of Halley's method. Of t only the 97.5% point is asked for: a table for few degrees of freedom, Cornish and Fisher's expansion beyond.
 *
 * Example: normalCdf(1.959963984540054) = 0.975, normalQuantile(0.975) = 1.959963984540054.
 */

/** Probability that a standard normal variable is at most `x`. */
export function normalCdf(x: number): number {
  if (x > 0) return 1 - normalCdf(-x);
  if (x < -38.5) return 0;
  return x > -2 ? 0.5 - density(x) * series(-x) : density(x) * tail(-x);
}

/** The `x` below which a standard normal variable falls with probability `p`, 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile(${p}) is not defined`);
  if (p > 0.5) return -normalQuantile(1 - p);
  const x = acklam(p);
  const error = (normalCdf(x) - p) / density(x);
  return x - error / (1 + (x * error) / 2);
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** x + x^3/3 + x^5/(3·5) + …, for 0 <= x <= 2: all terms positive, so nothing cancels. */
function series(x: number): number {
  let term = x;
  let sum = x;
  for (let i = 3; term > sum * 1e-17; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return sum;
}

/** 1/(x + 1/(x + 2/(x + 3/(x + …)))), for x >= 2. */
function tail(x: number): number {
  let f = x;
  for (let i = 120; i > 0; i--) f = x + i / f;
  return 1 / f;
}

/** Relative error below 1.15e-9, for 0 < p <= 0.5. */
function acklam(p: number): number {
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return horner(q, tailTop) / (horner(q, tailBottom) * q + 1);
  }
  const q = p - 0.5;
  return (horner(q * q, middleTop) * q) / (horner(q * q, middleBottom) * q * q + 1);
}

const horner = (x: number, coefficients: readonly number[]): number => coefficients.reduce((sum, c) => sum * x + c, 0);

const middleTop = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const middleBottom = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
];
const tailTop = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const tailBottom = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];

/** 97.5% quantile of Student's t with 1 to 12 degrees of freedom. */
const t975Few = [
  12.706204736174698, 4.302652729749464, 3.182446305283708, 2.7764451051977934, 2.5705818356363146, 2.4469118511449786,
  2.364624251592784, 2.306004135204166, 2.262157162798205, 2.228138851986274, 2.200985160091639, 2.1788128296672284,
];
const z975 = 1.959963984540054;
const z2 = z975 * z975;
/** Cornish and Fisher's expansion in 1/df, highest power first; from 13 degrees of freedom on right to 3e-6. */
const t975Terms = [
  (z975 * (79 * z2 * z2 * z2 * z2 + 776 * z2 * z2 * z2 + 1482 * z2 * z2 - 1920 * z2 - 945)) / 92_160,
  (z975 * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15)) / 384,
  (z975 * (5 * z2 * z2 + 16 * z2 + 3)) / 96,
  (z975 * (z2 + 1)) / 4,
  z975,
];

/** 97.5% quantile of Student's t with `df` >= 1 degrees of freedom. */
export function t975(df: number): number {
  return t975Few[df - 1] ?? horner(1 / df, t975Terms);
}
