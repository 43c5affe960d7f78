import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { board, happened, people } from '../board/fixtures';
import LogList from './LogList.svelte';

afterEach(cleanup);

describe('the log', () => {
  const log = [
    happened('DeedBought', { square: 1, amount: 60, rule: 'buy.option' }),
    happened('Paid', { player: 1, other: 0, amount: 25, rule: 'rent.deed', seq: 2 }),
    happened('BidMade', { player: 1, square: 5, amount: 90, rule: 'auction.open-outcry', seq: 3 }),
  ];
  const rows = () => [...document.querySelectorAll('ol li')].map((row) => row.querySelector('p')!.textContent!.trim());

  it('opens the rule of each row and finds its squares on the board', async () => {
    const onwhy = vi.fn();
    const onplace = vi.fn();
    render(LogList, { props: { log, board, people, you: [0], onwhy, onplace } });
    expect(rows()).toHaveLength(3);
    await fireEvent.click(screen.getByRole('button', { name: 'Why? Buying' }));
    expect(onwhy).toHaveBeenCalledWith(log[0]);
    await fireEvent.click(screen.getByRole('button', { name: 'North Station' }));
    expect(onplace).toHaveBeenCalledWith(5);
    expect(screen.getByText('+$25')).toBeTruthy();
    expect(document.querySelector('ol')!.getAttribute('aria-live')).toBe('polite');
    expect([...document.querySelectorAll('ol li')].map((row) => row.classList.contains('newest'))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is filtered by player, by kind and by words', async () => {
    render(LogList, { props: { log, board, people } });
    await fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const [who, what] = screen.getAllByRole<HTMLSelectElement>('combobox');
    await fireEvent.change(who!, { target: { value: who!.options[2]!.value } });
    expect(rows()).toHaveLength(2);
    await fireEvent.change(what!, { target: { value: 'auction' } });
    expect(rows()).toEqual(['Ben bid $90 for North Station.']);
    expect(document.querySelector('.newest'), 'the last row found need not be the newest').toBeNull();
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nowhere' } });
    expect(screen.getByText('Nothing in the log fits.')).toBeTruthy();
  });
});
