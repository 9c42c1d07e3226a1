/**
 * Uniswap v3 as it is, on a local chain: factory, position manager and router from their npm artifacts, tokens with any decimals.
 * Prices are steered by trades that stop at the wanted price.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  maxUint128,
  maxUint256,
  parseAbi,
  parseEventLogs,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import type { BookChain, BookPool, BookToken } from '../../src/sources/onchain/book-form.ts';
import { poolAddress } from '../../src/sources/onchain/book.ts';
import type { LocalChain } from './anvil.ts';

const require = createRequire(import.meta.url);
const requireOfPeriphery = createRequire(require.resolve('@uniswap/v3-periphery/package.json'));

const files = {
  factory: require.resolve('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  manager:
    require.resolve('@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'),
  router: require.resolve('@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'),
  token: requireOfPeriphery.resolve('@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json'),
};

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

function artifact(file: string): Artifact {
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact;
}

const factoryAbi = parseAbi([
  'function createPool(address tokenA, address tokenB, uint24 fee) returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
]);
const poolAbi = parseAbi([
  'function initialize(uint160 sqrtPriceX96)',
  'function increaseObservationCardinalityNext(uint16 n)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
]);
const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function decimals() view returns (uint8)',
]);
const managerAbi = parseAbi([
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function decreaseLiquidity(Decrease params) payable returns (uint256 amount0, uint256 amount1)',
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
]);
const routerAbi = parseAbi([
  'struct Swap { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Swap params) payable returns (uint256 amountOut)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
]);

const spacings: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10_000: 200 };

export interface PoolSpec {
  readonly base: string;
  readonly quote: string;
  readonly fee: number;
  /** Quote per base, whole tokens. */
  readonly price: number;
  /** Virtual depth in quote tokens. */
  readonly depth: number;
  /** Slots of the ring buffer; 1 = as a pool is born. */
  readonly slots?: number;
}

export interface LocalPool extends BookPool {
  readonly token0: BookToken;
  readonly token1: BookToken;
  /** Trades in a block of its own, at this second, until quote per base is `price`. */
  tradeTo(price: number, timestamp: number): Promise<void>;
  /** The same, until the pool's own tick (of token0 in token1) is this one. */
  tradeToTick(tick: number, timestamp: number): Promise<void>;
  /** The same two, for `tradeTogether`. */
  wantPrice(price: number): Want;
  wantTick(tick: number): Want;
  tick(): Promise<number>;
  /** In a block of its own: adds so many quote tokens' worth of virtual depth within some tick spacings around the price, or to all prices. */
  addLiquidity(depth: number, timestamp: number, spacingsAround?: number): Promise<LocalPosition>;
}

export interface LocalPosition {
  /** In a block of its own: takes all of it out. */
  remove(timestamp: number): Promise<void>;
}

/** A trade that is not sent yet. */
export interface Want {
  readonly swap: () => Hex;
}

export interface Uniswap {
  readonly chain: BookChain;
  readonly tokens: readonly BookToken[];
  createPool(spec: PoolSpec): Promise<LocalPool>;
  /** Trades in one block, at this second, or when it is absent at the one that the chain gives to its next block. */
  tradeTogether(wants: readonly Want[], timestamp?: number): Promise<void>;
}

