/** The languages that there are words for. */
const known = ['en'];

/** The `lang` that holds at this place of the page, through shadow roots; else what the page says as a whole. */
function nearestLanguage(element: Element): string {
  for (let at: Element | null = element; at;) {
    const holder: Element | null = at.closest('[lang]');
    if (holder) return holder.getAttribute('lang') ?? '';
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
}

/** A locale that there are words for and that `Intl` takes: the region decides how dates are written. */
export function localeOf(element: Element): string {
  const wanted = nearestLanguage(element) || navigator.language;
  try {
    const [locale] = Intl.getCanonicalLocales(wanted);
    if (locale && known.includes(new Intl.Locale(locale).language)) return locale;
  } catch {
    // No language tag; the default does.
  }
  return 'en';
}
