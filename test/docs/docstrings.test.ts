import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const entries = ['index', 'client', 'server', 'sandbox', 'react'].map((name) => `src/${name}.ts`);
const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: unknown };
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram(entries, options);
const checker = program.getTypeChecker();

const isDocumented = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;

/** Whether users of the package see the member in their editor. */
function isPublic(member: ts.Symbol): boolean {
  const declaration = member.declarations?.[0];
  if (!declaration || !isOwn(declaration)) return false;
  const name = ts.getNameOfDeclaration(declaration);
  if (name && ts.isPrivateIdentifier(name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isInternal = member.getJsDocTags(checker).some(({ name }) => name === 'internal');
  return !isInternal && !(ts.getCombinedModifierFlags(declaration) & hidden);
}

const isOwn = (node: ts.Node): boolean => !node.getSourceFile().fileName.includes('node_modules');

/** The properties and methods of a class or an interface. Those of a union are explained by the union itself. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
  return checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isPublic);
}

function exportsOf(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} exports nothing.`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter((symbol) => symbol.declarations?.every(isOwn));
}

describe.each(entries)('What %s exports', (entry) => {
  const exported = exportsOf(entry);

  it('has a docstring, and so has every public member', () => {
    const names = exported.flatMap((symbol) => [
      ...(isDocumented(symbol) ? [] : [symbol.name]),
      ...membersOf(symbol)
        .filter((member) => !isDocumented(member))
        .map((member) => `${symbol.name}.${member.name}`),
    ]);
    expect(exported.length).toBeGreaterThan(3);
    expect(names).toEqual([]);
  });
});
