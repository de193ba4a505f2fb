import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { ApiError, ConnectionError, type JobFamily, NudgeError, ServerClient } from '../../../src/server.js';
import { staffPage } from '../pages.js';
import type { Shop } from '../shop.js';
import { renderJob } from './job-page.js';
import { Overview, StaffQuery } from './overview.js';
import type { Html } from './parts.js';
import { describeError, type ErrorMessage, renderErrorMessage } from './error-message.js';

const downloadRequest = 'GET {downloadUrl}';

/**
 * The staff pages. They show data of the service, whose key never leaves this backend.
 * A real shop would require a sign-in, because the pages contain names and email addresses.
 */
export function createStaffRoutes({ sandbox }: Shop, folder: string): Hono {
  const { clientKey, clientSecret, ids } = sandbox;
  const { projectId } = ids;
  // Called through its `fetch`, the sandbox needs no port; a real service has its own origin.
  const baseUrl = new URL(sandbox.baseUrl, 'http://localhost').href;
  const client = new ServerClient({ baseUrl, clientKey, clientSecret, fetch: sandbox.fetch });
  const routes = new Hono();

  async function respond(
    context: Context,
    name: string,
    main: Html,
    status: 200 | ErrorMessage['status'] = 200,
  ) {
    const page = await staffPage(folder, name, await main);
    return context.html(page.html, status, {
      'Content-Security-Policy': page.policy,
      'Cache-Control': 'no-store',
    });
  }

  /** Null if the service has no such job. */
  async function retrieveJob(id: string, signal: AbortSignal): Promise<JobFamily | null> {
    try {
      return await client.jobs.retrieve({ projectId, clientJobsId: id }, { signal });
    } catch (error) {
      if (error instanceof NudgeError && describeError(error).status === 404) return null;
      throw error;
    }
  }

  const showError = (context: Context, message: ErrorMessage) =>
    respond(
      context,
      message.heading,
      html`<p class="eyebrow"><a href="/staff">Staff</a></p>
        <h1>${message.status === 404 ? 'Not found' : 'That did not work'}</h1>
        ${renderErrorMessage(message, context.req.path)}`,
      message.status,
    );

  const showUnknownJob = (context: Context) =>
    showError(context, {
      status: 404,
      heading: 'There is no such job',
      advice: 'It may have been removed, or the address is wrong.',
    });

  routes.get('/', async (context) => {
    const { url, signal } = context.req.raw;
    const overview = new Overview(client, projectId, new StaffQuery(new URL(url).searchParams), signal);
    const main = await overview.render();
    return respond(context, 'Staff', main, overview.hasErrors ? 502 : 200);
  });

  routes.get('/jobs/:id', async (context) => {
    const id = context.req.param('id');
    const family = await retrieveJob(id, context.req.raw.signal);
    if (!family) return showUnknownJob(context);
    return respond(context, `Job ${id}`, renderJob(family));
  });

  routes.get('/jobs/:id/failed-rows', async (context) => {
    const id = context.req.param('id');
    const { signal } = context.req.raw;
    const family = await retrieveJob(id, signal);
    if (!family) return showUnknownJob(context);
    const { errorMediaManagerId } = family.currentJob;
    // Empty or null if no row failed.
    if (!errorMediaManagerId)
      return showError(context, {
        status: 404,
        heading: 'This job has no failed rows',
        advice: 'There is nothing to download.',
      });
    const { downloadUrl } = await client.media.retrieveDownloadUrl(
      { projectId },
      { context: 'failedCustomerPoolCsv', mediaManagerId: errorMediaManagerId },
      { signal },
    );
    const file = await sandbox.fetch(downloadUrl, { signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new ConnectionError('no response', downloadRequest, { cause });
    });
    if (!file.ok) throw new ApiError('refused', downloadRequest, { status: file.status });
    return new Response(file.body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="failed-rows-${id.replace(/[^\w-]/g, '-')}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  });

  routes.all('*', (context) =>
    showError(context, {
      status: 404,
      heading: 'Page not found',
      advice: 'The address is wrong.',
    }),
  );
  routes.onError((error, context) => {
    // The client has gone.
    if (context.req.raw.signal.aborted) return context.body(null);
    if (!(error instanceof NudgeError)) throw error;
    return showError(context, describeError(error));
  });
  return routes;
}
