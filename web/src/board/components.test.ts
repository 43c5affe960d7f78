import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Performer } from '../state/performer.svelte';
import CardView from './CardView.svelte';
import DeedCard from './DeedCard.svelte';
import Dice from './Dice.svelte';
import { board, people, view } from './fixtures';
import { FORMS } from './geometry';
import Ring from './Ring.svelte';

afterEach(cleanup);

const ring = (more: Record<string, unknown> = {}) =>
  render(Ring, { props: { form: FORMS.desktop, board, view, people, seat: 0, ...more } });
const square = (n: number): HTMLElement => document.querySelector(`[data-square="${n}"]`)!;

describe('the board', () => {
  it('has forty squares, each with its content in words and who stands there', () => {
    ring();
    expect(document.querySelectorAll('button[data-square]')).toHaveLength(40);
    expect(square(1).querySelector('.visually-hidden')!.textContent).toBe(
      'Meadow Lane, Brown, yours, 2 houses, rent $30. Here: You',
    );
    expect(square(10).querySelector('.visually-hidden')!.textContent).toContain('Here: Ben and Mira');
  });

  it('is one stop for Tab, and the arrows walk along the ring', async () => {
    ring();
    const stops = () =>
      [...document.querySelectorAll('button[data-square]')].filter((one) => one.getAttribute('tabindex') === '0');
    expect(stops()).toEqual([square(0)]);
    square(0).focus();
    await fireEvent.keyDown(square(0), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(square(1));
    await fireEvent.keyDown(square(1), { key: 'ArrowLeft' });
    await fireEvent.keyDown(square(0), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(square(39));
    await fireEvent.keyDown(square(39), { key: 'Home' });
    expect(document.activeElement).toBe(square(0));
    await fireEvent.keyDown(square(0), { key: 'p' });
    expect(document.activeElement).toBe(square(1));
    expect(stops()).toEqual([square(1)]);
  });

  it('shows the deed of a pressed square, and hides it at Escape', async () => {
    ring();
    await fireEvent.click(square(5));
    expect(within(screen.getByRole('tooltip')).getByText('North Station')).toBeTruthy();
    await fireEvent.keyDown(square(5), { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('lets squares be chosen: a choice opens no deed', async () => {
    const onpress = vi.fn((n: number) => n === 5);
    ring({ onpress, lit: new Set([5, 12]), picked: new Set([12]) });
    expect(square(12).getAttribute('aria-pressed')).toBe('true');
    expect(square(5).getAttribute('aria-pressed')).toBe('false');
    expect(square(1).hasAttribute('aria-pressed')).toBe(false);
    await fireEvent.click(square(5));
    expect(onpress).toHaveBeenCalledWith(5);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('has a token for everybody who plays, with a ring for whose turn it is', async () => {
    const { rerender } = ring();
    const tokens = () => [...document.querySelectorAll<HTMLElement>('.token')];
    expect(tokens().map((token) => token.dataset['seat'])).toEqual(['0', '1', '2']);
    expect(tokens().map((token) => token.classList.contains('turn'))).toEqual([true, false, false]);
    expect(tokens()[1]!.classList.contains('jailed')).toBe(true);
    await rerender({ view: { ...view, players: [{ square: 1 }, { square: 10, out: true }, { square: 10 }] } });
    expect(tokens()).toHaveLength(2);
  });

  it('puts tokens where the view says, at once, without motion', async () => {
    const { rerender } = ring();
    const before = document.querySelector<HTMLElement>('.token[data-seat="0"]')!.style.transform;
    await rerender({ view: { ...view, players: [{ square: 5 }, ...view.players.slice(1)] } });
    const after = document.querySelector<HTMLElement>('.token[data-seat="0"]')!.style.transform;
    expect(after).not.toBe(before);
    expect(after).toBe(`translate(${476 - 15}px, ${122 - 15}px) scale(1)`);
  });

  it('has the Jail where its squares say, and a deed on a corner', () => {
    const squares = board.squares.map((one, n) =>
      n === 10 ? board.squares[13]! : n === 13 ? board.squares[10]! : one,
    );
    const moved = { ...board, squares };
    const players = [{ square: 13, jail: 1 }, { square: 13 }, { square: 10 }];
    ring({ board: moved, view: { ...view, players } });
    const at = (seat: number) => document.querySelector<HTMLElement>(`.token[data-seat="${seat}"]`)!.style.transform;
    const x = (seat: number) => Number(/translate\((-?[\d.]+)px/.exec(at(seat))![1]);
    expect(x(0)).toBeGreaterThan(x(1)); // on the right side: the cell is the square, visitors stand before it
    expect(square(10).querySelector('.band')).toBeTruthy();
    expect(square(10).textContent).toContain('Riverside Lane');
  });

  it('tints the stones of the last walk and shows the card that lies open', async () => {
    const performer = new Performer({ settled: () => view, board: () => board });
    ring({ performer });
    performer.trail = { seat: 0, squares: [38, 39, 0, 1] };
    performer.card = { deck: 'chance', card: 0, seat: 1 };
    await tick();
    expect(document.querySelectorAll('.lane .on')).toHaveLength(3);
    expect(screen.getByText('Go for a walk.')).toBeTruthy();
  });

  it('is a picture on the phone', () => {
    ring({ form: FORMS.phone });
    expect(screen.getByRole('img', { name: /whole board/ })).toBeTruthy();
    expect(document.querySelectorAll('button[data-square]')).toHaveLength(0);
    expect(document.querySelectorAll('span[data-square]')).toHaveLength(40);
  });
});

describe('a deed', () => {
  it('has every rent, with the present one marked', () => {
    render(DeedCard, { props: { board, deed: 0, view, people } });
    const rows = screen.getAllByRole('row');
    expect(rows).toHaveLength(6);
    expect(rows.map((row) => row.classList.contains('now'))).toEqual([false, false, true, false, false, false]);
    expect(rows[2]!.textContent).toContain('$30');
    expect(screen.getByText('Yours')).toBeTruthy();
    expect(screen.getByText('$30', { selector: 'dd' })).toBeTruthy();
  });

  it('says what lifting costs when it is mortgaged, and marks no rent', () => {
    render(DeedCard, { props: { board, deed: 1, view, people } });
    expect(screen.getByText('Lift the mortgage').nextElementSibling!.textContent).toBe('$33');
    expect(document.querySelector('.now')).toBeNull();
  });

  it('gives a utility as multiples of the dice and no buildings', () => {
    render(DeedCard, { props: { board, deed: 3, view, people } });
    expect(screen.getAllByRole('row').map((row) => row.textContent!.replace(/\s+/g, ' ').trim())).toEqual([
      '1 utility4× dice, now',
      '2 utilities10× dice',
    ]);
    expect(screen.queryByText('House')).toBeNull();
  });

  it('says so when the whole group makes the site dearer', () => {
    render(DeedCard, { props: { board, deed: 5, view, people } });
    expect(screen.getByText(/whole group/).textContent).toContain('$4');
  });
});

describe('dice and cards', () => {
  it('are dice with names; the third is the Speed Die', () => {
    render(Dice, { props: { dice: [2, 6, 4] } });
    expect(screen.getAllByRole('img').map((die) => die.getAttribute('aria-label'))).toEqual([
      'Die showing 2',
      'Die showing 6',
      'Bus',
    ]);
    expect(document.querySelectorAll('.speed')).toHaveLength(1);
  });

  it('are cards with our own words', () => {
    render(CardView, { props: { board, deck: 'chest', card: 0, person: people[1]! } });
    expect(screen.getByText('Stay at home.')).toBeTruthy();
    expect(screen.getByText('Ben')).toBeTruthy();
  });
});
