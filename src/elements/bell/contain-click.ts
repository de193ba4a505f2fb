import { pathWithin } from '../base/ancestors.js';

/** What the page may have put around an element, and what a click anywhere in it uses. */
const activated = 'a[href], label, summary, button';
/** In what is clicked, what has an effect of its own, which must not be prevented. Our own buttons have only listeners. */
const hasOwnEffect =
  'a[href], area, label, summary, button:not([type=button]), [popovertarget], [commandfor], input, select, textarea, audio, video';

/**
 * Contains a click for the link, label, summary or button in which the page has put an element: what is pressed in a panel in front of
 * the page is no press on these, of which the panel is a part only in the markup.
 */
export function containClick(event: Event): void {
  const within = pathWithin(event);
  const isAround = (target: EventTarget): boolean =>
    target instanceof Element && target.matches(activated) && !within.includes(target);
  if (within.some((element) => element.matches(hasOwnEffect))) return;
  if (event.composedPath().some(isAround)) event.preventDefault();
}
