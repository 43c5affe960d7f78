import { describe, expect, it } from 'vitest';
import { board, view } from '../board/fixtures';
import { BANK } from '../protocol';
import { hintFor, lacksOne, withRead, type Moment } from './hints';

const nothing: Moment = { bidding: false, building: false, offered: false, lacking: false };

describe('hints', () => {
  it('come at their moment, each once', () => {
    expect(hintFor(nothing, '')).toBeNull();
    expect(hintFor({ ...nothing, bidding: true }, '')).toBe('auction');
    expect(hintFor({ ...nothing, building: true }, '')).toBe('build');
    expect(hintFor({ ...nothing, offered: true }, '')).toBe('deal');
    expect(hintFor({ ...nothing, lacking: true }, '')).toBe('deal');
    const read = withRead(withRead('', 'auction'), 'auction');
    expect(read).toBe('auction');
    expect(hintFor({ ...nothing, bidding: true }, read)).toBeNull();
    expect(hintFor({ ...nothing, bidding: true, building: true }, read)).toBe('build');
  });
  it('stay away where no more are wanted', () => {
    expect(hintFor({ bidding: true, building: true, offered: true, lacking: true }, 'none')).toBeNull();
  });
  it('know that one deed of a group lacks, and that another player holds it', () => {
    const [first, ...rest] = board.groups.find((group) => group.deeds.length > 1)!.deeds;
    const held = (owner: number) => ({
      ...view,
      owner: view.owner.map((_, deed) => (rest.includes(deed) ? 0 : deed === first ? owner : BANK)),
    });
    expect(lacksOne(board, held(1), 0)).toBe(true);
    expect(lacksOne(board, held(BANK), 0)).toBe(false);
    expect(lacksOne(board, held(0), 0)).toBe(false);
    expect(lacksOne(board, held(1), 1)).toBe(false);
  });
});
