/**
 * Single changes of a program, as bugs are made and as the plain solver tries to undo them: another comparison, a bound or constant that is one off, plus for
 * minus, an order turned around, && for ||, break for continue, a copy that is left out.
 *
 * In: a program. Out: its changes; each is done to the program in place and gives what undoes it.
 */
import type { BinaryOperator, Expression, FunctionNode, Program, Statement } from '../../../interpreter/syntax.ts';

export type Change = () => () => void;

const others: Readonly<Partial<Record<BinaryOperator, readonly BinaryOperator[]>>> = {
  '<': ['<=', '>'],
  '<=': ['<', '>='],
  '>': ['>=', '<'],
  '>=': ['>', '<='],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
};

export function changesOf({ functions }: Program): Change[] {
  return functions.flatMap((each: FunctionNode) => each.body.flatMap(ofStatement));
}

/** Sets a member and gives what sets it back. */
function setting<Of, Name extends keyof Of>(of: Of, name: Name, value: Of[Name]): Change {
  return () => {
    const before = of[name];
    of[name] = value;
    return () => {
      of[name] = before;
    };
  };
}

function ofStatement(node: Statement): Change[] {
  switch (node.kind) {
    case 'let':
      return [...copies(node), ...ofExpression(node.value)];
    case 'assign':
      return [...ofExpression(node.target), ...ofExpression(node.value)];
    case 'if':
      return [...ofExpression(node.test), ...[...node.yes, ...node.no].flatMap(ofStatement)];
    case 'for': {
      const around = [node.first, node.step].flatMap((each) => (each === null ? [] : ofStatement(each)));
      return [...around, ...ofExpression(node.test), ...node.body.flatMap(ofStatement)];
    }
    case 'of':
      return [...ofExpression(node.list), ...node.body.flatMap(ofStatement)];
    case 'return':
      return node.value === null ? [] : ofExpression(node.value);
    case 'jump':
      return [setting(node, 'word', node.word === 'break' ? 'continue' : 'break')];
    case 'do':
      return ofExpression(node.value);
  }
}

/** A list that is copied, or is not. */
function copies(node: Extract<Statement, { kind: 'let' }>): Change[] {
  const { value } = node;
  if (value.kind === 'method' && value.name === 'slice' && value.args.length === 0)
    return [setting(node, 'value', value.of)];
  if (value.kind !== 'name') return [];
  return [setting(node, 'value', { kind: 'method', of: value, name: 'slice', args: [], depth: value.depth + 1 })];
}

function ofExpression(node: Expression): Change[] {
  switch (node.kind) {
    case 'number':
      return [node.value + 1, node.value - 1]
        .filter((value) => value >= 0)
        .map((value) => setting(node, 'value', value));
    case 'binary': {
      const operators = (others[node.operator] ?? []).map((operator) => setting(node, 'operator', operator));
      return [...operators, ...turned(node), ...ofExpression(node.left), ...ofExpression(node.right)];
    }
    case 'logical': {
      const other = setting(node, 'operator', node.operator === '&&' ? '||' : '&&');
      return [other, ...ofExpression(node.left), ...ofExpression(node.right)];
    }
    case 'choice':
      return [node.test, node.yes, node.no].flatMap(ofExpression);
    case 'unary':
      return ofExpression(node.operand);
    case 'index':
      return [...ofExpression(node.of), ...ofExpression(node.at)];
    case 'length':
      return ofExpression(node.of);
    case 'method':
      return [node.of, ...node.args].flatMap(ofExpression);
    case 'call':
      return node.args.flatMap(ofExpression);
    case 'list':
      return node.items.flatMap(ofExpression);
    default:
      return [];
  }
}

function turned(node: Extract<Expression, { kind: 'binary' }>): Change[] {
  if (node.operator !== '-') return [];
  return [
    () => {
      [node.left, node.right] = [node.right, node.left];
      return () => {
        [node.left, node.right] = [node.right, node.left];
      };
    },
  ];
}
