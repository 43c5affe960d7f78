import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../kit/toasts.svelte';
import Announcer from '../log/Announcer.svelte';
import type { Action, Checked, TableInfo } from '../protocol';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import ActionBar from './ActionBar.svelte';
import Auction from './Auction.svelte';
import Compose from './Compose.svelte';
import { emptyDraft } from './composing';
import { board, handWith, viewWith } from './fixtures';
import Groups from './Groups.svelte';
import Mortgages from './Mortgages.svelte';
import { ui } from './ui.svelte';

const info = (more: object = {}) =>
  ({
    game: 'g',
    title: 'A table',
    status: 'playing',
    edition: 'classic',
    options: {},
    clock: { decision: 60, call: 9 },
    undo: true,
    cash_private: true,
    seats: ['Ann', 'Ben', 'Mira'].map((name) => ({ kind: 'person', name, token: '', here: true })),
    ...more,
  }) as unknown as TableInfo;

function sit(legal: Action[], change = {}, more = {}, you = [0]): void {
  table.info = info(more);
  table.board = board;
  table.shown.redraw([], { seq: 1, view: viewWith(change), hands: [] });
  vi.spyOn(table, 'hands', 'get').mockReturnValue([handWith(legal)]);
  table.hotSeat.you = you;
  table.hotSeat.active = 0;
  table.hotSeat.curtain = null;
}

beforeEach(() => {
  settings.language = 'en';
  table.shown.log = [];
  table.refusal = null;
  ui.dialog = null;
  vi.spyOn(table, 'act').mockResolvedValue({ type: 'done', id: 'x', seq: 2 });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const claim: Action = { kind: 'ClaimRent', other: 1, square: 1 };
const claims = [{ owner: 0, lander: 1, square: 1, amount: 4 }];
const auction = { kind: 'auction' as const, bidders: [0, 1], bid: 50, highest: 1, square: 6 };

describe('what is asked beside the question', () => {
  const panels = {
    Groups: () => render(Groups),
    Mortgages: () => render(Mortgages),
    Compose: () => render(Compose),
    Auction: () => render(Auction, { auction }),
  };
  it.each(Object.keys(panels) as (keyof typeof panels)[])('is answered in a panel too: %s', async (name) => {
    sit(
      [claim],
      { claims, matters: name === 'Auction' ? [auction] : [] },
      { undo_asked: { seat: 2, waiting: [0, 1], seq: 7 } },
    );
    vi.spyOn(table, 'check').mockResolvedValue(null);
    const consent = vi.spyOn(table, 'consent').mockResolvedValue(null);
    panels[name]();
    await fireEvent.click(screen.getByRole('button', { name: /^Claim \$4/ }));
    expect(table.act).toHaveBeenCalledWith(claim);
    expect(screen.getByText('Mira wishes to take back the last action.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
    expect(consent).toHaveBeenCalledWith(true);
  });

  it('is a rent that was not claimed yet', async () => {
    const kept = { owner: 0, lander: 1, square: 1, amount: 12, said: true };
    sit([claim], { claims: [kept, ...claims], waiting: [1] });
    render(Announcer);
    await vi.waitFor(() =>
      expect(document.querySelector('[aria-live="assertive"]')!.textContent).toBe('You may claim $4 rent from Ben.'),
    );
    render(Groups);
    expect(screen.getByRole('button', { name: /^Claim \$4/ })).toBeTruthy();
  });

  it('is said to those who listen', async () => {
    sit([claim], { claims, waiting: [1] });
    const said = () => document.querySelector('[aria-live="assertive"]')!.textContent;
    render(Announcer);
    await vi.waitFor(() => expect(said()).toBe('You may claim $4 rent from Ben.'));
    table.info = info({ undo_asked: { seat: 2, waiting: [0], seq: 7 } });
    await vi.waitFor(() => expect(said()).toBe('Mira wishes to take back the last action. Do you agree?'));
  });
});

describe('another player at this screen', () => {
  it('is handed it where an offer, a rent or an undo waits for them', async () => {
    const offers = [{ number: 1, proposer: 0, partner: 1 }];
    sit([{ kind: 'Throw' }], { offers, claims: [{ owner: 2, lander: 1, square: 1, amount: 4 }] }, {}, [0, 1, 2]);
    render(ActionBar);
    expect(screen.getByText('There is an offer for Ben.')).toBeTruthy();
    expect(screen.getByText('Mira may claim rent.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Give the screen to Ben' }));
    expect([table.active, table.hotSeat.curtain]).toEqual([1, 1]);
  });

  it('is handed it out of a dialog, which closes', async () => {
    sit([], {}, { undo_asked: { seat: 0, waiting: [1], seq: 7 } }, [0, 1]);
    ui.dialog = 'groups';
    render(Groups);
    await fireEvent.click(screen.getByRole('button', { name: 'Give the screen to Ben' }));
    expect([table.active, ui.dialog]).toEqual([1, null]);
  });

  it('is not asked for where they sit elsewhere', () => {
    sit([{ kind: 'Throw' }], { offers: [{ number: 1, proposer: 0, partner: 1 }] });
    render(ActionBar);
    expect(document.querySelector('[data-do="give"]')).toBeNull();
  });
});

describe('an undo from a dialog', () => {
  it.each([
    ['groups', Groups],
    ['mortgages', Mortgages],
  ] as const)('says that the others were asked: %s', async (_, panel) => {
    sit([]);
    vi.spyOn(table, 'check').mockResolvedValue(null);
    vi.spyOn(table, 'undo').mockImplementation(async () => {
      table.info = info({ undo_asked: { seat: 0, waiting: [1], seq: 7 } });
      return { type: 'done', id: 'x', seq: 2 };
    });
    vi.spyOn(table, 'undoable', 'get').mockReturnValue(true);
    const say = vi.spyOn(toasts, 'say').mockImplementation(() => {});
    render(panel);
    await fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    await vi.waitFor(() =>
      expect(say).toHaveBeenCalledWith('The others were asked whether you may take it back.', 'info'),
    );
  });
});

describe('the interest of a deal', () => {
  it('is said to be none only when the server has said so', async () => {
    sit([{ kind: 'Offer', other: 1 }]);
    let answer: (checked: Checked) => void = () => {};
    vi.spyOn(table, 'check').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    ui.draft = {
      ...emptyDraft(1),
      give: { ...emptyDraft(1).give, deeds: [1] },
      take: { ...emptyDraft(1).take, cash: '5' },
    };
    render(Compose);
    expect(screen.queryByText('None: no mortgaged deed changes hands.')).toBeNull();
    await vi.waitFor(() => expect(table.check).toHaveBeenCalled());
    expect(screen.queryByText('None: no mortgaged deed changes hands.')).toBeNull();
    answer({ type: 'checked', id: 'x', seq: 1, lawful: true });
    expect(await screen.findByText('None: no mortgaged deed changes hands.')).toBeTruthy();
  });
});
