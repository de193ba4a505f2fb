/** Storybook reads this in place of the configuration at the top level, which builds the package and serves the demo. */
export default {};
