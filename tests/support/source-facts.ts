/*
 * What a source file imports and touches, read from its syntax tree: for tests/architecture.test.ts.
 */
import { dirname, extname, join } from 'node:path/posix';
import ts from 'typescript';

export interface Import {
  /** As written: '#db/orm.ts', './money.ts', 'zod'. */
  specifier: string;
  /** Path in the repository; null for packages and Node's own modules. */
  target: string | null;
  /** Gone when the program runs. */
  typeOnly: boolean;
}

export interface SourceFacts {
  /** Path in the repository. */
  path: string;
  lines: number;
  imports: Import[];
  readsEnvironment: boolean;
  /** Runs statements that are written as text, not built by Kysely or by MikroORM. */
  runsSqlText: boolean;
  /** Holds nothing but re-exports. */
  isBarrel: boolean;
}

/** Aliases of package.json, the longest first. */
const ALIASES = [
  ['#domain/', 'db/domain/'],
  ['#db/', 'db/'],
  ['#site/', 'site/'],
  ['#worker/', 'worker/'],
] as const;

/** Reads `text`, the content of the .ts, .tsx, .mjs or .astro file at `path`. */
export function factsOf(path: string, text: string): SourceFacts {
  const facts: SourceFacts = {
    path,
    lines: text.trimEnd().split('\n').length,
    imports: [],
    readsEnvironment: false,
    runsSqlText: false,
    isBarrel: false,
  };
  const code = extname(path) === '.astro' ? scriptsOf(text) : text;
  const kind = /\.(?:tsx|astro)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
  const reExports = source.statements.filter(
    (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier,
  );
  facts.isBarrel = reExports.length > 0 && reExports.length === source.statements.length;
  visit(source, facts);
  return facts;
}

/** Frontmatter and `<script>` elements of an .astro file. */
function scriptsOf(text: string): string {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [frontmatter, ...Array.from(scripts, ([, script = '']) => script)].join('\n');
}

function visit(node: ts.Node, facts: SourceFacts): void {
  const note = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const target = targetOf(facts.path, specifier.text);
    facts.imports.push({ specifier: specifier.text, target, typeOnly });
  };
  if (ts.isImportDeclaration(node)) {
    note(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    facts.readsEnvironment ||= importsEnvironment(node);
  } else if (ts.isExportDeclaration(node)) {
    note(node.moduleSpecifier, node.isTypeOnly);
  } else if (ts.isImportTypeNode(node)) {
    note(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    note(node.arguments[0], false);
  } else if (takesSqlText(node)) {
    facts.runsSqlText = true;
  } else if (isProcessEnv(node)) {
    facts.readsEnvironment = true;
  }
  ts.forEachChild(node, (child) => visit(child, facts));
}

function importsEnvironment(node: ts.ImportDeclaration): boolean {
  const from = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
  const names = node.importClause?.namedBindings;
  if (!/^(?:node:)?process$/.test(from) || !names || !ts.isNamedImports(names)) return false;
  return names.elements.some((element) => (element.propertyName ?? element.name).text === 'env');
}

const STATEMENT =
  /^\s*(?:select|with|insert|update|delete|copy|create|alter|drop|analyze|vacuum)\b/i;

/** `em.execute(…)`, a template's `.execute(db)` (a built query's takes nothing), `pool.query('…')`, and `sql` before a statement. */
function takesSqlText(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node)) {
    return ts.isIdentifier(node.tag) && node.tag.text === 'sql' && isStatement(node.template);
  }
  if (!ts.isCallExpression(node)) return false;
  const [first] = node.arguments;
  if (first === undefined) return false;
  if (ts.isIdentifier(node.expression)) return node.expression.text === 'prepared';
  if (!ts.isPropertyAccessExpression(node.expression)) return false;
  const { text } = node.expression.name;
  return text === 'execute' || (text === 'query' && (isStatement(first) || hasText(first)));
}

function isStatement(node: ts.Expression): boolean {
  if (ts.isTemplateExpression(node)) return STATEMENT.test(node.head.text);
  return ts.isStringLiteralLike(node) && STATEMENT.test(node.text);
}

/** node-postgres's form `{ name, text, values }`. */
function hasText(node: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  return node.properties.some(({ name }) => name && ts.isIdentifier(name) && name.text === 'text');
}

function isProcessEnv(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'env' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'process'
  );
}

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  return alias ? specifier.replace(alias[0], alias[1]) : null;
}
