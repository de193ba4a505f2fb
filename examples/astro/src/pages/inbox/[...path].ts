import type { APIRoute } from 'astro';
import { inbox } from '../../backend';

export const ALL: APIRoute = ({ request }) => inbox.fetch(request);
