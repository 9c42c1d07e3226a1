/** The life of an order, step by step, as its proof has it: what GET /api/fills/{order_id}/proof and /api/proofs/orders/{order_id} answer. */
import type { JSX } from 'preact';
import type { FillProof, OrderProof } from 'papertape-contract/proof';
import { dollarsOfText, exactDollars, isolated } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { BotLink, boardHref, imageAt, leagueName } from './links.tsx';
import { OrderPrices } from './order-prices.tsx';
import { words } from '../words/words.ts';

export interface OrderPageProps {
  readonly fill: FillProof;
  readonly receipt: OrderProof;
  readonly name: string;
  readonly baseUrl: string;
  readonly clockSpeed: number;
}

export function OrderPage(props: OrderPageProps): JSX.Element {
  const { fill, name } = props;
  const isFilled = fill.state === 'filled';
  return (
    <Layout
      title={words.order.orderOfPapertape(fill.order_id, isolated(name))}
      description={words.order.howAnOrderOfWas(isolated(name), fill.state)}
      json={`/api/fills/${fill.order_id}/proof`}
      share={imageAt(`/og/orders/${fill.order_id}.png`, null)}
    >
      <nav class="crumbs" aria-label={words.order.breadcrumb}>
        <a href={boardHref(fill.league)}>{leagueName(fill.league)}</a> /{' '}
        <BotLink bot={{ agent_id: fill.agent_id, name }} />
      </nav>
      <h1>
        {words.order.andHowItWasMade(
          isFilled ? words.order.aFill : words.order.aRejectedOrder,
          <span class="order-id">{fill.order_id}</span>,
        )}
      </h1>
      <PriceSource source={fill.price_source} clockSpeed={props.clockSpeed} />
      <ol class="life">
        <Arrival {...props} />
        <Anchored {...props} />
        <Window fill={fill} />
        <OrderPrices fill={fill} />
        {isFilled ? <Filled fill={fill} /> : <Rejected fill={fill} />}
      </ol>
      <Check {...props} />
    </Layout>
  );
}

function Arrival({ fill }: Pick<OrderPageProps, 'fill'>): JSX.Element {
  return (
    <li>
      <p class="when">
        <Instant iso={fill.received_at} />
      </p>
      <h2>{words.order.itArrivedAndWasStamped}</h2>
      <p>{words.order.theServersClockStampedIt}</p>
      {fill.reason === null ? null : (
        <blockquote class="said">
          <bdi>{fill.reason}</bdi>
        </blockquote>
      )}
      <Facts
        kind="about"
        facts={[
          [words.order.weightsAsSent, <code class="long">{fill.weights_text}</code>],
          [words.order.numberOfTheBotsOrder, String(fill.receipt.sequence)],
          [words.order.receipt, <code class="long">{fill.receipt.hash}</code>],
        ]}
      />
      <p class="muted machine">
        {words.order.howTheHashOfA(
          (text) => (
            <a href="/docs/bots/proof">{text}</a>
          ),
          (text) => (
            <a href={fill.links.receipt}>{text}</a>
          ),
        )}
      </p>
    </li>
  );
}

function Window({ fill: { window, decided_at: decided } }: Pick<OrderPageProps, 'fill'>): JSX.Element {
  const isLate = decided !== window.end;
  return (
    <li>
      <p class="when">
        <Instant iso={window.start} />
      </p>
      <h2>{words.order.itsWindow30Minutes}</h2>
      <p>
        {words.order.theFirst5MinuteMark(
          <Instant iso={window.end} />,
          isLate ? <>{words.order.aPriceWasLateIt(<Instant iso={decided} />)}</> : null,
        )}
      </p>
      <ol class="marks" aria-label={words.order.marksOfTheWindow}>
        {Array.from({ length: 7 }, (_, i) => new Date(Date.parse(window.start) + i * 300_000).toISOString()).map(
          (at) => (
            <li key={at}>
              <time dateTime={at}>{at.slice(11, 16)}</time>
            </li>
          ),
        )}
      </ol>
    </li>
  );
}

