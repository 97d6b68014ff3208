import openapiTS, { astToString, type TransformNodeOptions } from 'openapi-typescript';
import ts from 'typescript';

export type Json = { [key: string]: unknown };
type Schema = { type?: string | string[]; format?: string; pattern?: string };

/** The pattern of amounts in USD. */
const MONEY = '^-?\\d{1,15}(\\.\\d{1,9})?$';

/** An interface for each schema of an OpenAPI document, so that editors show its name, and `operations`. */
export async function interfaces(document: Json): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    transform: accept,
    // Callers may leave out what has a default.
    defaultNonNullable: false,
    silent: true,
  });
  const statements = nodes.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node)) return [];
    if (node.name.text === 'operations') return [node];
    return node.name.text === 'components' ? schemaInterfaces(node) : [];
  });
  return (
    astToString(statements)
      .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
      // Editors show the words before all tags first.
      .replaceAll('@description ', '')
  );
}

function schemaInterfaces(components: ts.InterfaceDeclaration): ts.Node[] {
  const schemas = components.members.find((member) => nameOf(member) === 'schemas');
  const type = schemas && ts.isPropertySignature(schemas) ? schemas.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? type.members.map(toDeclaration) : [];
}

function toDeclaration(member: ts.TypeElement): ts.Node {
  if (!ts.isPropertySignature(member) || !member.type) throw new Error('A schema has no type.');
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const name = nameOf(member);
  const declaration = ts.isTypeLiteralNode(member.type)
    ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, member.type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, undefined, member.type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
}

function nameOf({ name }: ts.TypeElement): string {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

/** Callers may send a Date as a timestamp, which JSON and queries format as ISO 8601, and a number as an amount. */
function accept(schema: Schema, { path = '' }: TransformNodeOptions): ts.TypeNode | undefined {
  const isSent = /^#\/components\/schemas\/\w+(Input|BatchItem)\b|\/parameters\/query\//.test(path);
  const isCode = path === '#/components/schemas/Rejection/code';
  const accepted = isSent ? acceptedBy(schema) : isCode ? ['ErrorCode'] : undefined;
  if (!accepted) return undefined;
  const names = [schema.type].flat().includes('null') ? [...accepted, 'null'] : accepted;
  return ts.factory.createUnionTypeNode(names.map((name) => ts.factory.createTypeReferenceNode(name)));
}

function acceptedBy({ format, pattern }: Schema): string[] | undefined {
  if (format === 'date-time') return ['string', 'Date'];
  return pattern === MONEY ? ['Amount'] : undefined;
}
