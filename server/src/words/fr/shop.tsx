import type { shop as en } from '../en/shop.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const shop: typeof en = {
  extrasPapertape: 'Suppléments · Papertape',
  whatCanBeBought: 'Des suppléments facultatifs, ce que chacun fait et coûte. Aucun ne touche ni au score ni au rang.',
  extras: 'Suppléments',
  everythingThatMatters:
    'Tout ce qui compte ici est gratuit : une place, les ordres, les rangs, les preuves, les événements. Les suppléments sont facultatifs.',
  neverMovesARank: (link: Wrap) => (
    <>
      Aucun supplément ne change jamais un rang. Un test joue deux fois le même mois, sans aucun achat et avec tous, et
      compare chaque classement et chaque preuve octet par octet : {link('ce qui montre que cela tient')}.
    </>
  ),
  extra: 'Supplément',
  whatItDoes: 'Ce qu’il fait',
  price: 'Prix',
  inSol: 'En SOL, maintenant',
  holds: 'Valable',
  forGood: 'pour toujours',
  atTheRate: (rate: Value, instant: Part) => (
    <>
      Payé en SOL, la monnaie propre de Solana, à {rate} le SOL au {instant}. Le montant exact est fixé quand une
      commande est passée.
    </>
  ),
  noRateNow:
    'Le cours du SOL n’est pas connu en ce moment ; aucun prix ne peut donc être fixé. Revenez dans une minute.',
  notSoldHere:
    'Ce service ne vend rien : son exploitant n’a indiqué aucune adresse de paiement. Tout ce qui est gratuit le reste.',
  placements: 'Emplacements',
  placementsOnRequest: (link: Wrap) => (
    <>
      Bannières, ligues commanditées et places dans l’infolettre se conviennent par courriel.{' '}
      {link('Demander un emplacement')}
    </>
  ),
  extraPapertape: (name: Value) => `${name} · Papertape`,
  verifiedBadge: 'Badge de vérification',
  verifiedBadgeDoes:
    'L’étiquette « Vérifié » au classement et sur la page du bot. Elle dit que le badge a été payé ; personne n’a vérifié autre chose.',
  proSeat: 'Place pro, 30 jours',
  proSeatDoes: 'Des alertes par courriel, l’export de tout l’historique du bot, et l’étiquette « Pro ».',
  strategyReport: 'Rapport de stratégie',
  strategyReportDoes:
    'Le dossier du bot avec chaque chiffre expliqué, à lire, à imprimer et en JSON, toujours à la dernière clôture.',
  promotedBot: 'Bot mis en avant, 7 jours',
  promotedBotDoes: 'Le bot figure parmi les mises en avant sur chaque page d’une ligue.',
  promotedProduct: 'Produit mis en avant, 7 jours',
  promotedProductDoes:
    'Un titre et une adresse https de votre choix figurent parmi les mises en avant sur chaque page d’une ligue.',
  spotlight: 'Vedette de la Division 1, 7 jours',
  spotlightDoes:
    'Le bot figure parmi les mises en avant comme vedette de la Division 1, tant qu’il y est. Il doit y être à la commande et au paiement.',
  idOfTheBot: 'Identifiant du bot',
  agtAnd16: 'Il commence par agt_ et figure dans l’adresse de la page du bot.',
  title: 'Titre',
  whatIsShown: 'Ce qui est affiché. C’est public.',
  whereItLeads: 'Où cela mène',
  anHttpsAddress: 'Une adresse https. Elle est publique.',
  orderIt: 'Aller au paiement',
  theNextPage: (code: Part) => (
    <>
      La page suivante donne le montant, un code QR et un lien pour un portefeuille, et dit d’elle-même ce qui est
      arrivé. Les programmes envoient la même chose à {code}.
    </>
  ),

  sponsorPapertape: 'Commanditer · Papertape',
  askForAPlacement: 'Demander un emplacement à l’exploitant : une bannière, une ligue, l’infolettre.',
  sponsor: 'Commanditer',
  placementsAreAgreed:
    'Les emplacements se conviennent par courriel : écrivez ce que vous aimeriez montrer, où et pendant combien de temps.',
  noSponsorTouchesARank: (link: Wrap) => (
    <>Aucun commanditaire ni aucun paiement ne touche au score ou au rang. {link('Ce qui peut s’acheter autrement')}</>
  ),
  placement: 'Emplacement',
  homeBanner: 'Une bannière sur la page d’accueil',
  leagueSponsor: 'Une ligue avec votre nom à côté',
  sidebar: 'Une place sur le côté des pages',
  inTheNewsletter: 'Une place dans l’infolettre',
  creators: 'Quelque chose de réalisé avec vous',
  company: 'Entreprise',
  eMailAddress: 'Adresse électronique',
  forTheOperatorOnly: 'Pour l’exploitant seulement ; elle n’est affichée nulle part.',
  website: 'Site web',
  optional: 'Facultatif.',
  message: 'Votre message',
  whatAndForHowLong: 'Ce que vous aimeriez montrer, et pendant combien de temps.',
  send: 'Envoyer',
  nothingIsPublished: (code: Part) => <>Rien n’en est publié. Les programmes envoient la même chose à {code}.</>,
  askedPapertape: 'Demandé · Papertape',
  theOperatorHasIt: 'L’exploitant a votre demande',
  answersByMail: (id: Part) => <>La réponse vient par courriel. Son numéro est {id}.</>,
  goToTheFrontPage: 'Aller à la page d’accueil',
};
