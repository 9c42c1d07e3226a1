/**
 * Target weights as text, digit for digit: a binary double never stands between what the bot decided and what the service reads.
 * Pure.
 */

/** Symbol -> weight of 0 or more, as a number or as decimal text; {} = all cash. */
export type WeightsInput = Readonly<Record<string, number | string>>;

/** Decimal places in which the service keeps a weight. */
const weightScale = 18;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON text of the `weights` member: decimal text becomes a JSON number with the very same digits. */
export function weightsJson(weights: WeightsInput): string {
  const members = Object.entries(weights).map(
    ([symbol, weight]) => `${JSON.stringify(symbol)}:${numberText(symbol, weight)}`,
  );
  return `{${members.join(',')}}`;
}

/**
 * The text that the service stores and hashes: symbols in code-unit order, weights as decimal text at 18 places, rounded down,
 * without trailing zeros; zero weights left out. {"B": 0.30, "A": "5e-1"} -> {"A":"0.5","B":"0.3"}
 */
export function canonicalWeights(weights: WeightsInput): string {
  const members: string[] = [];
  for (const symbol of Object.keys(weights).sort()) {
    const text = decimalText(numberText(symbol, weights[symbol] as number | string));
    if (text !== '0') members.push(`${JSON.stringify(symbol)}:"${text}"`);
  }
  return `{${members.join(',')}}`;
}

function numberText(symbol: string, weight: number | string): string {
  const text = String(weight);
  if (jsonNumber.test(text)) return text;
  throw new TypeError(`The weight of ${symbol} is ${JSON.stringify(text)}; write a decimal number such as 0.25.`);
}

/** JSON number text -> plain decimal text, cut (not rounded) at `weightScale` places. */
function decimalText(text: string): string {
  const [mantissa = '', exponentText = '0'] = text.toLowerCase().split('e');
  const exponent = Number(exponentText);
  if (text.startsWith('-') || text.length > 64 || Math.abs(exponent) > 400) {
    throw new RangeError(`${text} is no weight that the service accepts.`);
  }
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = exponent - fraction.length + weightScale;
  const digits = BigInt(whole + fraction);
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  const padded = scaled.toString().padStart(weightScale + 1, '0');
  const places = padded.slice(-weightScale).replace(/0+$/, '');
  return padded.slice(0, -weightScale) + (places === '' ? '' : `.${places}`);
}
