/** What the referee knows: the index of known questions, and the book. Both are files, so that no server is needed. */
import type { DeedInfo } from '../protocol';

/** Of every feature of a question, how telling it is, and which known texts have it; see `passgo/rulebook/index.py`. */
export interface Index {
  rules: string[];
  concepts: Record<string, string>;
  words: Record<string, number>;
  decided: number[][];
  lengths: number[];
  questions: number;
  spans: number[];
  features: Record<string, [number, number[]]>;
}

export interface Numbers {
  weights: Record<string, number>;
  evenness: number;
  nearest: number[];
  together: number;
  telling: number;
  outside: number;
  odds: number;
  strange: number;
  few: number;
  outsideFrom: number;
  sureFrom: number;
  absent: number;
}

/** A rule; what differs by book stands under the book's name. */
export interface RuleEntry {
  id: string;
  section: string;
  says: string;
  status: Record<string, string>;
  reading: Record<string, string>;
  ruled: Record<string, string>;
  source: Record<string, string>;
  options: Record<string, string[]>;
}

export interface DeedEntry {
  name: string;
  /** What it is called in questions, as stems. */
  phrases: string[];
  kind: DeedInfo['kind'];
  group: string;
  price: number;
  mortgage: number;
  interest: number;
  houseCost: number;
  rents: number[];
}

export interface EditionEntry {
  edition: string;
  title: string;
  year: number;
  extends: string[];
  /** How a question names it: without a year in the question, and with one. */
  named: [string, string];
  houseRules: string[];
  deeds: DeedEntry[];
}

/** What `passgo/dev/referee_files.py` writes. */
export interface Book {
  numbers: Numbers;
  rules: RuleEntry[];
  editions: EditionEntry[];
  options: Record<string, { title: string; help: string }>;
  /** Known questions that may be shown: the number in the index, the language, the text. */
  asked: [number, string, string][];
}

/** By rule, what it looked like in games that are kept to be read: `passgo/rulebook/examples.json`. */
export type Examples = Record<string, { edition: string; about: string; lines: string[] }[]>;
