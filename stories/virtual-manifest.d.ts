declare module 'virtual:custom-elements-manifest' {
  const manifest: { modules: { declarations: unknown[] }[] };
  export default manifest;
}
