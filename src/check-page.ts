// Imported first by what is for script tags, since on such a page the next module, Lit, throws.
import { warnOnce } from './common/warn.js';

if (!Object.isExtensible(Symbol) && !('metadata' in Symbol))
  warnOnce(
    "There are no elements: Symbol is frozen, to which Lit adds. First run Symbol.metadata ??= Symbol('metadata').",
  );
