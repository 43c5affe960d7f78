/** The question on the stage in words: a heading, what it means for the player, and the rule behind it. */
import { groupMembers } from '../kit/theme';
import { BANK, POT, type Board, type Hand, type View } from '../protocol';
import type { Person } from '../state/people';
import { list, money, t, type Key } from '../words';
import { rentsAhead } from './ahead';
import { topMatter, type Question } from './legal';

export interface Wording {
  title: string;
  facts: string;
  rule: string;
}

export interface Scene {
  view: View;
  board: Board;
  /** None for a watcher. */
  hand: Hand | null;
  people: readonly Person[];
  /** Is what nobody buys auctioned at this table? */
  auctions?: boolean;
  /** Pictures are still shown, or the game has only just begun to wait: nobody is said to be deciding. */
  busy?: boolean;
  /** The winner is shown. */
  over?: boolean;
}

/** A seat, the Bank or the pot within a sentence. */
export function partyName(people: readonly Person[], party: number): string {
  if (party === BANK) return t('play.bank');
  if (party === POT) return t('play.pot');
  return people[party]?.name ?? '';
}

export function squareName(board: Board, square: number | null | undefined): string {
  return square == null ? '' : (board.squares[square]?.name ?? '');
}

const here = (scene: Scene, seat: number) => scene.view.players[seat]?.square ?? 0;

function throwing({ view, board, hand }: Scene): Wording {
  const seat = hand!.seat;
  const again = (view.doubles ?? 0) > 0;
  const facts = view.players[seat]?.speed_die
    ? `${t('play.throw.facts', { square: squareName(board, view.players[seat]?.square) })} ${t('play.throw.speed')}`
    : meeting(view, board, seat);
  return {
    title: again ? t('play.throw.again') : t('play.throw.title'),
    facts: again ? t('play.throw.doubles') : facts,
    rule: again ? 'move.doubles-again' : 'move.throw',
  };
}

/** What two dice may meet. */
function meeting(view: View, board: Board, seat: number): string {
  const { ways, dearest } = rentsAhead(view, board, seat);
  if (!dearest) return t('play.throw.free');
  return t('play.throw.ahead', { n: ways, square: squareName(board, dearest.square), rent: money(dearest.rent) });
}

function buying(scene: Scene): Wording {
  const { view, board, hand } = scene;
  const square = here(scene, hand!.seat);
  const number = board.squares[square]?.deed ?? -1;
  const deed = board.deeds[number];
  const title = t('play.buy.title', { square: squareName(board, square) });
  if (!deed) return { title, facts: '', rule: 'buy.option' };
  const price = money(deed.price);
  if (!hand!.legal.some((action) => action.kind === 'Buy')) {
    const missing = money(Math.max(0, deed.price - hand!.cash));
    return { title, facts: t('play.buy.short', { price, cash: money(hand!.cash), missing }), rule: 'buy.raise-first' };
  }
  const group = board.groups.find((one) => one.key === deed.group);
  const held = group?.deeds.filter((one) => view.owner[one] === hand!.seat).length ?? 0;
  const keep = t('play.buy.keep', {
    left: money(hand!.cash - deed.price),
    held: held + 1,
    of: group?.deeds.length ?? 1,
    group: group ? groupMembers(group) : '',
  });
  return {
    title,
    facts: `${keep} ${t(scene.auctions === false ? 'play.buy.stays' : 'play.buy.auctioned')}`,
    rule: 'buy.option',
  };
}

function jailed({ view, board, hand }: Scene): Wording {
  const turn = Math.min(3, Math.max(1, view.players[hand!.seat]?.jail ?? 1)) as 1 | 2 | 3;
  const facts = turn === 3 ? t('play.jail.last', { fine: money(board.jail_fine) }) : t('play.jail.facts');
  return { title: t(`play.jail.title${turn}`), facts, rule: turn === 3 ? 'jail.third-turn' : 'jail.doubles-out' };
}

