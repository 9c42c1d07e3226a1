/** Paid extras (docs/bots/extras.md). They never touch rank: `flow/` imports nothing of this room. */
import { feature } from '../feature/feature.ts';
import { payments as paymentTables } from './0001-payments.migration.ts';
import { createPayOrder } from './create-order.api.ts';
import { getPayOrder } from './get-order.api.ts';
import { getPromoted } from './get-promoted.api.ts';
import { getStrategyReport } from './get-report.api.ts';
import { getProducts } from './get-products.api.ts';
import type { Payments } from './open-payments.ts';
import { extraPage, extrasPage } from './extras.page.tsx';
import { orderByForm } from './order-form.api.ts';
import { payPage } from './order.page.tsx';
import { reportPage } from './report.page.tsx';

function watch({ payments }: { readonly payments: Payments }): Payments {
  payments.start();
  return payments;
}

export const payments = feature({
  name: 'payments',
  migrations: [paymentTables],
  operations: [getProducts, createPayOrder, getPayOrder, getStrategyReport, getPromoted, orderByForm],
  pages: [extrasPage, extraPage, payPage, reportPage],
  loops: [watch],
});
