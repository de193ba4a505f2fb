import stylelint from 'stylelint';
import { newerFeatures } from './scripts/newer-features.mjs';

/** What works without, each with what a browser shows that does not know it. */
const optional = [
  // A script positions the panel.
  'anchor-name',
  'position-anchor',
  'position-area',
  'position-try-fallbacks',
  'position-try-order',
  // The panel appears and disappears at once.
  'transition-behavior',
  'starting-style',
  // Long lists take longer to lay out.
  'content-visibility',
  // A fine line may show between two cards.
  'overflow-clip-margin',
  // Lines are wrapped as usual.
  'text-wrap',
  // A scrollbar is shown.
  'scrollbar-width',
  // Text can be selected; Safari has `-webkit-user-select`.
  'user-select',
  // `@supports` contains the colours and the selector for browsers without.
  'light-dark',
  'dir',
  'host-context',
];

const required = (names) => names.filter((name) => !optional.includes(name));

const hoverRule = 'nudge/hover-needs-media';

/** After a touch, a control stays hovered until the next one. */
const hoverPlugin = stylelint.createPlugin(hoverRule, () => (root, result) => {
  root.walkRules(/:hover/, (node) => {
    let around = node.parent;
    while (around && !around.params?.includes('(hover: hover)')) around = around.parent;
    const message = `Expected :hover within @media (hover: hover) (${hoverRule})`;
    if (!around) stylelint.utils.report({ ruleName: hoverRule, result, node, message });
  });
});

/** Styles use only what the browsers of `browserslist` in package.json know, besides what is optional. */
export default {
  customSyntax: 'postcss-lit',
  plugins: [hoverPlugin],
  rules: {
    [hoverRule]: true,
    'property-disallowed-list': required(newerFeatures.properties),
    'at-rule-disallowed-list': required(newerFeatures.atRules),
    'selector-pseudo-class-disallowed-list': required(newerFeatures.pseudoClasses),
    'function-disallowed-list': required(newerFeatures.functions),
  },
};
