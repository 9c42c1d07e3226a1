/** An order for a paid extra: how it is paid, and what became of it. */
import type { JSX } from 'preact';
import type { PayOrderView } from 'papertape-contract/payment';
import { Layout } from '../html/layout.tsx';
import type { QrCode } from '../html/qr-code.ts';
import { Facts, Instant } from '../html/parts.tsx';

const says: Readonly<Record<PayOrderView['state'], string>> = {
  awaiting_payment: 'Nothing has come in yet.',
  underpaid: 'Less has come in than is due: the rest can be paid the same way.',
  confirmed: 'All of it is there. It is being delivered.',
  active: 'Paid and delivered; it holds until the instant below.',
  fulfilled: 'Paid and delivered.',
  expired: 'Paid and delivered; its days are over.',
  lapsed: 'Nothing came in for a day. A payment that comes now is honoured all the same.',
  refused: 'It was paid and cannot be delivered. The operator sends the payment back.',
};

export function PayPage({ order, qr }: { readonly order: PayOrderView; readonly qr: QrCode }): JSX.Element {
  const isDue = order.state === 'awaiting_payment' || order.state === 'underpaid' || order.state === 'lapsed';
  return (
    <Layout
      title={`Order for ${order.product} · Papertape`}
      description="An order for a paid extra. No extra touches score or rank."
      json={`/api/pay/order/${order.reference}`}
    >
      <section aria-labelledby="pay-title">
        <h1 id="pay-title">Order for {order.product}</h1>
        <p class="lead">{says[order.state]}</p>
        {order.reason === null ? null : <p class="notice">{order.reason}</p>}
        {isDue ? (
          <>
            <p>
              <a href={order.chain_pay_url}>Pay {order.missing} SOL with a wallet</a>, or point one at this code. A
              payment counts once it is finalized, some 15 seconds after it was made; load this page anew then.
            </p>
            {order.state === 'underpaid' ? (
              <p class="notice">The link and the code ask for the whole amount. Send {order.missing} SOL instead.</p>
            ) : null}
            <svg
              role="img"
              aria-label="The payment request as a QR code"
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
            ['Due', `${order.amount} SOL (${order.price_usd.toFixed(2)} USD at ${order.sol_usd})`],
            ['Came in', `${order.received} SOL`],
            ['To', <code>{order.recipient}</code>],
            ['Reference', <code>{order.reference}</code>],
            ['Placed', <Instant iso={order.created_at} />],
            ['Lapses unpaid', isDue ? <Instant iso={order.expires_at} /> : null],
            ['Holds until', order.active_until === null ? null : <Instant iso={order.active_until} />],
            ['What was bought', order.result_url === null ? null : <a href={order.result_url}>Look at it</a>],
          ]}
        />
        <p class="muted">
          Paying never affects score or rank, and is no prize or contest entry.{' '}
          <a href="/docs/bots/extras">How extras work</a>
        </p>
      </section>
    </Layout>
  );
}
