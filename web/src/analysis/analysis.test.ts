import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doubt, signed, whole } from '../kit/points';
import { actionWords } from '../log/actions';
import { board, viewWith } from '../play/fixtures';
import type { Analysis, Event, Frame, Moment } from '../protocol';
import { api } from '../state/api';
import { peopleOf } from '../state/people';
import { settings } from '../state/settings.svelte';
import { courseOf, pointAfter, stackedAt } from './course';
import { fileOf } from './file';
import { exchangeOf, movedMost, squaresOf, tell, turningPoints } from './moments';
import Report from './Report.svelte';
import { Story } from './story.svelte';
import { verdictOf } from './verdict';

const people = peopleOf(
  ['Ann', 'Bela', 'Dov'].map((name) => ({ name, token: '', here: true })),
  [0],
);
const told = (kind: Event['kind'], more: Partial<Event> = {}): Event => ({ seq: 1, kind, rule: '', text: '', ...more });
const frame = (seq: number, events: Event[], view = viewWith()): Frame => ({ seq, at: 1000 * seq, events, view });
const moment = (seq: number, effects: number[], more: Partial<Moment> = {}): Moment => ({
  seq,
  turn: seq,
  round: seq,
  kind: 'luck',
  seat: 0,
  effects,
  ...more,
});

/** Dov buys the last light blue deed from Bela in entry 5. */
const struck = told('DealMade', { seq: 5, player: 2, other: 1, give_cash: 300, take: [6] });
const before = viewWith({ owner: [0, 0, 2, 2, 1] });
const after = viewWith({ owner: [0, 0, 2, 2, 2] });
const frames: Frame[] = [
  frame(1, [told('TurnBegan', { seq: 1, player: 0 })], before),
  frame(
    3,
    [
      told('DiceThrown', { seq: 3, player: 0, dice: [2, 4] }),
      told('Moved', { seq: 3, player: 0, square: 6, amount: 6 }),
    ],
    before,
  ),
  frame(5, [struck], after),
  frame(7, [told('Paid', { seq: 7, player: 0, other: 2, amount: 90, rule: 'rent.deed' })], after),
];
const point = (seq: number, round: number, chances: number[]) => ({
  seq,
  turn: seq,
  round,
  chances,
  low: chances.map((chance) => chance - 0.05),
  high: chances.map((chance) => chance + 0.05),
});
const analysis: Analysis = {
  label: '',
  verdict: '',
  start: [0.33, 0.33, 0.34],
  end: [0, 0, 1],
  parts: [
    { luck: -0.06, decisions: -0.07, deals: -0.12, unexplained: -0.08 },
    { luck: -0.1, decisions: 0, deals: -0.13, unexplained: -0.1 },
    { luck: 0.16, decisions: 0, deals: 0.4, unexplained: 0.1 },
  ],
  points: [point(1, 0, [0.3, 0.3, 0.4]), point(5, 1, [0.2, 0.2, 0.6]), point(7, 2, [0, 0.1, 0.9])],
  moments: [
    moment(3, [-0.02, 0.01, 0.01]),
    moment(5, [-0.12, -0.13, 0.25], { kind: 'deals' }),
    moment(7, [-0.05, 0, 0.05]),
  ],
  deals: [moment(5, [-0.12, -0.13, 0.25], { kind: 'deals', round: 4 })],
  mistakes: [
    {
      seq: 3,
      turn: 3,
      round: 2,
      seat: 0,
      played: { kind: 'Decline' },
      better: { kind: 'Buy' },
      loss: 0.061,
      error: 0.004,
    },
  ],
  decisions: [
    { best: 4, fine: 2, mistakes: 1 },
    { best: 3, fine: 3, mistakes: 0 },
    { best: 3, fine: 3, mistakes: 0 },
  ],
};

async function story(): Promise<Story> {
  vi.spyOn(api, 'replay').mockResolvedValue({ game: 'g', names: [], tokens: [], frames, more: false });
  vi.spyOn(api, 'analysis').mockResolvedValue(analysis);
  const loaded = new Story('g');
  await loaded.load();
  return loaded;
}

