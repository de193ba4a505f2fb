import type { NextConfig } from 'next';

// As create-next-app writes it: no page waits for what depends on the customer.
const config: NextConfig = { cacheComponents: true };

export default config;
