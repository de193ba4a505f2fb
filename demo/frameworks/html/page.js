import { answer, failOnce, requests, settingsOf } from './service.js';

const bell = document.querySelector('nudge-bell');
const preferences = document.querySelector('nudge-preferences');
const header = document.querySelector('header');
const main = document.querySelector('main');

function write(line) {
  const item = document.createElement('li');
  item.textContent = line;
  document.querySelector('ol').append(item);
}

/** Who fired which event with which detail: of records only the id, of errors the name. */
function log(event) {
  const detail = JSON.stringify(event.detail, (key, value) => {
    if (value instanceof Error) return value.name;
    if (typeof value === 'function') return 'function';
    return key === 'notification' ? value.id : value;
  });
  write(`${event.currentTarget.localName} ${event.type} ${detail}`);
}

bell.addEventListener('nudge-open', log);
bell.addEventListener('nudge-close', log);
bell.addEventListener('nudge-read-change', log);
bell.addEventListener('nudge-dismiss-change', log);
bell.addEventListener('nudge-unread-count-change', log);
bell.addEventListener('nudge-arrival', log);
for (const element of [bell, preferences]) {
  element.addEventListener('nudge-preference-change', log);
  element.addEventListener('nudge-error', log);
}

/** On a page without a router there is nothing to do: the browser follows the link. */
bell.addEventListener('nudge-navigate', (event) => {
  event.preventDefault();
  document.querySelector('output').textContent = new URL(event.detail.url).pathname;
  log(event);
});

bell.addEventListener('nudge-action', (event) => {
  event.detail.waitUntil(Promise.resolve('approved'));
  log(event);
});

/** A card of one's own for invoices; null leaves it to the usual one. */
bell.renderNotification = ({ id, payload }) => {
  if (id !== 'invoice') return null;
  const card = document.createElement('p');
  card.style.margin = '12px 16px';
  card.textContent = `By hand: ${payload.title}`;
  return card;
};
bell.messages = { all: 'All News' };

function start() {
  let customer = 'anna';
  const { createSession } = globalThis.NudgeInbox;
  const sessions = { anna: createSession(settingsOf('anna')), ravi: createSession(settingsOf('ravi')) };

  function show() {
    bell.session = sessions[customer];
    preferences.session = sessions[customer];
  }

  function relabel() {
    const label = bell.label === 'News' ? 'Messages' : 'News';
    bell.label = label;
    bell.messages = { all: `All ${label}` };
  }

  let right;

  /** What a page may set by mistake, and then as it was. */
  function mistake() {
    if (right) {
      const { label, messages, renderNotification } = right;
      right = undefined;
      Object.assign(bell, { label, messages, renderNotification, maxCount: 9 });
      Object.assign(preferences, {
        baseUrl: undefined,
        getToken: undefined,
        ids: undefined,
        groups: undefined,
      });
      show();
      return;
    }
    const { label, messages, renderNotification } = bell;
    right = { label, messages, renderNotification };
    Object.assign(bell, {
      session: {},
      label: 5,
      messages: 'none',
      maxCount: 'many',
      renderNotification: 'card',
    });
    preferences.session = undefined;
    Object.assign(preferences, { baseUrl: '/v1/service', getToken: () => null, ids: 'n1', groups: 7 });
  }

  const acts = {
    Mount() {
      header.append(bell);
      main.prepend(preferences);
    },
    Unmount() {
      bell.remove();
      preferences.remove();
    },
    'Another session'() {
      customer = customer === 'anna' ? 'ravi' : 'anna';
      show();
    },
    'Another label': relabel,
    'Wrong types': mistake,
    Notify: () => sessions[customer].notifications.add([answer(customer)]),
    'Fail once': failOnce,
    Requests: () => write(requests()),
  };
  main.addEventListener('click', ({ target }) => acts[target.textContent]?.());
  show();
}

// Now, or as soon as the script is there.
globalThis.NudgeInbox ??= { queue: [] };
globalThis.NudgeInbox.queue.push(start);
