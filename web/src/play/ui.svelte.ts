/**
 * What the player has open: the dialog, the deal being composed. It survives every update, and the draft of a deal a
 * refresh too, so nothing typed is lost. What may be done is `choices`, sorted from the list sent.
 */
import { toasts } from '../kit/toasts.svelte';
import type { Action, Event, Offer } from '../protocol';
import { screen } from '../state/screen.svelte';
import { table } from '../state/table.svelte';
import { t } from '../words';
import type { Plan } from './building';
import { counterTo, draftOf, emptyDraft, isEmpty, ownerOf, toggled, withPartner, type Draft } from './composing';
import { choosable, sortLegal, topMatter, type Choices, type Matter } from './legal';
import { Patience } from './patience.svelte';
import type { Scene } from './question';

export type Dialog = 'bankrupt' | 'groups' | 'mortgages' | 'offer' | 'resign';

const DRAFTS = 'passgo.draft.';

export class Ui {
  dialog: Dialog | null = $state(null);
  /** The group that the building view shows. */
  group: string | null = $state(null);
  /** A draft of buildings is being built. */
  building = $state(false);
  #plan: { game: string | null; plan: Plan } = $state.raw({ game: null, plan: {} });
  /** How long the game has stood still. */
  readonly patience = new Patience();
  #drafts: Record<string, Draft> = $state({});

  #choices: Choices | null = $derived.by(() => {
    const { view, hand } = table;
    return view && hand ? sortLegal(view, { ...hand, legal: table.legal }) : null;
  });

  /** What the active seat may do; none for a watcher, or behind the curtain. */
  get choices(): Choices | null {
    return this.#choices;
  }
  get matter(): Matter | null {
    return table.view ? topMatter(table.view) : null;
  }

  /** Is what nobody buys auctioned at this table? */
  get auctions(): boolean {
    return table.info?.options['auction_declined'] !== false;
  }
  /** The scene of a question, for its words. */
  get scene(): Scene | null {
    const { board, hand, showing } = table;
    // Answers are to the view that was settled; waiting is told by what is seen.
    const view = this.choices && this.choices.question !== 'waiting' ? table.view : screen.view;
    const busy = showing || !this.patience.over;
    const over = screen.performer.playing?.cue.kind === 'won';
    return view && board ? { view, board, hand, people: table.people, auctions: this.auctions, busy, over } : null;
  }

  /** The draft of buildings. It lasts while the building view is open, also where the window takes another form. */
  get plan(): Plan {
    return this.#plan.game === table.game ? this.#plan.plan : {};
  }
  set plan(plan: Plan) {
    this.#plan = { game: table.game, plan };
  }

  // Dialogs

  show(dialog: Dialog): void {
    table.forgive();
    if (dialog !== 'groups') this.#leaveBuilding();
    this.dialog = dialog;
  }
  /** Open the building view of a group. */
  build(group: string): void {
    this.group = group;
    this.show('groups');
  }
  close(): void {
    table.forgive();
    this.#leaveBuilding();
    this.dialog = null;
  }
  toggle(dialog: Dialog): void {
    if (this.dialog === dialog) this.close();
    else this.show(dialog);
  }

  // Here and not where the view goes: what ends there still sees the dialog as it was.
  #leaveBuilding(): void {
    if (this.dialog === 'groups') this.dropPlan();
  }
  /** Leave the draft of buildings; for a moment it can be had back. */
  dropPlan(): void {
    const { group, plan } = this;
    this.plan = {};
    if (this.building || !Object.values(plan).some((steps) => steps > 0)) return;
    const take = (): void => {
      this.group = group;
      this.show('groups');
      this.plan = plan;
    };
    toasts.say(t('play.group.dropped'), 'info', { label: t('play.group.restore'), key: 'U', take });
  }

  // The deal being composed: one for each seat of this browser

  get #name(): string {
    return `${DRAFTS}${table.game}.${table.active}`;
  }
  get draft(): Draft {
    return this.#drafts[this.#name] ?? emptyDraft();
  }
  set draft(draft: Draft) {
    this.#drafts[this.#name] = draft;
    try {
      if (isEmpty(draft)) sessionStorage.removeItem(this.#name);
      else sessionStorage.setItem(this.#name, JSON.stringify(draft));
    } catch {
      // nothing can be kept here: it lasts as long as the page
    }
  }
  /** After a refresh: what was being composed. */
  recall(): void {
    if (this.#drafts[this.#name]) return;
    try {
      const kept = sessionStorage.getItem(this.#name);
      if (kept) this.#drafts[this.#name] = JSON.parse(kept) as Draft;
    } catch {
      // unreadable: an empty one
    }
  }

  /** Compose an offer: what was begun, or one that was refused and is to be changed. */
  compose(refused?: Event): void {
    this.recall();
    if (refused) this.draft = draftOf(refused);
    const draft = this.draft.kind === 'Offer' ? this.draft : emptyDraft();
    const first = draft.other ?? [...(this.choices?.offer.keys() ?? [])][0] ?? null;
    this.draft = first === null ? draft : withPartner(draft, first);
    this.show('offer');
  }
  counter(offer: Offer): void {
    this.draft = counterTo(offer);
    this.show('offer');
  }
  settle(creditor: number): void {
    this.draft = { ...emptyDraft(creditor, 'OfferSettlement') };
    this.show('offer');
  }
  clear(): void {
    this.draft = emptyDraft(this.draft.other, this.draft.kind);
  }

  // The board as a place to click

  /** Squares that a click on the board chooses now: for a move, a lot to build on, or the deal being composed. */
  get choosable(): ReadonlySet<number> {
    const { view, board, active } = table;
    if (!view || !board || active === null || !this.choices) return new Set();
    if (this.dialog === 'offer') {
      const other = this.draft.kind === 'OfferSettlement' ? null : this.draft.other;
      return new Set(
        board.deeds.filter((_, n) => [active, other].includes(view.owner[n] ?? null)).map((d) => d.square),
      );
    }
    return new Set(this.dialog ? [] : choosable(this.choices).keys());
  }
  /** Squares chosen for the deal being composed. */
  get chosen(): ReadonlySet<number> {
    return new Set(this.dialog === 'offer' ? [...this.draft.give.deeds, ...this.draft.take.deeds] : []);
  }
  /** A click on a square of the board. Was it a choice? Otherwise it opens the deed. */
  choose = (square: number): boolean => {
    if (!this.choosable.has(square)) return false;
    if (this.dialog === 'offer') return this.#pick(square);
    const action = this.choices && choosable(this.choices).get(square);
    if (action?.kind === 'ChooseSquare') this.goal = square;
    else if (action) void table.act(action);
    return Boolean(action);
  };
  /** Where a triple will lead, until it is confirmed. */
  goal: number | null = $state(null);

  #pick(square: number): boolean {
    const { view, board, active } = table;
    if (!view || !board) return false;
    const side = ownerOf(view, board, square) === active ? 'give' : 'take';
    const draft = this.draft;
    this.draft = { ...draft, [side]: { ...draft[side], deeds: toggled(draft[side].deeds, square) } };
    return true;
  }

  /** Take back the last action, or ask the others whether one may. */
  async undo(): Promise<void> {
    const answer = await table.undo();
    if (answer?.type === 'done' && table.info?.undo_asked?.seat === table.active)
      toasts.say(t('play.undo.askedDone'), 'info');
  }
  async act(action: Action): Promise<boolean> {
    return (await table.act(action))?.type === 'done';
  }
}

export const ui = new Ui();
