/** Which panel is in front: on a phone one of six, elsewhere the log, the chat, the deals or the chances. */
import { pane } from './pane.svelte';
import { table } from './table.svelte';

export type Tab = 'board' | 'deeds' | 'deals' | 'log' | 'chat' | 'chance';

class Tabs {
  // Each form has its own, so that a device that is turned and turned back shows what it showed.
  #phone: Tab = $state('board');
  #beside: Tab = $state('log');

  get now(): Tab {
    return pane.size === 'phone' ? this.#phone : this.#beside;
  }
  show(tab: Tab): void {
    if (pane.size === 'phone') this.#phone = tab;
    else this.#beside = tab;
    if (tab === 'chat') table.chat.read();
  }
  reset(): void {
    // At a real table the board lies there; a phone is for one's own money and deeds.
    this.#phone = table.realDice ? 'deeds' : 'board';
    this.#beside = 'log';
  }
}

export const tabs = new Tabs();
