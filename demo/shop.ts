// The shop's own script: its order buttons, and the levers of the demo. Nothing here is needed to embed the inbox.
import type { NudgeEventMap } from 'nudge-inbox';

async function post(path: string, input: unknown): Promise<void> {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(input), keepalive: true });
  if (!answer.ok) throw new Error(`${path} answered with status ${answer.status}.`);
}

function applyLook(): void {
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

/** What a button of a notification asks of the shop. Those that navigate are links, and need nothing. */
function answerAction({ detail }: NudgeEventMap['nudge-action']): void {
  const { id, onclickAction, waitUntil } = detail;
  if (onclickAction !== 'navigate') waitUntil(post('/shop/answers', { id, answer: onclickAction }));
}

/** The shop keeps what was saved, for the service cannot be asked: on the next page it is there again. */
function keepPreference({ detail }: NudgeEventMap['nudge-preference-change']): void {
  void post('/shop/preferences', detail);
}

/** As the device would tell it. The service stays reachable, but nobody asks. */
function pretendOffline(isOffline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline });
  dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}

async function press(button: HTMLElement): Promise<void> {
  const { lever, arrivals, delay, reload } = button.dataset;
  if (lever) await post('/shop/levers', JSON.parse(lever));
  // What this device remembers is of the shop as it was.
  if (lever?.includes('reset')) indexedDB.deleteDatabase('nudge-inbox');
  if (arrivals) await post('/shop/levers', { arrivals: Number(arrivals), delay: Number(delay) });
  if (reload !== undefined) location.reload();
}

async function change(input: HTMLInputElement | HTMLSelectElement): Promise<void> {
  const { name, value } = input;
  const checked = 'checked' in input && input.checked;
  if (name === 'isSlow') await post('/shop/levers', { speed: checked ? 'slow' : 'normal' });
  else if (name === 'isOffline') pretendOffline(checked);
  else if (name === 'theme' || name === 'language') sessionStorage.setItem(name, value);
  else if (name === 'isRightToLeft') sessionStorage.setItem('direction', checked ? 'rtl' : 'ltr');
  else await post('/shop/levers', { [name]: checked });
  applyLook();
}

/** The levers outlive the page, so they are shown as they stand. */
async function showLevers(form: HTMLFormElement): Promise<void> {
  const levers = (await (await fetch('/shop/levers')).json()) as Record<string, unknown>;
  const { theme = '' } = document.documentElement.dataset;
  const language = form.querySelector('select');
  if (language) language.value = document.documentElement.lang;
  for (const input of form.querySelectorAll('input')) {
    if (input.type === 'radio') input.checked = input.value === theme;
    else if (input.name === 'isRightToLeft') input.checked = document.documentElement.dir === 'rtl';
    else input.checked = input.name === 'isSlow' ? levers.speed === 'slow' : levers[input.name] === true;
  }
}

applyLook();
document.body.addEventListener('nudge-action', answerAction);
document.body.addEventListener('nudge-preference-change', keepPreference);
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.dataset.order) void order(button);
  else if (button?.closest('.try')) void press(button);
});
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (target.closest('.try')) void change(target);
  }
});
const form = document.querySelector<HTMLFormElement>('.try form');
if (form) void showLevers(form);
