/**
 * XML, as much of it as a drawing needs: elements with namespaces, attributes and texts, read by saxes. What else XML has (DOCTYPE, entities
 * of one's own, processing instructions, other versions and encodings) is refused and not skipped, so that no two readers can see two
 * documents in one text.
 *
 * In: a text. Out: its root element, each element with its line; or why it is none.
 *
 * Example: `<a x="1">\n<b/></a>` -> element a with attribute x and, on line 2, element b.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlAttribute {
  /** Empty without one. */
  readonly prefix: string;
  readonly local: string;
  /** Of its prefix; empty without one. */
  readonly namespace: string;
  readonly value: string;
}

export interface XmlElement {
  readonly namespace: string;
  readonly prefix: string;
  readonly local: string;
  readonly line: number;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlBounds {
  readonly depthMax: number;
  readonly elementsMax: number;
  readonly attributesMax: number;
}

/** Why a text is not read: at which line, and how it is repaired. */
export class XmlFault extends Error {
  readonly line: number;
  readonly fix: string;
  readonly element: string | undefined;
  constructor(what: string, line: number, fix: string, element?: string) {
    super(what);
    this.line = line;
    this.fix = fix;
    this.element = element;
  }
}

const wellFormed =
  'Send one well-formed XML document: one root, each element closed, attribute values in quotes, & written as &amp; and < as &lt;.';
const namespaceOfXmlns = 'http://www.w3.org/2000/xmlns/';

interface Open {
  readonly name: string;
  readonly line: number;
  readonly children: (XmlElement | string)[];
}

/** Throws XmlFault. */
export function readXml(text: string, bounds: XmlBounds): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  let attributes = 0;
  const refuse = (what: string, fix = wellFormed): never => {
    throw new XmlFault(what, parser.line, fix, open.at(-1)?.name);
  };

  // An error ends the reading: what saxes says after its first one is a guess.
  parser.on('error', ({ message }) => refuse(`it is not well-formed: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => refuse('there is a DOCTYPE', 'Leave out <!DOCTYPE …> and <!ENTITY …>.'));
  parser.on('processinginstruction', () => refuse('there is a processing instruction', 'Leave out <? … ?>.'));
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0' || (encoding !== undefined && encoding.toLowerCase() !== 'utf-8'))
      refuse('the XML declaration is not of version 1.0 and UTF-8', 'Leave the line <?xml …?> out.');
  });
  parser.on('opentagstart', ({ name }) => {
    attributes = 0;
    if (++elements > bounds.elementsMax)
      refuse(`there are more than ${bounds.elementsMax} elements`, 'Draw it with fewer elements.');
    if (open.length >= bounds.depthMax)
      refuse(`elements stand more than ${bounds.depthMax} deep`, 'Nest fewer groups.');
    open.push({ name, line: parser.line, children: [] });
  });
  parser.on('attribute', () => {
    if (++attributes > bounds.attributesMax)
      refuse(`it has more than ${bounds.attributesMax} attributes`, 'Leave some out.');
  });
  parser.on('closetag', (tag) => {
    const { line, children } = open.pop() as Open;
    const element = elementOf(tag, line, children);
    const within = open.at(-1);
    if (within) within.children.push(element);
    else root = element;
  });
  const addText = (value: string): void => void open.at(-1)?.children.push(value);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse('there is no element');
}

function elementOf(tag: SaxesTagNS, line: number, children: Open['children']): XmlElement {
  const { uri: namespace, prefix, local } = tag;
  const attributes = Object.values(tag.attributes)
    .filter(({ uri }) => uri !== namespaceOfXmlns)
    .map((each) => ({ prefix: each.prefix, local: each.local, namespace: each.uri, value: each.value }));
  return { namespace, prefix, local, line, attributes, children };
}