/** @param decimals by symbol; tokens get their addresses in the order in which they are named, lowest first. */
export async function deployUniswap(local: LocalChain, decimals: Readonly<Record<string, number>>): Promise<Uniswap> {
  const { client } = local;
  const me = client.account.address;

  async function deploy({ abi, bytecode }: Artifact, args: readonly unknown[]): Promise<Address> {
    const data = encodeDeployData({ abi, bytecode, args });
    const { contractAddress, status } = await client.sendTransactionSync({ data, gas: 25_000_000n });
    if (!contractAddress || status !== 'success') throw new Error('a contract was not deployed');
    return contractAddress;
  }

  const factory = await deploy(artifact(files.factory), []);
  // Nothing is ever paid in the chain's own coin: any address will do for its wrapper.
  const manager = await deploy(artifact(files.manager), [factory, factory, zeroAddress]);
  const router = await deploy(artifact(files.router), [factory, factory]);
  await write(factory, factoryAbi, 'enableFeeAmount', [100, 1]);

  const chain: BookChain = {
    id: 31_337,
    name: 'Local',
    factory,
    poolInitCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    blockSeconds: 12,
    lagSeconds: 24,
    headAgeSecondsMax: 60,
    rpcUrls: [local.url],
  };
  const tokenCode = artifact(files.token);
  const tokens: BookToken[] = [];
  // Where a contract goes follows from the sender's count of transactions, so each can have the name that its place gives it.
  const count = await client.getTransactionCount({ address: me });
  const spots = Object.keys(decimals).map((_, i) => getContractAddress({ from: me, nonce: BigInt(count + i) }));
  const addresses = spots.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const place of spots) {
    const symbol = Object.keys(decimals)[addresses.indexOf(place)];
    if ((await deploy(tokenCode, [symbol, symbol])).toLowerCase() !== place.toLowerCase())
      throw new Error('a token is in another place');
  }
  for (const [i, [symbol, places]] of Object.entries(decimals).entries()) {
    const address = addresses[i] ?? factory;
    await setDecimals(address, places);
    await write(address, tokenAbi, 'mint', [me, 10n ** 40n]);
    for (const spender of [manager, router]) await write(address, tokenAbi, 'approve', [spender, maxUint256]);
    tokens.push({ chain: chain.id, symbol, address, decimals: places, listedBy: ['test'] });
  }

  async function write(
    address: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ): Promise<TransactionReceipt> {
    // Asked for with a fixed amount of gas: estimating would run the call once more.
    const receipt = await client.writeContractSync({ address, abi, functionName, args, gas: 15_000_000n });
    if (receipt.status !== 'success') throw new Error(`${functionName} failed`);
    return receipt;
  }

  /** The token's decimals are a byte of its storage; it is found by its value, 18. */
  async function setDecimals(token: Address, places: number): Promise<void> {
    for (let slot = 0; slot < 16; slot++) {
      const index: Hex = `0x${slot.toString(16)}`;
      const value = await client.getStorageAt({ address: token, slot: index });
      if (!value || BigInt(value) % 256n !== 18n || BigInt(value) > 0xffffn) continue;
      await client.setStorageAt({
        address: token,
        index: slot,
        value: `0x${(BigInt(value) - 18n + BigInt(places)).toString(16).padStart(64, '0')}`,
      });
      break;
    }
    const now = await client.readContract({ address: token, abi: tokenAbi, functionName: 'decimals' });
    if (now !== places) throw new Error(`the token has ${now} decimals, not ${places}`);
  }

  async function createPool({ base, quote, fee, price, depth, slots = 1 }: PoolSpec): Promise<LocalPool> {
    const find = (symbol: string): BookToken => {
      const token = tokens.find((t) => t.symbol === symbol);
      if (!token) throw new Error(`there is no ${symbol}`);
      return token;
    };
    const [b, q] = [find(base), find(quote)];
    const baseIs0 = BigInt(b.address) < BigInt(q.address);
    const [token0, token1] = baseIs0 ? [b, q] : [q, b];
    const sqrt = (p: number): bigint => {
      const raw = (baseIs0 ? p : 1 / p) * 10 ** (token1.decimals - token0.decimals);
      return BigInt(Math.floor(Math.sqrt(raw) * 2 ** 96));
    };
    await write(factory, factoryAbi, 'createPool', [token0.address, token1.address, fee]);
    const address = await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [token0.address, token1.address, fee],
    });
    if (address !== poolAddress(chain, token0.address, token1.address, fee)) throw new Error('CREATE2 disagrees');
    await write(address, poolAbi, 'initialize', [sqrt(price)]);
    if (slots > 1) await write(address, poolAbi, 'increaseObservationCardinalityNext', [slots]);
    const spacing = spacings[fee] ?? 1;
    const widest = Math.floor(887_200 / spacing) * spacing;
    const amountOf = (token: BookToken, whole: number): bigint => BigInt(Math.round(whole * 10 ** token.decimals));
    const mintOf = (atDepth: number, tickLower: number, tickUpper: number) => {
      const [whole0, whole1] = baseIs0 ? [atDepth / price, atDepth] : [atDepth, atDepth / price];
      return {
        token0: token0.address,
        token1: token1.address,
        fee,
        tickLower,
        tickUpper,
        amount0Desired: amountOf(token0, whole0),
        amount1Desired: amountOf(token1, whole1),
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: me,
        deadline: maxUint128,
      };
    };
    await write(manager, managerAbi, 'mint', [mintOf(depth, -widest, widest)]);
    const slot0 = async (): Promise<{ sqrtPrice: bigint; tick: number }> => {
      const [sqrtPrice, tick] = await client.readContract({ address, abi: poolAbi, functionName: 'slot0' });
      return { sqrtPrice, tick };
    };
    let at = (await slot0()).sqrtPrice;
    function swapTo(target: bigint) {
      if (target === at) throw new Error('a trade has to move the price');
      const up = target > at;
      at = target;
      const [tokenIn, tokenOut] = up ? [token1, token0] : [token0, token1];
      return {
        tokenIn: tokenIn.address,
        tokenOut: tokenOut.address,
        fee,
        recipient: me,
        deadline: maxUint128,
        amountIn: 10n ** 36n,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: target,
      };
    }
    async function tradeTo(target: bigint, timestamp: number): Promise<void> {
      const swap = swapTo(target);
      await local.nextAt(timestamp);
      await write(router, routerAbi, 'exactInputSingle', [swap]);
    }
    const sqrtOfTick = (tick: number): bigint =>
      BigInt(Math.floor(Math.exp(((tick + 0.5) * Math.log1p(0.0001)) / 2) * 2 ** 96));
    const want = (target: bigint): Want => ({
      swap: () => encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args: [swapTo(target)] }),
    });
    return {
      chain: chain.id,
      base,
      quote,
      fee,
      address,
      created: undefined,
      seenIn: [],
      token0,
      token1,
      tick: async () => (await slot0()).tick,
      async addLiquidity(more, timestamp, spacingsAround) {
        const middle = Math.floor((await slot0()).tick / spacing) * spacing;
        const [lower, upper] =
          spacingsAround === undefined
            ? [-widest, widest]
            : [middle - spacingsAround * spacing, middle + (spacingsAround + 1) * spacing];
        await local.nextAt(timestamp);
        const minted = await write(manager, managerAbi, 'mint', [mintOf(more, lower, upper)]);
        const [log] = parseEventLogs({ abi: managerAbi, eventName: 'IncreaseLiquidity', logs: minted.logs });
        if (!log) throw new Error('no position was made');
        const { tokenId, liquidity } = log.args;
        return {
          async remove(at) {
            await local.nextAt(at);
            const all = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: maxUint128 };
            await write(manager, managerAbi, 'decreaseLiquidity', [all]);
          },
        };
      },
      tradeTo: async (to, timestamp) => await tradeTo(sqrt(to), timestamp),
      tradeToTick: async (to, timestamp) => await tradeTo(sqrtOfTick(to), timestamp),
      wantPrice: (to) => want(sqrt(to)),
      wantTick: (to) => want(sqrtOfTick(to)),
    };
  }

  /** The chain signs for the account, which it knows: signing here takes longer than the trade. */
  async function tradeTogether(wants: readonly Want[], timestamp?: number): Promise<void> {
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [wants.map((w) => w.swap())] });
    if (timestamp !== undefined) await local.nextAt(timestamp);
    const transaction = { from: me, to: router, data, gas: '0xe4e1c0' };
    const receipt: { status: Hex } = await client.request({
      method: 'eth_sendTransactionSync' as never,
      params: [transaction] as never,
    });
    if (receipt.status !== '0x1') throw new Error('a trade failed');
  }

  return { chain, tokens, createPool, tradeTogether };
}
