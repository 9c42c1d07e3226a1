/** What a drawing may hold: elements, and of each attribute the form of its value. All else is refused, or dropped where it is harmless. */

/** Elements of the SVG namespace. No use, image, a, style, script, foreignObject, filter, marker, symbol, animation. */
export const elements: ReadonlySet<string> = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask pattern'.split(
    ' ',
  ),
);

/** Elements whose characters are kept. */
export const withText: ReadonlySet<string> = new Set(['text', 'tspan', 'title', 'desc']);

/** Elements that draw. */
export const drawing: ReadonlySet<string> = new Set('path rect circle ellipse line polyline polygon text'.split(' '));

/** What is painted with or through: nothing in these may refer to another, so that no chain of them can grow. */
export const paintServers: ReadonlySet<string> = new Set(['clipPath', 'mask', 'pattern']);

export const numberMax = 1_000_000;
const number = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,2})?';
const length = `${number}(?:px|em|ex|pt|pc|mm|cm|in|%)?`;
const gap = '(?: ?, ?| )';
const list = (one: string): string => `${one}(?:${gap}${one})*`;
const word = '[a-zA-Z][a-zA-Z-]{0,39}';
const colour = `(?:#[0-9a-fA-F]{3,8}|(?:rgba?|hsla?)\\([0-9.,%/ deg+-]{1,60}\\)|[a-zA-Z]{1,30})`;
/** The name of an element, and how an attribute refers to it. */
const id = '[A-Za-z_][\\w.-]{0,63}';
const reference = `url\\( ?(?:#(${id})|"#(${id})"|'#(${id})') ?\\)`;
const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`);

const forms = {
  id: whole(id),
  number: whole(number),
  length: whole(length),
  lengths: whole(list(length)),
  box: whole(`${number}${gap}${number}${gap}${number}${gap}${number}`),
  points: whole(`[0-9eE+.,\\- ]*`),
  path: whole('[MmZzLlHhVvCcSsQqTtAa0-9eE+., -]*'),
  transform: whole(`(?: ?,? ?(?:matrix|translate|scale|rotate|skewX|skewY) ?\\( ?${list(number)} ?\\))+`),
  dashes: whole(`none|${list(length)}`),
  colour: whole(colour),
  paint: whole(`${colour}|${reference}(?: ${colour})?`),
  reference: whole(`none|${reference}`),
  word: whole(`${word}(?: ${word})?`),
  wordOrNumber: whole(`${word}|${length}`),
  family: whole(`[\\w ,'"-]{1,200}`),
} as const;

const named: Readonly<Record<keyof typeof forms, string>> = {
  id: 'id',
  number: 'opacity fill-opacity stroke-opacity stop-opacity stroke-miterlimit pathLength',
  length: 'x1 x2 y1 y2 cx cy r rx ry fx fy fr width height stroke-width stroke-dashoffset offset textLength',
  lengths: 'x y dx dy rotate',
  box: 'viewBox',
  points: 'points',
  path: 'd',
  transform: 'transform gradientTransform patternTransform',
  dashes: 'stroke-dasharray',
  colour: 'stop-color color',
  paint: 'fill stroke',
  reference: 'clip-path mask',
  word: 'fill-rule clip-rule stroke-linecap stroke-linejoin text-anchor dominant-baseline font-style font-stretch font-variant lengthAdjust spreadMethod gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits preserveAspectRatio visibility display overflow shape-rendering text-rendering paint-order vector-effect text-decoration writing-mode',
  wordOrNumber: 'font-size font-weight letter-spacing word-spacing',
  family: 'font-family',
};

/** By attribute; one that is not there is not kept. */
export const attributes: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(named).flatMap(([form, names]) =>
    names.split(' ').map((name) => [name, forms[form as keyof typeof forms]] as const),
  ),
);

const anyReference = new RegExp(reference, 'g');

/** Names that a value refers to. */
export function referencesIn(value: string): string[] {
  return [...value.matchAll(anyReference)].map(([, plain, double, single]) => plain ?? double ?? single ?? '');
}

/** Attributes that are never dropped without a word: they run, lead away, or style. */
export function isDangerous(prefix: string, local: string): boolean {
  const name = local.toLowerCase();
  return name.startsWith('on') || ['href', 'src', 'style', 'base'].includes(name) || prefix.toLowerCase() === 'xlink';
}
