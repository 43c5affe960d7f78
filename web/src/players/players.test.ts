import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { board, people, view } from '../board/fixtures';
import { settings } from '../state/settings.svelte';
import { learn, money } from '../words';
import Bills from './Bills.svelte';
import PlayerCard from './PlayerCard.svelte';
import PlayerRow from './PlayerRow.svelte';
import PlayerTile from './PlayerTile.svelte';

afterEach(cleanup);

describe('players', () => {
  it('show cash that is theirs to show, or that it is private', async () => {
    const { rerender } = render(PlayerRow, { props: { board, view, person: people[1]!, cash: null } });
    expect(screen.getByRole('img', { name: 'Cash is private' })).toBeTruthy();
    expect(screen.getByText('2 deeds')).toBeTruthy();
    expect(screen.getByText('In Jail, turn 2')).toBeTruthy();
    expect(screen.getByText('Bot')).toBeTruthy();
    await rerender({ cash: 1500 });
    expect(screen.queryByRole('img', { name: 'Cash is private' })).toBeNull();
  });

  it('say whose turn it is, who is away and who is out', () => {
    render(PlayerRow, { props: { board, view, person: people[0]!, cash: 10 } });
    expect(document.querySelector('[aria-current="true"]')!.textContent).toContain('on turn');
    render(PlayerCard, { props: { board, view, person: people[2]!, cash: null } });
    expect(screen.getByRole('button', { name: /Mira, Cash is private, 0 deeds, Away, bot plays/ })).toBeTruthy();
    render(PlayerRow, {
      props: {
        board,
        view: { ...view, players: view.players.map((p) => ({ ...p, out: true })) },
        person: people[1]!,
        cash: null,
      },
    });
    expect(screen.getByText('Bankrupt')).toBeTruthy();
  });
});

describe('a sum in a narrow card', () => {
  it('is small where it has many letters, in every language', async () => {
    const isSmall = (cash: number) => {
      cleanup();
      render(PlayerCard, { props: { board, view, person: people[0]!, cash } });
      return document.querySelector('.sub')!.classList.contains('long');
    };
    expect([isSmall(1500), isSmall(10_000)]).toEqual([false, true]);
    learn('de', { money: '{figure} $' });
    settings.language = 'de';
    await vi.waitFor(() => expect(money(1500)).toBe('1.500 $'));
    expect([isSmall(990), isSmall(1500)]).toEqual([false, true]);
    settings.language = 'en';
  });
});

describe('seven or eight players', () => {
  it('have a state as one word, and no clock', () => {
    const { container } = render(PlayerTile, {
      props: { board, view, person: people[1]!, cash: null, timed: 5000, whole: 60_000 },
    });
    expect(container.querySelector('small')!.textContent).toBe('Jail');
    expect(container.textContent).toContain('In Jail, turn 2, Bot');
    expect(container.querySelector('[role=timer]')).toBeNull();
    expect(screen.getByRole('img', { name: 'Cash is private' })).toBeTruthy();
    expect(screen.getByText('2 deeds')).toBeTruthy();
    cleanup();
    render(PlayerTile, { props: { board, view, person: people[2]!, cash: null } });
    expect(screen.getByText('Away')).toBeTruthy();
    cleanup();
    render(PlayerTile, { props: { board, view, person: people[0]!, cash: 10 } });
    expect(screen.getByText('You')).toBeTruthy();
  });
});

describe('money', () => {
  it('is bills of the edition; what is missing is an outline', () => {
    render(Bills, {
      props: {
        bills: [
          [3, 100],
          [1, 1],
        ],
        values: [500, 100, 1],
      },
    });
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('.visually-hidden')!.textContent)).toEqual([
      '0 × $500',
      '3 × $100',
      '1 × $1',
    ]);
    expect(document.querySelectorAll('.n0')).toHaveLength(1);
    expect(document.querySelectorAll('.n3')).toHaveLength(1);
  });
});
