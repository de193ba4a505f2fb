import { inbox } from '../../../backend';

export const GET = (request: Request) => inbox.fetch(request);
export const POST = GET;
