/** One calm sentence about a game: what won it; then one's own luck, choices, and what others' deals did. */
import { groupName } from '../kit/theme';
import type { Analysis, Board, Moment } from '../protocol';
import { completed } from '../state/groups';
import type { Person } from '../state/people';
import { list, t, type Key } from '../words';
import { whole } from '../kit/points';
import type { Story } from './story.svelte';

export interface Verdict {
  title: string;
  lines: string[];
}

/** What of a story is needed to tell of a deal. */
type Moments = Pick<Story, 'moment'>;

/** A part that moved a chance by less is no cause. */
const LEAST = 0.03;
/** From so many points on dice were very kind, kind, a little kind. */
const KIND: [number, string][] = [
  [15, 'very'],
  [5, 'plain'],
  [2, 'little'],
];

/** What brought a player the most: one of the parts, or nothing that could be told. */
function causeOf({
  luck,
  decisions,
  deals,
  unexplained,
}: Analysis['parts'][number]): 'luck' | 'decisions' | 'deals' | '' {
  const parts = [
    ['luck', luck],
    ['deals', deals],
    ['decisions', decisions],
  ] as const;
  const [name, most] = parts.reduce((best, part) => (part[1] > best[1] ? part : best));
  return most < LEAST || unexplained > most ? '' : name;
}

/** The group that a deal completed, by name; empty if it completed none. */
export function groupOfDeal(story: Moments, board: Board, deal: Moment): string {
  const found = story.moment(deal.seq);
  const done = found && completed(found.before, found.frame.view, board);
  const group = board.groups.find((one) => one.key === done?.group);
  return group ? groupName(group) : '';
}

/** Had a seat a part in a deal? */
export function tookPart(story: Moments, deal: Moment, seat: number): boolean {
  const struck = story.moment(deal.seq)?.frame.events.find((event) => event.kind === 'DealMade');
  return struck?.player === seat || struck?.other === seat;
}

function titleOf(analysis: Analysis, story: Moments, board: Board, winner: Person, winners: string[]): string {
  const who = winner.you ? 'you' : 'name';
  const places = { name: list(winners) };
  if (winners.length > 1) return t('end.share', { names: list(winners) });
  const cause = causeOf(analysis.parts[winner.seat]!);
  if (cause !== 'deals') return t(`verdict.${who}.${cause || 'won'}` as Key, places);
  const gain = (deal: Moment) => deal.effects[winner.seat] ?? 0;
  const best = analysis.deals.reduce((one, two) => (gain(two) > gain(one) ? two : one));
  const group = groupOfDeal(story, board, best);
  const key = group ? `verdict.${who}.deal.group` : `verdict.${who}.deal`;
  return t(key as Key, { ...places, group, n: best.round + 1 });
}

function luckLine(luck: number): string {
  const points = whole(luck);
  const size = KIND.find(([least]) => Math.abs(points) >= least)?.[1];
  return t((size ? `verdict.luck.${size}.${points > 0 ? 'kind' : 'unkind'}` : 'verdict.luck.even') as Key);
}

/** The verdict for whoever sits at `me`, or for a watcher. */
export function verdictOf(
  analysis: Analysis,
  story: Moments,
  board: Board,
  people: readonly Person[],
  winners: readonly number[],
  me: number | null,
): Verdict {
  const winner = people[winners[0] ?? -1];
  const names = winners.map((seat) => people[seat]?.name ?? '');
  const title = winner ? titleOf(analysis, story, board, winner, names) : t('end.over');
  const unknown = winner && winners.length === 1 && !causeOf(analysis.parts[winner.seat]!);
  const lines = unknown ? [t('verdict.unknown')] : [];
  if (me === null) return { title, lines };
  const mine = analysis.mistakes.filter((slip) => slip.seat === me);
  // Their sum would stand beside the balance of all decisions, and be none of it: each is counted from where it was made.
  const cost = whole(Math.max(0, ...mine.map((slip) => slip.loss)));
  const others = whole(
    analysis.deals.filter((deal) => !tookPart(story, deal, me)).reduce((sum, deal) => sum + (deal.effects[me] ?? 0), 0),
  );
  lines.push(luckLine(analysis.parts[me]!.luck));
  lines.push(mine.length ? t('verdict.choices', { n: mine.length, points: cost }) : t('verdict.choices.none'));
  if (Math.abs(others) >= 1)
    lines.push(t(others < 0 ? 'verdict.deals.cost' : 'verdict.deals.brought', { points: Math.abs(others) }));
  return { title, lines };
}