beforeEach(() => {
  settings.language = 'en';
  settings.chart = 'lines';
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('points', () => {
  it('are whole, with a sign; a single choice has a decimal; a doubt is two errors', () => {
    expect([whole(0.254), whole(-0.001), signed(0.031), signed(-0.2), signed(0.001)]).toEqual([
      25,
      0,
      '+3',
      '−20',
      '0',
    ]);
    expect([signed(-0.0278, 1), doubt(0.004)]).toEqual(['−2.8', '±0.8']);
  });
});

describe('the verdict', () => {
  it('names the winner’s cause, then luck, choices and the deals of others', async () => {
    const { title, lines } = verdictOf(analysis, await story(), board, people, [2], 0);
    expect(title).toBe('Dov won by the Light blue deal in round 5');
    expect(lines).toEqual([
      'Your dice were unkind.',
      'One of your choices was a mistake: it cost 6 points.',
      'The deals of others cost you 12.',
    ]);
  });
  it('tells of several mistakes by the costliest, not by a sum that no balance shows', async () => {
    const slip = analysis.mistakes[0]!;
    const mistakes = [slip, { ...slip, seq: 5, loss: 0.24 }, { ...slip, seq: 7, loss: 0.1 }];
    const { lines } = verdictOf({ ...analysis, mistakes }, await story(), board, people, [2], 0);
    expect(lines[1]).toBe('3 of your choices were mistakes: the costliest cost 24 points.');
  });
  it('says that it cannot tell where the rest is larger', async () => {
    const parts = analysis.parts.map((one) => ({ ...one, unexplained: 0.9 }));
    const { title, lines } = verdictOf({ ...analysis, parts }, await story(), board, people, [2], null);
    expect([title, lines]).toEqual([
      'Dov won',
      ['We cannot tell why: the rest is larger than dice, choices and deals.'],
    ]);
  });
  it('speaks to whoever won', async () => {
    expect(verdictOf(analysis, await story(), board, people, [0], 0).title).toBe('You won');
  });
});

describe('moments', () => {
  it('are the largest of whoever looks, in the order of the game', () => {
    expect(turningPoints(analysis, 0).map((one) => one.seq)).toEqual([3, 5, 7]);
    expect(movedMost(analysis.moments[1]!, 0)).toEqual([0, 2]);
    expect(movedMost(analysis.moments[1]!, null)).toEqual([2, 1]);
  });
  it('are told in sentences, with who gave whom what and the squares', () => {
    expect(tell(frames[2]!, board, people)).toBe('Bela accepted the offer of Dov: $300 for Third Road.');
    expect(exchangeOf(frames[2]!)).toEqual({ from: 2, to: 1, both: true });
    expect(exchangeOf(frames[3]!)).toEqual({ from: 0, to: 2, amount: 90 });
    expect(squaresOf(frames[2]!)).toEqual([6]);
  });
});

describe('the course', () => {
  it('knows where rounds begin, who left, and where a moment lies', () => {
    const out = viewWith({ players: [{ square: 0, out: true }, { square: 0 }, { square: 0 }] });
    const course = courseOf(analysis.points, (seq) => (seq === 7 ? out : viewWith()));
    expect(course.rounds).toEqual([
      { round: 0, at: 0 },
      { round: 1, at: 1 },
      { round: 2, at: 2 },
    ]);
    expect(course.out).toEqual([2, null, null]);
    expect([pointAfter(analysis.points, 3), pointAfter(analysis.points, 99)]).toEqual([1, 2]);
    expect(stackedAt([0.2, 0.3, 0.5], [2, 0, 1])).toEqual([0.5, 0.7, 1]);
  });
});

describe('actions in words', () => {
  it('are what one could do', () => {
    const standing = viewWith({ players: [{ square: 6 }, { square: 0 }, { square: 0 }] });
    const said = (action: Parameters<typeof actionWords>[0]) => actionWords(action, board, people, standing, 0);
    expect(said({ kind: 'Buy' })).toBe('buy Third Road');
    expect(said({ kind: 'Build', square: 1 })).toBe('build on North Lane');
    expect(said({ kind: 'Refuse', other: 1 })).toBe('decline the offer of Bela');
    expect(said({ kind: 'Offer', other: 2, give_cash: 40, take: [4] })).toBe('offer Dov $40 for First Road');
  });
});

describe('the report', () => {
  const shown = async (me: number | null, onsee = vi.fn()) => {
    render(Report, { props: { story: await story(), board, people, me, onsee } });
    return onsee;
  };
  it('shows where the chance went: the parts add up', async () => {
    await shown(0);
    expect(screen.getByRole('heading', { name: 'Where your 33 went' })).toBeTruthy();
    const row = screen.getByRole('row', { name: /You.*−6.*−7.*−12.*−8.*−33/ });
    expect(row).toBeTruthy();
  });
  it('opens the position of a turning point', async () => {
    const onsee = await shown(0);
    await fireEvent.click(screen.getAllByRole('button', { name: 'See the position' })[1]!);
    expect(onsee).toHaveBeenCalledWith(5);
  });
  it('tells a mistake with what was better', async () => {
    await shown(0);
    expect(document.querySelector('[data-slip]')!.textContent).toMatch(/Better: buy .*−6.1/s);
    expect(screen.getByText(/4 best/)).toBeTruthy();
  });
  it('is read round by round with the arrows', async () => {
    await shown(0);
    const plot = screen.getByRole('group', { name: /Chance of winning of every player/ });
    await fireEvent.keyDown(plot, { key: 'ArrowRight' });
    expect(plot.textContent).toContain('Round 1: You 30 %, Bela 30 %, and Dov 40 %');
    await fireEvent.keyDown(plot, { key: 'End' });
    expect(plot.textContent).toContain('Round 3: You 0 %, Bela 10 %, and Dov 90 %');
  });
  it('has a table, and remembers the choice', async () => {
    await shown(0);
    await fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.getByRole('row', { name: /2 20 % 20 % 60 %/ })).toBeTruthy();
    expect(settings.chart).toBe('table');
  });
  it('tells how far the counting is', async () => {
    vi.spyOn(api, 'replay').mockResolvedValue({ game: 'g', names: [], tokens: [], frames, more: false });
    vi.spyOn(api, 'analysis').mockResolvedValue({ what: 'weighing dice and cards', done: 4, of: 10 });
    const waiting = new Story('g');
    void waiting.load();
    render(Report, { props: { story: waiting, board, people, me: 0, onsee: vi.fn() } });
    await vi.waitFor(() => expect(screen.getByText('Counting: dice and cards, 40 %')).toBeTruthy());
    waiting.close();
  });
  it('becomes one file with the record, without what could be pressed', async () => {
    await shown(0);
    const file = fileOf(document.body, 'Dov won', 'passgo record 1');
    expect(file).toContain('passgo record 1');
    expect(file).toContain('Where your 33 went');
    expect(file).not.toContain('<button');
  });
});
