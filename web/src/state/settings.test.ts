import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Settings } from './settings.svelte';

function media(dark = false, still = false): void {
  vi.stubGlobal('matchMedia', (question: string) => ({
    matches: question.includes('dark') ? dark : still,
    addEventListener: () => {},
  }));
}

beforeEach(() => {
  localStorage.clear();
  media();
});

describe('settings', () => {
  it('are kept, and read again', () => {
    const settings = new Settings();
    settings.speed = 'fast';
    settings.theme = 'dark';
    settings.name = 'Ann';
    const again = new Settings();
    expect([again.speed, again.theme, again.name, again.sound]).toEqual(['fast', 'dark', 'Ann', false]);
  });
  it('are drawn on the page', () => {
    const settings = new Settings();
    settings.theme = 'dark';
    settings.speed = 'brisk';
    settings.language = 'de';
    const root = document.documentElement;
    expect([root.dataset['theme'], root.style.getPropertyValue('--speed'), root.lang]).toEqual(['dark', '0.5', 'de']);
    settings.theme = 'system';
    expect(root.dataset['theme']).toBeUndefined();
  });
  it('follow the system until somebody chooses', () => {
    media(true, true);
    const settings = new Settings();
    expect([settings.dark, settings.reducedMotion, settings.factor]).toEqual([true, true, 0]);
    settings.theme = 'light';
    settings.reducedMotion = false;
    expect([settings.dark, settings.reducedMotion, settings.factor]).toEqual([false, false, 1]);
  });
  it('go from stop to stop, and no further', () => {
    const settings = new Settings();
    settings.step(1);
    expect([settings.speed, settings.factor]).toEqual(['brisk', 0.5]);
    for (let n = 0; n < 9; n++) settings.step(1);
    expect([settings.speed, settings.factor]).toEqual(['instant', 0]);
    for (let n = 0; n < 9; n++) settings.step(-1);
    expect([settings.speed, settings.factor]).toEqual(['cinematic', 1.6]);
  });
  it.each(['no json', '{"speed":"warp","language":"xx","sound":"yes"}', '[]', 'null'])(
    'are the defaults where %s was kept',
    (kept) => {
      localStorage.setItem('passgo.settings', kept);
      const settings = new Settings();
      expect([settings.speed, settings.language, settings.sound]).toEqual(['calm', 'en', false]);
    },
  );
  it('last as long as the page where nothing can be kept', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full');
    });
    const settings = new Settings();
    settings.sound = true;
    expect(settings.sound).toBe(true);
  });
});
