import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Two pages: one with the components, one with the tags.
  environments: { client: { build: { rolldownOptions: { input: ['index.html', 'tags.html'] } } } },
});