function Filled({ fill }: Pick<OrderPageProps, 'fill'>): JSX.Element {
  const before = fill.links.previous_fill;
  return (
    <li>
      <p class="when">
        <Instant iso={fill.decided_at} />
      </p>
      <h2>{words.order.itFilled}</h2>
      <p>{words.order.everyTargetIsItsWeight}</p>
      {fill.trades.length === 0 ? (
        <p class="empty">{words.order.nothingHadToBeTraded}</p>
      ) : (
        <Table
          label={words.order.tradesOfTheFill}
          caption={words.order.everyTradeExactCommissionIs}
          columns={[
            { head: words.order.symbol },
            words.order.side,
            ...[words.order.units, words.order.price, words.order.cost, words.order.fxFee, words.order.spread].map(
              (n) => ({ n }),
            ),
          ]}
          rows={fill.trades.map((t) => [
            t.symbol,
            t.side,
            t.units,
            exactDollars(t.price),
            exactDollars(t.cost),
            exactDollars(t.fee),
            exactDollars(t.spread),
          ])}
        />
      )}
      <Facts
        kind="facts"
        facts={[
          [words.order.cashBefore, dollarsOfText(fill.before.cash)],
          [words.order.cashAfter, dollarsOfText(fill.after.cash)],
          [words.order.valueBefore, fill.value_before === null ? null : dollarsOfText(fill.value_before)],
          [words.order.valueAfter, fill.value_after === null ? null : dollarsOfText(fill.value_after)],
        ]}
      />
      <p class="muted machine">
        {words.order.howTheValueBeforeLess(
          <code>{fill.formulas.fill}</code>,
          before === null
            ? words.order.itIsTheBotsFirst
            : words.order.thePortfolioBeforeFollowsFrom((text) => (
                <a href={before.replace(/^\/api\/fills\/(\w+)\/proof$/, '/orders/$1')}>{text}</a>
              )),
        )}
      </p>
    </li>
  );
}

function Rejected({ fill }: Pick<OrderPageProps, 'fill'>): JSX.Element {
  const { rejection } = fill;
  return (
    <li>
      <p class="when">
        <Instant iso={fill.decided_at} />
      </p>
      <h2>{words.order.itWasRejectedWhole}</h2>
      <p>{words.order.targetWeightsAreOneDecision}</p>
      {rejection === null ? null : (
        <Facts
          kind="facts"
          facts={[
            [words.order.symbol, rejection.symbol],
            [words.order.firstPool, rejection.price === null ? null : exactDollars(rejection.price)],
            [words.order.secondPool, rejection.second_price === null ? null : exactDollars(rejection.second_price)],
            [words.order.apartBy, rejection.bps === null ? null : words.order.bpsLimit100(rejection.bps)],
            [words.order.reason, rejection.reason],
            [
              words.order.code,
              fill.reason_code === null ? null : <a href={`/errors#${fill.reason_code}`}>{fill.reason_code}</a>,
            ],
          ]}
        />
      )}
    </li>
  );
}

function Anchored({ receipt, fill }: Pick<OrderPageProps, 'receipt' | 'fill'>): JSX.Element {
  const { log } = receipt;
  return (
    <li>
      <p class="when">
        <Instant iso={receipt.mark} />
      </p>
      <h2>{words.order.itStandsInThePublic}</h2>
      <p>{words.order.theReceiptWentIntoAn}</p>
      <Facts
        kind="about"
        facts={[
          [words.order.entry, log === null ? null : String(log.index)],
          [words.order.rootOfTheLogAt, log === null ? null : <code class="long">{log.root}</code>],
        ]}
      />
      <p class="muted machine">
        {words.order.whereWhatWasReadAt(
          (text) => (
            <a href={fill.links.mark}>{text}</a>
          ),
          (text) => (
            <a href="/api/log">{text}</a>
          ),
          (text) => (
            <a href="/docs/bots/log">{text}</a>
          ),
        )}
      </p>
    </li>
  );
}

function Check({ fill, baseUrl }: Pick<OrderPageProps, 'fill' | 'baseUrl'>): JSX.Element {
  return (
    <section aria-labelledby="check-title">
      <h2 id="check-title">{words.order.checkItYourself}</h2>
      <p>{words.order.thisComputesEverythingAboveAgain(<code>--rpc</code>)}</p>
      <pre class="prompt" tabIndex={0} data-copy aria-label={words.order.commandThatVerifiesTheOrder}>
        <code>{verifyCommandOf(fill.order_id, baseUrl)}</code>
      </pre>
      <p class="muted machine">
        {words.order.theSameAsDataThe((text) => (
          <a href={`/api/fills/${fill.order_id}/proof`}>{text}</a>
        ))}
      </p>
    </section>
  );
}

/** What the page asks readers to run. */
export function verifyCommandOf(orderId: string, baseUrl: string): string {
  return `papertape verify ${orderId} --url ${baseUrl}`;
}
