/** What the apps do not have in common, beside the scripts of their package.json. */
export const differences = {
  angular: { served: 'dist/browser', rendered: 'dist-rendered/browser' },
  html: { served: '.' },
  // The app by its tags; there it says why no server renders that one.
  react: { furtherPages: ['/tags.html'] },
  // Its JSX knows no tags with properties and events.
  'react-18': { basedOn: 'react', leavesOut: ['src/Tags.tsx', 'src/main-tags.tsx', 'tags.html'] },
  // As long as a tag is not registered, Svelte sets objects as properties, but functions as attributes.
  svelte: { lateOptions: { hasOwnCards: false } },
};
