import { nodeHandler } from 'nudge-inbox/backend';

// As a response, Nitro would not notice that a page with events has closed.
export default fromNodeMiddleware(nodeHandler(inbox));
