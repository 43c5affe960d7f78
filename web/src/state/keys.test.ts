import { beforeEach, describe, expect, it } from 'vitest';
import {
  forgetSeats,
  fromFragment,
  gamesPlayed,
  keysOf,
  linkTo,
  pathOf,
  queryOf,
  remember,
  withoutMarks,
} from './keys';

beforeEach(() => localStorage.clear());

describe('keys', () => {
  it('are kept for each game, each once', () => {
    remember('one', { seats: ['a'] });
    remember('one', { seats: ['a', 'b'], watch: 'w' });
    remember('two', { invite: 'i' });
    expect(keysOf('one')).toEqual({ seats: ['a', 'b'], watch: 'w' });
    expect(keysOf('two')).toEqual({ seats: [], invite: 'i' });
    expect(gamesPlayed()).toEqual(['one']);
  });
  it('of a seat can be forgotten, the others stay', () => {
    remember('one', { seats: ['a'], watch: 'w' });
    forgetSeats('one');
    expect(keysOf('one')).toEqual({ seats: [], watch: 'w' });
  });
  it('are none where something else was kept', () => {
    localStorage.setItem('passgo.game.one', 'no json');
    expect(keysOf('one')).toEqual({ seats: [] });
  });
});

describe('links', () => {
  it('carry keys in the fragment', () => {
    expect(linkTo('abc', 'invite', 'k')).toBe(`${location.origin}/g/abc#invite=k`);
    expect(fromFragment('#seat=a&seat=b&watch=w')).toEqual({ seats: ['a', 'b'], watch: 'w' });
    expect(fromFragment('#stage')).toBeNull();
    expect(fromFragment('')).toBeNull();
  });
  it('carry the mark of their card where servers see it', () => {
    expect(linkTo('abc', 'invite', 'k', { card: 'm', lang: 'de' })).toBe(
      `${location.origin}/g/abc?card=m&lang=de#invite=k`,
    );
    expect(queryOf({ card: undefined, lang: 'en' })).toBe('');
    expect(withoutMarks('?card=m&lang=de')).toBe('');
    expect(withoutMarks('?at=7&card=m')).toBe('?at=7');
    expect(withoutMarks('?q=rent')).toBe('?q=rent');
  });
  it.each([
    ['https://example.org/g/kite7f3a#invite=k', '/g/kite7f3a#invite=k'],
    ['  http://localhost:8000/g/kite7f3a  ', '/g/kite7f3a'],
    ['localhost:8000/g/kite7f3a/replay', '/g/kite7f3a'],
    ['https://example.org/g/kite7f3a?card=m&lang=de#invite=k', '/g/kite7f3a#invite=k'],
    ['kite7f3a', '/g/kite7f3a'],
    ['https://example.org/', null],
    ['what is this', null],
    ['', null],
  ])('are found in what was pasted: %s', (pasted, path) => {
    expect(pathOf(pasted)).toBe(path);
  });
});
