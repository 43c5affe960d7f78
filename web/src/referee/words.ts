/**
 * The words of a question: cut to letters and digits, without endings, and spelled as the game spells them.
 *
 * This and `ranking.ts` do what `passgo/rulebook` does, by the same index and the same numbers; `referee.test.ts` asks both
 * the same questions.
 */
const FOLDED: Record<string, string> = {
  ä: 'a',
  ö: 'o',
  ü: 'u',
  é: 'e',
  ß: 'ss',
  '\u2019': "'",
  '\u00d7': ' x ',
  '%': ' percent ',
};
const ENGLISH = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const GERMAN = ['eins', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];
const NUMBERS = new Map([ENGLISH, GERMAN].flatMap((words) => words.map((word, n) => [word, String(n + 1)])));
const NOUNS = ['building', 'reading', 'during', 'parking', 'nothing', 'anything', 'something', 'everything', 'opening'];
const GERMAN_ENDINGS = ['en', 'er', 'em', 'e'];
const LONG = 7;
const SHORTEST_MISSPELLED = 3;
const TWO_SLIPS = 8;
const LIKENESS = 0.5;

/** The words and numbers of a text. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase().replace(/z(?:ä|ae)hl/g, 'zehl');
  const folded = lower.replace(/[äöüéß\u2019\u00d7%]/g, (letter) => FOLDED[letter]!);
  const plain = folded
    .replace(/'s\b/g, '')
    .replaceAll("'", '')
    .replace(/([aou])e/g, '$1');
  return (plain.match(/[a-z]+|[0-9]+/g) ?? []).map((word) => NUMBERS.get(word) ?? word);
}

/** A word without its ending, roughly, in English and German alike. */
export function stem(word: string): string {
  const plain = withoutIngAndEd(withoutS(word));
  if (plain.length < LONG) return plain;
  const ending = GERMAN_ENDINGS.find((one) => plain.endsWith(one)) ?? '';
  return plain.slice(0, plain.length - ending.length);
}

function withoutS(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutIngAndEd(word: string): string {
  let bare: string;
  if (word.endsWith('ing') && word.length >= 6 && !NOUNS.includes(word)) bare = word.slice(0, -3);
  else if (word.endsWith('ed') && word.length >= 5) bare = word.slice(0, -2);
  else return word;
  const last = bare.at(-1)!;
  if (last === bare.at(-2) && last !== 'l' && last !== 's') return bare.slice(0, -1);
  return 'vcuz'.includes(last) || /(?:ag|is|os|as)$/.test(bare) ? `${bare}e` : bare;
}

/** The words that the rulebook and its questions use, and which of them a misspelled word is meant to be. */
export class Spelling {
  #cut: Map<string, string[]> | null = null;

  constructor(readonly known: ReadonlyMap<string, number>) {}

  /** The word itself if it is known, else the known word that it is most like, if any is like it. */
  corrected(word: string): string | null {
    if (this.known.has(word)) return word;
    if (word.length < SHORTEST_MISSPELLED || /^\d/.test(word)) return null;
    const shorter = [word, ...cuts(word)];
    if (word.length >= TWO_SLIPS) shorter.push(...cuts(word).flatMap(cuts));
    const meant = new Set([...new Set(shorter)].flatMap((key) => this.#cuts().get(key) ?? []));
    let best: [number, number, string] = [0, 0, ''];
    for (const found of meant) {
      if (!beginAlike(word, found)) continue;
      const one: [number, number, string] = [likeness(word, found), this.known.get(found)!, found];
      if (isMore(one, best)) best = one;
    }
    return best[0] >= LIKENESS ? best[2] : null;
  }

  /** A text that somebody is still typing, its last word made whole: the known word that begins so, used most. */
  completed(text: string): string {
    const words = wordsOf(text);
    const last = words.at(-1);
    if (!last || this.known.has(last) || !/\p{L}$/u.test(text)) return text;
    let best: [number, string] | null = null;
    for (const [word, count] of this.known)
      if (word.startsWith(last) && (!best || count > best[0] || (count === best[0] && word > best[1])))
        best = [count, word];
    return best ? [...words.slice(0, -1), best[1]].join(' ') : text;
  }

  /** The known words by what is left of them without one letter, made for the first word that is not known. */
  #cuts(): Map<string, string[]> {
    if (this.#cut) return this.#cut;
    this.#cut = new Map();
    for (const word of this.known.keys()) {
      if (word.length < SHORTEST_MISSPELLED || /^\d/.test(word)) continue;
      for (const shorter of [word, ...cuts(word)]) {
        const there = this.#cut.get(shorter);
        if (there) there.push(word);
        else this.#cut.set(shorter, [word]);
      }
    }
    return this.#cut;
  }
}

function isMore(one: [number, number, string], other: [number, number, string]): boolean {
  if (one[0] !== other[0]) return one[0] > other[0];
  return one[1] !== other[1] ? one[1] > other[1] : one[2] > other[2];
}

/** The word without one of its letters, for each of them. */
function cuts(word: string): string[] {
  return Array.from(word, (_, place) => word.slice(0, place) + word.slice(place + 1));
}

/** Do two words begin with the same letter, or with the same two swapped? Few slip in the first letter otherwise. */
function beginAlike(word: string, meant: string): boolean {
  return word[0] === meant[0] || (word[1] === meant[0] && word[0] === meant[1]);
}

/** How many pairs and single letters two words share, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [mine, theirs] = [pieces(one), pieces(other)];
  const shared = [...mine].filter((piece) => theirs.has(piece)).length;
  return (2 * shared) / (mine.size + theirs.size);
}

function pieces(word: string): Set<string> {
  const marked = `^${word}$`;
  return new Set([...word, ...Array.from({ length: word.length + 1 }, (_, place) => marked.slice(place, place + 2))]);
}
