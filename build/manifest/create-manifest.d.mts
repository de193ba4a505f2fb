/** Creates the custom elements manifest of the published elements from their source. */
export function createManifest(): Promise<object>;
