/** How groups and tokens look: the class that gives their colour, and what is shown beside the colour. */
import type { GroupInfo } from '../protocol';
import { maybe, t, type Key } from '../words';

export const TOKENS = ['kite', 'acorn', 'moon', 'bell', 'leaf', 'key', 'lantern', 'shell'];

const LOOKS: Record<string, string> = {
  brown: 'brown',
  'dark-purple': 'purple',
  'light-blue': 'light',
  pink: 'pink',
  orange: 'orange',
  red: 'red',
  yellow: 'yellow',
  green: 'green',
  'dark-blue': 'dark',
  railroads: 'rail',
  utilities: 'util',
};

/** The class of a group, as in `g-brown`. */
export function groupClass(group: Pick<GroupInfo, 'colour'> | undefined): string {
  return `g-${LOOKS[group?.colour ?? ''] ?? 'util'}`;
}

/** The letter of a group in the language chosen; railroads and utilities have an icon instead. */
export function groupLetter(group: Pick<GroupInfo, 'colour'>): string {
  return maybe(`group.${group.colour}.letter`, '');
}

/** The name of a group in the language chosen. */
export function groupName(group: Pick<GroupInfo, 'colour' | 'name'>): string {
  return maybe(`group.${group.colour}`, group.name);
}

/** What the deeds of a group are called together: yellows, railroads. */
export function groupMembers(group: Pick<GroupInfo, 'colour' | 'name'>): string {
  return maybe(`group.${group.colour}.members`, groupName(group));
}

/** The icon of a group without a letter. Of the two utilities the first makes light, the second gives water. */
export function groupIcon(group: Pick<GroupInfo, 'colour' | 'deeds'>, deed?: number): string {
  if (group.colour === 'railroads') return 'rails';
  return deed !== undefined && deed === group.deeds[1] ? 'drop' : 'bolt';
}

export function tokenName(token: string): string {
  return TOKENS.includes(token) ? t(`token.${token}` as Key) : token;
}
