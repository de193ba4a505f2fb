import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  environments: { client: { build: { rolldownOptions: { input: ['index.html', 'lenis.html'] } } } },
});
