/** The secret keys of seats, kept in this browser; and links, which carry them in the fragment that no server sees. */
import { at } from './root';

export interface Keys {
  /** One for each seat that this browser plays. */
  seats: string[];
  invite?: string;
  watch?: string;
  /** The mark with which a link shows what it is for where it is shared. It opens nothing. */
  card?: string;
}

const PREFIX = 'passgo.game.';

/** What this browser knows of a game. */
export function keysOf(game: string): Keys {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + game) ?? '{}') as Partial<Keys>;
    return { ...kept, seats: kept.seats ?? [] };
  } catch {
    return { seats: [] };
  }
}

/** Add keys to those known. */
export function remember(game: string, more: Partial<Keys>): Keys {
  const known = keysOf(game);
  const keys: Keys = { ...known, ...more, seats: [...new Set([...known.seats, ...(more.seats ?? [])])] };
  keep(game, keys);
  return keys;
}

/** A text that nobody can guess, from so many random bytes (a multiple of three, so that nothing pads it). */
export function newKey(size = 24): string {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}

/** Forget keys that no longer open a seat. */
export function forgetSeats(game: string): void {
  keep(game, { ...keysOf(game), seats: [] });
}

function keep(game: string, keys: Keys): void {
  try {
    localStorage.setItem(PREFIX + game, JSON.stringify(keys));
  } catch {
    // a browser that keeps nothing: the keys live as long as the page
  }
}

/** Games in which this browser has a seat, the newest first. */
export function gamesPlayed(): string[] {
  const games: string[] = [];
  for (let n = 0; n < localStorage.length; n++) {
    const name = localStorage.key(n);
    if (name?.startsWith(PREFIX) && keysOf(name.slice(PREFIX.length)).seats.length)
      games.push(name.slice(PREFIX.length));
  }
  return games;
}

/** The keys in a link's fragment: `#seat=KEY&seat=KEY&invite=KEY&watch=KEY`. */
export function fromFragment(fragment: string): Partial<Keys> | null {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const keys: Partial<Keys> = {};
  if (said.has('seat')) keys.seats = said.getAll('seat');
  const invite = said.get('invite');
  const watch = said.get('watch');
  if (invite) keys.invite = invite;
  if (watch) keys.watch = watch;
  return Object.keys(keys).length ? keys : null;
}

/** A link to a game. With `shown` it says what it is for where it is shared, in the language of whoever shares it. */
export function linkTo(game: string, kind: 'invite' | 'watch' | 'seat', key: string, shown?: Shown): string {
  return `${location.origin}${at(`/g/${game}`)}${shown ? queryOf(shown) : ''}#${kind}=${key}`;
}

export interface Shown {
  card: string | undefined;
  lang: string;
}

/** What a server may see of a link: the mark of its card, and a language other than English. */
export function queryOf({ card, lang }: Shown): string {
  const said = new URLSearchParams({ ...(card ? { card } : {}), ...(lang === 'en' ? {} : { lang }) }).toString();
  return said && `?${said}`;
}

/** The query of an address without what was there for servers alone. */
export function withoutMarks(query: string): string {
  const said = new URLSearchParams(query);
  if (!said.has('card') && !said.has('lang')) return query;
  said.delete('card');
  said.delete('lang');
  return said.size ? `?${said}` : '';
}

/** The address within this app that somebody pasted: a whole link, or the code of a game alone. */
export function pathOf(pasted: string): string | null {
  const text = pasted.trim();
  const link = /\/g\/([\w-]{1,40})(?:\/[a-z]+)?\/?(?:\?[^#]*)?(#.*)?$/.exec(text);
  if (link) return `/g/${link[1]}${link[2] ?? ''}`;
  const code = /^([\w-]{4,40})(#.*)?$/.exec(text);
  return code ? `/g/${code[1]}${code[2] ?? ''}` : null;
}
