/** A chain for tests that can replace blocks, fall silent, and have endpoints that lie. ETH at 2,000 and BTC at 60,000, each in two pools. */
import type {
  BlockRef,
  MarkReadings,
  NoReadingReason,
  OtherValue,
  PoolReading,
  PriceSource,
} from '../../../src/sources/source.ts';
import type { Pool } from '../../../src/league/symbol.ts';

export const fakeChainId = 7;
const chain = fakeChainId;

export interface FakeChain extends PriceSource {
  /** Blocks of marks that were replaced: what is added to every cumulative there, in USD seconds. */
  readonly replaced: Map<number, number>;
  /** Blocks of marks up to this instant are final. */
  finalTo: number;
  isDown: boolean;
  /** Pools that cannot be read any more. */
  readonly out: Map<string, NoReadingReason>;
  readonly asked: number[];
  /** Endpoints that answer, each with what it adds to ETH's cumulatives when it is asked again, in USD seconds. */
  readonly hosts: Map<string, number>;
  /** How many are configured. */
  configured: number;
  /** What is added to ETH's cumulatives when a mark is read, and by which endpoints. */
  readonly lies: Map<number, { readonly added: number; readonly by: readonly string[] }>;
  /** What the next mark finds out about endpoints. */
  readonly differed: OtherValue[];
}

/** A mark is read two blocks of 12 s after it. @param origin of the cumulatives. */
export function fakeChain(origin: number): FakeChain {
  const prices = new Map([
    ['ETH-USD', 2_000],
    ['BTC-USD', 60_000],
  ]);
  const ids = [...prices.keys()].flatMap((s) => [`${chain}:${s}:1`, `${chain}:${s}:2`]);
  const numberOf = (mark: number): number => mark / 12_000 + 2;
  const markOf = (number: number): number => (number - 2) * 12_000;
  const self: FakeChain = {
    kind: 'onchain',
    id: 'onchain:fake',
    description: 'A chain for a test.',
    pools: new Map<string, Pool>(ids.map((id) => [id, { id, label: id, average: 'arithmetic', chain }])),
    routes: new Map(
      [...prices.keys()].map((symbol) => [
        symbol,
        { symbol, primary: [{ pool: `${chain}:${symbol}:1` }], second: [{ pool: `${chain}:${symbol}:2` }] },
      ]),
    ),
    symbols: new Map(),
    chains: new Map([[chain, 'Fake Chain']]),
    endpoints: new Map([[chain, ['a.example', 'b.example', 'c.example']]]),
    replaced: new Map(),
    finalTo: 0,
    isDown: false,
    out: new Map(),
    asked: [],
    hosts: new Map([['a.example', 0]]),
    configured: 1,
    lies: new Map(),
    differed: [],
    resume: () => undefined,
    read(mark, only): Promise<MarkReadings> {
      const lie = self.lies.get(mark);
      const block: BlockRef = {
        chain,
        number: numberOf(mark),
        hash: hashAt(mark),
        at: mark + 24_000,
        ...(lie ? { toldBy: lie.by } : {}),
      };
      return Promise.resolve(
        new Map(
          (only ?? ids).map((id): [string, PoolReading] => {
            const reason = self.isDown ? 'no_answer' : self.out.get(id);
            if (reason) return [id, { ok: false, reason }];
            return [id, { ok: true, cumulative: cumulative(id, mark, lie?.added ?? 0), since: 0, block }];
          }),
        ),
      );
    },
    takeDiffered: () => self.differed.splice(0),
    readAgain(mark, _, read) {
      const told = (self.isDown ? [] : [...self.hosts]).map(([host, added]) => ({
        host,
        values: new Map([...read.keys()].map((id) => [id, cumulative(id, mark, added)])),
      }));
      return Promise.resolve({ configured: self.configured, told });
    },
    blockNow(_, number) {
      const mark = markOf(number);
      self.asked.push(mark);
      return Promise.resolve(self.isDown ? undefined : { hash: hashAt(mark), final: mark <= self.finalTo });
    },
  };
  const cumulative = (id: string, mark: number, lie: number): bigint => {
    const seconds = BigInt((mark - origin) / 1000 + 10_000_000);
    const added = id.includes('ETH') ? (self.replaced.get(mark) ?? 0) + lie : 0;
    return (BigInt(prices.get(id.split(':')[1]!)!) * seconds + BigInt(added)) * 10n ** 24n;
  };
  const hashAt = (mark: number): string => `0x${self.replaced.has(mark) ? 'b' : 'a'}${numberOf(mark)}`;
  return self;
}
