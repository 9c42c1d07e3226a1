/** An order for a paid extra: how it is paid, and what became of it. */
import type { JSX } from 'preact';
import { decimals } from '../html/format.ts';
import type { PayOrderView } from 'papertape-contract/payment';
import { Layout } from '../html/layout.tsx';
import type { QrCode } from '../html/qr-code.ts';
import { Facts, Instant } from '../html/parts.tsx';
import { productWords } from './extras-page.tsx';
import { words } from '../words/words.ts';

const says = (): Readonly<Record<PayOrderView['state'], string>> => ({
  awaiting_payment: words.extras.nothingHasComeInYet,
  underpaid: words.extras.lessHasComeInThan,
  confirmed: words.extras.allOfItIsThere,
  active: words.extras.paidAndDeliveredItHolds,
  fulfilled: words.extras.paidAndDelivered,
  expired: words.extras.paidAndDeliveredItsDays,
  lapsed: words.extras.nothingCameInForA,
  refused: words.extras.itWasPaidAndCannot,
});

export function PayPage({ order, qr }: { readonly order: PayOrderView; readonly qr: QrCode }): JSX.Element {
  const { name } = productWords()[order.product];
  // What somebody waits for: these states change while the page stands there.
  const isWaiting = order.state === 'awaiting_payment' || order.state === 'underpaid' || order.state === 'confirmed';
  const isDue = order.state === 'awaiting_payment' || order.state === 'underpaid' || order.state === 'lapsed';
  return (
    <Layout
      title={words.extras.orderForPapertape(name)}
      description={words.extras.anOrderForAPaid}
      json={`/api/pay/order/${order.reference}`}
      reloadSeconds={isWaiting ? 10 : undefined}
    >
      <section
        aria-labelledby="pay-title"
        data-live={isWaiting ? `/api/pay/order/${order.reference}` : undefined}
        data-live-of={JSON.stringify([order.state, order.received])}
      >
        <h1 id="pay-title">{words.extras.orderFor(name)}</h1>
        <p class="lead" role="status">
          {says()[order.state]}
        </p>
        {order.reason === null ? null : <p class="notice">{order.reason}</p>}
        {isDue ? (
          <>
            <p>
              {words.extras.orPointOneAtThis(
                <a href={order.chain_pay_url}>{words.extras.paySolWithAWallet(order.missing)}</a>,
              )}
            </p>
            <svg
              role="img"
              aria-label={words.extras.thePaymentRequestAsA}
              width="264"
              height="264"
              viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            >
              <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="#fff" />
              <path d={qr.path} fill="#000" />
            </svg>
          </>
        ) : null}
        <Facts
          kind="about"
          facts={[
            [words.extras.due, words.extras.solUsdAt(order.amount, decimals(order.price_usd, 2), order.sol_usd)],
            [words.extras.cameIn, `${order.received} SOL`],
            [words.extras.to, <code>{order.recipient}</code>],
            [words.extras.reference, <code>{order.reference}</code>],
            [words.extras.placed, <Instant iso={order.created_at} />],
            [words.extras.lapsesUnpaid, isDue ? <Instant iso={order.expires_at} /> : null],
            [words.extras.holdsUntil, order.active_until === null ? null : <Instant iso={order.active_until} />],
            [
              words.extras.whatWasBought,
              order.result_url === null ? null : <a href={order.result_url}>{words.extras.lookAtIt}</a>,
            ],
          ]}
        />
        <p class="muted">
          {words.extras.payingNeverAffectsScoreOr((text) => (
            <a href="/docs/bots/extras">{text}</a>
          ))}
        </p>
      </section>
    </Layout>
  );
}
