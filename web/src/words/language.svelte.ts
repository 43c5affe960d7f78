/** The language that is spoken now. The device's choice is kept in `state/settings.svelte.ts`; texts only ask here. */

/** Every language by its own name. To add one: a line here, and a folder of texts beside this file. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(LANGUAGES, name);
}

class Chosen {
  language: Language = $state('en');
}

export const chosen = new Chosen();
