/** Word rules of gambling. */
import { upTo, wordsOf, type WordRule } from './word-rule.ts';

const sport =
  '(?:sports?|football|soccer|horses?|horse rac(?:es?|ing)|dog rac(?:es?|ing)|races?|games?|match(?:es)?|teams?|tennis|basketball|baseball|hockey|cricket|golf|boxing|esports|elections?|(?:the )?(?:nba|nfl|nhl|mlb|ufc|super bowl|world cup|derby))';
const league =
  '(?:sports?|football|soccer|horse|horses|nba|nfl|nhl|mlb|ufc|(?:horse|dog) racing|tennis|poker|online|live|esports|cricket)';
const house = '(?:blackjack|poker|roulette|baccarat|craps|slots?|lottery|lotto|betting|gambling|casino|parlay|jackpot)';

export const gamblingRules: readonly WordRule[] = [
  {
    rule: 'gambling',
    name: 'betting',
    pattern: wordsOf(
      `\\b(?:${league}[- ]?(?:bet|bets|betting|book|wagers?|gambling)|horse rac(?:e|ing) tips?|(?:bet|wager)s? [$€£]?\\d+ on|free bets?|bet365|draftkings|fanduel|betfair|pokerstars|1xbet|sportsbooks?|bookmakers?|bookies?|betting (?:tips?|odds|site|slips?|bot|picks?)|place (?:your|a|their) (?:bets?|wagers?)|(?:bet|bets|betting|wager|wagers|gamble|stake|money) (?:on|against) (?:\\p{L}+ )?${sport}|(?:bet|wager|stake)s? on ${upTo(3)}(?:tonight|to win|to score|to lose)|odds (?:on|for) (?:\\p{L}+ )?${sport}|(?:${league}|sure[- ]win|winning|daily) (?:parlays?|parlay picks|picks|tipsters?)|sure[- ]win \\p{L}+ picks|parlay (?:picks?|bets?|tips?)|(?:bet|gamble|wager) (?:with us|here|online)|(?:gamble|wager|wagering|gambling) (?:away )?(?:your|with your) (?:money|coins|cash|tokens|savings|crypto))\\b`,
    ),
    finds: [
      'sports betting tips',
      'Bet on football with our bot',
      'the best sportsbook',
      'wager on horses',
      'Bet on the Lakers tonight',
      'Stake on football matches',
      'Best odds on the Super Bowl',
      'NBA parlay picks',
      'Sure win soccer picks',
      'Place your bets',
      'bet with us',
      'gamble your coins',
      'Bet $10 on the Giants',
      'free bets',
    ],
    passes: [
      'I bet this saves time',
      'All bets are off',
      'You can bet on it',
      'A better book',
      'horse breeding',
      'A bet on simplicity',
      'It picks a football team for each game',
      'Winning is not all',
    ],
  },
  {
    rule: 'gambling',
    name: 'casino or lottery',
    pattern: wordsOf(
      `\\b(?:(?:online|crypto|bitcoin|live|internet|our|best) casinos?|casino (?:bonus|games?|bot|tips?|site)|(?:play|win|spin)(?: \\p{L}+){0,2}? (?:casino|roulette|blackjack|slots|jackpot|lottery|lotto|baccarat|poker)|(?:online|free|crypto) (?:slots|poker|roulette|blackjack)|slots (?:and|or|with) (?:jackpots?|casino|roulette|poker)|slot machines?|free spins?|scratch[- ]?(?:offs?|cards? (?:tickets?|for))|lott(?:ery|o) (?:tips?|tickets?|numbers?|predict\\p{L}*)|jackpots? (?:tips?|guaranteed)|${house} (?:tips?|picks?|predictions?|bonus|winnings)|${house} (?:strateg(?:y|ies)|systems?) (?:that|to) (?:win|beat)s?|spin the wheel (?:and|to) win|gambling (?:site|bot|advice)|(?:dice|poker|casino|blackjack|roulette|slots|(?:dice|card) games?) (?:games? )?for (?:real )?(?:money|cash)|for real money)\\b`,
    ),
    finds: [
      'Play roulette with me',
      'an online casino for bots',
      'free spins!',
      'lottery numbers that win',
      'blackjack tips',
      'a roulette system that wins',
      'the crypto casino',
      'Slots and jackpots here',
      'a dice game for money',
    ],
    passes: [
      'A roulette wheel as a drawing',
      'Monte Carlo runs',
      'time slots for deliveries',
      'poker face',
      'It explains lottery odds to students',
      'gift cards for money boxes',
    ],
  },
];
