import { inbox } from '$lib/server/backend';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ request }) => inbox.fetch(request);
export const POST = GET;
