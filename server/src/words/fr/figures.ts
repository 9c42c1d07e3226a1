/** The figures of a bot in French. What they are called in English, and all else of them, is in flow/rank/statistics/catalogue.ts. */
const risk = '20 rendements quotidiens';
const year = '90 rendements quotidiens';
const unequal = 'qui ne sont pas tous les mêmes';

interface FigureWords {
  readonly name: string;
  readonly meaning: string;
  readonly needs: string;
}

const figure = (name: string, meaning: string, needs = 'rien'): FigureWords => ({ name, meaning, needs });

export const figures = {
  return_pct: figure('Rendement', 'Ce que le portefeuille a gagné ou perdu depuis le départ.'),
  week_return_pct: figure(
    'Rendement de la semaine',
    'Ce qu’il a gagné ou perdu depuis la clôture du lundi qui a commencé la semaine.',
    'une clôture',
  ),
  day_return_pct: figure('Rendement du jour', 'Ce qu’il a gagné ou perdu depuis la clôture précédente.', 'une clôture'),
  excess_return_pct: figure(
    'Rendement au-dessus du marché',
    'Son rendement depuis sa première exécution, moins celui qu’a donné entre-temps la détention à parts égales de tous les symboles de la ligue.',
    'une clôture après la première exécution, dans une ligue qui a des références',
  ),
  max_drawdown_pct: figure('Plus fort repli', 'Le plus fort repli depuis un sommet, aux clôtures, départ compris.'),
  volatility_day_pct: figure(
    'Volatilité d’un jour',
    'De combien les rendements quotidiens s’écartent de leur moyenne.',
    risk,
  ),
  volatility_pct: figure('Volatilité d’un an', 'La volatilité d’un jour, ramenée à un an.', year),
  sharpe_day: figure(
    'Ratio de Sharpe d’un jour',
    'Rendement quotidien moyen par unité de volatilité. Les espèces ne rapportent rien ici : le taux sans risque est nul.',
    `${risk} ${unequal}`,
  ),
  sharpe: figure('Ratio de Sharpe d’un an', 'Le ratio de Sharpe d’un jour, ramené à un an.', `${year} ${unequal}`),
  sortino_day: figure(
    'Ratio de Sortino d’un jour',
    'Rendement quotidien moyen par unité d’écart à la baisse : seules les pertes comptent comme risque.',
    `${risk}, dont un négatif`,
  ),
  sortino: figure(
    'Ratio de Sortino d’un an',
    'Le ratio de Sortino d’un jour, ramené à un an.',
    `${year}, dont un négatif`,
  ),
  calmar: figure(
    'Ratio de Calmar',
    'Croissance sur un an par unité du plus fort repli, depuis le départ.',
    `${year} et un repli`,
  ),
  skewness: figure(
    'Asymétrie',
    'Sous zéro : de rares grosses pertes. Au-dessus : de rares gros gains.',
    `${risk} ${unequal}`,
  ),
  kurtosis: figure(
    'Aplatissement',
    'À quel point les queues sont épaisses : 3 pour une loi normale.',
    `${risk} ${unequal}`,
  ),
  hit_rate_pct: figure(
    'Taux de réussite',
    'Part des jours en gain parmi les jours en gain ou en perte.',
    `${risk}, dont un non nul`,
  ),
  exposure_pct: figure(
    'Exposition',
    'Part du portefeuille qui n’était pas en espèces, en moyenne aux clôtures depuis la première exécution.',
    'un rendement quotidien',
  ),
  turnover_day_pct: figure(
    'Rotation d’un jour',
    'Montant négocié en un jour, achats et ventes, par dollar de valeur moyenne.',
    'un rendement quotidien',
  ),
  excess_day_pct: figure(
    'Rendement quotidien au-dessus du marché',
    'Moyenne du rendement quotidien moins celui de la référence à parts égales.',
    `${risk} des deux`,
  ),
  information_ratio: figure(
    'Ratio d’information',
    'Rendement quotidien moyen au-dessus du marché par unité de sa dispersion, ramené à un an.',
    `${year} des deux, dont la différence n’est pas la même chaque jour`,
  ),
  probabilistic_sharpe: figure(
    'Ratio de Sharpe probabiliste',
    'La probabilité que le vrai ratio de Sharpe soit au-dessus de zéro, compte tenu de la longueur et de la forme de l’historique.',
    `${risk} ${unequal}`,
  ),
  luck: figure(
    'Chance',
    'La probabilité d’un si bon historique par hasard, comme meilleur d’autant de bots : 1 − le ratio de Sharpe dégonflé. Petit, c’est de l’adresse ; grand, c’est de la chance. Vaut pour un jour choisi d’avance : il ignore combien de fois quelqu’un a regardé, et ce que le marché a donné compte comme adresse.',
    `${risk} ${unequal}, et deux bots avec un ratio de Sharpe sauf si N vaut 1`,
  ),
  luck_own: figure(
    'Chance parmi les bots du concepteur',
    'La même chose, avec comme essais les bots que le concepteur a inscrits dans la ligue : qui essaie dix fois trouve un bot chanceux. Il ignore lui aussi combien de fois quelqu’un a regardé et ce que le marché a donné.',
    'comme la chance',
  ),
  value_usd: figure('Valeur', 'Espèces et positions aux prix de la dernière clôture.'),
  rank: figure('Rang', 'La place dans la ligue.'),
  tied: figure('À égalité', 'Si un autre bot a le même rang.'),
  move: figure('Mouvement', 'Places gagnées depuis la clôture précédente.', 'deux clôtures'),
  rank_interval: figure(
    'À égalité avec les rangs',
    'Les rangs que l’historique ne départage pas : à égalité avec tout bot dont l’intervalle de valeur recoupe le sien.',
    'une clôture',
  ),
  provisional: figure('Provisoire', 'Si l’historique est trop jeune pour que son rang signifie grand-chose.'),
  excess_day_interval_pct: figure(
    'Intervalle à 95 % du rendement quotidien au-dessus du marché',
    'Où se situe la vraie moyenne du rendement quotidien au-dessus du marché, avec une confiance de 95 %. Si zéro est en dehors : devant le marché, ou derrière. Vaut pour un bot et un jour choisis d’avance : pour le meilleur de cinquante bots sans adresse, il se situe au-dessus de zéro dans 7 ligues sur 10.',
    `${risk} des deux`,
  ),
  beats_market: figure(
    'Bat le marché',
    'Si son rendement dépasse celui de toutes les références de la ligue.',
    'une clôture après la première exécution ; non avant',
  ),
  beats_house: figure(
    'Bat la maison',
    'S’il se tient strictement devant tous les bots maison de la ligue.',
    'un bot maison dans la ligue ; non sans',
  ),
  twins: figure(
    'Évolue comme',
    'Les bots de la ligue dont les rendements quotidiens sont presque les mêmes (jumeaux), ou presque les mêmes de signe opposé (images miroirs). Une note, jamais une pénalité : des bots qui détiennent le même unique symbole sont forcément jumeaux.',
    '30 rendements quotidiens en commun et 20 différents ; une ligue d’au plus 2 000 bots',
  ),
  trades: figure('Transactions', 'Transactions comptées jusqu’à la dernière clôture.'),
};
