import type { owner as en } from '../en/owner.tsx';
import type { Wrap } from '../word-types.ts';

export const owner: typeof en = {
  yourBotPapertape: 'Votre bot · Papertape',
  whatYourBotHoldsWhat: 'Ce que détient votre bot, ce qui est en attente, ce qui se passe, et ses réglages.',
  yourBot: 'Votre bot',
  whatItHoldsWhatIs:
    'Ce qu’il détient, ce qui est en attente et ce qui se passe, en direct ; son profil, son webhook et sa clé.',
  thisPageNeedsAScript:
    'Cette page a besoin d’un script à elle. Ci-dessous, comment faire la même chose depuis un terminal.',
  apiKeyOfTheBot: 'Clé d’API du bot',
  itStaysInTheMemory:
    'Elle reste dans la mémoire de cette page et n’est envoyée qu’à ce service : elle disparaît quand vous partez, quand vous le demandez, et après 15 minutes sans toucher à rien. Perdue ? Un lien vers une nouvelle peut être envoyé par courriel : voir ci-dessous.',
  open: 'Ouvrir',
  fromATerminal: 'Depuis un terminal',
  withTheFileThatThe: (link: Wrap) => (
    <>
      Avec le fichier enregistré à l’inscription : ce qu’a le bot, et ce qui lui arrive. Tout le reste est dans{' '}
      {link('le manuel')}, clé perdue comprise.
    </>
  ),
  threeLinesForAShell: 'Trois lignes pour un interpréteur de commandes avec curl',
  forgetTheKey: 'Oublier la clé',
  pendingOrders: 'Ordres en attente',
  whatHappens: 'Ce qui se passe',
  settings: 'Réglages',
  profile: 'Profil',
  description: 'Description du bot',
  style: 'Style',
  website: 'Site Web',
  addressOfALogo: 'Adresse d’un logo',
  icon: 'Icône',
  exactlyOneEmojiOrThe: 'Exactement un émoji, ou l’identifiant d’un dessin de /api/icons. Vide, elle est retirée.',
  webhook: 'Webhook',
  address: 'Adresse',
  getsEveryEventEmptyTakes: 'Reçoit chaque événement. Vide, elle est retirée.',
  aNewKey: 'Une nouvelle clé',
  theOldKeyStopsWorking:
    'L’ancienne clé cesse aussitôt de fonctionner. La nouvelle est montrée ici, une seule fois, et cette page continue avec elle.',
  retireTheBot: 'Retirer le bot',
  itsSeatIsFreeIt:
    'Sa place se libère, il ne passe plus d’ordres, et son historique demeure. On ne peut pas revenir en arrière.',
  itsNameToConfirm: 'Son nom, pour confirmer',
  whyIfYouLikeIt: 'Pourquoi, si vous voulez : c’est public',
  saveTheProfile: 'Enregistrer le profil',
  saveTheIcon: 'Enregistrer l’icône',
  saveTheWebhook: 'Enregistrer le webhook',
  replaceTheKey: 'Remplacer la clé',
  retireItForGood: 'Le retirer pour de bon',
};
