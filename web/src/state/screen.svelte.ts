/** The game as this browser's screen draws it now. One for all parts of the screen, so that they move together. */

import type { View } from '../protocol';
import { pane } from './pane.svelte';
import { Performer } from './performer.svelte';
import { CORNERS, settings } from './settings.svelte';
import { playCue } from './sound';
import { table } from './table.svelte';
import { tabs } from './tabs.svelte';

class Screen {
  performer = new Performer({
    board: () => table.board,
    settled: () => table.view,
    onCue: playCue,
    skips: (event) =>
      event.kind === 'DealMade' && table.you.some((seat) => seat === event.player || seat === event.other),
  });
  /** A square that somebody asked to see: named in the log, among the deeds, or pressed on the small board. Each wish is a new object. */
  wanted: { square: number; open: boolean } | null = $state.raw(null);

  constructor() {
    table.shown.onEvents(this.performer.perform);
  }

  /** The table as it is drawn now: as its events are shown, or as it stands. */
  get view(): View | null {
    return table.showing ? this.performer.view : table.view;
  }
  /** The dice that were thrown in this turn: none before its first throw, whatever others threw last. */
  get thrown(): number[] {
    const { view } = this;
    return view && (view.throws ?? 0) > 0 ? (view.dice ?? []) : [];
  }
  /** The game is over, and its end has been seen. */
  get over(): boolean {
    return table.over && !table.showing;
  }
  /** Your turn has come, and everything before it has been seen. */
  get yourTurn(): boolean {
    return !table.showing && !table.over && table.isYours(table.view?.on_turn);
  }
  /** The corner in which GO lies: 0 top left, then clockwise. */
  get corner(): number {
    return Math.max(0, CORNERS.indexOf(settings.corner));
  }
  /** The seat from which the board is seen: one's own, or for watchers the one on turn. */
  get seat(): number | null {
    return table.active ?? this.view?.on_turn ?? null;
  }
  /** Show a square; on a phone the board comes to the front, and the deed's card opens unless it is only to be scrolled to. */
  find(square: number, open = true): void {
    if (pane.size === 'phone') tabs.show('board');
    this.wanted = { square, open };
  }
}

export const screen = new Screen();
