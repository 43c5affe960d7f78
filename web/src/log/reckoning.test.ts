import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { board, happened } from '../board/fixtures';
import type { EditionInfo, Event, RuleInfo } from '../protocol';
import { api } from '../state/api';
import { pane } from '../state/pane.svelte';
import { table } from '../state/table.svelte';
import { why } from '../state/why.svelte';
import { reckon } from './reckoning';
import WhySheet from './WhySheet.svelte';

/** The rules by which cash changes hands, as the list of events names them. */
function rulesOfPayments(): string[] {
  const row = readFileSync('../docs/events.md', 'utf8')
    .split('\n')
    .find((line) => line.includes('| `PAID` |'))!;
  return [
    ...row
      .split('|')
      .at(-2)!
      .matchAll(/`([a-z]+\.[a-z-]+)`/g),
  ].map((found) => found[1]!);
}
const said = (event: Event, ...before: Event[]) => reckon(event, [...before, event], board)?.sentence;

describe('how a sum came', () => {
  const drawn = happened('CardDrawn', { deck: 'chance', card: 0, square: 7 });
  const thrown = happened('DiceThrown', { amount: 7, dice: [3, 4] });

  it('is told for every payment', () => {
    const rules = rulesOfPayments();
    expect(rules.length).toBeGreaterThan(25);
    const silent = rules.filter((rule) => {
      const utility = rule.startsWith('rent.utility');
      const event = happened('Paid', { rule, amount: utility ? 28 : 50, square: utility ? 12 : 5 });
      return reckon(event, [drawn, thrown, event], board) === null;
    });
    expect(silent).toEqual([]);
  });
  it('is the step of a rent that was due', () => {
    const event = happened('RentCharged', { rule: 'rent.deed', square: 1, amount: 30 });
    const { steps } = reckon(event, [event], board)!;
    expect(steps.map((step) => step.value)).toEqual(['$2', '$10', '$30', '$90', '$160', '$250']);
    expect(steps.filter((step) => step.due).map((step) => step.label)).toEqual(['2 houses']);
  });
  it('is doubled, or measured by the dice', () => {
    const whole = happened('RentCharged', { rule: 'rent.group-double', square: 1, amount: 4 });
    expect(said(whole)).toBe('$2 for Meadow Lane, doubled.');
    const railroad = { square: 5, amount: 50 };
    expect(said(happened('RentCharged', { rule: 'cards.nearest-railroad', ...railroad }))).toMatch(
      /^\$25 for .*, doubled\.$/,
    );
    const { steps } = reckon(happened('RentCharged', { rule: 'rent.railroad', ...railroad }), [], board)!;
    expect(steps.filter((step) => step.due).map((step) => step.label)).toEqual(['2']);
    const utility = happened('RentCharged', { rule: 'rent.utility', square: 12, amount: 28 });
    expect(said(utility, thrown)).toBe('4 times the 7 that the dice showed.');
  });
  it('is a share of the worth, interest, or what a card says', () => {
    const worth = happened('WorthCounted', { rule: 'tax.worth', amount: 1700 });
    expect(said(happened('Paid', { rule: 'tax.income', amount: 170 }), worth)).toBe('10 % of a worth of $1,700.');
    expect(said(happened('MortgageLifted', { rule: 'mortgage.lift', square: 1, amount: 33 }))).toBe(
      '$30 that the Bank lent, and $3 interest.',
    );
    expect(said(happened('Paid', { rule: 'cards.draw', amount: 50 }), drawn)).toBe('The card says: Go for a walk.');
  });
  it('is not told where no money was meant', () => {
    expect(said(happened('Moved', { rule: 'move.throw', square: 1, amount: 7 }))).toBeUndefined();
  });
});

describe('the answer to "why?"', () => {
  const rule = (id: string): RuleInfo => ({ id, section: 'Rent', says: `What ${id} says. And more.`, status: 'book' });

  beforeEach(() => {
    vi.spyOn(pane, 'size', 'get').mockReturnValue('desktop');
    vi.spyOn(api, 'editions').mockResolvedValue([{ edition: 'classic', title: 'Classic' } as EditionInfo]);
    vi.spyOn(api, 'rule').mockImplementation((id) => Promise.resolve(rule(id)));
    vi.spyOn(api, 'rules').mockResolvedValue(
      ['buy.option', 'rent.a', 'rent.b', 'rent.c', 'rent.d', 'rent.e', 'tax.income'].map(rule),
    );
    table.board = board;
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    why.close();
    table.board = null;
  });

  it.each([
    ['rent.a', 'bcd'],
    ['rent.c', 'bde'],
    ['rent.e', 'bcd'],
  ])('names the rules beside %s, which open in its place', async (asked, near) => {
    why.show(asked);
    render(WhySheet);
    const links = await screen.findAllByRole('button', { name: /^What rent\.. says\.$/ });
    expect(links.map((link) => link.textContent!.trim()[10])).toEqual([...near]);
    links[0]!.click();
    expect(why.question?.rule).toBe(`rent.${near[0]}`);
  });
  it('says how the sum of the event came', () => {
    const event = happened('RentCharged', { rule: 'rent.group-double', square: 1, amount: 4 });
    why.show(event);
    render(WhySheet);
    expect(screen.getByText('$2 for Meadow Lane, doubled.')).toBeTruthy();
  });
});
