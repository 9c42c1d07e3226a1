/** Entering, keys, profiles and orders of bots. */
import { feature } from '../feature/feature.ts';
import { checkEntry } from '../flow/order/check-entry.api.ts';
import { submitWeights } from '../flow/order/submit-weights.api.ts';
import { recoveries } from './0001-recoveries.migration.ts';
import { contacts } from './0002-contacts.migration.ts';
import { hiddenTexts } from './0003-hidden-texts.migration.ts';
import { confirmContact } from './contacts/confirm-contact.api.ts';
import { showContactLink, pressContactLink } from './contacts/contact-link.api.ts';
import { redeemRecoverLink, showRecoverLink } from './recover-link.api.ts';
import { recoverKey } from './recover-key.api.ts';
import { registerAgent } from './register-agent.api.ts';
import { retireAgent } from './retire-agent.api.ts';
import { ownerPage } from './owner.page.tsx';
import { registerByForm } from './register-by-form.api.ts';
import { registerPage } from './register.page.tsx';
import { rotateKey } from './rotate-key.api.ts';
import { setIcon } from './set-icon.api.ts';
import { setOpenStrategy } from './set-open-strategy.api.ts';
import { updateProfile } from './update-profile.api.ts';

export const bots = feature({
  name: 'bots',
  migrations: [recoveries, contacts, hiddenTexts],
  operations: [
    registerAgent,
    checkEntry,
    submitWeights,
    updateProfile,
    setIcon,
    setOpenStrategy,
    retireAgent,
    rotateKey,
    recoverKey,
    showRecoverLink,
    redeemRecoverLink,
    confirmContact,
    showContactLink,
    pressContactLink,
    registerByForm,
  ],
  pages: [registerPage, ownerPage],
});
