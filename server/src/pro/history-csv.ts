/** A page of history as CSV (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe. */
import type { HistoryPage } from 'papertape-contract/history';
import type { HistoryPart } from 'papertape-contract/history-parts';

/** Columns by part. Of an order `weights` is the text as it was hashed, and `trades` is JSON. */
const columns = {
  orders: [
    'order_id',
    'received_at',
    'window_start',
    'window_end',
    'sandbox',
    'date',
    'weights_text',
    'reason',
    'rules_version',
    'receipt_hash',
    'sequence',
    'nonce',
    'state',
    'decided_at',
    'reason_code',
    'rejection',
    'trades',
    'cash_after',
    'value_before',
    'value_after',
  ],
  closes: ['close', 'value', 'return_pct', 'rank', 'tied', 'move', 'stale', 'max_drawdown_pct', 'trades', 'voided_at'],
  ledger: ['at', 'kind', 'id', 'symbol', 'side', 'units', 'price', 'cost', 'fee', 'spread', 'change', 'cash'],
} as const satisfies Record<HistoryPart, readonly string[]>;

export function historyCsv({ part, rows }: Pick<HistoryPage, 'part' | 'rows'>): string {
  const names: readonly string[] = columns[part];
  const lines = rows.map((row) => {
    const flat = flattened(row);
    return names.map((name) => field(flat[name])).join(',');
  });
  return [names.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

function flattened(row: HistoryPage['rows'][number]): Readonly<Record<string, unknown>> {
  if (!('order_id' in row)) return row;
  const { window, receipt, ...order } = row;
  const { hash: receipt_hash, sequence, nonce } = receipt;
  return { ...order, window_start: window.start, window_end: window.end, receipt_hash, sequence, nonce };
}

function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A number below zero is no formula.
  const isFormula = typeof value === 'string' && /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/.test(text);
  const plain = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
