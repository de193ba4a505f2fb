/// <reference types="vite/client" />

declare module '*.mdx' {
  const page: () => unknown;
  export default page;
}

declare module 'virtual:custom-elements-manifest' {
  const manifest: { modules: { declarations: unknown[] }[] };
  export default manifest;
}
