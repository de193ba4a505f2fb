// As much of Express 5 as the documentation uses, so that its example runs without another dependency.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

function decorate(request, response) {
  const url = new URL(request.url, 'http://localhost');
  Object.assign(request, { originalUrl: request.url, path: url.pathname });
  request.query = Object.fromEntries(url.searchParams);
  Object.assign(response, {
    locals: {},
    status: (code) => Object.assign(response, { statusCode: code }),
    set: (name, value) => response.setHeader(name, value),
    type: (value) => response.setHeader('Content-Type', `${value}; charset=utf-8`),
    send: (text) => response.end(text),
    json: (value) => response.type('application/json').send(JSON.stringify(value)),
  });
}

export default function express() {
  const layers = [];
  const add = (method, isPrefix) => (path, handle) =>
    layers.push({ method, isPrefix, ...(handle ? { path, handle } : { path: '/', handle: path }) });

  async function dispatch(request, response) {
    decorate(request, response);
    for (const { method, isPrefix, path, handle } of layers) {
      const matches = isPrefix ? request.path.startsWith(path) : request.path === path;
      if (!matches || (method && method !== request.method)) continue;
      let isNext = false;
      await handle(request, response, () => (isNext = true));
      if (!isNext) return;
    }
    response.status(404).end();
  }

  return {
    get: add('GET', false),
    post: add('POST', false),
    use: add(null, true),
    listen: (port, callback) => createServer((...both) => void dispatch(...both)).listen(port, callback),
  };
}

express.json = () => async (request, _response, next) => {
  if (request.headers['content-type'] === 'application/json') {
    let text = '';
    for await (const chunk of request) text += chunk;
    request.body = JSON.parse(text);
  }
  next();
};

express.static = (folder) => async (request, response) => {
  const file = await readFile(join(folder, request.path.replace('/assets/', '')));
  response.type('text/javascript').send(file);
};
