/** What a square shows: put together from the board and the view, ready to be drawn and read aloud. */

import { groupName } from '../kit/theme';
import { BANK, HOTEL, type Board, type DeedInfo, type GroupInfo, type View } from '../protocol';
import type { Person } from '../state/people';
import { maybe, money, t } from '../words';
import { groupOfDeed, squareIcon } from './squares';

const GENERIC_FROM = 3;
const SHY = '\u00ad';

/** Where a long word may be parted: once, before a consonant that a vowel follows, as near its middle as can be. */
export function hyphenated(name: string): string {
  return name.replace(/[A-Za-z]{9,}/g, (word) => {
    const vowel = (n: number) => /[aeiouy]/i.test(word[n] ?? '');
    const places = [...word]
      .map((_, n) => n)
      .filter((n) => n >= 4 && n <= word.length - 3 && !vowel(n) && vowel(n + 1));
    const far = (n: number) => Math.abs(n - word.length / 2);
    const [place] = places.sort((one, other) => far(one) - far(other));
    return place === undefined ? word : word.slice(0, place) + SHY + word.slice(place);
  });
}

/** A name without its last word, where that word tells little because several squares of the board share it. */
export function shortName(board: Board, name: string): string {
  const at = name.lastIndexOf(' ');
  if (at < 0) return name;
  const last = name.slice(at);
  const rest = name.slice(0, at);
  const shared = board.deeds.filter((deed) => deed.name.endsWith(last)).length;
  const clear = rest.length > 4 || /[^A-Za-z]/.test(rest);
  return shared >= GENERIC_FROM && clear ? rest : name;
}

/** A name in parts where a slash joins two: a corner shows the first and, smaller, the second. */
export function cornerName(name: string): string {
  return name.split(' / ')[0]!;
}

/** What stands on a lot, in words: two houses, a hotel. */
export function buildingWords(level: number): string {
  if (level === HOTEL) return t('board.hotel');
  return level > 0 ? t('board.houses', { n: level }) : '';
}

/** A rent as a square and a deed show it: a sum, or a multiple of the dice. */
export function rentWords(deed: DeedInfo, rent: number): string {
  return deed.kind === 'utility' ? t('board.times-dice', { n: rent }) : money(rent);
}

export interface Face {
  square: number;
  name: string;
  short: string;
  kind: string;
  icon: string;
  /** For squares with a deed. */
  deed: DeedInfo | null;
  deedNumber: number | null;
  group: GroupInfo | null;
  owner: Person | null;
  level: number;
  mortgaged: boolean;
  foot: string;
  /** The rent as a multiple of the dice, for utilities. */
  times: number;
  /** The line below the name of a square without a deed. */
  caption: string;
  /** The whole square in words. */
  label: string;
}

function captionOf(board: Board, view: View | null, square: number, share: number): string {
  const info = board.squares[square]!;
  switch (info.kind) {
    case 'go':
      return t('board.collect', { sum: money(board.salary) });
    case 'tax': {
      const sum = board.taxes[info.slug];
      if (!sum) return '';
      return share && info.slug === 'income_tax'
        ? t('board.pay-or', { sum: money(sum), n: share })
        : t('board.pay', { sum: money(sum) });
    }
    case 'free_parking':
      return view?.pot ? t('board.pot', { sum: money(view.pot) }) : t('board.rest');
    default:
      return maybe(`board.caption.${info.kind}`, '');
  }
}

function plainFace(board: Board, view: View | null, square: number, share: number): Face {
  const info = board.squares[square]!;
  const caption = captionOf(board, view, square, share);
  return {
    square,
    name: info.name,
    short: info.name,
    kind: info.kind,
    icon: squareIcon(board, square),
    deed: null,
    deedNumber: null,
    group: null,
    owner: null,
    level: 0,
    mortgaged: false,
    foot: '',
    times: 0,
    caption,
    label: caption ? `${info.name}, ${caption}` : info.name,
  };
}

function deedWords(face: Omit<Face, 'label'>, group: string): string {
  const words = [face.name, group];
  if (!face.owner) return [...words, t('board.for-sale', { sum: face.foot })].join(', ');
  words.push(face.owner.you ? t('board.yours') : t('board.owned-by', { name: face.owner.name }));
  if (face.mortgaged) return [...words, t('board.mortgaged')].join(', ');
  if (face.level) words.push(buildingWords(face.level));
  return [...words, t('board.rent', { sum: face.foot })].join(', ');
}

/** The face of a square as the table stands. Without a view nothing is owned yet; `share` is the tax on worth in per cent. */
export function faceOf(board: Board, view: View | null, people: readonly Person[], square: number, share = 0): Face {
  const info = board.squares[square]!;
  const number = info.deed;
  if (number == null) return plainFace(board, view, square, share);
  const deed = board.deeds[number]!;
  const group = groupOfDeed(board, number);
  const owner = people[view?.owner[number] ?? -1] ?? null;
  const mortgaged = view?.mortgaged[number] ?? false;
  const face = {
    square,
    name: info.name,
    short: shortName(board, info.name),
    kind: info.kind,
    icon: '',
    deed,
    deedNumber: number,
    group,
    owner,
    level: view?.level[number] ?? 0,
    mortgaged,
    times: owner && !mortgaged && deed.kind === 'utility' ? (view?.rent[number] ?? 0) : 0,
    foot: !owner ? money(deed.price) : mortgaged ? t('board.mortgaged') : rentWords(deed, view?.rent[number] ?? 0),
    caption: '',
  };
  return { ...face, label: deedWords(face, group ? groupName(group) : '') };
}

/** The row of a deed's rents that counts now; -1 if none does. */
export function presentRung(board: Board, view: View | null, deed: number): number {
  const info = board.deeds[deed]!;
  const owner = view?.owner[deed];
  if (!view || owner === undefined || owner >= BANK || view.mortgaged[deed]) return -1;
  if (info.kind === 'street') return view.level[deed] ?? 0;
  return info.rents.indexOf(view.rent[deed] ?? -1);
}
