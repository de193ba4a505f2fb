import type { Page } from '@playwright/test';

const violation = 'Content Security Policy violation: ';

function reportViolations(prefix: string): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.info(`${prefix}${violatedDirective} ${blockedURI}`);
  });
}

/** Records uncaught errors, and violations of the page's Content-Security-Policy. */
export async function recordProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.text().startsWith(violation)) problems.push(message.text());
  });
  await page.addInitScript(reportViolations, violation);
  return problems;
}
