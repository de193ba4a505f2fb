/** Leaves out what is nobody's business outside: private members, and modules without a tag. */
function publicOnly() {
  return {
    name: 'public-only',
    packageLinkPhase({ customElementsManifest: manifest }) {
      manifest.modules = manifest.modules.filter((module) =>
        module.declarations?.some((declaration) => declaration.tagName),
      );
      for (const declaration of manifest.modules.flatMap((module) => module.declarations)) {
        declaration.members = declaration.members?.filter(
          ({ privacy, name }) => privacy === undefined && !name.startsWith('#'),
        );
      }
    },
  };
}

export default {
  globs: ['src/elements/*.ts'],
  litelement: true,
  packagejson: false,
  plugins: [publicOnly()],
};
