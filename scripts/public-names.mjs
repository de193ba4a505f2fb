// Lists the public names of the API report: what each entry exports, and the members of its classes and interfaces.
//
// `test/docs/since.test.ts` compares them with those of version 0.1.0, in `test/docs/names-0.1.0.txt`. Run directly, it writes that list
// anew: only until version 0.1.0 is on a registry.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const namesOfFirstVersion = 'test/docs/names-0.1.0.txt';

function isExported(statement) {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function namesOf(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const name = statement.name?.getText();
  if (!name) return [];
  const members =
    ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement) ? statement.members : [];
  return [name, ...members.flatMap((member) => (member.name ? `${name}.${member.name.getText()}` : []))];
}

/** Lists the names in the text of a report, each once and sorted. */
export function listPublicNames(report) {
  const blocks = [...report.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  const names = blocks.flatMap((code) =>
    ts
      .createSourceFile('api.d.ts', code, ts.ScriptTarget.Latest, true)
      .statements.filter(isExported)
      .flatMap(namesOf),
  );
  return [...new Set(names)].filter((name) => !name.includes('#')).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(
    namesOfFirstVersion,
    `${listPublicNames(readFileSync('docs/api-report.md', 'utf8')).join('\n')}\n`,
  );
