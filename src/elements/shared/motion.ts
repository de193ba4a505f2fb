const timing: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' };

const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets an element slide in from above. */
export function slideIn(element: HTMLElement): void {
  if (!isMotionReduced()) element.animate({ opacity: [0, 1], translate: ['0 -16px', '0 0'] }, timing);
}

/** Removes an element, whose place then closes. Meanwhile it is inert. */
export function collapse(element: HTMLElement, onRemoved: () => void): void {
  const { height } = element.getBoundingClientRect();
  if (height === 0 || isMotionReduced()) {
    element.remove();
    onRemoved();
    return;
  }
  element.inert = true;
  const animation = element.animate(
    { blockSize: [`${height}px`, '0'], opacity: [1, 0], overflow: ['clip', 'clip'] },
    timing,
  );
  animation.onfinish = animation.oncancel = () => {
    element.remove();
    onRemoved();
  };
}
