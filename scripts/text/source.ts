import { type Comment, parseSync, Visitor } from 'oxc-parser';

/** Lines that a comment may have outside of the docstring of an export. */
const MOST_LINES = 3;

export type Text = { line: number; text: string };

export type Source = {
  comments: (Text & { isTooLong: boolean })[];
  testNames: Text[];
  /** Descriptions of schemas, operations, commands and options. */
  descriptions: Text[];
};

export function readSource(file: string, code: string): Source {
  const { program, comments, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lineAt = (offset: number) => code.slice(0, offset).split('\n').length;
  const exported: { start: number; end: number }[] = [];
  const testNames: Text[] = [];
  const descriptions: Text[] = [];
  const addTo = (texts: Text[], node: { type: string; start: number; end: number; value?: unknown }) => {
    const line = lineAt(node.start);
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push({ line, text: node.value });
    if (node.type === 'TemplateLiteral') texts.push({ line, text: code.slice(node.start + 1, node.end - 1) });
  };
  new Visitor({
    ExportNamedDeclaration: (node) => void exported.push(node),
    ExportDefaultDeclaration: (node) => void exported.push(node),
    CallExpression({ callee, arguments: [first, second] }) {
      const called = code.slice(callee.start, callee.end);
      if (/^(test|it|describe)\b/.test(called) && first) addTo(testNames, first);
      if (/\.(description|summary)$/.test(called) && first) addTo(descriptions, first);
      if (/\.(option|requiredOption|argument)$/.test(called) && second) addTo(descriptions, second);
    },
    Property({ key, value }) {
      if (/^(description|summary)$/.test(code.slice(key.start, key.end))) addTo(descriptions, value);
    },
  }).visit(program);

  /** Whether a comment documents an export, or a member within one. */
  const isDocstring = ({ end, value }: Comment) => {
    if (!value.startsWith('*')) return false;
    const next = end + (/^\s*/.exec(code.slice(end))?.[0].length ?? 0);
    return exported.some(({ start, end }) => start <= next && next < end);
  };
  return {
    testNames,
    descriptions,
    comments: joinLines(comments, code).map((comment) => {
      const text = comment.value.replaceAll(/^[ \t]*\*+ ?/gm, '');
      const isTooLong = text.trim().split('\n').length > MOST_LINES && !isDocstring(comment);
      return { line: lineAt(comment.start), text, isTooLong };
    }),
  };
}

/** Comments of one line below each other are one comment. */
function joinLines(comments: readonly Comment[], code: string): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const follows = last?.type === 'Line' && comment.type === 'Line';
    if (last && follows && /^\r?\n[ \t]*$/.test(code.slice(last.end, comment.start)))
      joined.splice(-1, 1, { ...last, end: comment.end, value: `${last.value}\n${comment.value}` });
    else joined.push(comment);
  }
  return joined;
}
