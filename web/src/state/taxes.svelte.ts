/** The share of the worth that may be paid as income tax: the table's option, or what the edition says. */
import type { TableInfo } from '../protocol';
import { api } from './api';

const NAME = 'tax_income_percent';
const shares: Record<string, number> = $state({});
const asked = new Set<string>();

/** In per cent; 0 until it is known. */
export function taxShare(info: TableInfo | null): number {
  if (!info) return 0;
  const chosen = info.options[NAME];
  if (typeof chosen === 'number') return chosen;
  if (!asked.has(info.edition)) {
    asked.add(info.edition);
    void api
      .edition(info.edition)
      .then((edition) => (shares[info.edition] = Number(edition.options.find((o) => o.name === NAME)?.default ?? 0)))
      .catch(() => asked.delete(info.edition));
  }
  return shares[info.edition] ?? 0;
}
