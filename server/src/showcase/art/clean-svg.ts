/**
 * A drawing by a bot: read as XML and written anew from an allow-list, so that no byte of what came in goes out as it was. What could run,
 * load, lead away or style is refused, with element, attribute, line and repair; what is unknown and harmless is dropped and told of.
 * What comes out comes out of itself unchanged. (docs/decisions/0088)
 *
 * In: a text. Out: the drawing and warnings, or a refusal.
 *
 * Example: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width='9' height='9' class="x"/></svg>` -> the same with double
 * quotes and without `class`, and one warning; with `onclick` in place of `class` -> refused: element rect, attribute onclick, line 1.
 */
import { limits } from 'papertape-contract/limits';
import { brokenRule } from '../../texts/check-text.ts';
import { readXml, XmlFault, type XmlAttribute, type XmlElement } from './read-xml.ts';
import { fixOfElement, fixOfStyle, flowing } from './svg-fixes.ts';
import {
  attributes,
  drawing,
  elements,
  isDangerous,
  numberMax,
  paintServers,
  referencesIn,
  withText,
} from './svg-list.ts';

export interface SvgRefusal {
  /** The element and the attribute that it is about, where there is one. */
  readonly element: string | undefined;
  readonly attribute: string | undefined;
  readonly line: number;
  /** The end of a sentence: "… has an event handler". */
  readonly what: string;
  readonly fix: string;
  /** Its text breaks a rule of texts. */
  readonly isText?: true;
}

export type CleanedSvg =
  | { readonly svg: string; readonly warnings: readonly string[] }
  | { readonly refusal: SvgRefusal };

const svgNamespace = 'http://www.w3.org/2000/svg';
const bounds = {
  depthMax: limits.svgDepthMax,
  elementsMax: limits.svgElementsMax,
  attributesMax: limits.svgAttributesMax,
};
const valueCharactersMax = 20_000;
const textCharactersMax = 500;
const sideMax = 10_000;
const dashesMax = 32;
const dashMin = 0.01;
/** More of them would only repeat themselves. */
const warningsMax = 20;

export function cleanSvg(given: string): CleanedSvg {
  if (Buffer.byteLength(given) > limits.svgBytesMax)
    return refused(
      { line: 1 },
      `it has more than ${limits.svgBytesMax} bytes`,
      'Draw it with fewer points and elements.',
    );
  try {
    return writeAnew(readXml(given, bounds));
  } catch (e) {
    if (e instanceof XmlFault) return refused({ line: e.line, element: e.element }, e.message, e.fix);
    if (e instanceof Refused) return { refusal: e.refusal };
    throw e;
  }
}

/** Ends the writing; caught where it began. */
class Refused extends Error {
  readonly refusal: SvgRefusal;
  constructor(refusal: SvgRefusal) {
    super(refusal.what);
    this.refusal = refusal;
  }
}

interface Place {
  readonly line: number;
  readonly element?: string | undefined;
  readonly attribute?: string | undefined;
}

function refused({ line, element, attribute }: Place, what: string, fix: string): { readonly refusal: SvgRefusal } {
  return { refusal: { line, element, attribute, what, fix } };
}

function refuse(place: Place, what: string, fix: string): never {
  throw new Refused(refused(place, what, fix).refusal);
}

interface Found {
  readonly ids: Set<string>;
  readonly references: (Place & { readonly id: string })[];
  readonly warnings: string[];
  /** Of each element by itself. */
  text: string;
  /** As a reader sees it. */
  flowing: string;
  draws: boolean;
}

function writeAnew(root: XmlElement): CleanedSvg {
  const found: Found = { ids: new Set(), references: [], warnings: [], text: '', flowing: '', draws: false };
  if (root.local !== 'svg' || root.namespace !== svgNamespace)
    refuse(
      { line: root.line, element: root.local },
      'the root is not svg of the namespace of SVG',
      `Begin with <svg xmlns="${svgNamespace}" viewBox="0 0 100 100">.`,
    );
  const svg = written(root, { isWithinServer: false, isRoot: true }, found);
  for (const { id, ...place } of found.references)
    if (!found.ids.has(id)) refuse(place, `it refers to #${id}, which is not in the drawing`, 'Define it in <defs>.');
  if (!found.draws) refuse({ line: root.line, element: 'svg' }, 'it draws nothing', 'Add a shape or a text.');
  if (Array.from(found.text).length > textCharactersMax)
    refuse({ line: root.line }, `its texts have more than ${textCharactersMax} characters`, 'Write less.');
  const broken = found.text.trim() === '' ? undefined : (brokenRule(found.text) ?? brokenRule(found.flowing));
  if (broken)
    throw new Refused({
      ...refused(
        { line: root.line },
        `its text breaks the rule "${broken.rule}" (${broken.what}): "${broken.span}"`,
        broken.fix,
      ).refusal,
      isText: true,
    });
  return { svg, warnings: found.warnings.slice(0, warningsMax) };
}

interface Within {
  readonly isRoot: boolean;
  readonly isWithinServer: boolean;
}

