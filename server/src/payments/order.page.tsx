import { page } from '../feature/page.ts';
import { PayPage } from '../pages/pay-page.tsx';
import type { Payments } from './open-payments.ts';
import { qrCode } from './qr-code.ts';
import { storyOf } from './story.ts';

type Deps = { readonly payments: Payments };

export const payPage = page({
  path: '/pay/{reference}',
  // What comes in for one order changes nothing that others see, so nothing would tell that a kept page is old.
  isOfOneView: true,
  find: ({ params }, { payments }: Deps) => storyOf(payments, params.reference),
  async make({ found: story }, { payments }: Deps) {
    const order = payments.view(story);
    return <PayPage order={order} qr={await qrCode(order.chain_pay_url)} />;
  },
});
