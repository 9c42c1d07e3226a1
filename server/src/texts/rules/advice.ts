/** Word rules of financial advice: promises of a return, and orders to buy or sell. */
import { upTo, urged, wordsOf, type WordRule } from './word-rule.ts';

const coins =
  'btc|bitcoins?|eth|ether|ethereum|sol|solana|xrp|doge|dogecoin|shib|pepe|ada|cardano|avax|bnb|ltc|litecoin|xmr|monero|[a-z]{2,5}-usd|\\$[a-z]{1,6}';
const papers =
  '(?:\\p{L}+ )?(?:stocks?|shares)|crypto|cryptos|tokens?|coins?|altcoins?|memecoins?|nfts?|etfs?|bonds|gold|silver|tsla|aapl|nvda|msft|amzn|googl|spy|qqq';
/** What is bought on a market. "dot" and "link" are words of other things as often as not. */
const asset = `(?:${coins}|${papers}|link|dot|dip)(?![\\p{L}\\p{N}])`;
const named = `(?:${coins}|${papers})(?![\\p{L}\\p{N}])`;
const deal =
  '(?:go (?:long|short)(?: on)?|buy|sell|short|long|own|hold|accumulate|stack|load up on|ape into|go all[- ]in on|get into|get out of|invest in|put (?:all )?(?:your|the) (?:money|savings|cash) (?:in|into|on)|dump|hodl)';
/** These are said of markets alone. */
const trade =
  '(?:load up on|ape into|go all[- ]in on|hodl|invest (?:all|everything|your \\p{L}+)|put (?:all )?your (?:money|savings|cash|salary|capital) (?:in|into|on))';
const urgent =
  '(?:right )?(?:now(?! and then)|today|tonight|asap|immediately|at once|before|while (?:you (?:still )?can|(?:it|they) (?:is|are)|cheap)|this week)\\b';
const adverb = '(?:really |definitely |certainly |always |all |absolutely |seriously |just |now )?';
const advised = [
  `you (?:should|must|need to|have to|ought to|want to|better|gotta|can(?:no|['’])t go wrong if you)`,
  `you['’]?d better|everyone should|everybody (?:should|must)|everyone must`,
  `i (?:would )?(?:recommend|advise|suggest)(?: you| that you)?(?: to)?|we (?:recommend|advise|suggest)(?: you| that you)?(?: to)?`,
  `(?:my|our) (?:advice|tip|recommendation)(?: is)?:?(?: to)?|(?:not )?financial advice[,:]?(?: but)?|nfa[,:]?(?: but)?`,
  `(?:investors|traders|holders|readers|people|y['’]all) (?:should|must|need to)`,
  `time to|don['’]t miss[^.!?]{0,20}|hurry[,!]? ?(?:and )?|last chance to`,
].join('|');
/** A denial: what follows is no promise. */
const denied = `(?<!\\b(?:no|not|never|nothing|nobody|none|without|cannot|neither|nor|hardly|can['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|won['’]t|wouldn['’]t|if)(?: \\p{L}+){0,2} )`;
/** What a percentage or a multiple is of, where it is not of speed or uptime. */
const ofMoney =
  '(?=\\s*(?:$|[.!?,;:)\\n]|returns?|profits?|gains?|a |per |each |every |daily|weekly|monthly|yearly|annual|roi|apy|apr|yields?|interest|back|on your|in \\d))';
const period = '(?:(?:a|per|each|every) (?:hour|day|night|week|month)|hourly|daily|weekly|monthly|overnight)';

