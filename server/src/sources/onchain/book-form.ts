/**
 * The form of a pool book, which is a JSON file: this project's own (pools.json) or an operator's. docs/contributing/add-a-pool.md
 * describes it. Book-file.ts reads it.
 */
import { getAddress, type Address, type Hex } from 'viem';
import { z } from 'zod';
import { symbolPattern } from '../../league/catalogue.ts';

/** The code that Uniswap's own factories give to their pools, on every chain. */
const uniswapInitCodeHash: Hex = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54';

const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'an address is 0x and 40 hexadecimal digits')
  .transform((text): Address => getAddress(text.toLowerCase()));
const hashSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'a hash is 0x and 64 hexadecimal digits')
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`);
const tokenName = z.string().regex(/^[\w.-]{1,32}$/, 'a token is 1 to 32 letters, digits and . _ -');
const poolName = z.string().regex(/^\d+ [\w.-]+\/[\w.-]+ \d+$/, 'a pool is named like "1 WETH/USDC 500"');
/** Chain, base, quote and fee of a pool, or `rate` in place of the fee. */
const legName = z
  .string()
  .regex(/^\d+ [\w.-]+\/[\w.-]+ (\d+|rate)$/, 'a step is named like "1 WETH/USDC 500" or "1 wstETH/WETH rate"');
const legs = z.array(legName).min(1).max(4).readonly();
/** Where something was found. */
const found = z.array(z.string()).readonly().default([]);
const chainId = z.int().min(1);

const chainSchema = z.strictObject({
  id: chainId,
  name: z.string().min(1).max(40),
  /** Uniswap v3 factory. */
  factory: addressSchema,
  poolInitCodeHash: hashSchema.default(uniswapInitCodeHash),
  /** Usual seconds from one block to the next. */
  blockSeconds: z.number().positive().max(600),
  /** A mark is read at a block that is at least this much younger than it. */
  lagSeconds: z.number().min(0).max(600),
  /** A head that is older than this is stale. */
  headAgeSecondsMax: z.number().min(1).max(3_600),
  /** Public endpoints, used when the operator names none. */
  rpcUrls: z
    .array(z.url({ protocol: /^https?$/ }))
    .readonly()
    .default([]),
});
const tokenSchema = z.strictObject({
  chain: chainId,
  symbol: tokenName,
  address: addressSchema,
  decimals: z.int().min(0).max(36),
  /** Where address and decimals were found. */
  listedBy: found,
});
const poolSchema = z.strictObject({
  chain: chainId,
  /** Symbols of tokens of that chain. */
  base: tokenName,
  quote: tokenName,
  /** Hundredths of a basis point: 500 = 0.05%. */
  fee: z.int().min(1).max(999_999),
  address: addressSchema,
  /** Block of its PoolCreated event, where it is known. */
  created: z.int().min(0).optional(),
  /** Public files that hold the same address. */
  seenIn: found,
});
/** A token whose price in another one is told by its own contract. */
const rateSchema = z.strictObject({
  chain: chainId,
  /** The yield token: it is its contract that is asked. */
  base: tokenName,
  /** What one of it is redeemed in, or a token that is worth the same. */
  quote: tokenName,
  /** `convertToAssets(one share)` (ERC-4626) has the decimals of the asset, the two others have 18. */
  read: z.enum(['stEthPerToken', 'getExchangeRate', 'convertToAssets']),
  /** Where it was found that the contract has this function, and what it means. */
  seenIn: found,
});
const routeSchema = z.strictObject({
  symbol: z.string().regex(symbolPattern, 'a symbol looks like ETH-USD'),
  /** Where the route starts: a token. It ends in a dollar coin. */
  token: tokenName,
  primary: legs,
  second: legs,
  /** What a fill pays of what it moves, in basis points; without it the fees of the first route's pools together. */
  spreadBps: z.number().positive().max(1_000).multipleOf(0.1, 'basis points have one decimal at most').optional(),
});

export const bookSchema = z.strictObject({
  format: z.literal('papertape-pools/1'),
  /** What is to be said of the evidence of a list as a whole. */
  evidence: z.partialRecord(z.enum(['chains', 'tokens', 'pools', 'rates', 'routes']), z.string()).optional(),
  chains: z.array(chainSchema).min(1).readonly(),
  tokens: z.array(tokenSchema).min(2).readonly(),
  pools: z.array(poolSchema).min(1).readonly(),
  rates: z.array(rateSchema).readonly().default([]),
  routes: z.array(routeSchema).min(1).readonly(),
  /** Tokens that count as one US dollar. */
  dollars: z.array(tokenName).min(1).readonly(),
  /** Pools of two dollar coins: while their mean is off by more than the peg guard allows, neither coin counts as a dollar. */
  pegs: z.array(poolName).min(1).readonly(),
  /** Least virtual depth of a pool, in its quote token. */
  depthMin: z.record(tokenName, z.number().positive()),
});

export type BookChain = z.infer<typeof chainSchema>;
export type BookToken = z.infer<typeof tokenSchema>;
export type BookPool = z.infer<typeof poolSchema>;
export type BookRate = z.infer<typeof rateSchema>;
export type BookRoute = z.infer<typeof routeSchema>;

/** `id` is kept with a league's data: it does not go on with another book. */
export type BookData = Omit<z.infer<typeof bookSchema>, 'format' | 'evidence'> & { readonly id: string };
