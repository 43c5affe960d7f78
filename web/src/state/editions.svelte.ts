/** What the server says of its editions, fetched when it is first asked for: the names of editions and options. */
import type { EditionDetail, EditionInfo, OptionInfo, TableInfo } from '../protocol';
import { maybe } from '../words';
import { api } from './api';

const SHARE = 'tax_income_percent';

class Editions {
  #infos: EditionInfo[] = $state.raw([]);
  #details: { [edition: string]: EditionDetail } = $state.raw({});
  #asked = new Set<string>();

  /** The name of an edition; its key until the name is known. */
  titleOf(edition: string): string {
    const known = maybe(`edition.${edition}`, '');
    if (known) return known;
    this.#ask('', async () => void (this.#infos = await api.editions()));
    return this.#infos.find((info) => info.edition === edition)?.title ?? edition;
  }

  /** The name of an option. */
  optionName(edition: string, name: string): string {
    return maybe(`option.${name}`, '') || (this.#option(edition, name)?.title ?? name.replaceAll('_', ' '));
  }

  /** The share of the worth that may be paid as income tax, in per cent: the table's option, or what the edition says; 0 until it is known. */
  taxShare(info: Pick<TableInfo, 'edition' | 'options'> | null): number {
    if (!info) return 0;
    const chosen = info.options[SHARE];
    return typeof chosen === 'number' ? chosen : Number(this.#option(info.edition, SHARE)?.default ?? 0);
  }

  #option(edition: string, name: string): OptionInfo | undefined {
    this.#ask(edition, async () => {
      const detail = await api.edition(edition);
      this.#details = { ...this.#details, [edition]: detail };
    });
    return this.#details[edition]?.options.find((option) => option.name === name);
  }

  /** Ask once; what failed may be asked for again. */
  #ask(what: string, fetch: () => Promise<void>): void {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    fetch().catch(() => this.#asked.delete(what));
  }
}

export const editions = new Editions();
