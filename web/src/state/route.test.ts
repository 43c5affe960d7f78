import { beforeEach, describe, expect, it } from 'vitest';
import { keysOf } from './keys';
import { placeOf, route } from './route.svelte';

beforeEach(() => localStorage.clear());

describe('addresses', () => {
  it.each([
    ['/', { screen: 'lobby' }],
    ['/new', { screen: 'new' }],
    ['/g/abc', { screen: 'game', game: 'abc' }],
    ['/g/abc/', { screen: 'game', game: 'abc' }],
    ['/g/abc/replay', { screen: 'replay', game: 'abc' }],
    ['/g/abc/dice', { screen: 'dice', game: 'abc' }],
    ['/rules', { screen: 'rules' }],
    ['/rules/rent.railroad', { screen: 'rules', rule: 'rent.railroad' }],
    ['/rules/speed-die', { screen: 'book', editions: ['speed-die'] }],
    ['/rules/classic/modern', { screen: 'book', editions: ['classic', 'modern'] }],
    ['/rules/classic/modern/1935', { screen: 'nothing' }],
    ['/ask', { screen: 'rules' }],
    ['/Ask/', { screen: 'rules' }],
    ['/referee', { screen: 'rules' }],
    ['/rulebook/classic/modern', { screen: 'book', editions: ['classic', 'modern'] }],
    ['/bank', { screen: 'bank' }],
    ['/banker', { screen: 'bank' }],
    ['/play', { screen: 'new' }],
    ['/g', { screen: 'nothing' }],
    ['/g/abc/what', { screen: 'nothing' }],
    ['/g/abc/replay/more', { screen: 'nothing' }],
    ['/anything', { screen: 'nothing' }],
  ])('%s', (path, place) => {
    expect(placeOf(path)).toEqual(place);
  });
  it('lose their keys as soon as these are kept', () => {
    route.go('/g/abc#seat=secret&watch=w');
    expect(location.href).not.toContain('secret');
    const { arrival, ...place } = route.place;
    expect(place).toEqual({ screen: 'game', game: 'abc' });
    route.go('/g/abc#seat=other');
    expect(route.place.arrival).toBe(arrival! + 1);
    expect(keysOf('abc')).toEqual({ seats: ['secret', 'other'], watch: 'w' });
  });
  it('lose the mark of their card, which is kept to be given on', () => {
    route.go('/g/shared?card=mark&lang=de#invite=i');
    expect(location.href).toMatch(/\/g\/shared$/);
    expect(keysOf('shared')).toEqual({ seats: [], invite: 'i', card: 'mark' });
    route.go('/g/open?lang=de');
    expect(location.href).toMatch(/\/g\/open$/);
  });
  it('within the app are followed without loading the page', () => {
    document.body.innerHTML = '<a href="/rules"><b>rules</b></a><a href="/api/x" id="api">x</a>';
    document.querySelector('b')!.click();
    expect(route.place.screen).toBe('rules');
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    document.querySelector('a')!.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
