/** Ranking: how well each rule answers a question, by what the known questions and the rules' own words share with it. */
import type { Index, Numbers } from './data';
import { Spelling, stem, wordsOf } from './words';

const OUTSIDE = 'outside ';

/** A part of a question: the concept that a phrase stands for, if any, and the stems of its words. */
export interface Unit {
  concept: string;
  stems: string[];
}

export interface Ranking {
  /** The score of every rule that shares anything with the question, the best first. */
  scores: [string, number][];
  /** How much speaks for a question that no rule answers, against the best rule. */
  doubt: number;
  /** How near each known question is. */
  near: Map<number, number>;
}

/** Phrases, as the stems of their words with spaces between, and the concept that each stands for. */
export class Concepts {
  #longest = new Map<string, number>();

  constructor(readonly meaning: ReadonlyMap<string, string>) {
    for (const phrase of meaning.keys()) {
      const words = phrase.split(' ');
      this.#longest.set(words[0]!, Math.max(words.length, this.#longest.get(words[0]!) ?? 0));
    }
  }

  /** The parts of a question in their order; where several phrases begin, the longest is meant. */
  units(stems: readonly string[]): Unit[] {
    const found: Unit[] = [];
    for (let at = 0; at < stems.length;) {
      let length = Math.min(this.#longest.get(stems[at]!) ?? 0, stems.length - at);
      while (length && !this.meaning.has(stems.slice(at, at + length).join(' '))) length--;
      const phrase = stems.slice(at, at + (length || 1));
      found.push({ concept: length ? this.meaning.get(phrase.join(' '))! : '', stems: phrase });
      at += phrase.length;
    }
    return found;
  }
}

/** The features of a question: its concepts, its words, what stands side by side, and which concepts it joins. */
export function featuresOf(units: readonly Unit[]): string[] {
  const names = units.map((unit) => (unit.concept ? `@${unit.concept}` : unit.stems[0]!));
  const single = units.flatMap((unit, n) =>
    unit.concept ? [names[n]!, ...unit.stems.map((word) => `~${word}`)] : [names[n]!],
  );
  const beside = names.slice(1).map((name, n) => `+${names[n]} ${name}`);
  const joined = [...new Set(names.filter((name) => name[0] === '@').map((name) => name.slice(1)))].sort();
  const pairs = joined.flatMap((one, n) => joined.slice(n + 1).map((other) => `&${one} ${other}`));
  return [...new Set([...single, ...beside, ...pairs])];
}

/** An index, made ready to rank. */
export class Ranker {
  readonly spelling: Spelling;
  readonly concepts: Concepts;
  readonly #features: Map<string, [number, number[]]>;
  readonly #firstOutside: number;
  readonly #outside: number;
  readonly #inside: number;

  constructor(
    readonly index: Index,
    readonly numbers: Numbers,
  ) {
    this.spelling = new Spelling(new Map(Object.entries(index.words)));
    this.concepts = new Concepts(new Map(Object.entries(index.concepts)));
    this.#features = new Map(Object.entries(index.features));
    this.#firstOutside = index.rules.findIndex((rule) => rule.startsWith(OUTSIDE));
    this.#outside = index.decided.filter((rules) => rules[0]! >= this.#firstOutside).length;
    this.#inside = index.questions - this.#outside;
  }

  /** The parts of a question, its spelling mended. */
  units(text: string, concepts: Concepts = this.concepts): Unit[] {
    return concepts.units(wordsOf(text).map((word) => stem(this.spelling.corrected(word) ?? word)));
  }

  /** How well each rule answers a question. */
  rank(text: string): Ranking {
    const features = featuresOf(this.units(text));
    const found = new Map<string, number>();
    for (const feature of features) {
      const known = this.#features.get(feature);
      if (known) found.set(feature, this.#weight(feature) * known[0]);
    }
    const speaks = (feature: string) => feature[0] === '@' || this.#features.get(feature)![0] >= this.numbers.telling;
    if (![...found.keys()].some(speaks)) return { scores: [], doubt: 0, near: new Map() };
    const length = Math.hypot(...found.values()) || 1;
    const { near, together } = this.#compare(found, length);
    const scores = this.#scores(near, together);
    const outside = Math.max(0, ...scores.filter(([rule]) => rule.startsWith(OUTSIDE)).map(([, score]) => score));
    const inside = scores.filter(([rule]) => !rule.startsWith(OUTSIDE));
    inside.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    const doubt = this.numbers.outside * outside + this.#strangeness(features) - (inside[0]?.[1] ?? 0);
    return { scores: inside, doubt, near };
  }

  #weight(feature: string): number {
    const { weights } = this.numbers;
    return weights[feature[0]!] ?? weights['']!;
  }

  /** How near each known question is, and by rule how near all its texts together are. */
  #compare(found: Map<string, number>, length: number): { near: Map<number, number>; together: Map<number, number> } {
    const { questions, lengths, spans } = this.index;
    const near = new Map<number, number>();
    const together = new Map<number, number>();
    for (const [feature, weight] of found) {
      const [telling, texts] = this.#features.get(feature)!;
      const [mine, own] = [weight / length, this.#weight(feature) * telling];
      for (const text of texts)
        if (text < questions) near.set(text, (near.get(text) ?? 0) + (mine * own) / lengths[text]!);
      for (const [rule, share] of this.#shares(own, texts))
        together.set(rule, (together.get(rule) ?? 0) + (mine * share) / spans[rule]!);
    }
    return { near, together };
  }

  /** How much of a feature each rule has in its texts together. */
  #shares(weight: number, texts: readonly number[]): Map<number, number> {
    const sums = new Map<number, number>();
    for (const text of texts) {
      const rules = this.index.decided[text]!;
      for (const rule of rules)
        sums.set(rule, (sums.get(rule) ?? 0) + weight / this.index.lengths[text]! / rules.length);
    }
    for (const [rule, sum] of sums) sums.set(rule, sum ** this.numbers.evenness);
    return sums;
  }

  /** Of every rule, what its nearest questions and all its texts together come to. */
  #scores(near: Map<number, number>, together: Map<number, number>): [string, number][] {
    const byRule = new Map<number, number[]>();
    for (const [text, value] of near)
      for (const rule of this.index.decided[text]!) byRule.set(rule, [...(byRule.get(rule) ?? []), value]);
    const shares = this.numbers.nearest;
    const whole = shares.reduce((sum, share) => sum + share, 0);
    return [...together].map(([rule, total]) => {
      const values = (byRule.get(rule) ?? []).sort((one, other) => other - one);
      const closest = shares.reduce((sum, share, n) => sum + share * (values[n] ?? 0), 0) / whole;
      return [this.index.rules[rule]!, closest + this.numbers.together * total];
    });
  }

  /** How much a question looks as if no rule answered it, whatever the rules say. */
  #strangeness(features: readonly string[]): number {
    const { odds, few, strange } = this.numbers;
    let total = 0;
    for (const feature of features) {
      const known = this.#features.get(feature);
      if (known && feature[0] !== '&') {
        const asked = known[1].filter((text) => text < this.index.questions);
        const outside = asked.filter((text) => this.index.decided[text]![0]! >= this.#firstOutside).length;
        const against = ((outside + few) / (this.#outside + 1) / (asked.length - outside + few)) * (this.#inside + 1);
        total += odds * Math.log(against);
      } else if (!known && /^[a-z0-9]/.test(feature)) total += strange;
    }
    return total;
  }
}
