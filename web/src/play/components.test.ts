import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action, Checked, TableInfo } from '../protocol';
import { toasts } from '../kit/toasts.svelte';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';
import { learn } from '../words';
import german from '../words/de/play.json';
import ActionBar from './ActionBar.svelte';
import AuctionPanel from './Auction.svelte';
import Compose from './Compose.svelte';
import { emptyDraft } from './composing';
import Debt from './Debt.svelte';
import { board, handWith, viewWith } from './fixtures';
import Groups from './Groups.svelte';
import LotCard from './LotCard.svelte';
import { ui } from './ui.svelte';

const info = {
  game: 'g',
  title: 'A table',
  status: 'playing',
  edition: 'classic',
  options: { tax_income_percent: 10 },
  seats: ['Ann', 'Ben', 'Mira'].map((name) => ({ kind: 'person', name, token: '', here: true })),
  clock: { decision: 60, call: 9 },
  undo: true,
} as unknown as TableInfo;

/** Seat 0 sits at a made-up table with these legal actions. */
function sit(legal: Action[], change = {}, hand = {}): void {
  table.info = info;
  table.board = board;
  table.shown.redraw([], { seq: 1, view: viewWith(change), hands: [] });
  vi.spyOn(table, 'hands', 'get').mockReturnValue([handWith(legal, hand)]);
  table.hotSeat.you = [0];
  table.hotSeat.active = 0;
}
const lawful = (more: Partial<Checked> = {}): Checked => ({ type: 'checked', id: 'x', seq: 1, lawful: true, ...more });

beforeEach(() => {
  settings.language = 'en';
  table.shown.log = [];
  table.refusal = null;
  ui.dialog = null;
  vi.spyOn(table, 'act').mockResolvedValue({ type: 'done', id: 'x', seq: 2 });
  vi.spyOn(table, 'check').mockResolvedValue(lawful());
});
afterEach(cleanup);

describe('the deed beside a question', () => {
  it('shows as much as there is room for', () => {
    sit([], { players: [{ square: 6 }, { square: 0 }, { square: 0 }] });
    const forms = [400, 200, 140, 90, 40].map((height) => {
      const { container, unmount } = render(LotCard, { square: 6, height });
      const lot = container.querySelector('.lot');
      const found = !lot
        ? ['nothing']
        : [
            lot.querySelector('.compact') ? 'compact' : 'whole',
            ...['brief', 'title'].filter((name) => lot.classList.contains(name)),
          ];
      unmount();
      return found.join(' ');
    });
    expect(forms).toEqual(['whole', 'compact', 'compact brief', 'compact brief title', 'nothing']);
  });
});

