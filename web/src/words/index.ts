/**
 * Every text of the app, by key, in the language chosen. The texts are in `words/LANGUAGE/*.json`: files beside the script,
 * fetched when their language is spoken.
 *
 * English has no `editions`, `rules`, `cards` and `server`: those texts are the server's own, and it sends them (see `server.ts`).
 */
import type analysis from './en/analysis.json';
import type bank from './en/bank.json';
import type board from './en/board.json';
import type common from './en/common.json';
import type options from './en/options.json';
import type play from './en/play.json';
import type referee from './en/referee.json';
import type shell from './en/shell.json';
import { chosen, type Language } from './language.svelte';

export { isLanguage, LANGUAGES, type Language } from './language.svelte';

/** A text, or one for each plural form that the language has (`one`, `other`, …), chosen by `{n}`. */
export type Text = string | { [form: string]: string };
export type Messages = { [key: string]: Text };

export type Key = keyof (typeof analysis &
  typeof bank &
  typeof board &
  typeof common &
  typeof options &
  typeof play &
  typeof referee &
  typeof shell);

const FILES = import.meta.glob<string>('./*/*.json', { query: '?url', import: 'default', eager: true });
/** The words that are here. A text that a language lacks is English, where that is here. */
export const MESSAGES: { [language in Language]?: Messages } = {};
/** How long words are waited for, in ms. */
const PATIENCE = 10_000;

/** Where the words of every language are. */
export function wordFiles(): string[] {
  return Object.values(FILES);
}

/** Have the words of a language at hand. */
export function learn(language: Language, messages: Messages): void {
  MESSAGES[language] = messages;
}

/** Fetch the words of a language; false if they cannot be had now. */
export async function fetchWords(language: Language): Promise<boolean> {
  if (MESSAGES[language]) return true;
  try {
    const files = Object.keys(FILES).filter((file) => file.startsWith(`./${language}/`));
    const parts = await Promise.all(files.map((file) => fetchText(FILES[file]!)));
    learn(language, Object.assign({}, ...parts) as Messages);
    return true;
  } catch {
    return false;
  }
}

async function fetchText(file: string): Promise<Messages> {
  const answer = await fetch(file, { signal: AbortSignal.timeout(PATIENCE) });
  return (await answer.json()) as Messages;
}

export type Values = Record<string, string | number>;

function textOf(key: string): Text | undefined {
  return MESSAGES[chosen.language]?.[key] ?? MESSAGES.en?.[key];
}

/** The text of a key, with its places filled in: `t('lobby.free', { n: 3 })`. Numbers are written as is usual there. */
export function t(key: Key, values: Values = {}): string {
  return fill(chosen.language, textOf(key) ?? key, values);
}

/** The text of a key that is put together, such as `option.jail_fine.label`; `otherwise` if there is none. */
export function maybe(key: string, otherwise: string, values: Values = {}): string {
  const text = textOf(key);
  return text === undefined ? otherwise : fill(chosen.language, text, values);
}

/** The texts under a prefix that have places {0}, {1}, with a pattern that finds what fills them. */
export function templates(prefix: string): { pattern: RegExp; text: string }[] {
  const found = Object.entries(MESSAGES[chosen.language] ?? {}).filter(
    ([key]) => key.startsWith(prefix) && key.includes('{0}'),
  );
  return found.map(([key, text]) => {
    const parts = key
      .slice(prefix.length)
      .split(/\{\d\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return { pattern: new RegExp(`^${parts.join('(.*)')}$`), text: text as string };
  });
}

export function fill(language: Language, text: Text, values: Values): string {
  const chosen = typeof text === 'string' ? text : plural(language, text, Number(values['n']));
  return chosen.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? numbers(language).format(value) : value;
  });
}

function plural(language: Language, forms: { [form: string]: string }, n: number): string {
  const form = plurals(language).select(n);
  return (n === 0 && forms['zero']) || (forms[form] ?? forms['other'] ?? '');
}

const rules = new Map<Language, Intl.PluralRules>();

/** Making one takes longer than all else that a text needs. */
function plurals(language: Language): Intl.PluralRules {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule;
}

const formats = new Map<Language, Intl.NumberFormat>();

function numbers(language: Language): Intl.NumberFormat {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format;
}

/** A number as it is written in the language chosen. */
export function number(n: number): string {
  return numbers(chosen.language).format(n);
}

/** A sum: $1,100, in German 1.100 $; a negative one with a true minus. */
export function money(sum: number): string {
  const figure = number(Math.abs(sum));
  const written = t('money', { figure });
  return sum < 0 ? `\u2212${written}` : written;
}

/** A sum that came in or went out: +$50, −$500. */
export function change(sum: number): string {
  return sum > 0 ? `+${money(sum)}` : money(sum);
}

/** Several names in a sentence: Ann, Ben and Mira. */
export function list(names: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(chosen.language, { type }).format(names);
}

/** The first sentence of a text: up to a full stop before a capital, or a colon's worth. */
export function firstSentence(text: string): string {
  return /^.+?[.!?](?=\s+\p{Lu})/u.exec(text)?.[0] ?? text;
}
