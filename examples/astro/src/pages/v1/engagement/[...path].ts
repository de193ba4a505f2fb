import type { APIRoute } from 'astro';
import { forward } from '../../../backend';

export const ALL: APIRoute = ({ request }) => forward(request);
