/** How the sum of an event came: the steps of a rent, of which one was due, or the reckoning in a sentence. */
import { buildingWords } from '../board/face';
import type { Board, DeedInfo, Event } from '../protocol';
import { money, number, t } from '../words';

export interface Reckoning {
  steps: { label: string; value: string; due: boolean }[];
  sentence: string;
}

/** What is known of an event besides the event itself. */
interface Facts {
  event: Event;
  sum: number;
  board: Board;
  deed: DeedInfo | undefined;
  /** The newest event of a kind, up to this one. */
  last: (kind: Event['kind']) => Event | undefined;
}

const sentence = (text: string): Reckoning => ({ steps: [], sentence: text });
const percent = (part: number, whole: number): string => number(Math.round((100 * part) / whole));

/** The printed rents, if one of them was due. */
function ladder({ deed, sum }: Facts): Reckoning | null {
  if (!deed || deed.kind === 'utility' || !deed.rents.includes(sum)) return null;
  const label = (n: number) => (deed.kind === 'street' ? buildingWords(n) || t('deed.site') : number(n + 1));
  const steps = deed.rents.map((rent, n) => ({ label: label(n), value: money(rent), due: rent === sum }));
  return { steps, sentence: '' };
}

/** Rules by which the printed rent is doubled. Twice the rent of one railroad is that of two: the sum alone does not tell. */
const DOUBLING = new Set(['rent.group-double', 'cards.nearest-railroad']);

/** A rent by how it was charged: in steps, doubled, or by the dice. */
function rent(facts: Facts): Reckoning | null {
  const { deed, event, sum, last } = facts;
  const steps = DOUBLING.has(event.rule) ? null : ladder(facts);
  if (steps || !deed) return steps;
  const thrown = last('DiceThrown')?.amount ?? 0;
  if (deed.kind !== 'utility') return sentence(t('why.sum.twice', { deed: deed.name, sum: money(sum / 2) }));
  return thrown && sum % thrown === 0
    ? sentence(t('why.sum.dice', { times: number(sum / thrown), dice: number(thrown) }))
    : null;
}

function tax({ sum, last, event }: Facts): Reckoning {
  const counted = last('WorthCounted');
  const worth = counted?.seq === event.seq ? (counted.amount ?? 0) : 0;
  return sentence(
    worth ? t('why.sum.share', { percent: percent(sum, worth), worth: money(worth) }) : t('why.sum.printed'),
  );
}

function card({ board, last }: Facts): Reckoning | null {
  const drawn = last('CardDrawn');
  const text = drawn?.deck ? board[drawn.deck][drawn.card ?? -1]?.text : undefined;
  return text ? sentence(t('why.sum.card', { text })) : null;
}

function interest({ deed, sum }: Facts): Reckoning | null {
  return deed
    ? sentence(t('why.sum.interest', { percent: percent(sum, deed.mortgage), mortgage: money(deed.mortgage) }))
    : null;
}

/** A sentence about the deed, where it is known. */
const ofDeed =
  (say: (deed: DeedInfo) => string) =>
  ({ deed }: Facts): Reckoning | null =>
    deed ? sentence(say(deed)) : null;
const always = (say: () => string) => (): Reckoning => sentence(say());

/** By the beginning of the rule's id, the first that fits. */
const BY_RULE: [string, (facts: Facts) => Reckoning | null][] = [
  ['rent.', rent],
  ['cards.nearest', rent],
  ['cards.', card],
  ['tax.', tax],
  ['move.salary', always(() => t('why.sum.salary'))],
  ['setup.cash', always(() => t('why.sum.start'))],
  ['auction.cash', always(() => t('why.sum.bid'))],
  ['build.shortage-auction', always(() => t('why.sum.bid'))],
  ['jail.', always(() => t('why.sum.fine'))],
  ['deal.', always(() => t('why.sum.agreed'))],
  ['mortgage.transfer', interest],
  ['bankrupt.interest', interest],
  ['bankrupt.', always(() => t('why.sum.left'))],
  ['table.no-house-rules', always(() => t('why.sum.pot'))],
  ['buy.option', ofDeed((deed) => t('why.sum.price', { deed: deed.name }))],
  ['short.deal', ofDeed((deed) => t('why.sum.price', { deed: deed.name }))],
  ['build.price', ofDeed((deed) => t('why.sum.house', { deed: deed.name }))],
  ['build.sell', ofDeed((deed) => t('why.sum.half', { cost: money(deed.house_cost) }))],
  ['mortgage.value', ofDeed((deed) => t('why.sum.mortgage', { price: money(deed.price) }))],
  [
    'mortgage.lift',
    ofDeed(({ mortgage, lift }) => t('why.sum.lift', { mortgage: money(mortgage), interest: money(lift - mortgage) })),
  ],
];

/** How the sum of an event came, as far as the log up to it tells; nothing where no money was meant. */
export function reckon(event: Event, log: readonly Event[], board: Board): Reckoning | null {
  if (!MONEY.has(event.kind) || !event.amount) return null;
  const until = log.filter((one) => one.seq <= event.seq);
  const last = (kind: Event['kind']) => until.findLast((one) => one.kind === kind);
  const near = until.findLast((one) => one.seq === event.seq && one.square != null && one.kind !== 'Moved');
  const deed = board.deeds[board.squares[event.square ?? near?.square ?? -1]?.deed ?? -1];
  const how = BY_RULE.find(([rule]) => event.rule.startsWith(rule))?.[1];
  return how?.({ event, sum: event.amount, board, deed, last }) ?? null;
}

/** Events whose amount is a sum that was due. */
const MONEY = new Set<Event['kind']>([
  'Paid',
  'DebtArose',
  'RentCharged',
  'RentClaimed',
  'ClaimKept',
  'ClaimLapsed',
  'DeedBought',
  'DeedDealt',
  'AuctionWon',
  'Built',
  'BuildingSold',
  'Mortgaged',
  'MortgageLifted',
  'MortgageKept',
]);
