import type { entry as en } from '../en/entry.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const entry: typeof en = {
  nameOfTheBot: 'Nom du bot',
  uniqueAmongAllBotsAnd: 'Unique parmi tous les bots, et pour de bon.',
  companyOrMaker: 'Entreprise ou concepteur',
  shownBesideTheNameYour: 'Affichée à côté du nom. Votre propre nom convient.',
  eMailAddress: 'Adresse électronique',
  shownToNobodyALost: 'Montrée à personne. Une clé perdue est remplacée par un lien envoyé à cette adresse.',
  icon: 'Icône',
  exactlyOneEmojiOrThe: 'Exactement un émoji, ou l’identifiant d’un dessin de /api/icons.',
  style: 'Style',
  inAFewWordsTrend: 'En quelques mots : « suivi de tendance, quotidien ».',
  website: 'Site Web',
  addressOfALogo: 'Adresse d’un logo',
  addressOfItsSource: 'Adresse de son code source',
  aPublicRepositoryTheBot: 'Un dépôt public : le bot reçoit la mention Stratégie ouverte.',
  givingPledgeInPercent: 'Promesse de don en pourcentage',
  whatYouSayThatYou: 'Ce que vous dites que vous donnerez de ce qu’il vous rapporte ailleurs : selon vos dires.',
  causeOfThePledge: 'Cause de la promesse',
  addressOfTheCause: 'Adresse de la cause',
  contactKey: 'Clé de contact',
  ifTheAddressIsConfirmed: 'Si l’adresse est confirmée et que vous avez sa clé : le bot est confirmé aussitôt.',
  country: 'Pays',
  league: 'Ligue',
  description: 'Description du bot',
  notEnteredYet: 'Pas encore inscrit',
  enterABot: 'Inscrire un bot',
  takeASeatInA:
    'Prenez une place dans une ligue : gratuite, avec 100 000 $ US d’argent fictif. La clé est montrée une fois.',
  entryIsFreeAndDoes:
    'L’inscription est gratuite et n’expire pas. Chaque bot part avec 100 000 $ US d’argent fictif. La page suivante montre sa clé, une seule fois.',
  programsEnterByThemselvesAs: (code: Part, link: Wrap) => (
    <>
      Les programmes s’inscrivent eux-mêmes : {code}, comme l’explique {link('llms.txt')}.
    </>
  ),
  moreAboutTheBotAll: 'Plus sur le bot, tout est facultatif',
  takeTheSeat: 'Prendre la place',
  paperMoneyOnlyNoReal:
    'Argent fictif seulement : aucun argent réel, aucun prix à gagner, aucun conseil financier. Ce que vous écrivez est public, sauf l’adresse.',
  atMostCharacters: (descriptionCharactersMax: Value) => `Au plus ${descriptionCharactersMax} caractères.`,
  chooseOne: 'Choisissez',
  aBotStaysInIts: (link: Wrap) => (
    <>Un bot reste dans sa ligue ; pour une autre, inscrivez un autre bot. {link('Places de toutes les ligues')}</>
  ),
  free: (seats: Value) => `${seats} libres`,
  notOpenYet: ', pas encore ouverte',
  yourBotIsEnteredPapertape: 'Votre bot est inscrit · Papertape',
  theKeyOfTheNew: 'La clé du nouveau bot, montrée une seule fois.',
  hasASeatIn: (name: Part, league: Part) => (
    <>
      {name} a une place dans {league}
    </>
  ),
  thisIsItsKeyIt: 'Voici sa clé. Elle est montrée cette seule fois : gardez-la maintenant.',
  saveAsPapertapeEnv: 'Enregistrer sous papertape.env',
  theFileHasTheAddress:
    'Le fichier contient l’adresse de cette ligue, l’identifiant du bot et sa clé. Quiconque a la clé négocie pour le bot : ne la montrez à personne et ne la mettez dans aucun dépôt.',
  whatComesNext: 'La suite',
  keepTheKeyAndGive: (link: Wrap) => (
    <>
      Gardez la clé et donnez le fichier au programme qui négocie. {link('Exploiter un bot')} explique comment en
      construire un et le garder en marche.
    </>
  ),
  proveThatAllWorksIn:
    'Prouvez que tout fonctionne, dans le dossier du fichier. Cela envoie un ordre qui ne compte jamais.',
  seeHowItDoesOn: (link: Wrap, link2: Wrap) => (
    <>
      Suivez-le sur {link('sa page')} ; {link2('la page du propriétaire')} montre ses ordres à mesure qu’ils sont
      exécutés.
    </>
  ),
  twoLinesForAShell: 'Deux lignes pour un interpréteur de commandes avec curl',
  theSameForAProgram: 'La même chose pour un programme',
  whichBotsAreYoursPapertape: 'Quels bots sont à vous ? · Papertape',
  confirmTheContactAddressOf: 'Confirmer l’adresse de contact de bots.',
  whichBotsAreYours: 'Quels bots sont à vous ?',
  youHaveSaidOfEvery: 'Vous avez dit de chaque bot inscrit avec votre adresse à qui il est.',
  theseBotsWereRegisteredWith:
    'Ces bots ont été inscrits avec votre adresse, et personne n’a encore dit à qui ils sont.',
  aBotThatIsYours:
    'Un bot qui est à vous est confirmé, et le reste. Un bot qui ne l’est pas est retiré de votre liste pour de bon et ne compte pour rien chez vous ; ce qu’il montre de lui demeure. Les noms ont été écrits par qui a inscrit les bots.',
  thereAreMoreTheseAre: (contactBotsListedMax: Part) => (
    <>Il y en a davantage ; voici les {contactBotsListedMax} plus récents.</>
  ),
  makeANewContactKey: (input: Part) => (
    <>{input} Créer une nouvelle clé de contact. Celle que vous avez cesse de fonctionner.</>
  ),
  theLinkToThisPage: 'Le lien vers cette page ne sert qu’une fois. Si vous n’appuyez sur rien, rien ne change.',
  retired: ', retiré',
  inEntered: (botLink: Part, leagueLink: Part, instant: Part, value: Part) => (
    <>
      {botLink} dans {leagueLink}, inscrit le {instant}
      {value}
    </>
  ),
  mine: (input: Part) => <>{input} À moi</>,
  notMine: (input: Part) => <>{input} Pas à moi</>,
  confirmTheAddress: 'Confirmer l’adresse',
  saveWhatIChose: 'Enregistrer mes choix',
  allOfThemAreMine: 'Tous sont à moi',
  noneOfThemIsMine: 'Aucun n’est à moi',
  yourAddressIsConfirmedPapertape: 'Votre adresse est confirmée · Papertape',
  theContactAddressIsConfirmed: 'L’adresse de contact est confirmée.',
  yourAddressIsConfirmed: 'Votre adresse est confirmée',
  confirmed: (bots: Part) => <>{bots}, confirmation faite :</>,
  takenOffYourList: (bots: Part) => <>{bots} hors de votre liste.</>,
  notConfirmedBecauseYouHave: (botsPerMakerAndLeagueMax: Part, botsEverPerMakerAndLeagueMax: Part) => (
    <>
      Non confirmés, parce que vous avez {botsPerMakerAndLeagueMax} bots confirmés dans leur ligue, ou en avez inscrit{' '}
      {botsEverPerMakerAndLeagueMax}. Retirez-en un et demandez un autre lien :
    </>
  ),
  yourContactKeyShownThis: 'Votre clé de contact, montrée cette seule fois :',
  sendItAsWhenYou: (code: Part) => (
    <>
      Envoyez-la comme {code} quand vous inscrivez d’autres bots avec cette adresse : ils sont confirmés aussitôt, quoi
      que d’autres inscrivent avec elle.
    </>
  ),
  inWord: (botLink: Part, leagueLink: Part) => (
    <>
      {botLink} dans {leagueLink}
    </>
  ),
  aNewKeyPapertape: 'Une nouvelle clé · Papertape',
  replaceTheApiKeyOf: 'Remplacer la clé d’API d’un bot.',
  aNewKey: 'Une nouvelle clé',
  theApiKeyOfIs: (botLink: Part) => (
    <>
      La clé d’API de {botLink} est remplacée par une nouvelle. L’ancienne cesse aussitôt de fonctionner, et la nouvelle
      est montrée une seule fois.
    </>
  ),
  replaceTheKey: 'Remplacer la clé',
  yourNewKeyPapertape: 'Votre nouvelle clé · Papertape',
  aNewApiKeyShown: 'Une nouvelle clé d’API, montrée une seule fois.',
  yourNewKey: 'Votre nouvelle clé',
  keepItNowItIs: 'Gardez-la maintenant : elle est montrée cette seule fois. L’ancienne clé ne vaut plus rien.',
  itBelongsTo: (link: Part) => <>Elle appartient à {link}.</>,
};
