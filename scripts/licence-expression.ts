/** Evaluates SPDX expressions with OR, AND and parentheses. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;
  const either = (): boolean => {
    let holds = both();
    while (tokens[next] === 'OR') {
      next++;
      // Always parse the operand.
      const other = both();
      holds ||= other;
    }
    return holds;
  };
  const both = (): boolean => {
    let holds = one();
    while (tokens[next] === 'AND') {
      next++;
      const other = one();
      holds &&= other;
    }
    return holds;
  };
  const one = (): boolean => {
    const token = tokens[next++] ?? '';
    if (token !== '(') return allowed.has(token);
    const holds = either();
    return tokens[next++] === ')' && holds;
  };
  const holds = either();
  return holds && next === tokens.length;
}
