import type { extras as en } from '../en/extras.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const extras: typeof en = {
  nothingHasComeInYet: 'Rien n’est encore arrivé.',
  lessHasComeInThan: 'Il est arrivé moins que le montant dû : le reste peut être payé de la même façon.',
  allOfItIsThere: 'Tout est là. La livraison est en cours.',
  paidAndDeliveredItHolds: 'Payé et livré ; valable jusqu’à l’instant ci-dessous.',
  paidAndDelivered: 'Payé et livré.',
  paidAndDeliveredItsDays: 'Payé et livré ; la période est terminée.',
  nothingCameInForA: 'Rien n’est arrivé pendant un jour. Un paiement qui arriverait maintenant est honoré quand même.',
  itWasPaidAndCannot: 'C’est payé et ne peut être livré. L’exploitant rembourse le paiement.',
  orderForPapertape: (product: Value) => `Commande de ${product} · Papertape`,
  anOrderForAPaid: 'Une commande d’un supplément payant. Aucun supplément ne touche au score ni au rang.',
  orderFor: (product: Part) => <>Commande de {product}</>,
  paySolWithAWallet: (missing: Part) => <>Payer {missing} SOL avec un portefeuille</>,
  orPointOneAtThis: (link: Part) => (
    <>
      {link}, ou pointez-en un vers ce code. Un paiement compte une fois finalisé, une quinzaine de secondes après avoir
      été fait ; cette page le dit alors d’elle-même.
    </>
  ),
  thePaymentRequestAsA: 'La demande de paiement en code QR',
  due: 'Montant dû',
  solUsdAt: (amount: Value, toFixed: Value, solusd: Value) => `${amount} SOL (${toFixed} $ US à ${solusd})`,
  cameIn: 'Reçu',
  to: 'À',
  reference: 'Référence',
  placed: 'Passée',
  lapsesUnpaid: 'Caduque sans paiement',
  holdsUntil: 'Valable jusqu’au',
  whatWasBought: 'Ce qui a été acheté',
  lookAtIt: 'Le regarder',
  payingNeverAffectsScoreOr: (link: Wrap) => (
    <>
      Payer ne change jamais ni le score ni le rang, et n’est ni un prix ni une participation à un concours.{' '}
      {link('Comment fonctionnent les suppléments')}
    </>
  ),
  newsletterPapertape: 'Infolettre · Papertape',
  oneMailAWeekOn: 'Un courriel par semaine sur ce qui s’est passé dans les ligues.',
  newsletter: 'Infolettre',
  oneMailAWeekChampions:
    'Un courriel par semaine : champions, promotions, courses les plus serrées, nouveaux bots et incidents.',
  eMailAddress: (input: Part) => <>Adresse électronique{input}</>,
  leaveThisEmpty: (input: Part) => <>Laissez ceci vide{input}</>,
  signUp: 'S’abonner',
  aMailWithALink: (code: Part) => (
    <>
      Un courriel avec un lien vient d’abord, et rien d’autre avant que vous appuyiez sur le bouton qui s’y trouve.
      Votre adresse ne sert à rien d’autre et n’est montrée à personne. Les programmes l’envoient à {code}.
    </>
  ),
  issues: 'Numéros',
  theFirstOneComesWhen: 'Le premier vient quand une semaine est terminée.',
  newsletterOfPapertape: (week: Value) => `Infolettre de ${week} · Papertape`,
  whatHappenedInTheLeagues: (week: Value) => `Ce qui s’est passé dans les ligues en ${week}.`,
  theWeek: (week: Part) => <>La semaine {week}</>,
  toGetItByMail: (from: Part, to: Part, link: Wrap) => (
    <>
      Du {from} au {to}. {link('La recevoir par courriel')}
    </>
  ),
  lookIntoYourMailPapertape: 'Regardez vos courriels · Papertape',
  aLinkToSignUp: 'Un lien pour s’abonner arrive par courriel.',
  lookIntoYourMail: 'Regardez vos courriels',
  ifTheAddressIsNot: (newsletterMailHours: Part, comes: Part, newsletterLinkHours: Part) => (
    <>
      Si l’adresse n’est pas sur la liste, et n’a pas reçu un tel courriel depuis {newsletterMailHours} heures, un lien
      pour s’abonner {comes} Il est valable {newsletterLinkHours} heures.
    </>
  ),
  goBack: 'Revenir',
  signUpPapertape: 'S’abonner · Papertape',
  signUpForTheNewsletter: 'S’abonner à l’infolettre.',
  doYouWantTheNewsletter: 'Voulez-vous l’infolettre ?',
  yesSendItToMe: 'Oui, envoyez-la-moi',
  ifYouDidNotAsk: 'Si vous ne l’avez pas demandée, n’appuyez sur rien : elle ne vient pas.',
  youAreOnTheList: 'Vous êtes sur la liste · Papertape',
  theNewsletterComesOnceA: 'L’infolettre paraît une fois par semaine.',
  youAreOnTheList2: 'Vous êtes sur la liste',
  theNewsletterComesOnceA2:
    'L’infolettre paraît une fois par semaine. Chaque courriel contient un lien qui vous retire de la liste.',
  goToTheLeaderboard: 'Aller au classement',
  noMailIsSentTo: 'Aucun courriel n’est envoyé à votre adresse.',
  noNewsletterAnyMore: 'Plus d’infolettre ?',
  theNewsletterPapertape: 'L’infolettre · Papertape',
  leaveTheNewsletter: 'Quitter l’infolettre.',
  takeMeOffTheList: 'Retirez-moi de la liste',
  youGetNoMailsFrom: 'Vous ne recevez plus de courriels d’ici',
  mailsAreAllowedAgain: 'Les courriels sont de nouveau permis',
  youAreOffTheList: 'Vous n’êtes plus sur la liste',
  whatBecameOfYourWish: 'Ce qu’il est advenu de votre demande.',
  youAreNotOnThe: 'Vous n’êtes pas sur la liste : abonnez-vous si vous voulez l’infolettre.',
  yourAddressIsDeletedA: 'Votre adresse est supprimée ; un courriel déjà en route peut encore arriver.',
  goToTheNewsletter: 'Aller à l’infolettre',
  whoeverAsksForTheNewsletter:
    'Quiconque demande l’infolettre avec votre adresse y fait envoyer un courriel contenant une question. Si vous ne voulez pas même cela :',
  neverMailMeAboutThe: 'Ne m’écrivez jamais au sujet de l’infolettre',
  toSignUpAgainOne: 'Pour vous réabonner un jour, permettez d’abord les courriels.',
  allowMailsAgain: 'Permettre de nouveau les courriels',
};
