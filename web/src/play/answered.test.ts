import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../kit/toasts.svelte';
import Announcer from '../log/Announcer.svelte';
import type { Action, Event, Offer, TableInfo } from '../protocol';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import { tabs } from '../state/tabs.svelte';
import { answered, STAYS } from './answered.svelte';
import Auto from './Auto.svelte';
import Deals from './Deals.svelte';
import { board, handWith, viewWith } from './fixtures';
import Stage from './Stage.svelte';
import { ui } from './ui.svelte';

const LEGAL: Action[] = [
  { kind: 'Throw' },
  { kind: 'Offer', other: 1 },
  { kind: 'Accept', other: 1 },
  { kind: 'Refuse', other: 1 },
  { kind: 'Counter', other: 1 },
];
let seq = 100;
const told = (kind: Event['kind'], more: Partial<Event>): Event => ({
  seq,
  kind,
  rule: 'deal.offers',
  text: '',
  ...more,
});
const offerOf = (more: Partial<Offer> = {}): Offer =>
  ({ number: seq, proposer: 1, partner: 0, give: [4], take_cash: 180, ...more }) as Offer;

/** Ann sits at a table of bots, to whom these events have come. */
function sit(events: Event[], offers: Offer[] = [], legal = LEGAL): void {
  table.info = {
    game: 'g',
    title: 'A table',
    status: 'playing',
    edition: 'classic',
    options: {},
    clock: { decision: 0, call: 0 },
    undo: true,
    seats: ['Ann', 'Bela', 'Dov'].map((name, n) => ({ kind: n ? 'bot' : 'person', name, token: '', here: true })),
  } as unknown as TableInfo;
  table.board = board;
  table.hotSeat.you = [0];
  table.hotSeat.active = 0;
  table.hotSeat.curtain = null;
  const hands = [handWith(legal)];
  table.shown.redraw(events, { seq, view: viewWith({ offers }), hands });
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = 'en';
  settings.hints = 'none';
  settings.speed = 'calm';
  seq += 10;
  table.shown.log = [];
  table.refusal = null;
  ui.dialog = null;
  vi.spyOn(table, 'act').mockResolvedValue({ type: 'done', id: 'x', seq: 2 });
});
afterEach(() => {
  cleanup();
  table.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = (more: Partial<Event> = {}) =>
  told('OfferRefused', {
    player: 0,
    other: 1,
    give_cash: 60,
    take: [4],
    reasons: [
      { kind: 'would-complete', group: 'light' },
      { kind: 'wants-cash', amount: 120 },
    ],
    ...more,
  });

describe('an answer to one’s offer', () => {
  it('stands on the stage with its reasons, and leaves after a while', async () => {
    sit([refused()]);
    render(Stage, { size: 'desktop' });
    const panel = screen.getByRole('dialog', { name: 'Bela declined your offer' });
    expect(panel.textContent).toContain('You had offered $60 for First Road.');
    expect(panel.textContent).toContain('would give you all of Light blue');
    expect(panel.textContent).toContain('about $120 too little');
    await vi.advanceTimersByTimeAsync(STAYS + 10);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is changed from there: the composer has what was offered', async () => {
    sit([refused()]);
    render(Stage, { size: 'desktop' });
    await fireEvent.click(screen.getByRole('button', { name: 'Change the offer' }));
    expect(ui.dialog).toBe('offer');
    expect([ui.draft.other, ui.draft.take.deeds, ui.draft.give.cash]).toEqual([1, [4], '60']);
  });

  it('is found among the deals afterwards', () => {
    sit([refused()]);
    render(Deals);
    expect(screen.getByText('Bela declined your offer')).toBeTruthy();
    expect(screen.getByText('about $120 too little')).toBeTruthy();
  });

  it('of a person, who says nothing, is a toast as before', async () => {
    sit([]);
    render(Announcer);
    sit([refused({ reasons: [] })]);
    await tick();
    expect(answered.refusal).toBeNull();
    expect(toasts.list.map((toast) => toast.text)).toEqual(['Bela declined your offer.']);
  });

  it.each([1, 2])('by a counter-offer is on the stage, and no toast lies over it: told in %i steps', async (steps) => {
    sit([]);
    render(Announcer);
    const events = [refused({ reasons: [] }), told('OfferMade', { player: 1, other: 0, give: [4], take_cash: 180 })];
    for (let n = 3 - steps; n <= 2; n++) {
      sit(events.slice(0, n), [offerOf()]);
      await tick();
    }
    expect(toasts.list).toEqual([]);
  });

  it('stays while somebody is in it, also where the window takes another form', async () => {
    sit([refused()]);
    tabs.show('board');
    const { rerender } = render(Stage, { size: 'desktop' });
    screen.getByRole('button', { name: 'Change the offer' }).focus();
    await rerender({ size: 'phone' });
    await tick();
    expect(document.activeElement?.textContent?.trim()).toBe('Change the offer');
    await vi.advanceTimersByTimeAsync(STAYS * 3);
    expect(screen.getByRole('dialog', { name: 'Bela declined your offer' })).toBeTruthy();
  });

  it('may be a counter-offer: reasons, the swap, what one keeps, and no filled button', async () => {
    const offer = offerOf();
    sit([refused(), told('OfferMade', { player: 1, other: 0, give: [4], take_cash: 180 })], [offer]);
    render(Stage, { size: 'desktop' });
    const panel = screen.getByRole('dialog', { name: 'Bela makes a counter-offer' });
    expect(panel.textContent).toContain('about $120 too little');
    expect(panel.textContent).toContain('You would keep $120 and 1 of 3 Light blue.');
    expect(panel.querySelector('.primary')).toBeNull();
    const buttons = [...panel.querySelectorAll('[data-answers] button')].map((button) => button.textContent?.trim());
    expect(buttons).toEqual(['Decline', 'Counter', 'Accept']);
    await fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(table.act).toHaveBeenCalledWith({ kind: 'Accept', other: 1 });
  });

  it('that is put off lies beside the decision', async () => {
    sit([told('OfferMade', { player: 1, other: 0, give: [4], take_cash: 180 })], [offerOf()]);
    render(Stage, { size: 'desktop' });
    expect(screen.getByRole('dialog', { name: 'Bela offers you a deal' })).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Throw' })).toBeTruthy();
    expect(document.querySelector('[data-offer]')).toBeTruthy();
  });
});

describe('what happens by itself', () => {
  it('is nothing, unless it was wished', async () => {
    sit([], [], [{ kind: 'Throw' }]);
    render(Auto);
    await vi.advanceTimersByTimeAsync(5000);
    expect(table.act).not.toHaveBeenCalled();
  });

  it('is the throw or the end of the turn, after a breath', async () => {
    settings.autoThrow = settings.autoEnd = true;
    sit([], [], [{ kind: 'Throw' }]);
    render(Auto);
    await vi.advanceTimersByTimeAsync(100);
    expect(table.act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.act).toHaveBeenCalledWith({ kind: 'Throw' });
    settings.autoThrow = settings.autoEnd = false;
  });

  it('waits while a dialog is open or an offer is to be answered', async () => {
    settings.autoThrow = true;
    sit([], [], [{ kind: 'Throw' }]);
    ui.dialog = 'mortgages';
    render(Auto);
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.act).not.toHaveBeenCalled();
    ui.dialog = null;
    sit([], [offerOf()]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.act).not.toHaveBeenCalled();
    settings.autoThrow = false;
  });
});
