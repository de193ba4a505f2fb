import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listPublicNames, namesOfFirstVersion } from '../../scripts/public-names.mjs';

const versions = /^(next|\d+\.\d+\.\d+)$/;

/** The value of each `@since` of a file, by the names that it is about: those of a declaration's members, too. */
function findSince(file: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  const sinceOf = (node: ts.Node): string | undefined => {
    const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'since');
    return tag && (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
  };
  const note = (name: string | undefined, since: string | undefined): void => {
    if (name !== undefined && since !== undefined) found.set(name, since);
  };
  for (const statement of file.statements) {
    const since = sinceOf(statement);
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) note(name.getText(file), since);
    if (ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      note(statement.name?.text, since);
    if (!ts.isClassDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue;
    const owner = statement.name?.text;
    note(owner, since);
    for (const member of statement.members)
      note(`${owner}.${member.name?.getText(file)}`, sinceOf(member) ?? since);
  }
  return found;
}

const since = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name))
    .flatMap((path) => [
      ...findSince(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)),
    ]),
);
const publicNames = listPublicNames(readFileSync('docs/api-report.md', 'utf8'));
const firstNames = new Set(readFileSync(namesOfFirstVersion, 'utf8').trim().split('\n'));

describe('A public name that was not in version 0.1.0', () => {
  it('says since when it exists: `@since next` until a version has it', () => {
    expect(publicNames.length).toBeGreaterThan(1000);
    const others = publicNames.filter((name) => !firstNames.has(name) && !since.has(name));
    expect(others).toEqual([]);
  });

  it('says so by a version, or by "next"', () => {
    expect(since.size).toBeGreaterThan(0);
    expect([...since].filter(([, value]) => !versions.test(value))).toEqual([]);
  });
});

describe('listPublicNames()', () => {
  const block = (code: string): string => `\`\`\`ts\n${code}\n\`\`\`\n`;

  it('lists what is exported, and the members of classes and interfaces', () => {
    const report =
      block('export interface A { b: string; c(): void }\ninterface Hidden { d: string }') +
      block('export declare class E { #private; f: number }\nexport declare function g(): void;') +
      block('export type H = string;\nexport declare const i = 1;');
    expect(listPublicNames(report)).toEqual(['A', 'A.b', 'A.c', 'E', 'E.f', 'H', 'g', 'i']);
  });
});

describe('findSince()', () => {
  it('finds the tag of a declaration, which its members have too, and of a member', () => {
    const code = `/** A. @since next */ export class A { b = 1; }
      export interface C {
        /** D. @since 0.2.0 */
        d: string;
        e: string;
      }`;
    const file = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);
    expect(Object.fromEntries(findSince(file))).toEqual({ A: 'next', 'A.b': 'next', 'C.d': '0.2.0' });
  });
});
