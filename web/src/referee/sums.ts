/** What a deed says on the matter of a rule: a sentence, and the steps of which one is meant. */
import { buildingWords } from '../board/face';
import { money, t, type Key } from '../words';
import type { DeedEntry } from './data';
import type { Named } from './verdict';

export interface Sum {
  sentence: string;
  /** The rents by level, the one that is asked for marked. */
  steps: { label: string; value: string; on: boolean }[];
}

/** A throw to reckon a utility's rent by. */
export const DICE: [number, number] = [3, 5];
const THROWN = DICE[0] + DICE[1];

const levelName = (level: number): string => t(`ask.level.${level}` as Key);

function rentOf(deed: DeedEntry, level: number | null): Sum {
  const { name, rents } = deed;
  if (deed.kind === 'utility') {
    const [one = 0, both = 0] = rents;
    const labels: [Key, number][] = [
      ['ask.sum.one', one],
      ['ask.sum.both', both],
    ];
    return {
      sentence: t('ask.sum.utility', { deed: name, one, both }),
      steps: labels.map(([key, n]) => ({ label: t(key, { dice: THROWN, n }), value: money(THROWN * n), on: false })),
    };
  }
  const street = deed.kind === 'street';
  const steps = rents.map((rent, n) => ({
    label: street ? buildingWords(n) || t('deed.site') : String(n + 1),
    value: money(rent),
    on: n === (street ? level : (level ?? 0) - 1),
  }));
  if (!street) return { sentence: t('ask.sum.railroad', { deed: name }), steps };
  const sum = money(rents[level ?? 0] ?? 0);
  const told = { deed: name, level: levelName(level ?? 0), sum };
  return { sentence: t(level === null ? 'ask.sum.rents' : 'ask.sum.rent', told), steps };
}

const plain = (sentence: string): Sum => ({ sentence, steps: [] });

const SUMS: Record<string, (deed: DeedEntry, level: number | null) => Sum | null> = {
  'rent.deed': rentOf,
  'rent.railroad': rentOf,
  'rent.utility': rentOf,
  'rent.group-double': ({ kind, name, rents }) =>
    kind === 'street'
      ? plain(t('ask.sum.double', { deed: name, rent: money(rents[0]!), sum: money(2 * rents[0]!) }))
      : null,
  'buy.option': ({ name, price }) => plain(t('ask.sum.price', { deed: name, sum: money(price) })),
  'build.price': ({ name, houseCost }) =>
    houseCost ? plain(t('ask.sum.house', { deed: name, sum: money(houseCost) })) : null,
  'build.sell-half': ({ name, houseCost }) =>
    houseCost ? plain(t('ask.sum.half', { deed: name, sum: money(Math.floor(houseCost / 2)) })) : null,
  'mortgage.value': ({ name, mortgage }) => plain(t('ask.sum.mortgage', { deed: name, sum: money(mortgage) })),
  'mortgage.lift': ({ name, mortgage, interest }) =>
    plain(
      t('ask.sum.lift', {
        deed: name,
        mortgage: money(mortgage),
        interest: money(interest),
        sum: money(mortgage + interest),
      }),
    ),
};

/** What the deed that a question names says on a rule; nothing where the rule is of no deed. */
export function sumOf(rule: string, named: Named | null): Sum | null {
  return (named && SUMS[rule]?.(named.deed, named.level)) ?? null;
}

/** The same for a deed that serves as an example: the first railroad or utility, or the dearest street. */
export function exampleOf(rule: string, deeds: readonly DeedEntry[]): Sum | null {
  const kind = rule === 'rent.railroad' ? 'railroad' : rule === 'rent.utility' ? 'utility' : 'street';
  const deed = kind === 'street' ? deeds.findLast((one) => one.kind === kind) : deeds.find((one) => one.kind === kind);
  return (deed && SUMS[rule]?.(deed, null)) ?? null;
}
