/** Why a bot refused an offer, in a few words. */
import { groupName } from '../kit/theme';
import type { AnswerReason, Board, Event, GroupInfo } from '../protocol';
import type { Person } from '../state/people';
import { money, t } from '../words';

/** A reason as it is shown: its words, and the group or the icon before them. */
export interface Told {
  text: string;
  group?: GroupInfo | undefined;
  icon: string;
}

const ICONS: Record<AnswerReason['kind'], string> = {
  'would-complete': 'deeds',
  'would-break': 'deeds',
  'wants-cash': 'coin',
  'too-little-left': 'coin',
  'not-for-sale': 'deeds',
  'no-use': 'deeds',
  'no-deals': 'x',
  'only-two': 'person',
  'too-soon': 'clock',
  'no-rescue': 'scales',
  'too-little-gain': 'scales',
};

/** The words of a reason; `proposer` made the offer that was refused. */
export function reasonOf(reason: AnswerReason, board: Board, proposer: Person | undefined): Told {
  const square = reason.square == null ? undefined : board.squares[reason.square];
  const key = reason.group || (square?.group ?? '');
  const group = board.groups.find((one) => one.key === key);
  const places = {
    group: group ? groupName(group) : '',
    square: square?.name ?? '',
    sum: money(reason.amount ?? 0),
    name: proposer?.name ?? '',
  };
  const complete = proposer?.you === false ? 'reason.would-complete.of' : 'reason.would-complete';
  const text = t(reason.kind === 'would-complete' ? complete : `reason.${reason.kind}`, places);
  return { text, group, icon: ICONS[reason.kind] ?? 'info' };
}

/** All reasons of a refusal. */
export function reasonsOf(event: Event, board: Board, people: readonly Person[]): Told[] {
  return (event.reasons ?? []).map((reason) => reasonOf(reason, board, people[event.player ?? -1]));
}
