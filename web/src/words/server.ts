/**
 * What the server says, in the language chosen.
 *
 * The server speaks English and sends the id of the rule, card or edition along. Its answers keep their shape here: each
 * text becomes a getter that looks for the words of that id, so that another language is seen at once, and everywhere.
 * Where a language has no words, the English ones stay.
 */
import type { Board, CardInfo, EditionInfo, RuleInfo } from '../protocol';
import { maybe, money, templates } from '.';

/** A text of a rule that may differ by edition. Where an edition has no words of its own, those that it extends have. */
function byEdition({ id, edition = '', extends: below = [] }: RuleInfo, field: string, english: string): string {
  if (!english) return english;
  const key = `rule.${id}.${field}`;
  const own = [edition, ...below].map((one) => maybe(`${key}.${one}`, '')).find(Boolean);
  return own ?? maybe(key, english);
}

/** Where a rule is stated: named by the rule, or by its status. */
function sourceOf(said: RuleInfo, english: string): string {
  const stated =
    said.status === 'printed' ? 'rules.printed' : said.status === 'book' ? `rules.book.${said.edition}` : '';
  return english && byEdition(said, 'source', maybe(stated, english));
}

export function translateRule(said: RuleInfo): RuleInfo {
  const { id } = said;
  return {
    ...said,
    get section() {
      return maybe(`rules.section.${id.split('.')[0]}`, said.section);
    },
    get says() {
      return maybe(`rule.${id}`, said.says);
    },
    get reading() {
      return byEdition(said, 'in', said.reading ?? '');
    },
    get ruled() {
      return byEdition(said, 'ruled', said.ruled ?? '');
    },
    get source() {
      return sourceOf(said, said.source ?? '');
    },
  };
}

export function translateEdition<T extends Pick<EditionInfo, 'edition' | 'title'>>(said: T): T {
  return {
    ...said,
    get title() {
      return maybe(`edition.${said.edition}`, said.title);
    },
  };
}

function translateCard(board: Board, deck: 'chance' | 'chest', said: CardInfo): CardInfo {
  const named = () => ({
    target: board.squares[said.target ?? -1]?.name ?? '',
    amount: money(said.amount ?? 0),
    per_house: money(said.per_house ?? 0),
    per_hotel: money(said.per_hotel ?? 0),
  });
  return {
    ...said,
    get text() {
      return maybe(`card.${deck}.${said.id}`, said.text, named());
    },
  };
}

export function translateBoard(said: Board): Board {
  const deck = (name: 'chance' | 'chest') => said[name].map((card) => translateCard(said, name, card));
  return { ...translateEdition(said), chance: deck('chance'), chest: deck('chest') };
}

/** Why something was refused: the rule's words, or the server's own. */
export function refusalText(english: string, rule: string, otherwise: string): string {
  if (!rule) return translateSentence(english) || maybe(otherwise, english);
  const says = maybe(`rule.${rule}`, '');
  return maybe(`rule.${rule}.refusal`, '') || (says ? maybe('rules.unsaid', english, { says }) : english);
}

/** An answer of the socket; what a refusal says is put into words. */
export function translateAnswer<T extends { type: string }>(said: T): T {
  const { text, rule = '', reason = 'rule' } = said as { text?: string; rule?: string; reason?: string };
  if (text === undefined || (said.type !== 'refused' && said.type !== 'checked')) return said;
  return {
    ...said,
    get text() {
      return text && refusalText(text, rule, `reason.${reason}`);
    },
  };
}

/** A sentence of the server in the language chosen, with what was filled in; empty if there are no words for it. */
function translateSentence(english: string): string {
  const exact = maybe(`server.${english}`, '');
  if (exact) return exact;
  for (const { pattern, text } of templates('server.')) {
    const found = pattern.exec(english);
    if (found)
      return text.replace(/\{(\d)\}/g, (_, n: string) => (found[Number(n) + 1] ?? '').replace(/^(['"])(.*)\1$/, '$2'));
  }
  return '';
}
