/** Where the files for script tags find the languages: beside them. */
export const languageFolder = './locales/';
