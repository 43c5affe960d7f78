/** The referee: a question as a person asks it, answered by the rules that decide it. */
import type { EditionInfo, RuleInfo } from '../protocol';
import { maybe } from '../words';
import { translateRule } from '../words/server';
import type { Book, DeedEntry, EditionEntry, Index, RuleEntry } from './data';
import { Concepts, Ranker, type Unit } from './ranking';
import { wordsOf } from './words';

const SHOWN = 3;
const LONGEST = 500;
const HOTEL = 5;
const ABSENT = 'none';
const DEED = 'deed ';

export interface Answer {
  rule: string;
  score: number;
}

/** A deed that a question names, and how many houses, or how many of its kind, it speaks of. */
export interface Named {
  deed: DeedEntry;
  level: number | null;
}

export interface Verdict {
  /** The edition that the question itself names. */
  edition: string | null;
  answers: Answer[];
  /** No rule answers it. */
  outside: boolean;
  /** The first answer stands so far before the second that it stands alone. */
  sure: boolean;
  named: Named | null;
  /** Known questions that are like it, the nearest first, one for each rule. */
  like: string[];
  doubt: number;
}

export class Referee {
  readonly ranker: Ranker;
  #rules: Map<string, RuleEntry>;
  #withDeeds = new Map<string, Concepts>();

  constructor(
    index: Index,
    readonly book: Book,
  ) {
    this.ranker = new Ranker(index, book.numbers);
    this.#rules = new Map(book.rules.map((rule) => [rule.id, rule]));
  }

  /** The rules that decide a question, in an edition if one is chosen or named in the question itself. */
  ask(question: string, chosen: string | null, language = 'en'): Verdict {
    const { numbers } = this.book;
    const [words, edition] = this.#split(question.slice(0, LONGEST));
    const here = chosen ?? edition;
    const ranking = this.ranker.rank(words);
    const scores = here ? this.#scoresIn(ranking.scores, here) : ranking.scores;
    const outside = ranking.doubt > numbers.outsideFrom;
    const [first, second] = scores;
    const sure = !outside && !!first && (!second || first[1] >= numbers.sureFrom * second[1]);
    return {
      edition,
      answers: scores.slice(0, SHOWN).map(([rule, score]) => ({ rule, score })),
      outside,
      sure,
      named: this.#deedIn(words, this.editionOf(here ?? 'classic')),
      like: this.#like(ranking.near, language).filter((text) => wordsOf(text).join() !== wordsOf(question).join()),
      doubt: ranking.doubt,
    };
  }

  /** Up to so many questions that somebody may be about to ask. */
  suggest(typed: string, language: string, most: number): string[] {
    const { near, doubt } = this.ranker.rank(this.ranker.spelling.completed(typed.slice(0, LONGEST)));
    return doubt > this.book.numbers.outsideFrom ? [] : this.#like(near, language).slice(0, most);
  }

  /** Whether there is a rule of this id. */
  has(id: string): boolean {
    return this.#rules.has(id);
  }

  /** A rule as an edition has it; where a book is asked for that lacks it, its status says so. */
  rule(id: string, edition: string): RuleInfo {
    const entry = this.#rules.get(id)!;
    const book = this.bookOf(edition);
    return translateRule({
      id,
      section: entry.section,
      says: entry.says,
      edition: book,
      extends: this.editionOf(book).extends,
      status: entry.status[book] ?? ABSENT,
      reading: entry.reading[book] ?? '',
      ruled: entry.ruled[book] ?? '',
      source: entry.source[book] ?? '',
      options: entry.options[book] ?? [],
    });
  }

  /** The whole book of an edition. */
  rules(edition: string): RuleInfo[] {
    return this.book.rules.map((entry) => this.rule(entry.id, edition)).filter((rule) => rule.status !== ABSENT);
  }

  /** The edition by whose book a rule is explained: the one wanted, or the first that has the rule. */
  explainedIn(id: string, wanted: string): string {
    const { status } = this.#rules.get(id)!;
    const having = this.book.editions.map((one) => one.edition).filter((book) => status[book] !== ABSENT);
    return [wanted, 'classic'].find((book) => having.includes(this.bookOf(book))) ?? having[0]!;
  }

