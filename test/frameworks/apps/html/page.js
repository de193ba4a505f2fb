import { addNotification, failNextSave, formatRequests, sessionOptions } from './service.js';

const bell = document.querySelector('nudge-bell');
const preferences = document.querySelector('nudge-preferences');
const header = document.querySelector('header');
const main = document.querySelector('main');

function addLine(line) {
  const item = document.createElement('li');
  item.textContent = line;
  document.querySelector('ol').append(item);
}

/** Logs an event. Records are reduced to their id, errors to their name. */
function logEvent(event) {
  const detail = JSON.stringify(event.detail, (key, value) => {
    if (value instanceof Error) return value.name;
    if (typeof value === 'function') return 'function';
    return key === 'notification' ? value.id : value;
  });
  addLine(`${event.currentTarget.localName} ${event.type} ${detail}`);
}

bell.addEventListener('nudge-open', logEvent);
bell.addEventListener('nudge-close', logEvent);
bell.addEventListener('nudge-read-change', logEvent);
bell.addEventListener('nudge-dismiss-change', logEvent);
bell.addEventListener('nudge-unread-count-change', logEvent);
bell.addEventListener('nudge-arrival', logEvent);
for (const element of [bell, preferences]) {
  element.addEventListener('nudge-preference-change', logEvent);
  element.addEventListener('nudge-error', logEvent);
}

/** Without a router you need no listener: the browser follows the link. */
bell.addEventListener('nudge-navigate', (event) => {
  event.preventDefault();
  document.querySelector('output').textContent = new URL(event.detail.url).pathname;
  logEvent(event);
});

bell.addEventListener('nudge-action', (event) => {
  event.detail.waitUntil(Promise.resolve('approved'));
  logEvent(event);
});

/** A custom card for invoices. All other notifications keep the default card. */
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
  const sessions = {
    anna: createSession(sessionOptions('anna')),
    ravi: createSession(sessionOptions('ravi')),
  };

  function applySession() {
    bell.session = sessions[customer];
    preferences.session = sessions[customer];
  }

  function switchLabel() {
    const label = bell.label === 'News' ? 'Messages' : 'News';
    bell.label = label;
    bell.messages = { all: `All ${label}` };
  }

  const actions = {
    Mount() {
      header.append(bell);
      main.prepend(preferences);
    },
    Unmount() {
      bell.remove();
      preferences.remove();
    },
    'Switch session'() {
      customer = customer === 'anna' ? 'ravi' : 'anna';
      applySession();
    },
    'Switch label': switchLabel,
    'Add notification': () => sessions[customer].notifications.add([addNotification(customer)]),
    'Fail next save': failNextSave,
    'Log requests': () => addLine(formatRequests()),
  };
  main.addEventListener('click', ({ target }) => actions[target.textContent]?.());
  applySession();
}

// Runs now, or as soon as the script has loaded.
globalThis.NudgeInbox ??= { queue: [] };
globalThis.NudgeInbox.queue.push(start);
