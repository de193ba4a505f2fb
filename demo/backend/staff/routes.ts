import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { ApiError, ConnectionError, NudgeError, ServerClient } from '../../../src/server.js';
import { staffPage } from '../pages.js';
import type { Shop } from '../shop.js';
import { renderJob } from './job-page.js';
import { Overview, Wish } from './overview.js';
import type { Html } from './parts.js';
import { explain, renderTrouble, type Trouble } from './trouble.js';

const download = 'GET {downloadUrl}';

/**
 * The pages of the shop's staff, who see through the service without its key: that never leaves this backend.
 * A real shop would first ask who is there, for the pages tell names and addresses.
 */
export function createStaffRoutes({ sandbox }: Shop, folder: string): Hono {
  const { clientKey, clientSecret, ids } = sandbox;
  const { projectId } = ids;
  // Handed its `fetch`, the sandbox is asked without a port; a real service has an address of its own.
  const baseUrl = new URL(sandbox.baseUrl, 'http://localhost').href;
  const client = new ServerClient({ baseUrl, clientKey, clientSecret, fetch: sandbox.fetch });
  const routes = new Hono();

  async function answer(context: Context, name: string, main: Html, status: 200 | Trouble['status'] = 200) {
    const page = await staffPage(folder, name, await main);
    return context.html(page.html, status, {
      'Content-Security-Policy': page.policy,
      'Cache-Control': 'no-store',
    });
  }

  routes.get('/', async (context) => {
    const { url, signal } = context.req.raw;
    const overview = new Overview(client, projectId, new Wish(new URL(url).searchParams), signal);
    const main = await overview.render();
    return answer(context, 'Staff', main, overview.hasTrouble ? 502 : 200);
  });

  routes.get('/jobs/:id', async (context) => {
    const id = context.req.param('id');
    const { signal } = context.req.raw;
    const family = await client.jobs.retrieve({ projectId, clientJobsId: id }, { signal });
    return answer(context, `Job ${id}`, renderJob(family));
  });

  routes.get('/jobs/:id/failed-rows', async (context) => {
    const id = context.req.param('id');
    const { signal } = context.req.raw;
    const { currentJob } = await client.jobs.retrieve({ projectId, clientJobsId: id }, { signal });
    // Empty or null alike where no row failed.
    if (!currentJob.errorMediaManagerId) throw new ApiError('there is no file', null, { status: 404 });
    const { downloadUrl } = await client.media.retrieveDownloadUrl(
      { projectId },
      { context: 'failedCustomerPoolCsv', mediaManagerId: currentJob.errorMediaManagerId },
      { signal },
    );
    const file = await sandbox.fetch(downloadUrl, { signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ConnectionError('no answer', download, { cause });
    });
    if (!file.ok) throw new ApiError('refused', download, { status: file.status });
    return new Response(file.body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="failed-rows-${id.replace(/[^\w-]/g, '-')}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  });

  const showTrouble = (context: Context, trouble: Trouble) =>
    answer(
      context,
      trouble.heading,
      html`<p class="eyebrow"><a href="/staff">Staff</a></p>
        <h1>That did not work</h1>
        ${renderTrouble(trouble, context.req.path)}`,
      trouble.status,
    );

  routes.all('*', (context) =>
    showTrouble(context, {
      status: 404,
      heading: 'There is no such page',
      advice: 'The address is not right.',
    }),
  );
  routes.onError((error, context) => {
    // Nobody is there any more to be answered.
    if (context.req.raw.signal.aborted) return context.body(null);
    if (!(error instanceof NudgeError)) throw error;
    return showTrouble(context, explain(error));
  });
  return routes;
}
