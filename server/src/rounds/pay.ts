/**
 * Pay: a bot's cash, its score and the par of the round in, the cash that it gets or loses out.
 *
 *     paid = floor(cash × stake × (score − par) ÷ 10^12)
 *
 * All are integers: cash in 10⁻⁸ dollars, stake, score and par in millionths. The floor is towards minus infinity. At par nothing changes, a full
 * sheet is worth the stake more than a blank one, and the loss is less than the stake of the cash, so that cash never becomes negative.
 *
 * Example: cash 104,125.50, stake 10,000 (1%), score 538,797, par 490,174: 50.62894186 is paid, and the cash is 104,176.12894186 then.
 */

/** What a full sheet is worth, and the scale of scores, pars and stakes. */
export const fullScore = 1_000_000;

/** @returns USD at `moneyScale`; negative when the bot loses. */
export function paid(cash: bigint, stake: number, score: number, par: number): bigint {
  return floorDiv(cash * BigInt(stake) * BigInt(score - par), 1_000_000_000_000n);
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