function written(element: XmlElement, { isRoot, isWithinServer }: Within, found: Found): string {
  const { local, line } = element;
  const place = { line, element: element.prefix === '' ? local : `${element.prefix}:${local}` };
  if (element.namespace !== svgNamespace || !elements.has(local) || (local === 'svg' && !isRoot))
    refuse(place, 'the element is not taken', fixOfElement(local));
  if (local === 'text') found.flowing += `${flowing(element)} `;
  const isServer = isWithinServer || paintServers.has(local);
  const kept = keptAttributes(element, place, isServer, found);
  if (isRoot) checkSize(kept, place);
  found.draws ||= drawing.has(local) && !isServer;
  const said = [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const head = `<${local}${isRoot ? ` xmlns="${svgNamespace}"` : ''}${said}`;
  const content = element.children.map((child) =>
    typeof child === 'string'
      ? writtenText(child, local, place, found)
      : written(child, { isRoot: false, isWithinServer: isServer }, found),
  );
  const inner = content.join('');
  return inner === '' ? `${head}/>` : `${head}>${inner}</${local}>`;
}

function writtenText(text: string, local: string, place: Place, found: Found): string {
  if (withText.has(local)) {
    if (/[\u{202A}-\u{202E}\u{2066}-\u{2069}]/u.test(text))
      refuse(place, 'its text has marks that turn the direction of writing', 'Leave them out.');
    found.text += `${text} `;
    return escaped(text);
  }
  if (text.trim() !== '') warn(found, `line ${place.line}: text in <${local}> was dropped; it belongs into <text>.`);
  return '';
}

function keptAttributes(element: XmlElement, place: Place, isServer: boolean, found: Found): Map<string, string> {
  const kept = new Map<string, string>();
  for (const attribute of element.attributes) {
    const value = keptValue(attribute, place, isServer, found);
    if (value !== undefined) kept.set(attribute.local, value);
  }
  return kept;
}

/** Undefined: it is dropped. */
function keptValue(attribute: XmlAttribute, place: Place, isServer: boolean, found: Found): string | undefined {
  const { prefix, local } = attribute;
  const full = prefix === '' ? local : `${prefix}:${local}`;
  const at = { ...place, attribute: full };
  if (isDangerous(prefix, local))
    refuse(
      at,
      'the attribute could run, load, lead away or style',
      local.toLowerCase() === 'style'
        ? fixOfStyle(attribute.value)
        : 'Leave it out, and draw shapes where they are used.',
    );
  const form = prefix === '' ? attributes.get(local) : undefined;
  if (!form) {
    warn(found, `line ${place.line}: ${full} of <${place.element ?? ''}> was dropped.`);
    return undefined;
  }
  const value = attribute.value.replace(/ +/g, ' ').trim();
  if (value.length > valueCharactersMax)
    refuse(at, `it has more than ${valueCharactersMax} characters`, 'Draw it with fewer points.');
  if (!form.test(value)) refuse(at, `its value "${value.slice(0, 60)}" is not taken`, fixOf(local));
  checkNumbers(local, value, at);
  if (local === 'id') noteId(value, at, found);
  for (const id of form === attributes.get('fill') || form === attributes.get('mask') ? referencesIn(value) : []) {
    if (isServer)
      refuse(at, 'patterns, masks and clip paths may not refer to others', 'Use plain colours within them.');
    found.references.push({ ...at, id });
  }
  return value;
}

function noteId(id: string, at: Place, { ids }: Found): void {
  if (ids.has(id)) refuse(at, `the id "${id}" is there twice`, 'Give each element an id of its own.');
  ids.add(id);
}

function fixOf(attribute: string): string {
  if (attribute === 'fill' || attribute === 'stroke') return 'Write a colour, none, or url(#id) of this drawing.';
  if (attribute === 'mask' || attribute === 'clip-path') return 'Write none or url(#id) of this drawing.';
  return `Write ${attribute} as SVG 1.1 does, in plain numbers, colours and words.`;
}

function checkNumbers(attribute: string, value: string, at: Place): void {
  // Colours and names have digits that are no numbers.
  if (['id', 'fill', 'stroke', 'color', 'stop-color', 'mask', 'clip-path', 'font-family'].includes(attribute)) return;
  const numbers = numbersIn(value);
  if (numbers.some((n) => Math.abs(n) > numberMax))
    refuse(at, `a number is beyond ${numberMax}`, 'Take a smaller viewBox and smaller numbers.');
  if (attribute === 'stroke-dasharray' && (numbers.length > dashesMax || numbers.some((n) => n < dashMin)))
    refuse(at, `dashes are at most ${dashesMax}, each at least ${dashMin} long`, 'Take fewer and longer dashes.');
}

function numbersIn(value: string): number[] {
  return (value.match(/[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/g) ?? []).map(Number);
}

/** What has no size, or one that no screen has, is not shown. */
function checkSize(kept: ReadonlyMap<string, string>, place: Place): void {
  const box = kept.get('viewBox');
  const sides =
    box === undefined ? ['width', 'height'].map((side) => kept.get(side) ?? '') : numbersIn(box).slice(2).map(String);
  const given = [...sides, ...['width', 'height'].flatMap((side) => kept.get(side) ?? [])];
  const isSize = (side: string): boolean => {
    const n = Number.parseFloat(side);
    return n > 0 && n <= sideMax;
  };
  if (box === undefined && sides.some((side) => side.endsWith('%') || side === ''))
    refuse(place, 'it has neither a viewBox nor width and height', 'Add viewBox="0 0 100 100".');
  if (!given.every(isSize))
    refuse(place, `its sides are not above 0 and at most ${sideMax}`, 'Add viewBox="0 0 100 100", and draw within it.');
}

function warn({ warnings }: Found, warning: string): void {
  if (warnings.length < warningsMax && !warnings.includes(warning)) warnings.push(warning);
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.codePointAt(0)};`);
}
