/** The form that orders an extra, answered by the page of the order: it works without scripts. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { payOrderRequest } from 'papertape-contract/payment';
import { productIds } from 'papertape-contract/product-ids';
import { raw } from 'papertape-contract/replies';
import { h } from 'preact';
import type { FormRead } from '../html/form-field.tsx';
import { htmlType, pageHeaders, type MakePageFrame } from '../html/layout.tsx';
import { shown } from '../lib/text.ts';
import { systemRandom } from '../lib/system-random.ts';
import { ExtraPage } from '../pages/extras-page.tsx';
import type { Idempotency } from '../web/idempotency.ts';
import { readForm } from '../html/read-form.ts';
import { faultOfRefusal, formAgain, viewOf } from '../web/read-form.ts';
import type { Payments } from './open-payments.ts';

type Deps = {
  readonly payments: Payments;
  readonly idempotency: Idempotency;
  readonly pageFrame: MakePageFrame;
};

export const orderByForm = unlisted({
  method: 'post',
  path: '/extras/{product}',
  freshness: 'private',
  answer: document(htmlType),
  takesForm: true,
  counts: ['payOrdersPerAddress'],
  async handle({ bytes, params }, { payments, idempotency, pageFrame }: Deps) {
    const id = productIds.find((product) => product === params.product);
    if (id === undefined) throw new ApiError('not_found', `There is no extra "${shown(params.product)}".`);
    const frame = await pageFrame();
    const form = new URLSearchParams(bytes.toString('utf8'));
    const showAgain = async ({ said, faults }: Pick<FormRead<unknown>, 'said' | 'faults'>) => {
      const view = systemRandom(16).toString('hex');
      const again = h(ExtraPage, {
        id,
        products: await payments.products(),
        isSelling: payments.isSelling,
        view,
        said,
        faults,
      });
      return formAgain(again, frame);
    };
    const read = readForm(payOrderRequest, form, { product: id });
    const { request } = read;
    if (request === undefined) return await showAgain(read);
    try {
      const asked = { header: viewOf(form), scope: 'order form', body: bytes, secret: false };
      const { body } = await idempotency.run(asked, async (keep) => {
        const answer = (reference: string) => ({ status: 200, body: { reference } });
        const order = await payments.order(request, ({ reference }) => keep(answer(reference)));
        return answer(order.reference);
      });
      const { reference } = body as { readonly reference: string };
      const href = `/pay/${reference}`;
      return raw(303, { ...pageHeaders, 'Content-Type': htmlType, Location: frame.addressOf?.(href) ?? href }, '');
    } catch (e) {
      const fault = faultOfRefusal(e, Object.keys(payOrderRequest.shape), fieldOfCode);
      if (fault === undefined) throw e;
      return await showAgain({ said: read.said, faults: [fault] });
    }
  },
});

const fieldOfCode = {
  agent_not_found: 'agent_id',
  agent_retired: 'agent_id',
  not_in_division_1: 'agent_id',
} as const;
