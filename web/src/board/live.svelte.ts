/** The show of the table that this browser plays at. One for all parts of the screen, so that they move together. */

import { tabs } from '../chrome/tabs.svelte';
import type { View } from '../protocol';
import { pane } from '../screens/size.svelte';
import { settings } from '../settings.svelte';
import { table } from '../table.svelte';
import { peopleOf, type Person } from './people';
import type { Setting } from './projection';
import { Show } from './show.svelte';
import { play, soundOf } from './sound';

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];

function setting(after: View): Setting {
  const board = table.board;
  return {
    deedOf: (square) => board?.squares[square]?.deed ?? null,
    houses: board?.houses ?? 0,
    hotels: board?.hotels ?? 0,
    after,
  };
}

class Live {
  show = new Show({ settled: () => table.view, setting, onCue: (cue) => soundOf(cue) });
  /** A square that somebody asked to see: named in the log, among the deeds, or pressed on the small board. Each wish is a new object. */
  wanted: { square: number; open: boolean } | null = $state.raw(null);
  #people: Person[] = $derived(peopleOf(table.seats, table.you));

  /** Your turn has come, and everything before it has been seen. */
  #yours = $derived(!table.showing && !table.over && table.isYours(table.view?.on_turn));

  constructor() {
    table.onEvents(this.show.perform);
    $effect.root(() => {
      $effect(() => {
        const view = table.view;
        if (!table.showing) this.show.settle(view);
      });
      $effect(() => {
        if (this.#yours) play('turn');
      });
    });
  }

  /** The table as it is drawn now. */
  get view(): View | null {
    return this.show.view ?? table.view;
  }
  /** The game is over, and its end has been seen. */
  get over(): boolean {
    return table.over && !table.showing;
  }
  get people(): Person[] {
    return this.#people;
  }
  /** The corner in which GO lies: 0 top left, then clockwise. */
  get corner(): number {
    return Math.max(0, CORNERS.indexOf(settings.corner));
  }
  /** Show a square; on a phone the board comes to the front, and the deed's card opens unless it is only to be scrolled to. */
  find(square: number, open = true): void {
    if (pane.size === 'phone') tabs.show('board');
    this.wanted = { square, open };
  }
  /** The seat from which the board is seen: one's own, or for watchers the one on turn. */
  get seat(): number | null {
    return table.active ?? this.view?.on_turn ?? null;
  }
}

export const live = new Live();
