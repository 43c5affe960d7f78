import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Book, Index } from './data';
import { Referee } from './verdict';

const ROOT = join(__dirname, '../../..');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

/** What the referee in Python makes of a question. */
interface Vector {
  question: string;
  edition: string | null;
  answers: [string, number][];
  doubt: number;
  outside: boolean;
  sure: boolean;
  deed: [string, number | null] | null;
}
const referee = new Referee(read<Index>('passgo/rulebook/index.json'), read<Book>('web/src/referee/book.json'));
const vectors = read<Vector[]>('tests/rulebook/vectors.json');

describe('the referee', () => {
  it('answers as the one in Python does, to three digits', () => {
    expect(vectors.length).toBeGreaterThan(600);
    for (const vector of vectors) {
      const verdict = referee.ask(vector.question, null);
      const { edition, outside, sure, named } = verdict;
      const deed = named && [named.deed.name, named.level];
      const rules = verdict.answers.map(({ rule }) => rule);
      const { question, answers, doubt, ...said } = vector;
      expect({ edition, outside, sure, deed }, question).toEqual(said);
      expect(rules, question).toEqual(answers.map(([rule]) => rule));
      for (const [n, [, score]] of answers.entries()) expect(verdict.answers[n]!.score, question).toBeCloseTo(score, 2);
      expect(verdict.doubt, question).toBeCloseTo(doubt, 3);
    }
  });
  it('suggests questions of the language while somebody types', () => {
    expect(referee.suggest('can i mort', 'en', 6).length).toBe(6);
    expect(referee.suggest('can i mort', 'en', 6).some((text) => /mortgage/i.test(text))).toBe(true);
    expect(referee.suggest('darf ich im gefäng', 'de', 3).every((text) => /\b(ich|man|im|was)\b/i.test(text))).toBe(
      true,
    );
    expect(referee.suggest('', 'en', 6)).toEqual([]);
  });
  it('holds back rules that the edition lacks, and explains them by one that has them', () => {
    const there = referee.ask('what does the bus do?', 'modern').answers[0]!;
    const here = referee.ask('what does the bus do?', 'speed-die').answers[0]!;
    expect([there.rule, here.rule]).toEqual(['speed.bus', 'speed.bus']);
    expect(there.score).toBeLessThan(here.score);
    expect(referee.explainedIn('speed.bus', 'modern')).toBe('speed-die');
  });
  it('plays an edition of the server by the book that it extends', () => {
    referee.own.set('town', { title: 'Town', extends: ['modern', 'classic'] });
    expect(referee.rule('tax.luxury', 'town').reading).toBe('$100.');
    expect(referee.title('town')).toBe('Town');
    expect(referee.rules('town').length).toBe(referee.rules('modern').length);
  });
});
