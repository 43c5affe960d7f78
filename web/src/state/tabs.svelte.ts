/** Which panel is in front: on a phone one of five, elsewhere the log or the chat. */
import type { Size } from './pane.svelte';
import { table } from './table.svelte';

export type Tab = 'board' | 'deeds' | 'deals' | 'log' | 'chat';

class Tabs {
  now: Tab = $state('log');

  show(tab: Tab): void {
    this.now = tab;
    if (tab === 'chat') table.chat.read();
  }
  reset(size: Size): void {
    this.now = size === 'phone' ? 'board' : 'log';
  }
}

export const tabs = new Tabs();
