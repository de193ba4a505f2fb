// The script of the page, as the documentation has it: it may run before the script of the inbox has loaded.
const parameters = new URLSearchParams(location.search);

/** What must not happen on any visit: errors, warnings and violations of the policy. */
window.problems = [];
addEventListener('error', ({ message }) => problems.push(message));
// A script that does not load dispatches an event that does not bubble.
addEventListener('error', ({ target }) => target.localName === 'script' && problems.push(target.src), true);
addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  problems.push(`${violatedDirective} ${blockedURI} ${sample}`);
});
console.warn = console.error = (...messages) => problems.push(messages.join(' '));

async function post(path, input) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
}

window.NudgeInbox = { queue: [] };
NudgeInbox.queue.push(() => {
  const { element, session } = NudgeInbox.mount('#bell', {
    baseUrl: '/api/v1/engagement',
    customerKey: parameters.get('customer'),
    backendUrl: '/shop',
    ...(parameters.has('firstPage') && { firstPage: 'nudge-first-page' }),
    // With the list alone, what is read is stored on the device.
    ...(parameters.get('stores') === 'device' && { source: NudgeInbox.pollingSource('/shop/notifications') }),
  });
  // The visits follow what is unread.
  element.badge = 'unread';
  document.querySelector('#sign-out').addEventListener('click', async () => {
    if (await session.signOut()) document.querySelector('output').textContent = 'Signed out';
  });
});

// A single-page app: its router shows the page that a notification leads to.
document.addEventListener('nudge-navigate', (event) => {
  event.preventDefault();
  document.querySelector('output').textContent = new URL(event.detail.url).pathname;
});
document.addEventListener('nudge-action', ({ detail }) => {
  // The shop's backend handles the press itself.
  if (['navigate', 'leave-with-neighbour'].includes(detail.onclickAction)) return;
  detail.waitUntil(post('/shop/actions', { id: detail.id }));
});
