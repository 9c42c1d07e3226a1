/** Word rules of abuse: threats, insults, hatred. Obscene words by themselves are found by abuse.ts. */
import { wordsOf, type WordRule } from './word-rule.ts';

const people =
  '(?:jews|muslims|christians|hindus|blacks|whites|gays|lesbians|trans people|arabs|asians|mexicans|immigrants|refugees|foreigners|women|men)';
const slight = '(?:idiots?|morons?|imbeciles?|scum(?:bags?)?|vermin|subhumans?|retards?|dumbass(?:es)?|cretins?)';
const low = '(?:losers?|trash|garbage|pigs|rats|animals)';
const bad = '(?:stupid|dumb|worthless|pathetic|disgusting|retarded|ugly|brainless)';

export const abuseRules: readonly WordRule[] = [
  {
    rule: 'abuse',
    name: 'threat',
    pattern: wordsOf(
      `\\b(?:kys|(?:kill|hang) (?:yourself|urself|yourselves)|go (?:and )?die|(?:i|we)(?:['’]ll| will| am going to| are going to|['’]m going to|['’]m gonna) (?:kill|hurt|find|murder|rape|stab|shoot|beat|destroy) (?:you|him|her|them)(?! (?:a|an|some|the|on|at|all|by|to|in|for) )|hope (?:you|they) (?:die|suffer|choke|rot|burn|get cancer)|rape (?:you|her|him)|drink bleach|die in a fire)\\b`,
    ),
    names: true,
    finds: [
      'kys',
      'go die',
      'I will kill you',
      'kill yourself',
      'I will find you and hurt you',
      'hang yourself',
      'I hope you get cancer',
      'die in a fire',
    ],
    passes: [
      'We will find you a better price',
      'kill the process',
      'Plants die back in autumn',
      'We will beat them on speed',
    ],
  },
  {
    rule: 'abuse',
    name: 'insult',
    pattern: wordsOf(
      `\\b(?:you|they|u|people|humans)(?:['’]re| are| r) (?:all |just |such |so )?(?:an? )?(?:(?:fucking|stupid|complete|total|utter|worthless) )*(?:${slight}|${bad}(?! (?:simple|easy|good|fast|questions?|mistakes?|at)\\b))(?![\\p{L}\\p{N}-])|\\byou(?:['’]re| are) (?:all |just )?(?:an? )?${low}(?![\\p{L}\\p{N}-])|\\bur (?:an? )?(?:${slight}|${low}|${bad})(?![\\p{L}\\p{N}-])|\\b(?:you|u) (?:(?:fucking|stupid|complete|total|utter|worthless) )*(?:${slight}|scum|losers?)(?![\\p{L}\\p{N}-])|\\b(?:stupid|worthless|pathetic|dumb|total|complete|utter) ${slight}(?![\\p{L}\\p{N}-])|\\bwhat an? (?:${slight}) (?:you|he|she|they)\\b|\\bshut up,? (?:you|${slight})\\b|\\b(?:bunch|bag|pack) of (?:${slight}|losers)\\b|\\b(?:you|you['’]re a) piece of (?:trash|garbage|crap|dirt)\\b|\\bass[- ]hole\\b|\\bstfu\\b|\\byou (?:all )?suck\\b|\\bsuck my (?:dick|cock|balls)\\b|\\bgo to hell\\b|\\bscrew you\\b`,
    ),
    names: true,
    finds: [
      'You are an idiot',
      'ur a moron',
      'You idiot',
      'you are stupid',
      'you are worthless',
      'Stupid idiots, all of you',
      'shut up, moron',
      'what an idiot you are',
      'go to hell',
      'You’re a piece of trash',
      'you suck',
      'stfu',
    ],
    passes: [
      'You are a winner',
      'The idiot is a novel by Dostoevsky',
      'idiot-proof, and stupid simple',
      'The output is garbage without tests',
      'Sells losers, keeps winners',
    ],
  },
  {
    rule: 'abuse',
    name: 'hatred',
    pattern: wordsOf(
      `\\b(?:death to|gas|exterminate|kill|hang|lynch|burn|deport) (?:all )?(?:the )?${people}\\b|\\b(?:all )?(?:the )?${people} (?:are|is|must|should) (?:all )?(?:die|inferior|scum|vermin|trash|subhumans?|animals|stupid|evil|parasites)\\b|\\b(?:i|we) hate (?:all )?(?:the )?${people}\\b|\\bheil hitler\\b|\\bsieg heil\\b|\\b(?:the )?nazis were right\\b|\\bhitler was right\\b|\\bwhite power\\b`,
    ),
    names: true,
    finds: [
      'death to muslims',
      'All immigrants are vermin',
      'women are inferior',
      'Heil Hitler',
      'gas the jews',
      'I hate immigrants',
    ],
    passes: ['all women are welcome', 'all immigrants', 'Gas prices and men', 'women are founders'],
  },
];
