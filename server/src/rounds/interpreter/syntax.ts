/**
 * The language in which programs of rounds are written: a small part of JavaScript, so that each program means the same to any engine of it.
 *
 * A program is a list of functions. Statements: let and const, assignment (=, +=, -=, *=, ++, --), if, while, for with three parts, for of,
 * return, break, continue. Expressions: whole numbers, texts in quotes, true, false, null, undefined, lists, objects with named members, names, the
 * operators || && === !== < <= > >= + - * / % ! and ?:, parentheses, indexes, .length, calls of the program's own functions and of what builtins.ts lists.
 *
 * What JavaScript turns into another type by itself is a fault here: 1 + true, "3" * 2. A list grows by one at its end at most: list[9] = 1 on a list of
 * three is a fault. A name is used after it is declared.
 */

/** `depth` is how many expressions or statements are within each other, itself included. */
interface Node {
  readonly depth: number;
}

export type BinaryOperator = '===' | '!==' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';
export type LogicalOperator = '&&' | '||';
export type AssignOperator = '=' | '+=' | '-=' | '*=';

/** Members that can be written are those that a mutation changes. */
export type Expression = Node &
  (
    | { kind: 'number'; value: number }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'constant'; readonly value: boolean | null | undefined }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: Expression])[] }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | { readonly kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
    | { readonly kind: 'logical'; operator: LogicalOperator; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
    | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
    | { readonly kind: 'length'; readonly of: Expression }
    | { readonly kind: 'method'; readonly of: Expression; readonly name: string; readonly args: readonly Expression[] }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  );

export type Target = Extract<Expression, { kind: 'name' | 'index' }>;

export type Statement = Node &
  (
    | { readonly kind: 'let'; readonly constant: boolean; readonly name: string; value: Expression }
    | {
        readonly kind: 'assign';
        readonly target: Target;
        readonly operator: AssignOperator;
        readonly value: Expression;
      }
    | {
        readonly kind: 'if';
        readonly test: Expression;
        readonly yes: readonly Statement[];
        readonly no: readonly Statement[];
      }
    | {
        readonly kind: 'for';
        readonly first: Statement | null;
        readonly test: Expression;
        readonly step: Statement | null;
        readonly body: readonly Statement[];
      }
    | { readonly kind: 'of'; readonly name: string; readonly list: Expression; readonly body: readonly Statement[] }
    | { readonly kind: 'return'; readonly value: Expression | null }
    | { readonly kind: 'jump'; word: 'break' | 'continue' }
    | { readonly kind: 'do'; readonly value: Expression }
  );

export interface FunctionNode extends Node {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: readonly Statement[];
}

export interface Program {
  readonly functions: readonly FunctionNode[];
}

/** A program cannot be read, or cannot go on. The message is a sentence fragment for the bot. */
export class Fault extends Error {}

export const sourceMax = 8_000;
/** Of a node. The parser's own stack and the interpreter's are bounded by it, so that no program ends differently on another machine. */
export const depthMax = 100;