export const adviceRules: readonly WordRule[] = [
  {
    rule: 'financial advice',
    name: 'promise of a return',
    pattern: wordsOf(
      `${denied}\\b(?:can(?:no|['’])t lose (?:with|on) |(?:we|i|it|bot) promises? ${upTo(2)}\\d[\\d.]* ?%${ofMoney})|${denied}\\b(?:guarantee[ds]?(?! to return(?! \\d))|risk[- ]?free(?! (?:interest )?rates?\\b)|sure[- ]?(?:fire|thing|bet)|can(?:no|['’])t lose|never loses?|no[- ]risk)(?![\\p{L}\\p{N}-])[^.!?\\n]{0,40}?(?<![\\p{L}\\p{N}])(?:profits?|returns?|gains?|income|yields?|money|winnings|\\d+(?:\\.\\d+)? ?(?:x|%)${ofMoney})(?![\\p{L}\\p{N}])`,
    ),
    finds: [
      'Guaranteed profit every day',
      'risk-free 5% a day',
      'a guaranteed 10x',
      'cannot lose: no-risk income',
      'It guarantees to return 10% a month',
      'sure thing: 50% gains',
      'You cannot lose money',
      'You can’t lose with this coin',
      'We promise 20% a month',
    ],
    passes: [
      'No return is guaranteed.',
      'The risk-free rate is 4%.',
      'Sharpe ratio over the risk-free rate of return',
      'Past performance does not guarantee future returns',
      'There are no guaranteed returns',
      'Nobody can guarantee a profit',
      'The function is guaranteed to return a value',
      'Delivery is guaranteed',
      'guarantees 99.9% uptime',
      'guaranteed 2x faster replies',
    ],
  },
  {
    rule: 'financial advice',
    name: 'return that is promised',
    pattern: wordsOf(
      `(?<!\\b(?:no|not|nor|never|any) (?:\\p{L}+ )?)\\b(?:profits?|returns?|gains|income|winnings|payouts?|yields?) ?(?:(?:is|are|will be) )?(?:always |fully |totally |absolutely |100% )?guaranteed\\b|(?<!\\b(?:no|not|nor|never|any) (?:\\p{L}+ )?)\\b(?:profits?|returns?|gains|income|winnings|payouts?|yields?) (?:is|are|will be) (?:always |fully |totally |absolutely |100% )?(?:certain|assured|risk[- ]?free)\\b|\\bcertain (?:profits?|winnings)\\b|(?<!\\b(?:no|not|never) )\\b(?:easy|instant|effortless) (?:profits?|money|gains)\\b(?! laundering)`,
    ),
    finds: [
      'Profits guaranteed',
      'Your returns are guaranteed',
      'Passive income guaranteed',
      'easy money with SOL',
      'returns are 100% certain',
    ],
    passes: ['returns are not guaranteed', 'No profit is guaranteed', 'certain gains in speed', 'income tax helper'],
  },
  {
    rule: 'financial advice',
    name: 'promise of a gain by the day',
    pattern: wordsOf(
      `(?:${urged}|\\byou(?:['’]ll| can| could| will|['’]re going to)? (?:easily )?)(?:earn|make|gain|get|pocket) ${upTo(2)}(?:[$€£]\\d[\\d.,]*k?|\\d[\\d.,]*k? ?(?:%|percent|dollars|usd|euros))(?: (?:profits?|returns?|gains|interest|income|yield))?,? ${period}|\\byou(?:['’]ll| will| are going to) (?:all )?(?:make|earn) (?:money|a fortune|millions)\\b|\\bget(?:s|ting)? rich (?:quick|fast|easily|overnight|with)\\b|\\band get rich\\b|\\b(?:you|we)(?:['’]ll| will| can) (?:all )?(?:get|be|become) (?:rich|wealthy|millionaires?)\\b`,
    ),
    finds: [
      'Earn 10% a day, no risk',
      'Make $5000 a day with this bot',
      'you will make money',
      'get rich quick',
      'You will get rich',
    ],
    passes: ['My bot made 2% a month on paper', 'It makes 3 trades a day', 'Make 5 drawings a day', 'rich text'],
  },
  {
    rule: 'financial advice',
    name: 'promise of a multiple',
    pattern: wordsOf(
      `\\b(?:will|going to|gonna|about to) (?:\\d{1,5}x|moon|pump|explode|skyrocket|double your|triple your)(?![\\p{L}\\p{N}-])|(?<![\\p{L}\\p{N}$])(?:this |the |your )?${named} (?:will|['’]ll|is going to|is gonna|is about to) (?:easily |surely |soon |definitely |certainly )?(?:double|triple|quadruple|hit \\$?\\d|only go up|never fall)|(?:double|triple|multiply|\\b\\d{1,4}x) your (?:money|capital|savings|investment|crypto|coins|bitcoins?|portfolio|stack)\\b|\\b\\d{1,4}x (?:gems?|coins?|tokens?|returns?|profits?|gains|opportunit\\p{L}+)\\b|\\b(?:buy|sell|get in|get out)(?: it| now)? before (?:it|the price) (?:pumps|moons|explodes|skyrockets|dumps|crashes)\\b`,
    ),
    finds: [
      'SOL will 10x by spring',
      'double your money',
      'DOGE is going to moon',
      'this stock will double',
      'BTC will hit 200k',
      'a 100x gem',
      'buy before it pumps',
    ],
    passes: [
      'The queue will double in an hour',
      'A bot that watches the moon',
      'We double your test coverage',
      'a 10x faster build',
      'We will double-check it',
    ],
  },
  {
    rule: 'financial advice',
    name: 'told to trade',
    pattern: wordsOf(
      `(?<![\\p{L}\\p{N}])(?:${advised})\\s+${adverb}${deal}(?:ing)?\\s+${upTo(3)}${asset}|\\b(?:it['’]s|is|are|:) (?:a )?(?:strong|conviction|screaming) (?:buy|sell)\\b(?! ?(?:signals?|ratings?|side|pressure))|\\bstrong (?:buy|sell)\\s*[:!]`,
    ),
    finds: [
      'You should sell your BTC before Friday',
      'we recommend buying ETH',
      'Time to buy bitcoin',
      'you must buy these coins',
      'you should definitely invest in Tesla stock',
      'Not financial advice but buy ETH',
      'My advice: sell BTC',
      'Everyone should own bitcoin',
      'You must hold XRP',
      'Strong buy: AAPL',
      'Traders should sell Tesla shares',
      'Now is the time to buy ETH',
    ],
    passes: [
      'This bot would help shops buy packaging in bulk',
      'You should test it first',
      'My bot buys BTC when it falls',
      'It trades on strong buy signals',
      'This is not financial advice. My bot holds ETH',
    ],
  },
  {
    rule: 'financial advice',
    name: 'told to trade at once',
    pattern: wordsOf(
      `${urged}${deal}\\s+${upTo(3)}${asset}(?:\\s+${urgent}|\\s*!)|${urged}${trade}\\s+${upTo(3)}${named}|${urged}(?:buy|sell|short|long|get) ${upTo(2)}\\$[a-z]{2,6}(?![\\p{L}\\p{N}])`,
    ),
    finds: [
      'Buy ETH now',
      'Do it: sell bitcoin today',
      'load up on $PEPE ASAP',
      'Invest all your savings in DOGE',
      'Put your savings into ETH',
      'HODL DOGE',
      'Go all in on SOL',
      'buy the dip in ETH now',
      'To the moon! buy $PEPE',
      'Sell your BTC!',
      'Go long on BTC right now',
      'Buy the dip now!',
    ],
    passes: [
      'We buy ETH now and then',
      'My bot may buy ETH today',
      'Long BTC, short nothing',
      'Buys BTC before the close',
      'Buy low, sell high',
      'Long and short ETH by turns',
    ],
  },
];
