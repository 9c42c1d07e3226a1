/** What a bot is shown: for each task three statements, the rules and a table of rates, a page that lists them, and the text of the task. */
import { csv } from '../../../files/texts.ts';
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Material } from '../../../source.ts';
import { accounts, dateOf, type Account, type Line } from './ledger.ts';
import type { Books } from './world.ts';

export function filesOf(books: Books): Material[] {
  const { taskId, ledger } = books;
  const table = (name: string, rows: readonly (readonly (string | number)[])[]): Material => ({
    name: `${taskId}/${name}`,
    type: 'text/csv; charset=utf-8',
    bytes: csv(rows),
  });
  const rates = Object.entries(ledger.rates).map(([of, rate]) => [...of.split(' '), decimal(rate, 4)]);
  return [
    ...accounts.map((account) =>
      table(`${account}.csv`, [
        ['id', 'date', 'payee', 'text', 'amount', 'currency'],
        ...ledger.lines.filter((line) => line.account === account).map((line) => row(account, line)),
      ]),
    ),
    table('rates.csv', [['month', 'currency', 'dollars'], ...rates]),
    {
      name: `${taskId}/rules.txt`,
      type: 'text/plain; charset=utf-8',
      bytes: Buffer.from(`${rulesOf(books).join('\n')}\n`),
    },
  ];
}

/** A card's statement shows charges without a sign and credits with one: the other way round than an account's. */
function row(account: Account, { id, day, payee, text, cents, currency }: Line): (string | number)[] {
  return [id, dateOf(day), payee, text, decimal(account === 'card' ? -cents : cents, 2), currency];
}

function rulesOf({ ledger: { rules, lastCounts }, numbers }: Books): string[] {
  return [
    `Own accounts: ${accounts.map((account) => `${account} ${numbers[account]}`).join(', ')}.`,
    `Of several rules that match, the ${lastCounts ? 'last' : 'first'} one counts.`,
    '',
    ...rules.map(({ word, least, category }, i) => {
      const bound = least === 0 ? '' : ` and the amount is $${decimal(least, 2)} or more`;
      return `${i + 1}. If the payee has "${word}"${bound}: ${category}`;
    }),
  ];
}

/** 3400 with two places is `34.00`. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function startPage(files: readonly Material[]): string {
  return pageFrame(
    'Household books',
    `<h1>Household books</h1>
<ul>
${files.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('\n')}
</ul>`,
  );
}

export function promptOf({ taskId, name, asked, key }: Books): string {
  const says: Readonly<Record<string, string>> = {
    spent_cents: 'the spending of all lines together',
    month_cents: `the spending in the category ${asked.category} in the month ${asked.month}`,
    largest: `the id of the largest purchase in the category ${asked.other}, in dollars before refunds`,
    top_month: `the month with the most spending in the category ${asked.other}, such as "2031-01"`,
    transfers: 'how many transfers there are between own accounts, each of two lines',
    duplicates: 'how many lines are duplicates',
  };
  const fields = Object.keys(key).map((each) => `"${each}": ${says[each] ?? ''}`);
  return `Sort the books of the ${name} household: ${taskId}/checking.csv, savings.csv and card.csv in the same folder, with the rules of categories in rules.txt and rates.csv.
In checking.csv and savings.csv an amount below 0 leaves the account; in card.csv a charge is above 0 and a credit below 0.
A line whose text is "to" or "from" the number of an own account is one side of a transfer; transfers are no spending, while money to other numbers is. Lines of one file that are equal in everything but their id are duplicates of the one with the lowest id and do not count. A line whose text is "refund of" an id gives money back: it lowers the spending of that line's category in that line's month. Other money that comes in is income and no spending. Every other line is a purchase.
A purchase in another currency is converted at the rate of its month in rates.csv, each line by itself, rounded to the cent, halves up. The category of a purchase is that of the rule that counts, whatever the case of the letters, and "other" if none matches; amounts in rules are dollars.
Spending is purchases less refunds, in dollar cents. Answer with an object of these fields: ${fields.join('; ')}. Fields in cents count 2, the others 1.`;
}
