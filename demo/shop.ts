// The script of the shop itself: its order buttons and the demo controls. Nothing here is needed to embed the inbox.
import type { NudgeBell, NudgeEventMap } from 'nudge-inbox';

async function post(path: string, input: unknown): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`${path} responded with status ${response.status}.`);
}

/** What is switched on for this tab alone. */
function isOn(name: string): boolean {
  return sessionStorage.getItem(name) === 'true';
}

function applyAppearance(): void {
  const { dataset } = document.documentElement;
  const theme = sessionStorage.getItem('theme') ?? '';
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  document.documentElement.dir = sessionStorage.getItem('direction') ?? 'ltr';
  const language = sessionStorage.getItem('language');
  if (language) document.documentElement.lang = language;
}

async function order(button: HTMLElement): Promise<void> {
  await post('/shop/order', { product: button.dataset.order });
  button.dataset.done = '';
  setTimeout(() => delete button.dataset.done, 2000);
}

/** Sends the notification that is written in the form, and says so beneath it. */
async function send(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector('output');
  const say = (text: string): void => {
    if (output) output.textContent = text;
  };
  say('Sending …');
  try {
    await post('/shop/send', Object.fromEntries(new FormData(form)));
    say('Sent.');
  } catch (error) {
    say('That did not work.');
    throw error;
  }
}

/** What needs no request of this page: links, and what the backend handles itself, which stays answered. */
const handledElsewhere: readonly (string | null)[] = ['navigate', 'leave-with-neighbour'];

/** Sends the action of a notification button to the shop. */
function handleAction({ detail }: NudgeEventMap['nudge-action']): void {
  const { id, onclickAction, waitUntil } = detail;
  if (!handledElsewhere.includes(onclickAction))
    waitUntil(post('/shop/actions', { id, action: onclickAction }));
}

/** Only reports the device as offline; the service stays reachable. */
function simulateOffline(isOffline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline });
  dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
  sessionStorage.setItem('isOffline', String(isOffline));
}

/** Writes what happens to the notifications into the console, one line for each change. */
async function startTrace(): Promise<void> {
  const [{ trace }] = await Promise.all([
    import('nudge-inbox/trace'),
    customElements.whenDefined('nudge-bell'),
  ]);
  const bell = document.querySelector<NudgeBell>('nudge-bell');
  if (bell) trace(bell);
}

async function handleButton(button: HTMLElement): Promise<void> {
  const { simulation, arrivals, delay, reload } = button.dataset;
  if (simulation) await post('/shop/simulation', JSON.parse(simulation));
  // The state stored on this device belongs to the shop before the reset.
  if (simulation?.includes('reset')) indexedDB.deleteDatabase('nudge-inbox');
  if (arrivals) await post('/shop/simulation', { arrivals: Number(arrivals), delay: Number(delay) });
  if (reload !== undefined) location.reload();
}

async function handleInput(input: HTMLInputElement | HTMLSelectElement): Promise<void> {
  const { name, value } = input;
  const checked = 'checked' in input && input.checked;
  if (name === 'isSlow') await post('/shop/simulation', { speed: checked ? 'slow' : 'normal' });
  else if (name === 'isOffline') simulateOffline(checked);
  else if (name === 'isTraced') sessionStorage.setItem(name, String(checked));
  else if (name === 'theme' || name === 'language') sessionStorage.setItem(name, value);
  else if (name === 'isRightToLeft') sessionStorage.setItem('direction', checked ? 'rtl' : 'ltr');
  else await post('/shop/simulation', { [name]: checked });
  if (input.dataset.reload !== undefined) location.reload();
  applyAppearance();
}

/** The simulation outlives the page, so the controls show its current state. */
async function restoreControls(form: HTMLFormElement): Promise<void> {
  const response = await fetch('/shop/simulation');
  if (!response.ok) return;
  const simulation = (await response.json()) as Record<string, unknown>;
  const { theme = '' } = document.documentElement.dataset;
  const language = form.querySelector('select');
  if (language) language.value = document.documentElement.lang;
  for (const input of form.querySelectorAll('input')) {
    if (input.type === 'radio') input.checked = input.value === theme;
    else if (input.name === 'isRightToLeft') input.checked = document.documentElement.dir === 'rtl';
    else if (input.name === 'isOffline' || input.name === 'isTraced') input.checked = isOn(input.name);
    else
      input.checked = input.name === 'isSlow' ? simulation.speed === 'slow' : simulation[input.name] === true;
  }
}

applyAppearance();
if (isOn('isTraced')) void startTrace();
document.body.addEventListener('nudge-action', handleAction);
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.dataset.order) void order(button);
  else if (button?.closest('.try')) void handleButton(button);
});
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches('.send')) return;
  event.preventDefault();
  void send(event.target);
});
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (target.closest('.try')) void handleInput(target);
  }
});
const controls = document.querySelector<HTMLDetailsElement>('.try details');
const form = controls?.querySelector('form');
if (controls && form) {
  controls.open = isOn('isOpen');
  controls.addEventListener('toggle', () => sessionStorage.setItem('isOpen', String(controls.open)));
  if (isOn('isOffline')) simulateOffline(true);
  void restoreControls(form);
}
