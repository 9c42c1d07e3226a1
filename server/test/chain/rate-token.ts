/**
 * A yield token on a local chain: the code of a deployed token with three more functions before it, `stEthPerToken()`,
 * `getExchangeRate()` and `convertToAssets(uint256)`, which all answer one stored value. The code is written here by hand.
 */
import { concatHex, numberToHex, toFunctionSelector, type Address, type Hex } from 'viem';
import type { LocalChain } from './anvil.ts';

export interface RateToken {
  /** The rate from the next block on. */
  set(value: bigint): Promise<void>;
}

/** Far away from what the token itself stores. */
const slot = numberToHex(2n ** 255n + 7n, { size: 32 });
const selectors = ['stEthPerToken()', 'getExchangeRate()', 'convertToAssets(uint256)'].map((f) =>
  toFunctionSelector(`function ${f}`),
);

/** @param token a deployed token; its balances and allowances stay. @param salt tells tokens of one chain apart. */
export async function makeRateToken({ client }: LocalChain, token: Address, salt: number): Promise<RateToken> {
  const original = await client.getCode({ address: token });
  if (!original) throw new Error('there is no token');
  const moved = numberToHex(0xface_0000n + BigInt(salt), { size: 20 });
  await client.setCode({ address: moved, bytecode: original });
  await client.setCode({ address: token, bytecode: code(moved) });
  return {
    async set(value) {
      await client.setStorageAt({ address: token, index: slot, value: numberToHex(value, { size: 32 }) });
    },
  };
}

/** Dispatches on the selector: a rate is answered from its slot, everything else is passed on to the code that was moved. */
function code(moved: Hex): Hex {
  // CALLDATALOAD(0) >> 224, then for each selector: DUP1 PUSH4 EQ PUSH1 rate JUMPI.
  const head: Hex = '0x60003560e01c';
  const each = 10;
  const forward = concatHex([
    '0x3660006000376000600036600073', // CALLDATACOPY all, then DELEGATECALL(gas, moved, 0, size, 0, 0)
    moved,
    '0x5af43d600060003e', // RETURNDATACOPY all
    '0x60', // PUSH1 done JUMPI
  ]);
  const size = (hex: Hex): number => (hex.length - 2) / 2;
  const done = size(head) + each * selectors.length + size(forward) + 1 + 1 + 4;
  const rate = done + 5;
  const byte = (n: number): Hex => numberToHex(n, { size: 1 });
  return concatHex([
    head,
    ...selectors.map((s) => concatHex(['0x8063', s, '0x1460', byte(rate), '0x57'])),
    forward,
    byte(done),
    '0x57',
    '0x3d6000fd', // REVERT as it did
    '0x5b3d6000f3', // done: RETURN as it did
    '0x5b7f', // rate: SLOAD, MSTORE, RETURN
    slot,
    '0x5460005260206000f3',
  ]);
}
