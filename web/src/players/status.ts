/** What is said about a player beside the name. */

import type { View } from '../protocol';
import type { Person } from '../state/people';
import { t } from '../words';

export interface Status {
  icon: string;
  text: string;
  kind: 'plain' | 'warn' | 'bad';
}

/** The states of a player that are worth a word, the weightiest first. */
export function statusOf(view: View, person: Person, muted = false): Status[] {
  const player = view.players[person.seat];
  const found: Status[] = [];
  if (view.winners?.includes(person.seat)) found.push({ icon: 'trophy', text: t('player.won'), kind: 'plain' });
  if (player?.out) return [{ icon: 'flag', text: t('player.out'), kind: 'plain' }];
  if (player?.jail) found.push({ icon: 'bars', text: t('player.jail', { n: player.jail }), kind: 'warn' });
  if (player?.resigning) found.push({ icon: 'flag', text: t('player.resigning'), kind: 'bad' });
  if (person.away) found.push({ icon: 'bot', text: t('player.away'), kind: 'warn' });
  else if (person.bot) found.push({ icon: 'bot', text: t('player.bot'), kind: 'plain' });
  else if (!person.here) found.push({ icon: 'wifi', text: t('player.gone'), kind: 'warn' });
  if (muted) found.push({ icon: 'mute', text: t('player.muted'), kind: 'plain' });
  return found;
}
