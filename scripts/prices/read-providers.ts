import { type Expression, parseSync } from 'oxc-parser';

type Rule = Record<string, unknown>;
type Tiered = { base: number; tiers: { start: number; price: number }[] };

/** USD by unit, such as `input_mtok`. */
export type SourcePrices = Record<string, number | Tiered>;

type Constraint =
  | { type: 'start_date'; start_date: string }
  | { type: 'time_of_date'; start_time: string; end_time: string };

export type SourceModel = {
  id: string;
  match: Rule;
  prices: SourcePrices | { constraint?: Constraint; prices: SourcePrices }[];
};

export type SourceProvider = {
  id: string;
  provider_match?: Rule;
  model_match?: Rule;
  fallback_model_providers?: string[];
  models: SourceModel[];
};

/**
 * The data of the package. It exports no list of them: they are the first array of its module, which is parsed and not run.
 * Throws for anything but literals in it.
 */
export function readProviders(source: string): SourceProvider[] {
  const { program } = parseSync('index.js', source);
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    // `toPriceFile` checks what it takes from them, and the schema of price files the result.
    for (const { init } of statement.declarations)
      if (init?.type === 'ArrayExpression') return literalOf(init) as SourceProvider[];
  }
  throw new Error('The package has no array of providers.');
}

function literalOf(node: Expression): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (!element || element.type === 'SpreadElement') throw unexpected(node);
        return literalOf(element);
      });
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type === 'SpreadElement' || property.computed) throw unexpected(node);
          const { key, value } = property;
          const name = key.type === 'Identifier' ? key.name : String(literalOf(key as Expression));
          return [name, literalOf(value)];
        }),
      );
    case 'UnaryExpression':
      // Minified truth values.
      if (node.operator === '!') return !literalOf(node.argument);
      throw unexpected(node);
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked;
      throw unexpected(node);
    default:
      throw unexpected(node);
  }
}

function unexpected({ type, start }: Expression): Error {
  return new Error(`The data of the package have a ${type} at ${start}, which is no literal.`);
}