/** The text of the card that asks for a choice. */
function cardText({ view, board }: Scene): string {
  const deck = view.deck === 'chance' ? board.chance : view.deck === 'chest' ? board.chest : [];
  return deck[view.card ?? -1]?.text ?? '';
}

const PHASES: { [phase in View['phase']]?: Key } = {
  'choose-tax': 'play.wait.tax',
  'choose-bus': 'play.wait.bus',
  'choose-square': 'play.wait.triple',
  'fine-or-chance': 'play.wait.card',
  'end-turn': 'play.wait.end',
};

/** What others are deciding. */
function waiting(scene: Scene): Wording {
  const { view, people, hand } = scene;
  if (scene.over) return { title: t('board.over'), facts: '', rule: '' };
  const others = view.waiting.filter((seat) => seat !== hand?.seat);
  const names = others.map((seat) => people[seat]?.name ?? '');
  if (scene.busy || view.chance || !names.length) {
    // At a real table the next player's dice also end the turn before.
    const on = people[view.chance?.seat ?? view.on_turn];
    return {
      title: on?.you ? t('play.yourTurn') : t('play.wait.plays', { name: on?.name ?? '' }),
      facts: on?.you && view.chance ? t(`bank.phone.${view.chance.kind}`) : '',
      rule: '',
    };
  }
  const title =
    names.length === 1 ? t('play.wait.title', { name: names[0]! }) : t('play.wait.several', { names: list(names) });
  return { title, ...waitedFor(scene, others[0]!) };
}

function waitedFor(scene: Scene, seat: number): { facts: string; rule: string } {
  const { view, board, people } = scene;
  const matter = topMatter(view);
  const name = people[seat]?.name ?? '';
  if (matter?.kind === 'debt') {
    const facts = t('play.wait.debt', {
      name,
      amount: money(matter.amount),
      creditor: partyName(people, matter.creditor),
    });
    return { facts, rule: matter.rule || 'debt.raise' };
  }
  if (matter?.kind === 'keep-or-lift') {
    return {
      facts: t('play.wait.keep', { name, square: squareName(board, matter.squares[0]) }),
      rule: 'mortgage.transfer',
    };
  }
  if (matter?.kind === 'shortage') return { facts: t('play.wait.shortage'), rule: 'build.shortage-asked' };
  if (matter?.kind === 'estate') {
    return { facts: t('play.wait.estate', { name: people[matter.player]?.name ?? '' }), rule: 'bankrupt.to-bank' };
  }
  if (view.phase === 'buy') {
    const square = here(scene, seat);
    const deed = board.deeds[board.squares[square]?.deed ?? -1];
    return {
      facts: t('play.wait.buy', { square: squareName(board, square), price: money(deed?.price ?? 0) }),
      rule: 'buy.option',
    };
  }
  const jail = (view.players[seat]?.jail ?? 0) > 0;
  const phase = PHASES[view.phase];
  return { facts: phase ? t(phase) : jail ? t('play.wait.jail') : t('play.wait.throw'), rule: '' };
}

/** The question as it is put to this seat. */
export function wordingOf(question: Question, scene: Scene): Wording {
  const { view, board, hand } = scene;
  const dice = view.dice ?? [];
  switch (question) {
    case 'throw':
      return throwing(scene);
    case 'buy':
      return buying(scene);
    case 'jail':
      return jailed(scene);
    case 'tax':
      return {
        title: squareName(board, here(scene, hand!.seat)),
        facts: t('play.tax.facts'),
        rule: 'tax.income-blind',
      };
    case 'card':
      return { title: t('play.card.title'), facts: cardText(scene), rule: 'cards.fine-or-chance' };
    case 'bus':
      return {
        title: t('play.bus.title'),
        facts: t('play.bus.facts', { a: dice[0] ?? 0, b: dice[1] ?? 0 }),
        rule: 'speed.bus',
      };
    case 'triple':
      return { title: t('play.triple.title'), facts: t('play.triple.facts'), rule: 'speed.triple' };
    case 'end':
      return { title: t('play.end.title'), facts: t('play.end.facts'), rule: 'move.turn-end' };
    default:
      return waiting(scene);
  }
}
