import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What defines tests and groups of them. Journeys have a function of their own, whose title is not its first argument. */
const definers = ['describe', 'it', 'test', 'journey'];

/** What stands for a value in the title of a test: `%s` and `$name` of `each`, and what a template inserts. */
const placeholder = /%[sdifjo]|\$[\w.]+/g;

/** The name of the function that `it()`, `it.each(…)()` and the like begin with. */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isTaggedTemplateExpression(expression)) return nameOf(expression.tag);
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return nameOf(expression.expression);
  return '';
}

/** A page sets what is code in a title in marks of its own. */
const withoutMarks = (text: string): string => text.replaceAll('`', '');

const escape = (text: string): string => withoutMarks(text).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A title as a pattern, in which each value is anything. */
function patternOf(title: ts.Expression): string | null {
  if (ts.isStringLiteralLike(title)) {
    const texts = title.text.split(placeholder);
    return texts.map(escape).join('.+');
  }
  if (!ts.isTemplateExpression(title)) return null;
  return [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].map(escape).join('.+');
}

/** The titles of the tests of a file and of their groups, each after those of the groups around it, as patterns. */
function titlesOf(source: ts.SourceFile): RegExp[] {
  const titles: RegExp[] = [];
  const visit = (node: ts.Node, group: string): void => {
    const isDefinition = ts.isCallExpression(node) && definers.includes(nameOf(node.expression));
    const title = isDefinition ? node.arguments.map(patternOf).find((pattern) => pattern !== null) : null;
    const path = [group, title].filter(Boolean).join(' ');
    if (title) titles.push(new RegExp(`^${path}$`));
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(source, '');
  return titles;
}

/** The names of the stories of a file, which are what it exports. */
function storiesOf(source: ts.SourceFile): RegExp[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ name }) => new RegExp(`^${name.getText(source)}$`));
}

const titles = new Map<string, RegExp[]>();

/**
 * Whether a file has a test, or a group of tests, with this title, after the titles of the groups around it; or a story with this
 * name. Where the title has a placeholder, any text may stand.
 */
export function hasTest(file: string, title: string): boolean {
  let known = titles.get(file);
  if (!known) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    known = file.endsWith('.stories.ts') ? storiesOf(source) : titlesOf(source);
    titles.set(file, known);
  }
  return known.some((pattern) => pattern.test(withoutMarks(title)));
}
