/** What this device prefers. Kept in the browser, never sent. */
import { fetchWords, isLanguage, type Language } from '../words';
import { chosen } from '../words/language.svelte';

export const SPEEDS = [
  { name: 'cinematic', factor: 1.6 },
  { name: 'calm', factor: 1 },
  { name: 'brisk', factor: 0.5 },
  { name: 'fast', factor: 0.2 },
  { name: 'instant', factor: 0 },
] as const;
export type Speed = (typeof SPEEDS)[number]['name'];
/** How the chances of a game are drawn. */
export const CHARTS = ['lines', 'stacked', 'table'] as const;
export type Chart = (typeof CHARTS)[number];
export type Theme = 'system' | 'light' | 'dark';
/** Where GO may lie, clockwise. */
export const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;
export type Corner = (typeof CORNERS)[number];

interface Kept {
  speed: Speed;
  sound: boolean;
  theme: Theme;
  language: Language;
  /** Null: as the system says. */
  reducedMotion: boolean | null;
  /** A notification when it is one's turn and one looks elsewhere. */
  notices: boolean;
  /** The hints that were read, by name; all of them: no more are wanted. */
  hints: string;
  /** Sound was offered once. */
  soundOffered: boolean;
  /** Throw, and end the turn, by itself. */
  autoThrow: boolean;
  autoEnd: boolean;
  chart: Chart;
  /** Single letters as shortcuts. */
  letters: boolean;
  /** Where GO lies. */
  corner: Corner;
  /** The name and token last played under. */
  name: string;
  token: string;
}

const PLACE = 'passgo.settings';

function defaults(): Kept {
  const wished = globalThis.navigator?.language?.toLowerCase().split('-')[0];
  return {
    speed: 'calm',
    sound: false,
    theme: 'system',
    language: isLanguage(wished) ? wished : 'en',
    reducedMotion: null,
    notices: false,
    hints: '',
    soundOffered: false,
    autoThrow: false,
    autoEnd: false,
    chart: 'lines',
    letters: true,
    corner: 'top-left',
    name: '',
    token: '',
  };
}

function read(): Kept {
  const kept = defaults();
  try {
    const said = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, unknown>;
    for (const key of Object.keys(kept) as (keyof Kept)[]) {
      const fits = typeof said[key] === typeof kept[key] || (key === 'reducedMotion' && typeof said[key] === 'boolean');
      if (fits) Object.assign(kept, { [key]: said[key] });
    }
  } catch {
    // unreadable: the defaults
  }
  if (!SPEEDS.some((speed) => speed.name === kept.speed)) kept.speed = 'calm';
  if (!isLanguage(kept.language)) kept.language = 'en';
  if (!CHARTS.includes(kept.chart)) kept.chart = 'lines';
  return kept;
}

export class Settings {
  #kept: Kept = $state(read());
  #system = $state({ dark: false, still: false });
  #wish: Language | null = null;

  constructor() {
    this.#watch('(prefers-color-scheme: dark)', 'dark');
    this.#watch('(prefers-reduced-motion: reduce)', 'still');
    this.#apply();
  }

  get speed(): Speed {
    return this.#kept.speed;
  }
  set speed(value: Speed) {
    this.#set({ speed: value });
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(value: boolean) {
    this.#set({ sound: value });
  }
  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(value: Theme) {
    this.#set({ theme: value });
  }
  get language(): Language {
    return this.#kept.language;
  }
  set language(value: Language) {
    this.#set({ language: value });
  }
  get notices(): boolean {
    return this.#kept.notices;
  }
  set notices(value: boolean) {
    this.#set({ notices: value });
  }
  get hints(): string {
    return this.#kept.hints;
  }
  set hints(value: string) {
    this.#set({ hints: value });
  }
  get soundOffered(): boolean {
    return this.#kept.soundOffered;
  }
  set soundOffered(value: boolean) {
    this.#set({ soundOffered: value });
  }
  get autoThrow(): boolean {
    return this.#kept.autoThrow;
  }
  set autoThrow(value: boolean) {
    this.#set({ autoThrow: value });
  }
  get autoEnd(): boolean {
    return this.#kept.autoEnd;
  }
  set autoEnd(value: boolean) {
    this.#set({ autoEnd: value });
  }
  get chart(): Chart {
    return this.#kept.chart;
  }
  set chart(value: Chart) {
    this.#set({ chart: value });
  }
  get letters(): boolean {
    return this.#kept.letters;
  }
  set letters(value: boolean) {
    this.#set({ letters: value });
  }
  get corner(): Corner {
    return this.#kept.corner;
  }
  set corner(value: Corner) {
    this.#set({ corner: value });
  }
  get name(): string {
    return this.#kept.name;
  }
  set name(value: string) {
    this.#set({ name: value });
  }
  get token(): string {
    return this.#kept.token;
  }
  set token(value: string) {
    this.#set({ token: value });
  }
  get reducedMotion(): boolean {
    return this.#kept.reducedMotion ?? this.#system.still;
  }
  set reducedMotion(value: boolean) {
    this.#set({ reducedMotion: value });
  }

  /** Is it dark now, by choice or by the system? */
  get dark(): boolean {
    return this.theme === 'system' ? this.#system.dark : this.theme === 'dark';
  }

  /** What every time of the game is multiplied with: 1.6 to 0; 0 under reduced motion. */
  get factor(): number {
    return this.reducedMotion ? 0 : SPEEDS.find((speed) => speed.name === this.speed)!.factor;
  }

  /** One stop slower (-1) or faster (+1). */
  step(by: -1 | 1): void {
    const at = SPEEDS.findIndex((speed) => speed.name === this.speed);
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]!.name;
  }

  /** Speak another language as soon as its words are here; false if they cannot be had. The last wish counts. */
  async speak(language: Language): Promise<boolean> {
    this.#wish = language;
    const here = await fetchWords(language);
    if (here && this.#wish === language) this.language = language;
    return here;
  }

  #set(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // nothing can be kept here: the choice lasts as long as the page
    }
    this.#apply();
  }

  #apply(): void {
    chosen.language = this.language;
    const root = globalThis.document?.documentElement;
    if (!root) return;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    root.lang = this.language;
    root.style.setProperty('--speed', String(this.factor));
    root.classList.toggle('still', this.reducedMotion);
  }

  #watch(question: string, answer: 'dark' | 'still'): void {
    const media = globalThis.matchMedia?.(question);
    if (!media) return;
    this.#system[answer] = media.matches;
    media.addEventListener('change', () => {
      this.#system[answer] = media.matches;
      this.#apply();
    });
  }
}

export const settings = new Settings();
