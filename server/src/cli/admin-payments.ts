/** `papertape admin payments` and what the operator does by hand about paid extras. */
import type { Command } from 'commander';
import { environment } from '../config/env.ts';
import { endExtra, noteRefund } from '../desk/payment-acts.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { allOwed, ledgerCsv, ledgerLines, paymentBook } from '../payments/book.ts';
import { solText } from '../payments/money.ts';
import { stateOf, sumOf } from '../payments/order.ts';
import { productOf } from '../payments/products.ts';
import type { Db } from '../storage/storage.ts';
import { columns } from './columns.ts';
import { withLeague } from './with-league.ts';

interface WithReason {
  readonly reason: string;
}

/** @param command adds a command that needs a reason. @param act does it. */
export function addPayments(
  admin: Command,
  command: (name: string, what: string) => Command,
  act: (options: WithReason, ask: (db: Db, reason: string) => Promise<string>) => Promise<void>,
): void {
  command('refunded', 'Note that you sent lamports of a payment order back')
    .argument('<reference>', 'of the order')
    .argument('<lamports>', 'such as 20220000')
    .action((reference: string, lamports: string, o: WithReason) =>
      act(o, (db, reason) => noteRefund(db, reference, lamports, reason)),
    );
  command('end-extra', 'End what a payment order shows, at once')
    .argument('<reference>', 'of the order')
    .action((reference: string, o: WithReason) => act(o, (db, reason) => endExtra(db, reference, reason)));
  admin
    .command('payments')
    .description('List orders that something came in for, and refunds that are owed.')
    .option('--format <form>', 'the ledger of all transactions instead: csv or json')
    .action(async ({ format }: { format?: string }) => {
      await withLeague(environment(), async ({ db }) => process.stdout.write(await paymentsText(db, format)));
    });
}

async function paymentsText(db: Db, format: string | undefined): Promise<string> {
  const book = await paymentBook(db);
  if (format === 'csv') return ledgerCsv(ledgerLines(book));
  const owed = allOwed(book, realNow());
  if (format === 'json')
    return `${JSON.stringify({ ledger: ledgerLines(book), owed: owed.map((o) => ({ ...o, lamports: String(o.lamports) })) }, null, 2)}\n`;
  if (format !== undefined)
    throw new SetupError(`There is no format "${format}".`, 'Take csv or json, or leave it out.');
  const paid = book.filter(({ transfers }) => transfers.length > 0);
  if (paid.length === 0) return 'No payments.\n';
  const now = realNow();
  const lines = paid.map(({ order, transfers, delivery, refunds }) => {
    const received = sumOf(transfers);
    const state = stateOf(order, received - sumOf(refunds), delivery, productOf(order.product), now);
    return [
      order.reference,
      order.product,
      state,
      `${solText(received)} of ${solText(order.lamports)} SOL`,
      order.buyerEmail,
    ];
  });
  const debts = owed.map(({ reference, to, lamports, why }) => [reference, to, `${lamports} lamports`, why]);
  const owing = debts.length === 0 ? ['Nothing is owed back.'] : ['Owed back:', ...columns(debts)];
  return `${[...columns(lines), '', ...owing].join('\n')}\n`;
}
