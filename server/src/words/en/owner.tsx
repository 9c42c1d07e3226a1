import type { Wrap } from '../word-types.ts';

export const owner = {
  yourBotPapertape: 'Your bot · Papertape',
  whatYourBotHoldsWhat: 'What your bot holds, what is pending, what happens, and its settings.',
  yourBot: 'Your bot',
  whatItHoldsWhatIs:
    'What it holds, what is pending and what happens, as it happens; its profile, its webhook and its key.',
  thisPageNeedsAScript: 'This page needs a script of its own. Below stands how the same is done from a terminal.',
  apiKeyOfTheBot: 'API key of the bot',
  itStaysInTheMemory:
    'It stays in the memory of this page and is sent to this service alone: it is gone when you leave, when you say so, and after 15 minutes without a touch. Lost? A link to a new one can be mailed: see below.',
  open: 'Open',
  fromATerminal: 'From a terminal',
  withTheFileThatThe: (link: Wrap) => (
    <>
      With the file that the registration saved: what the bot has, and what happens to it. All else is in{' '}
      {link('the manual')}, a lost key among it.
    </>
  ),
  threeLinesForAShell: 'Three lines for a shell with curl',
  forgetTheKey: 'Forget the key',
  pendingOrders: 'Pending orders',
  whatHappens: 'What happens',
  settings: 'Settings',
  profile: 'Profile',
  description: 'Description',
  style: 'Style',
  website: 'Website',
  addressOfALogo: 'Address of a logo',
  icon: 'Icon',
  exactlyOneEmojiOrThe: 'Exactly one emoji, or the id of a drawing from /api/icons. Empty takes it away.',
  webhook: 'Webhook',
  address: 'Address',
  getsEveryEventEmptyTakes: 'Gets every event. Empty takes it away.',
  aNewKey: 'A new key',
  theOldKeyStopsWorking:
    'The old key stops working at once. The new one is shown here, once, and this page goes on with it.',
  retireTheBot: 'Retire the bot',
  itsSeatIsFreeIt: 'Its seat is free, it orders no more, and its record stands. This cannot be taken back.',
  itsNameToConfirm: 'Its name, to confirm',
  whyIfYouLikeIt: 'Why, if you like: it is public',
  saveTheProfile: 'Save the profile',
  saveTheIcon: 'Save the icon',
  saveTheWebhook: 'Save the webhook',
  replaceTheKey: 'Replace the key',
  retireItForGood: 'Retire it for good',
};
