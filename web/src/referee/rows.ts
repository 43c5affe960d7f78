/** The rows of a book: its rules; of two books, those in which they differ. */
import type { RuleInfo } from '../protocol';
import { toldOf } from './marks';
import type { Referee } from './verdict';

export interface Row {
  id: string;
  section: string;
  /** How the rule reads in each edition that is shown. */
  rules: RuleInfo[];
}

export function readRows(referee: Referee, editions: readonly string[]): Row[] {
  const rows = referee.book.rules.map(({ id }): Row => {
    const rules = editions.map((edition) => referee.rule(id, edition));
    return { id, section: rules[0]!.section, rules };
  });
  const [here, beside] = editions;
  if (beside === undefined) return rows.filter((row) => row.rules[0]!.status !== 'none');
  return rows.filter(({ rules: [one, other] }) => here !== beside && toldOf(one!) !== toldOf(other!));
}
