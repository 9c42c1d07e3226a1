/** The world of a variant: two editions of a reference book, and ten dishes that are asked for by the current one. */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import {
  amountOf,
  divisor,
  rounded,
  type Edition,
  type Erratum,
  type Note,
  type Part,
  type Row,
  type Table,
} from './book.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What the plan fixes for all bots. */
export interface Terms {
  /** Foods of a dish, each of another table. */
  readonly parts: number;
  readonly prepared: boolean;
  readonly errata: boolean;
  /** An erratum of the same value came before. */
  readonly superseded: boolean;
}

export interface Dish {
  readonly taskId: string;
  readonly nutrient: number;
  readonly parts: readonly Part[];
  readonly unit: 'mg' | 'µg';
  readonly key: number;
}

export interface World {
  /** The current one first. */
  readonly editions: readonly Edition[];
  readonly dishes: readonly Dish[];
}

/** The least answer, so that no small number is a guess. */
const keyLeast = 200;

export function drawTerms(draw: Draw, level: number): Terms {
  const parts = level <= 2 ? 1 : Math.min(4, Math.ceil(level / 2));
  return {
    parts,
    prepared: level >= 3,
    errata: level >= 3 || (level === 2 && draw.chance(1, 2)),
    superseded: level >= 4,
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): World {
  const number = draw.part('edition').between(3, 9);
  const tables = drawTables(draw.part('tables'));
  const older = olderTables(tables, draw.part('older'));
  const asked = slots.map((slot) => drawDish(draw.part(slot.task_id), slot, tables));
  const errata = asked.flatMap((_, i) => drawErrata(draw.part(`errata/${i}`), asked, i, slots[i] as Slot, tables));
  const edition: Edition = { number, tables, errata };
  const old: Edition = {
    number: number - 1,
    tables: older,
    errata: errata.map((each) => ({
      ...each,
      value: each.value + 7,
      before: older[each.table]?.rows[each.row]?.values[each.nutrient] ?? 0,
    })),
  };
  return { editions: [edition, old], dishes: asked.map((dish) => answered(dish, edition)) };
}

type Asked = Pick<Dish, 'taskId' | 'nutrient' | 'parts'>;

function answered(dish: Asked, edition: Edition): Dish {
  const amount = amountOf(edition, dish.nutrient, dish.parts);
  const inMg = rounded(amount, divisor * 1000);
  return inMg >= keyLeast ? { ...dish, unit: 'mg', key: inMg } : { ...dish, unit: 'µg', key: rounded(amount, divisor) };
}

function drawTables(draw: Draw): Table[] {
  const units = draw.shuffled(['mg', 'mg', 'µg', 'µg'] as const);
  return phrases.tables.map(({ name, nouns }, i) => {
    const notes = drawNotes(draw);
    const names = phrases.first.flatMap((first) => nouns.map((noun) => `${first} ${noun}`));
    const rows = draw.shuffled(names).map((each): Row => {
      const marks = phrases.preparations.map(
        (preparation) => draw.pick(notes.filter((note) => note.preparation === preparation)).mark,
      );
      return { name: each, values: phrases.nutrients.map(() => draw.between(100, 989)), marks };
    });
    return { name, unit: units[i] ?? 'mg', base: draw.pick([25, 50, 100]), notes, rows };
  });
}

/** Two footnotes for each preparation, so that the mark of the row decides. */
function drawNotes(draw: Draw): Note[] {
  const marks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const preparations = draw.shuffled([...phrases.preparations, ...phrases.preparations]);
  return preparations.map((preparation, i): Note => ({
    mark: marks[i] ?? '',
    preparation,
    percent: preparation === 'dried' ? draw.between(180, 340) : draw.between(52, 97),
  }));
}

/** The edition before has other values in about half of its places. */
function olderTables(tables: readonly Table[], draw: Draw): Table[] {
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      values: row.values.map((value) => (draw.chance(1, 2) ? value + draw.between(3, 60) : value)),
    })),
  }));
}

function drawDish(draw: Draw, { task_id, settings }: Slot, tables: readonly Table[]): Asked {
  const { parts, prepared } = settings as unknown as Terms;
  return {
    taskId: task_id,
    nutrient: draw.below(phrases.nutrients.length),
    parts: draw.sample([0, 1, 2, 3], parts).map((table): Part => ({
      table,
      row: draw.below(tables[table]?.rows.length ?? 1),
      preparation: prepared && draw.chance(2, 3) ? draw.pick(phrases.preparations) : null,
      grams: 5 * draw.between(22, 90),
    })),
  };
}

/** Errata of some parts of a dish, and of rows beside them, which do not matter. */
function drawErrata(
  draw: Draw,
  dishes: readonly Asked[],
  i: number,
  { settings }: Slot,
  tables: readonly Table[],
): Erratum[] {
  const dish = dishes[i] as Asked;
  const { errata, superseded } = settings as unknown as Terms;
  return dish.parts.flatMap(({ table, row }): Erratum[] => {
    const values = (at: number): readonly number[] => tables[table]?.rows[at]?.values ?? [];
    const beside = (row + 1) % (tables[table]?.rows.length ?? 1);
    const mend = (at: number, nutrient: number, value: number, before: number): Erratum => ({
      table,
      row: at,
      nutrient,
      value,
      before,
    });
    const fresh = (): number => draw.between(100, 989);
    const other = mend(beside, dish.nutrient, fresh(), values(beside)[dish.nutrient] ?? 0);
    // A row that another dish asks for is left alone, since its level may have no errata.
    const isAsked = dishes.some(
      (each) =>
        each.nutrient === dish.nutrient && each.parts.some((part) => part.table === table && part.row === beside),
    );
    const others = isAsked ? [] : [other];
    if (!errata || !draw.chance(1, 5)) return others;
    const before = values(row)[dish.nutrient] ?? 0;
    const first = fresh();
    const again = superseded && draw.chance(1, 2);
    return [
      mend(row, dish.nutrient, first, before),
      ...others,
      ...(again ? [mend(row, dish.nutrient, fresh(), first)] : []),
    ];
  });
}
