/** A lie that nobody sees in a block: other tick cumulatives of some pools, in the answers that carry `observe` of many. */
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  getAddress,
  parseAbi,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem';
import { poolAbi } from '../../src/sources/onchain/contracts.ts';
import type { RpcProxy } from './proxy.ts';

const aggregate = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[])',
]);
const selector = toFunctionSelector(aggregate[0]).slice(2);

/** @param added to the newest cumulative of each of these pools, tick-seconds. */
export function tickLiar(added: ReadonlyMap<Address, bigint>): NonNullable<RpcProxy['change']> {
  return (body, { method, params }) => {
    const data = method === 'eth_call' ? (params[0] as { readonly data?: Hex }).data : undefined;
    // The code that makes many calls of one comes first, and knows the selector, too.
    const at = data?.lastIndexOf(selector) ?? -1;
    if (data === undefined || at < 0 || typeof body.result !== 'string') return body;
    const { args } = decodeFunctionData({ abi: aggregate, data: `0x${data.slice(at)}` });
    const told = decodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', data: body.result as Hex });
    const result = told.map((one, i) => {
      const lie = added.get(getAddress(args[0][i]?.target ?? '0x'));
      if (lie === undefined || !one.success) return one;
      const observe = { abi: poolAbi, functionName: 'observe' } as const;
      const [ticks, seconds] = decodeFunctionResult({ ...observe, data: one.returnData });
      const changed = [...ticks.slice(0, -1), (ticks.at(-1) ?? 0n) + lie];
      return { ...one, returnData: encodeFunctionResult({ ...observe, result: [changed, seconds] }) };
    });
    return { ...body, result: encodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', result }) };
  };
}
