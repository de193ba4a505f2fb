/** The list of the public names of version 0.1.0. */
export const namesOfFirstVersion: string;
/** Lists the public names in the text of an API report, each once and sorted. */
export function listPublicNames(report: string): string[];
