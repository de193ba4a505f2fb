import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isTyped, loadBlocks, type Block } from './markdown.js';
import { createBlockPrograms } from './type-check.js';

// The build of an example checks the types of its files. A service worker has other globals than a page; a test runs it.
const isCheckedElsewhere = ({ check }: Block): boolean =>
  check.startsWith('example ') || check === 'run service-worker.js';

const programs = await createBlockPrograms(
  loadBlocks().filter((block) => (isTyped(block) || block.language === 'json') && !isCheckedElsewhere(block)),
);

it('The code blocks of the documentation have the types of the package', () => {
  expect(programs.findErrors()).toEqual([]);
});

describe('A docstring', () => {
  const checker = programs.strict.getTypeChecker();

  const isDocumented = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;

  /** Neither of a dependency nor of a block, which may declare further fields. */
  const isOwn = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(resolve('src'));

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

  /** The properties and methods of a class or an interface. Those of a union are explained by the union itself. */
  function membersOf(symbol: ts.Symbol): ts.Symbol[] {
    if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
    return checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isPublic);
  }

  function exportsOf(entry: string): ts.Symbol[] {
    const file = programs.strict.getSourceFile(resolve(`src/${entry}.ts`));
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${entry} exports nothing.`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter((symbol) => symbol.declarations?.every(isOwn));
  }

  it.each(['index', 'client', 'server', 'sandbox', 'react', 'trace'])(
    'explains each export of src/%s.ts and each public member',
    (entry) => {
      const exported = exportsOf(entry);
      const names = exported.flatMap((symbol) => [
        ...(isDocumented(symbol) ? [] : [symbol.name]),
        ...membersOf(symbol)
          .filter((member) => !isDocumented(member))
          .map((member) => `${symbol.name}.${member.name}`),
      ]);
      expect(exported.length).toBeGreaterThan(1);
      expect(names).toEqual([]);
    },
  );
});
