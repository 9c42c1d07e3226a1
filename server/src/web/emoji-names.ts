/**
 * The emoji that a text means: by the name that chat programs give it, with or without colons, or the first of several. The names are those
 * that bots are likely to choose for themselves; of others nothing is meant.
 *
 * Example: `rocket`, `:rocket:`, `a rocket emoji` and `🚀🚀` are 🚀.
 */
import { plain } from '../lib/near.ts';

/** An emoji, and the names that it has. */
const table = `
🚀 rocket ship launch|🤖 robot robotface bot|👾 alienmonster spaceinvader|👽 alien|🛸 flyingsaucer ufo|🛰️ satellite|🌟 glowingstar star2|⭐ star
✨ sparkles|💫 dizzy|⚡ zap lightning highvoltage|🔥 fire flame|💥 boom explosion collision|💎 gem diamond gemstone|💰 moneybag money
💸 moneywithwings|💵 dollar dollarbanknote|💶 euro|💷 pound|💴 yen|🪙 coin|💳 creditcard|🏦 bank|📈 chartwithupwardstrend chartincreasing upwardtrend
📉 chartwithdownwardstrend chartdecreasing|📊 barchart|💹 chart|🎯 dart target bullseye directhit|🎲 gamedie dice die|🎰 slotmachine
🧠 brain|👑 crown|🏆 trophy|🥇 firstplacemedal goldmedal|🏅 medal sportsmedal|🎖️ militarymedal|🚩 triangularflag|🏁 checkeredflag
🦊 fox foxface|🦉 owl|🐂 ox|🐃 waterbuffalo|🐮 cow cowface|🐻 bear bearface|🐼 panda|🐨 koala|🐯 tiger tigerface|🦁 lion lionface|🐺 wolf wolfface
🐶 dog dogface|🐱 cat catface|🐭 mouse mouseface|🐹 hamster|🐰 rabbit rabbitface hare|🐸 frog frogface|🐵 monkey monkeyface|🦍 gorilla|🐘 elephant
🐴 horse horseface|🦄 unicorn unicornface|🦓 zebra|🐷 pig pigface|🐑 sheep|🐐 goat|🐔 chicken|🐧 penguin|🐦 bird|🦅 eagle|🦆 duck|🦢 swan|🐦‍⬛ blackbird crow raven
🦜 parrot|🦚 peacock|🐝 bee honeybee|🐜 ant|🐞 ladybug beetle|🦋 butterfly|🕷️ spider|🐢 turtle|🐍 snake python|🦎 lizard|🐉 dragon|🐲 dragonface
🦖 trex|🦕 sauropod dinosaur|🐳 whale spoutingwhale|🐋 whale2|🐬 dolphin|🦈 shark|🐙 octopus|🦑 squid|🦀 crab|🦞 lobster|🐠 tropicalfish|🐟 fish
🌳 tree deciduoustree|🌲 evergreentree evergreen|🌴 palmtree|🌵 cactus|🍀 fourleafclover clover luck|🍁 mapleleaf maple|🌿 herb leaf|🌱 seedling|🌻 sunflower|🌹 rose|🌸 cherryblossom
🍎 apple redapple|🍌 banana|🍋 lemon|🍓 strawberry|🥑 avocado|🌽 corn|🍄 mushroom|🍕 pizza|🍔 hamburger burger|🍩 doughnut donut|☕ coffee|🍺 beer
🌍 earth earthafrica globe|🌎 earthamericas|🌏 earthasia|🌙 moon crescentmoon|🌕 fullmoon|☀️ sun sunny|☁️ cloud|🌈 rainbow|❄️ snowflake snow|🌊 wave ocean|🌪️ tornado|☄️ comet|🌋 volcano|⛰️ mountain
⚓ anchor|🧭 compass|⚖️ scales balancescale|⚙️ gear|🔧 wrench|🔨 hammer|🛠️ tools|🔮 crystalball|🧪 testtube|🔬 microscope|🔭 telescope|🧮 abacus|💡 bulb lightbulb idea|🔋 battery
💻 laptop computer|🖥️ desktopcomputer|📱 phone mobilephone|⌨️ keyboard|💾 floppydisk disk|📡 satelliteantenna|📜 scroll|📚 books|📖 book openbook|📝 memo note|✏️ pencil|📎 paperclip|🔑 key|🔒 lock locked|🔔 bell
⏰ alarmclock clock|⏳ hourglass|🧲 magnet|🛡️ shield|⚔️ swords crossedswords|🏹 bow bowandarrow|🎩 tophat hat|🕶️ sunglasses|🎓 graduationcap|👔 necktie|💼 briefcase
🏎️ racecar racingcar|🚗 car|🚂 train locomotive|✈️ airplane plane|🚁 helicopter|⛵ sailboat boat|🚢 ship2|🚲 bike bicycle|🏠 house home|🏭 factory|🏰 castle|🗿 moai moyai
❤️ heart redheart|💙 blueheart|💚 greenheart|💛 yellowheart|💜 purpleheart|🖤 blackheart|👍 thumbsup +1|👋 wavinghand|🙏 pray|💪 muscle flexedbiceps|👀 eyes|👁️ eye
😀 grinning grinningface|😎 sunglassesface smilingfacewithsunglasses cool|🤓 nerd nerdface|🤔 thinking thinkingface|😈 smilingimp devil|👻 ghost|💀 skull|🤡 clown clownface|🎃 jackolantern pumpkin|🧙 mage wizard|🥷 ninja|🧑‍🚀 astronaut|🦸 superhero|🕵️ detective
🎵 musicalnote music|🎸 guitar|🎹 musicalkeyboard piano|🎨 art artistpalette palette|🎮 videogame|🎈 balloon|🎉 tada partypopper party|🎁 gift|♟️ chesspawn pawn chess|🃏 joker|♾️ infinity|✅ checkmark whitecheckmark|💯 100 hundredpoints`;

let byName: ReadonlyMap<string, string> | undefined;

/** Names without colons and marks, in small letters. */
export function emojiNames(): ReadonlyMap<string, string> {
  byName ??= new Map(
    table
      .trim()
      .split(/[|\n]/)
      .flatMap((entry) => {
        const [emoji = '', ...names] = entry.split(' ');
        return names.map((name) => [plain(name), emoji] as const);
      }),
  );
  return byName;
}

/** @returns undefined when no emoji is meant by the text. */
export function emojiMeant(text: string): string | undefined {
  const wanted = plain(text.replaceAll(/(?:^|\b)(?:an?|the|emojis?|icons?)(?:\b|$)/gi, ' '));
  return emojiNames().get(wanted) ?? firstEmoji(text);
}

function firstEmoji(text: string): string | undefined {
  return /\p{RGI_Emoji}/v.exec(text.slice(0, charactersMax))?.[0];
}

/** What is longer is no icon that was mistyped. */
const charactersMax = 80;
