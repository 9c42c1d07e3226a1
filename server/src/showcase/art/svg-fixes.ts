/** How what is not taken of a drawing is repaired, told in the words of the drawing itself. */
import type { XmlElement } from './read-xml.ts';
import { attributes, elements } from './svg-list.ts';

/** What programs that draw write, and what stands for it here. */
const instead: Readonly<Record<string, string>> = {
  a: 'Draw what is within it without a link.',
  animate: 'Draw one picture of the movement.',
  filter: 'Leave it out, and draw shadows and glows as shapes or gradients.',
  foreignObject: 'Write words in <text>.',
  image: 'Draw it with shapes.',
  marker: 'Draw the arrow or dot as a path where it is used.',
  metadata: 'Leave it out: nothing of it is drawn.',
  namedview: 'Leave it out: nothing of it is drawn. In Inkscape, save as plain SVG.',
  style: 'Leave it out, and write styles as attributes (fill="red") of each element or of a <g> around them.',
  switch: 'Draw what is within it without <switch>.',
  symbol: 'Draw the shape in a <g> where it is used.',
  textPath: 'Write plain <text>.',
  use: 'Draw the shape again in a <g transform="translate(x y)"> where it is used.',
};

export function fixOfElement(local: string): string {
  const said = Object.hasOwn(instead, local) ? instead[local] : undefined;
  return `${said ?? 'Leave it out.'} Taken are: ${[...elements].join(', ')}.`;
}

/** `style="fill:#f00;mix-blend-mode:x"` -> the attributes of it that are taken, ready to be written. */
export function fixOfStyle(value: string): string {
  const kept = value.split(';').flatMap((declaration) => {
    const [name = '', said = ''] = declaration.split(':').map((part) => part.trim());
    return attributes.get(name)?.test(said) === true ? [`${name}="${said.replaceAll('"', "'")}"`] : [];
  });
  return kept.length === 0
    ? 'Leave it out. Write styles as attributes (fill="red").'
    : `Write in its place: ${kept.slice(0, 12).join(' ')}`;
}

/** Where a <tspan> has one of these its words begin anew; without, they go on where the word before ended. */
const placing = ['x', 'y', 'dx', 'dy'];

/** The words of a <text> as a reader sees them: "ev<tspan>il</tspan>" is one word. */
export function flowing(element: XmlElement): string {
  const isPlaced = element.attributes.some(({ local }) => placing.includes(local));
  const words = element.children.map((child) => (typeof child === 'string' ? child : flowing(child))).join('');
  return isPlaced ? ` ${words} ` : words;
}