describe('the decision', () => {
  it('is answered by the legal actions and by nothing else', async () => {
    sit([{ kind: 'Buy' }, { kind: 'Decline' }, { kind: 'Resign' }], {
      phase: 'buy',
      players: [{ square: 6 }, { square: 0 }, { square: 0 }],
    });
    render(ActionBar);
    expect(screen.getByRole('heading').textContent).toBe('Buy Third Road?');
    expect(screen.getByText(/You would keep \$180 and hold 1 of 3/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: /Buy for \$120/ }));
    expect(table.act).toHaveBeenCalledWith({ kind: 'Buy' });
    expect(screen.getByRole('button', { name: /Build or sell/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('says what is missing where the money does not reach', () => {
    sit([{ kind: 'Decline' }], { phase: 'buy', players: [{ square: 6 }] }, { cash: 100 });
    render(ActionBar);
    expect(screen.getByText(/Raise \$20 first/)).toBeTruthy();
    expect(document.querySelector('[data-act="Buy"]')).toBeNull();
  });

  it('shows no worth before a blind choice, and fills neither button', () => {
    sit([{ kind: 'PayFlatTax' }, { kind: 'PayWorthTax' }], { phase: 'choose-tax', players: [{ square: 3 }] });
    render(ActionBar);
    expect(screen.getByRole('button', { name: 'Pay 10 % of my worth' }).className).not.toContain('primary');
    expect(document.querySelector('.primary')).toBeNull();
    expect(document.body.textContent).not.toContain('$300');
  });

  it('says a refused move where it happened, with its rule', async () => {
    sit([{ kind: 'Throw' }]);
    table.refusal = {
      action: { kind: 'Build', square: 1 },
      reason: 'rule',
      text: 'Tennessee first.',
      rule: 'build.evenly',
    };
    render(ActionBar);
    const said = screen.getByRole('alert');
    expect(said.textContent).toContain('Not lawful: Tennessee first. Nothing was changed.');
    expect(within(said).getByRole('button', { name: 'why?' }).dataset['rule']).toBe('build.evenly');
  });

  it('speaks German too', () => {
    learn('de', german);
    settings.language = 'de';
    sit([{ kind: 'Throw' }]);
    render(ActionBar);
    expect(screen.getByRole('button', { name: /Würfeln/ })).toBeTruthy();
  });
});

describe('an auction', () => {
  const auction = { kind: 'auction' as const, bidders: [0, 1], bid: 50, highest: 1, square: 6 };

  it("offers quick raises and takes a sum of one's own between the lowest and the highest", async () => {
    sit([{ kind: 'Bid', amount: 51, most: 300 }, { kind: 'Withdraw' }], { matters: [auction] });
    render(AuctionPanel, { auction });
    expect(
      [...document.querySelectorAll('[data-amount]')].map((one) => (one as HTMLElement).dataset['amount']),
    ).toEqual(['51', '60', '100', '150']);
    const own = screen.getByLabelText('Your own bid');
    await fireEvent.input(own, { target: { value: '301' } });
    expect(screen.getByText(/from \$51 to \$300/)).toBeTruthy();
    await fireEvent.input(own, { target: { value: '299' } });
    table.shown.redraw([], { seq: 2, view: viewWith({ matters: [{ ...auction, bid: 52 }] }), hands: [] });
    await tick();
    expect((own as HTMLInputElement).value).toBe('299');
    await fireEvent.click(screen.getByRole('button', { name: 'Bid this' }));
    expect(table.act).toHaveBeenCalledWith({ kind: 'Bid', amount: 299 });
  });

  it('lets the leader neither withdraw nor raise', () => {
    sit([], { matters: [{ ...auction, highest: 0 }] });
    render(AuctionPanel, { auction: { ...auction, highest: 0 } });
    expect(document.querySelector('[data-act]')).toBeNull();
    expect(screen.getByRole('button', { name: /Withdraw/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('lets those who are out of it build, mortgage and deal beside it', async () => {
    const beside = () => [...document.querySelectorAll<HTMLElement>('.link')].map((one) => one.dataset['do']);
    const legal: Action[] = [{ kind: 'Mortgage', square: 6 }, { kind: 'Offer', other: 1 }, { kind: 'Withdraw' }];
    sit(legal, { matters: [auction] });
    const { unmount } = render(AuctionPanel, { auction });
    expect(beside()).toEqual(['raise-cash']);
    unmount();
    sit(legal.slice(0, 2), { matters: [{ ...auction, bidders: [1] }] });
    render(AuctionPanel, { auction: { ...auction, bidders: [1] } });
    expect(beside()).toEqual(['mortgages', 'offer']);
    await fireEvent.click(screen.getByRole('button', { name: 'Mortgage' }));
    expect(ui.dialog).toBe('mortgages');
  });
});

describe('a deal', () => {
  it('is judged by the server while it is composed, and sent as it was composed', async () => {
    vi.useFakeTimers();
    sit([
      { kind: 'Offer', other: 1 },
      { kind: 'Offer', other: 2 },
    ]);
    vi.mocked(table.check).mockResolvedValue(lawful({ lawful: false, text: 'No gifts.', rule: 'deal.offers' }));
    ui.draft = emptyDraft(1);
    ui.dialog = 'offer';
    render(Compose);
    await fireEvent.click(screen.getByRole('button', { name: /North Lane/ }));
    await vi.advanceTimersByTimeAsync(300);
    expect(table.check, 'a deal that was only begun is not judged').not.toHaveBeenCalled();
    expect(document.querySelector('[data-verdict]')).toBeNull();
    expect(document.querySelector('[data-do="send"]')!.getAttribute('aria-disabled')).toBe('true');
    await fireEvent.input(screen.getByLabelText('Cash that you get'), { target: { value: '39' } });
    await vi.advanceTimersByTimeAsync(300);
    expect(screen.getByText(/No gifts/, { selector: 'p' }).closest('.message')!.className).toContain('warn');
    expect(document.querySelector('[data-do="send"]')!.getAttribute('aria-disabled')).toBe('true');
    vi.mocked(table.check).mockResolvedValue(lawful({ interest: 10 }));
    await fireEvent.input(screen.getByLabelText('Cash that you get'), { target: { value: '40' } });
    await vi.advanceTimersByTimeAsync(300);
    expect(screen.getByText(/\$10 to the Bank at once/)).toBeTruthy();
    await fireEvent.click(document.querySelector('[data-do="send"]')!);
    const sent = {
      kind: 'Offer',
      other: 1,
      give: [1],
      give_cash: 0,
      give_cards: [],
      take: [],
      take_cash: 40,
      take_cards: [],
    };
    expect(table.act).toHaveBeenCalledWith(sent);
    vi.useRealTimers();
  });
});

describe('money', () => {
  it('is raised with a running account, and bankruptcy opens only when it was sent', () => {
    const debt = { kind: 'debt' as const, debtor: 0, creditor: 1, amount: 500, rule: 'rent.deed' };
    sit([{ kind: 'Mortgage', square: 1 }], { matters: [debt] }, { owes: 200, can_raise: 70 });
    const { unmount } = render(Debt, { debt });
    expect(document.querySelector('[data-owed]')!.textContent).toBe('$200');
    expect(screen.queryByRole('button', { name: 'Go bankrupt' })).toBeNull();
    unmount();
    sit([{ kind: 'GoBankrupt' }], { matters: [debt] }, { owes: 200, can_raise: 70 });
    render(Debt, { debt });
    expect(screen.getByRole('button', { name: 'Go bankrupt' })).toBeTruthy();
  });

  const more = (lot: string) => screen.getByRole('button', { name: `Draft a step more on ${lot}, $50` });

  it('is built from a draft, the lowest lot first, and not before the button', async () => {
    vi.spyOn(table.shown, 'reached').mockResolvedValue();
    sit([{ kind: 'Build', square: 2 }], { level: [1, 0, 0, 0, 0] });
    render(Groups);
    expect(more('North Lane'), 'the other lot comes first').toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: /^Build/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/Both are yours\./), 'not all 2').toBeTruthy();
    await fireEvent.click(more('South Lane'));
    await fireEvent.click(more('North Lane'));
    await fireEvent.click(more('South Lane'));
    expect(table.act).not.toHaveBeenCalled();
    expect(screen.getByText('2 and 2 is even')).toBeTruthy();
    expect(screen.getByText('3 steps, $150')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Build for $150' }));
    await vi.waitFor(() => expect(table.act).toHaveBeenCalledTimes(3));
    expect(vi.mocked(table.act).mock.calls.map(([action]) => action.square)).toEqual([2, 1, 2]);
  });

  it('is kept where the window takes another form, and dropped with a word where it is closed', async () => {
    sit([{ kind: 'Build', square: 1 }]);
    ui.dialog = 'groups';
    toasts.clear();
    const first = render(Groups);
    await fireEvent.click(more('North Lane'));
    first.unmount();
    const second = render(Groups);
    expect(document.querySelector<HTMLElement>('[data-draft]')!.dataset['draft']).toBe('1');
    expect(toasts.list).toEqual([]);
    ui.close();
    second.unmount();
    expect(toasts.list.map((toast) => toast.text)).toEqual(['Draft dropped. Nothing was built.']);
    expect(ui.plan).toEqual({});
  });

  it('has a refusal in sight, however long the list is', () => {
    sit([{ kind: 'Build', square: 1 }]);
    table.refusal = { action: null, reason: 'rule', rule: 'build.evenly', text: 'No.' };
    render(Groups);
    const said = document.querySelector('[data-refused]')!;
    expect(said.textContent).toContain('Not lawful');
    expect(said.closest('.body')).toBeNull();
  });

  it('ends at what is refused', async () => {
    vi.spyOn(table.shown, 'reached').mockResolvedValue();
    sit([
      { kind: 'Build', square: 1 },
      { kind: 'Build', square: 2 },
    ]);
    render(Groups);
    await fireEvent.click(screen.getByRole('button', { name: 'One step more on every lot' }));
    vi.mocked(table.act).mockResolvedValue({ type: 'refused', id: 'x', seq: 1, reason: 'rule', text: 'No.' });
    await fireEvent.click(screen.getByRole('button', { name: 'Build for $100' }));
    await vi.waitFor(() => expect(screen.getByText('nothing yet')).toBeTruthy());
    expect(table.act).toHaveBeenCalledTimes(1);
  });

  it('is not built for more than there is, nor sold without a question', async () => {
    const sell: Action = { kind: 'SellBuilding', square: 2 };
    sit([{ kind: 'Build', square: 1 }, sell], { level: [0, 1, 0, 0, 0] }, { cash: 60 });
    render(Groups);
    await fireEvent.click(screen.getByRole('button', { name: 'Sell from South Lane' }));
    expect(table.act).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: 'Sell for $25' }));
    expect(table.act).toHaveBeenCalledWith(sell);
    await fireEvent.click(more('North Lane'));
    await fireEvent.click(more('North Lane'));
    expect(screen.getByText(/You are short by \$40/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Build for \$100/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('says the rule where nothing may be built', async () => {
    vi.mocked(table.check).mockResolvedValue(lawful({ lawful: false, text: 'Mortgaged.', rule: 'build.group' }));
    sit([{ kind: 'SellBuilding', square: 2 }], { level: [0, 1, 0, 0, 0] });
    render(Groups);
    await vi.waitFor(() => expect(screen.getAllByText('Mortgaged.', { exact: false })).toHaveLength(2));
    expect(more('North Lane')).toHaveProperty('disabled', true);
  });
});
