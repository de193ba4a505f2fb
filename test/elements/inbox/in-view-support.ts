/** Resolves once the browser has reported to all observers what is in view now. */
export async function whenInViewReported(element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      // Other observers are called later in the same task.
      setTimeout(resolve);
    });
    observer.observe(element);
  });
}
