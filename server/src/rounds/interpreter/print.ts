/** Writes a program down. What it writes is read back as the same program, but for parentheses and the words for loops and steps. */
import type { Expression, Program, Statement } from './syntax.ts';

export interface Style {
  /** One step of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
  /** Names of functions, parameters and variables -> what they are called here. */
  readonly names: ReadonlyMap<string, string>;
}

export function print({ functions }: Program, style: Style): string {
  const named = (name: string): string => style.names.get(name) ?? name;
  const texts = functions.map(
    ({ name, params, body }) =>
      `function ${named(name)}(${params.map(named).join(', ')}) {\n${block(body, style, style.indent)}}\n`,
  );
  return texts.join('\n');
}

function block(body: readonly Statement[], style: Style, indent: string): string {
  return body.map((each) => `${indent}${statement(each, style, indent)}\n`).join('');
}

function statement(node: Statement, style: Style, indent: string): string {
  const braces = (body: readonly Statement[]): string => `{\n${block(body, style, indent + style.indent)}${indent}}`;
  const text = (of: Expression): string => expression(of, style);
  switch (node.kind) {
    case 'if': {
      const no = node.no.length > 0 ? ` else ${braces(node.no)}` : '';
      return `if (${text(node.test)}) ${braces(node.yes)}${no}`;
    }
    case 'for': {
      if (node.first === null && node.step === null) return `while (${text(node.test)}) ${braces(node.body)}`;
      const [first, step] = [node.first, node.step].map((each) => (each === null ? '' : simple(each, style)));
      return `for (${first}; ${text(node.test)}; ${step}) ${braces(node.body)}`;
    }
    case 'of':
      return `for (const ${style.names.get(node.name) ?? node.name} of ${text(node.list)}) ${braces(node.body)}`;
    default:
      return `${simple(node, style)};`;
  }
}

function simple(node: Statement, style: Style): string {
  const text = (of: Expression): string => expression(of, style);
  switch (node.kind) {
    case 'let':
      return `${node.constant ? 'const' : 'let'} ${style.names.get(node.name) ?? node.name} = ${text(node.value)}`;
    case 'assign':
      return `${text(node.target)} ${node.operator} ${text(node.value)}`;
    case 'return':
      return node.value === null ? 'return' : `return ${text(node.value)}`;
    case 'jump':
      return node.word;
    case 'do':
      return text(node.value);
    default:
      throw new Error(`${node.kind} has a body`);
  }
}

/** Operands that are no single value stand in parentheses, so that no precedence has to be known. */
function expression(node: Expression, style: Style): string {
  const text = (of: Expression): string => expression(of, style);
  const operand = (of: Expression): string =>
    ['binary', 'logical', 'choice', 'unary'].includes(of.kind) ? `(${text(of)})` : text(of);
  const list = (items: readonly Expression[]): string => items.map(text).join(', ');
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'text':
      return quoted(node.value, style);
    case 'constant':
      return String(node.value);
    case 'name':
      return style.names.get(node.name) ?? node.name;
    case 'list':
      return `[${list(node.items)}]`;
    case 'object':
      return `{${node.members.map(([name, value]) => ` ${quoted(name, style)}: ${text(value)}`).join(',')} }`;
    case 'unary':
      return `${node.operator}${operand(node.operand)}`;
    case 'binary':
    case 'logical':
      return `${operand(node.left)} ${node.operator} ${operand(node.right)}`;
    case 'choice':
      return `${operand(node.test)} ? ${operand(node.yes)} : ${operand(node.no)}`;
    case 'index':
      return `${operand(node.of)}[${text(node.at)}]`;
    case 'length':
      return `${operand(node.of)}.length`;
    case 'method':
      return `${operand(node.of)}.${node.name}(${list(node.args)})`;
    case 'call':
      return `${style.names.get(node.name) ?? node.name}(${list(node.args)})`;
  }
}

function quoted(text: string, { quote }: Style): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n');
  return `${quote}${escaped}${quote}`;
}
