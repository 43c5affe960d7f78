import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WhySheet from '../../log/WhySheet.svelte';
import { board, viewWith } from '../../play/fixtures';
import type { Event, TableInfo } from '../../protocol';
import LinkCard from '../../shell/LinkCard.svelte';
import TableSection from '../../shell/TableSection.svelte';
import { api } from '../../state/api';
import { pane } from '../../state/pane.svelte';
import { settings } from '../../state/settings.svelte';
import { table } from '../../state/table.svelte';
import { why } from '../../state/why.svelte';
import End from '../End.svelte';
import WorthTable from './WorthTable.svelte';

const seats = ['Ann', 'Ben', 'Mira'].map((name) => ({
  kind: 'person',
  name,
  token: '',
  here: true,
})) as unknown as TableInfo['seats'];
const view = (out: boolean[], winners: number[]) =>
  viewWith({
    players: out.map((one) => ({ square: 0, cash: 100, ...(one ? { out: true } : {}) })),
    winners,
    worth: [240, 300, 100],
  });

beforeEach(() => {
  settings.language = 'en';
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false;
  };
  table.info = {
    game: 'g',
    title: 'A table',
    status: 'finished',
    edition: 'classic',
    options: {},
    house_rules: [],
    created: 0,
    commit: 'c0ffee',
    public: true,
    undo: false,
    seats,
  } as unknown as TableInfo;
  table.shown.redraw([], { seq: 1, view: view([true, false, true], [1]), hands: [] });
  table.hotSeat.you = [];
});
afterEach(() => {
  cleanup();
  why.close();
  vi.restoreAllMocks();
});

describe('the end', () => {
  it('gives one place to those who share it', () => {
    const shared = { ...view([false, false, false], [0, 1]), worth: [300, 300, 100] };
    const { container } = render(WorthTable, { view: shared, board, seats, you: [], log: [] });
    expect([...container.querySelectorAll('.place')].map((place) => place.textContent)).toEqual(['1', '1', '3']);
  });

  it('explains how worth is counted only where worth decided', () => {
    const look = (out: boolean[], winners: number[]) => {
      const { unmount } = render(WorthTable, { view: view(out, winners), board, seats, you: [], log: [] });
      const found = screen.queryByRole('button', { name: 'how it is counted' }) !== null;
      unmount();
      return found;
    };
    expect(look([false, false, true], [1])).toBe(true);
    expect(look([true, false, true], [1])).toBe(false);
    expect(look([false, false, false], [])).toBe(false);
  });

  it('says how each one left: to whom, to the Bank, or of their own will', () => {
    const left = (kind: string, player: number, other: number | null = null) =>
      ({ seq: 0, kind, rule: '', text: '', player, other }) as Event;
    const fates = (...log: Event[]) => {
      const { container, unmount } = render(WorthTable, {
        view: view([true, false, true], [1]),
        board,
        seats,
        you: [],
        log,
      });
      const told = [...container.querySelectorAll('.fate')].map((cell) => cell.textContent);
      unmount();
      return told;
    };
    expect(fates(left('WentBankrupt', 0, 1), left('WentBankrupt', 2, 8))).toEqual(['bankrupt to Ben', 'bankrupt']);
    expect(fates(left('Resigned', 2), left('WentBankrupt', 2, 8), left('WentBankrupt', 0, 1))).toEqual([
      'bankrupt to Ben',
      'resigned',
    ]);
  });

  it('has a link to share', async () => {
    vi.spyOn(api, 'game').mockRejectedValue(new Error('no network'));
    render(End, { onlook: () => {} });
    expect(screen.queryByText('Let others watch')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(screen.getByText('Let others watch')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code of the link', hidden: true })).toBeTruthy();
  });
});

describe('a link', () => {
  it('of eight seats has a code; one that is too long is still there to copy', () => {
    const card = (link: string) => {
      const { container, unmount } = render(LinkCard, { title: 'Seat', text: '', link });
      const found = [container.querySelector('svg.qr') !== null, container.querySelector('code')!.textContent];
      expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
      unmount();
      return found;
    };
    const eight = `https://a.example/g/abcdefgh#${Array.from({ length: 8 }, () => `seat=${'k'.repeat(33)}`).join('&')}`;
    expect(eight.length).toBeGreaterThan(331);
    expect(card(eight)).toEqual([true, eight]);
    const long = `https://${'long.'.repeat(60)}${eight}`;
    expect(card(long)).toEqual([false, long]);
  });
});

describe('the rulebook', () => {
  it('is reached from the menu of a game', () => {
    render(TableSection, { onclose: () => {} });
    expect(screen.getByRole('link', { name: /The rulebook/ }).getAttribute('href')).toBe('/rules');
  });
  it('is reached from an answer on a phone', () => {
    vi.spyOn(pane, 'size', 'get').mockReturnValue('phone');
    vi.spyOn(api, 'editions').mockRejectedValue(new Error('no network'));
    why.show('rent.deed');
    render(WhySheet);
    expect(screen.getByRole('link', { name: 'Rulebook', hidden: true }).getAttribute('href')).toBe('/rules/rent.deed');
  });
});
