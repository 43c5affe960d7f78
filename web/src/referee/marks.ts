/** Where a rule comes from, as a mark: a book, a print, our ruling, an option. */
import type { RuleInfo } from '../protocol';
import { t } from '../words';

export interface Mark {
  kind: 'good' | 'warn' | 'plain';
  icon: string;
  text: string;
}

/** The mark of a rule in its edition, with or without its source. */
export function markOf(rule: RuleInfo, sourced = false): Mark {
  const source = sourced ? (rule.source ?? '') : '';
  if (rule.status === 'ruling') return { kind: 'warn', icon: 'scales', text: t('ask.ruling') };
  if (rule.status === 'option') return { kind: 'plain', icon: 'info', text: t('ask.option') };
  if (rule.status === 'none') return { kind: 'plain', icon: 'x', text: t('why.absent') };
  if (rule.status === 'printed')
    return { kind: 'good', icon: 'book', text: source ? source[0]!.toUpperCase() + source.slice(1) : t('why.printed') };
  return { kind: 'good', icon: 'book', text: source ? t('ask.book', { source }) : t('why.book') };
}

/** What makes two readings differ: the words and whose they are, not in which book they stand. */
export function toldOf(rule: RuleInfo): string {
  return rule.status === 'none' ? '' : [rule.status, rule.says, rule.reading, rule.ruled].join(' ');
}
