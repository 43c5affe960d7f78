/**
 * Which screen is shown. Addresses: /, /new, /bank, /g/GAME, /g/GAME/replay, /g/GAME/dice, /rules, /rules/RULE, and
 * /rules/EDITION and /rules/EDITION/EDITION, which are told from a rule by having no dot.
 */
import { fromFragment, remember, withoutMarks } from './keys';
import { at, within } from './root';

export type Screen = 'lobby' | 'new' | 'bank' | 'game' | 'replay' | 'dice' | 'rules' | 'book' | 'nothing';

export interface Place {
  screen: Screen;
  game?: string;
  rule?: string;
  /** The editions whose book is read, or which are compared. */
  editions?: string[];
  /** Counts links with keys: one that is opened where its game is shown already begins it anew. */
  arrival?: number;
}

/** What people type for a page of another name. */
const PAGES: Record<string, string> = {
  ask: 'rules',
  referee: 'rules',
  rulebook: 'rules',
  regeln: 'rules',
  banker: 'bank',
  play: 'new',
};

/** What an address means. */
export function placeOf(path: string): Place {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (parts[0]) parts[0] = PAGES[parts[0].toLowerCase()] ?? parts[0];
  if (!parts.length) return { screen: 'lobby' };
  if ((parts[0] === 'new' || parts[0] === 'bank') && parts.length === 1) return { screen: parts[0] };
  if (parts[0] === 'rules' && parts.length === 1) return { screen: 'rules' };
  if (parts[0] === 'rules' && parts[1]?.includes('.') && parts.length === 2) return { screen: 'rules', rule: parts[1] };
  if (parts[0] === 'rules' && parts.length <= 3) return { screen: 'book', editions: parts.slice(1) };
  if (parts[0] === 'g' && parts[1]) {
    const screen = parts.length === 2 ? 'game' : parts.length === 3 ? parts[2] : 'nothing';
    if (screen === 'game' || screen === 'replay' || screen === 'dice') return { screen, game: parts[1] };
  }
  return { screen: 'nothing' };
}

class Route {
  place: Place = $state.raw({ screen: 'lobby' });
  #arrivals = 0;

  constructor() {
    this.read();
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Take keys out of the address, where a passer-by could read them, and see where we are. */
  read(): void {
    const place = placeOf(within(location.pathname) ?? location.pathname);
    const keys = place.game ? fromFragment(location.hash) : null;
    const card = new URLSearchParams(location.search).get('card');
    if (place.game && card) remember(place.game, { card });
    if (place.game && keys) {
      remember(place.game, keys);
      this.#arrivals += 1;
    }
    const { pathname, search, hash } = location;
    const left = withoutMarks(search) + (keys ? '' : hash);
    if (left !== search + hash) history.replaceState(history.state, '', pathname + left);
    this.place = this.#arrivals ? { ...place, arrival: this.#arrivals } : place;
  }

  /** Go to a path within the game. */
  go(path: string): void {
    history.pushState(null, '', at(path));
    this.read();
    scrollTo(0, 0);
  }

  /** Links within the app are followed without loading the page again. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const away = link.origin !== location.origin || link.target || link.hasAttribute('download');
    const path = within(link.pathname);
    if (away || path === null || path.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(path + link.search + link.hash);
  }
}

export const route = new Route();
