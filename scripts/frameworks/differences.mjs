/** What the apps do not have in common, beside the scripts of their package.json. */
export const differences = {
  html: { served: '.' },
  // Of its tags; see there.
  react: { furtherPages: ['/tags.html'] },
};