  /** A few known questions about rules, one each, in a language. */
  asked(rules: readonly string[], language: string): string[] {
    const { index } = this.ranker;
    const numbers = rules.map((rule) => index.rules.indexOf(rule));
    const found = numbers.map((number) =>
      this.book.asked.find(([n, spoken]) => spoken === language && index.decided[n]![0] === number),
    );
    return found.flatMap((one) => (one ? [one[2]] : []));
  }

  /** The edition of the package that is played by the same book. */
  editionOf(edition: string): EditionEntry {
    return this.book.editions.find((one) => one.edition === this.bookOf(edition))!;
  }

  /** The book by which an edition is played; an edition that the package does not know says what it extends. */
  bookOf(edition: string): string {
    const known = (name: string) => this.book.editions.some((one) => one.edition === name);
    return [edition, ...(this.own.get(edition)?.extends ?? [])].find(known) ?? 'classic';
  }

  /** Whether there is such an edition, as far as is known. */
  knows(edition: string): boolean {
    return this.own.has(edition) || this.bookOf(edition) === edition;
  }

  /** The editions of the server, as far as it has said. */
  readonly own = new Map<string, Pick<EditionInfo, 'title' | 'extends'>>();

  title(edition: string): string {
    const known = this.book.editions.find((one) => one.edition === edition);
    return this.own.get(edition)?.title ?? maybe(`edition.${edition}`, known?.title ?? edition);
  }

  option(name: string): { title: string; help: string } {
    const said = this.book.options[name] ?? { title: name, help: '' };
    return { title: maybe(`option.${name}`, said.title), help: maybe(`option.${name}.help`, said.help) };
  }

  /** A question without the words that name an edition, and that edition, if any is named. */
  #split(question: string): [string, string | null] {
    const byYear = /\b\d{4}\b/.test(question) ? 1 : 0;
    for (const { edition, named } of this.book.editions) {
      const pattern = new RegExp(named[byYear], 'gi');
      const left = question.replace(pattern, ' ');
      if (left !== question) return [left.replaceAll('  ', ' '), edition];
    }
    return [question, null];
  }

  /** The scores, those of rules that the edition does not have held back. */
  #scoresIn(scores: readonly [string, number][], edition: string): [string, number][] {
    const book = this.bookOf(edition);
    const held = (rule: string) => (this.#rules.get(rule)!.status[book] === ABSENT ? this.book.numbers.absent : 1);
    const found = scores.map(([rule, score]): [string, number] => [rule, held(rule) * score]);
    return found.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  }

  #deedIn(words: string, edition: EditionEntry): Named | null {
    const units = this.ranker.units(words, this.#conceptsOf(edition));
    const named = units.find((unit) => unit.concept.startsWith(DEED));
    return named ? { deed: edition.deeds[Number(named.concept.slice(DEED.length))]!, level: levelOf(units) } : null;
  }

  /** The concepts, with the deeds of an edition among them. */
  #conceptsOf({ edition, deeds }: EditionEntry): Concepts {
    let found = this.#withDeeds.get(edition);
    if (!found) {
      const own = deeds.flatMap((deed, n) => deed.phrases.map((name): [string, string] => [name, DEED + n]));
      found = new Concepts(new Map([...this.ranker.concepts.meaning, ...own]));
      this.#withDeeds.set(edition, found);
    }
    return found;
  }

  /** The known questions of a language that are nearest, one for each rule. */
  #like(near: ReadonlyMap<number, number>, language: string): string[] {
    const spoken = this.book.asked.filter(([n, one]) => one === language && near.has(n));
    spoken.sort(([one], [other]) => near.get(other)! - near.get(one)!);
    const rules = new Set<number>();
    const first = spoken.filter(([n]) => {
      const [rule] = this.ranker.index.decided[n]!;
      return !rules.has(rule!) && rules.add(rule!);
    });
    return first.map(([, , text]) => text);
  }
}

/** How many houses, or how many of a kind, a question speaks of: the number before the word; a hotel is five. */
function levelOf(units: readonly Unit[]): number | null {
  const counted = ['house', 'railroad', 'utility'];
  for (const [n, unit] of units.entries()) {
    const before = units[n - 1]?.stems.at(-1) ?? '';
    if (counted.includes(unit.concept) && /^[1-4]$/.test(before)) return Number(before);
  }
  if (units.some((unit) => unit.concept === 'hotel')) return HOTEL;
  return units.some((unit) => unit.concept === 'unimproved') ? 0 : null;
}
