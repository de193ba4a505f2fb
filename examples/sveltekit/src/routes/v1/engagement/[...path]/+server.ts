import { forward } from '$lib/server/backend';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ request }) => forward(request);
export const POST = GET;
