/** The records of the league: cars, running costs, buyers. Prices are whole dollars, running costs cents. */
export interface Car {
  readonly id: string;
  readonly name: string;
  readonly year: number;
  /** The whole price in dollars, tax included. */
  readonly price: number;
  readonly km: number;
  readonly fuel: string;
  readonly gearbox: 'manual' | 'automatic';
  /** Litres, or for electric cars kWh, for 100 km, in tenths. */
  readonly usedTenths: number;
  readonly seats: number;
  readonly boot: number;
  readonly tow: number;
  readonly owners: number;
  readonly warranty: number;
  readonly accident: boolean;
  readonly defect: boolean;
  readonly group: number;
  readonly extras: readonly string[];
  /** How the advertisement puts it. */
  readonly inMiles: boolean;
  readonly netPrice: boolean;
}

export interface Costs {
  /** Cents for a litre or a kWh, by fuel. */
  readonly fuelCents: Readonly<Record<string, number>>;
  /** Cents a year, by fuel. */
  readonly taxCents: Readonly<Record<string, number>>;
  /** Cents a year, by insurance group 1 to 5. */
  readonly insuranceCents: readonly number[];
}

export type Condition =
  | { readonly kind: 'price' | 'km' | 'owners' | 'running'; readonly most: number }
  | { readonly kind: 'year' | 'seats' | 'boot' | 'tow' | 'warranty'; readonly least: number }
  | { readonly kind: 'fuel'; readonly oneOf: readonly string[] }
  | { readonly kind: 'gearbox'; readonly is: Car['gearbox'] }
  | { readonly kind: 'accident' | 'defect' };

/** Points for each full step on the good side of `from`, or for each extra that the car has. */
export type Term =
  | { readonly of: 'price' | 'km' | 'running'; readonly points: number; readonly step: number; readonly below: number }
  | {
      readonly of: 'year' | 'warranty' | 'boot';
      readonly points: number;
      readonly step: number;
      readonly above: number;
    }
  | { readonly of: 'extras'; readonly points: number; readonly names: readonly string[] };

export interface Buyer {
  readonly taskId: string;
  readonly name: string;
  /** Kilometres driven in a year, in thousands. */
  readonly thousandKm: number;
  readonly conditions: readonly Condition[];
  readonly terms: readonly Term[];
  readonly best: readonly string[];
  readonly value: number;
}

/** What a car costs in a year, in whole dollars, rounded up. */
export function runningDollars({ fuel, usedTenths, group }: Car, costs: Costs, thousandKm: number): number {
  const burnt = usedTenths * thousandKm * (costs.fuelCents[fuel] ?? 0);
  return Math.ceil((burnt + (costs.taxCents[fuel] ?? 0) + (costs.insuranceCents[group - 1] ?? 0)) / 100);
}
