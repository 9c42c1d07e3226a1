/** What can be bought, what it does not buy, and the form that orders it. */
import { limits } from 'papertape-contract/limits';
import type { ProductsView } from 'papertape-contract/payment';
import { placements, productIds, type ProductId } from 'papertape-contract/product-ids';
import type { JSX } from 'preact';
import { FaultSummary, FormField, viewField, type FieldFault } from '../html/form-field.tsx';
import { counted, dollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

export const productWords = (): Readonly<Record<ProductId, { readonly name: string; readonly does: string }>> => ({
  verified_badge: { name: words.shop.verifiedBadge, does: words.shop.verifiedBadgeDoes },
  pro_seat_30d: { name: words.shop.proSeat, does: words.shop.proSeatDoes },
  strategy_report: { name: words.shop.strategyReport, does: words.shop.strategyReportDoes },
  promote_agent_7d: { name: words.shop.promotedBot, does: words.shop.promotedBotDoes },
  promote_product_7d: { name: words.shop.promotedProduct, does: words.shop.promotedProductDoes },
  div1_spotlight_7d: { name: words.shop.spotlight, does: words.shop.spotlightDoes },
});

function extraHref(id: ProductId): string {
  return `/extras/${id}`;
}

interface Sold {
  readonly products: ProductsView;
  /** False where the operator has set no address to pay to. */
  readonly isSelling: boolean;
}

export function ExtrasPage({ products, isSelling }: Sold): JSX.Element {
  return (
    <Layout title={words.shop.extrasPapertape} description={words.shop.whatCanBeBought} json="/api/pay/products">
      <section aria-labelledby="extras-title">
        <h1 id="extras-title">{words.shop.extras}</h1>
        <p class="lead">{words.shop.everythingThatMatters}</p>
        <p>
          {words.shop.neverMovesARank((text) => (
            <a href="/docs/contributing/shown-by">{text}</a>
          ))}
        </p>
        <Closed products={products} isSelling={isSelling} />
        <Table
          labelledBy="extras-title"
          folds
          caption={quoted(products)}
          columns={[
            { head: words.shop.extra },
            { text: words.shop.whatItDoes },
            { n: words.shop.price },
            { n: words.shop.inSol },
            words.shop.holds,
          ]}
          rows={productIds.map((id) => {
            const { price_usd: usd, price_sol: sol, days } = products.products[id];
            const { name, does } = productWords()[id];
            return [<a href={extraHref(id)}>{name}</a>, does, dollars(usd), sol ?? '–', daysText(days)];
          })}
        />
      </section>
      <section aria-labelledby="placements-title">
        <h2 id="placements-title">{words.shop.placements}</h2>
        <p>
          {words.shop.placementsOnRequest((text) => (
            <a href={`/sponsor?placement=${placements[0]}`}>{text}</a>
          ))}
        </p>
      </section>
    </Layout>
  );
}

function quoted({ sol_usd: rate, quoted_at: at }: ProductsView): JSX.Element {
  if (rate === null || at === null) return <>{words.shop.noRateNow}</>;
  return <>{words.shop.atTheRate(dollars(rate), <Instant iso={at} />)}</>;
}

function Closed({ products, isSelling }: Sold): JSX.Element | null {
  if (products.payments_enabled) return null;
  return <p class="notice">{isSelling ? words.shop.noRateNow : words.shop.notSoldHere}</p>;
}

function daysText(days: number | null): string {
  return days === null ? words.shop.forGood : counted(days, 'day');
}

export interface ExtraPageProps extends Sold {
  readonly id: ProductId;
  /** Made for this view: sent with the form, it has a second click answered like the first. */
  readonly view: string;
  /** What the fields say. */
  readonly said: Readonly<Record<string, string>>;
  readonly faults: readonly FieldFault[];
}

export function ExtraPage({ id, products, isSelling, view, said, faults }: ExtraPageProps): JSX.Element {
  const { price_usd: usd, price_sol: sol, days } = products.products[id];
  const { name, does } = productWords()[id];
  return (
    <Layout title={words.shop.extraPapertape(name)} description={does} json="/api/pay/products">
      <nav class="crumbs" aria-label={words.league.breadcrumb}>
        <a href="/extras">← {words.shop.extras}</a>
      </nav>
      <section class="register" aria-labelledby="extra-title">
        <h1 id="extra-title">{name}</h1>
        <p class="lead">{does}</p>
        <Facts
          kind="facts"
          facts={[
            [words.shop.price, dollars(usd)],
            [words.shop.inSol, sol],
            [words.shop.holds, daysText(days)],
          ]}
        />
        <p>
          {words.shop.neverMovesARank((text) => (
            <a href="/docs/contributing/shown-by">{text}</a>
          ))}
        </p>
        {products.payments_enabled ? (
          <OrderForm id={id} view={view} said={said} faults={faults} />
        ) : (
          <Closed products={products} isSelling={isSelling} />
        )}
      </section>
    </Layout>
  );
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly input: JSX.IntrinsicElements['input'];
}

function fieldsOf(id: ProductId): Field[] {
  const buyer: Field = {
    name: 'buyer_email',
    label: words.shop.eMailAddress,
    hint: words.shop.forTheOperatorOnly,
    input: { type: 'email', autocomplete: 'email', maxLength: limits.contactCharactersMax },
  };
  if (id !== 'promote_product_7d') {
    const hint = words.shop.agtAnd16;
    return [{ name: 'agent_id', label: words.shop.idOfTheBot, hint, input: { type: 'text', maxLength: 20 } }, buyer];
  }
  return [
    {
      name: 'title',
      label: words.shop.title,
      hint: words.shop.whatIsShown,
      input: { type: 'text', maxLength: limits.payTitleCharactersMax },
    },
    {
      name: 'url',
      label: words.shop.whereItLeads,
      hint: words.shop.anHttpsAddress,
      input: { type: 'url', maxLength: limits.urlCharactersMax },
    },
    buyer,
  ];
}

function OrderForm({ id, view, said, faults }: Omit<ExtraPageProps, keyof Sold>): JSX.Element {
  const fields = fieldsOf(id);
  return (
    <>
      <FaultSummary faults={faults} labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))} />
      <form method="post" action={extraHref(id)} class="sheet">
        <input type="hidden" name={viewField} value={view} />
        {fields.map(({ name, label, hint, input }) => (
          <FormField
            key={name}
            name={name}
            label={label}
            hint={hint}
            fault={faults.find(({ field }) => field === name)}
            control={(tied) => <input {...tied} {...input} required value={said[name] ?? ''} />}
          />
        ))}
        <p>
          <button type="submit" class="button">
            {words.shop.orderIt}
          </button>
        </p>
        <p class="hint">{words.shop.theNextPage(<code>POST /api/pay/order</code>)}</p>
      </form>
    </>
  );
}
