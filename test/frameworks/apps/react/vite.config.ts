import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // One page uses the components, the other the tags.
  environments: { client: { build: { rolldownOptions: { input: ['index.html', 'tags.html'] } } } },
});
