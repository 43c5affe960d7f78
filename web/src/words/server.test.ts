import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, Checked, Refused, RuleInfo } from '../protocol';
import { Failed } from '../state/api';
import { settings } from '../state/settings.svelte';
import { learn, type Messages } from '.';
import { translateAnswer, translateBoard, translateRule } from './server';

const FOLDER = join(__dirname, 'de');
const german = (): Messages =>
  Object.assign(
    {},
    ...readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Messages),
  ) as Messages;
const rule = (id: string, edition: string, more: Partial<RuleInfo> = {}): RuleInfo =>
  translateRule({
    id,
    edition,
    section: 'Jail',
    says: 'English.',
    status: 'book',
    source: 'rule book of 2017',
    ...more,
  });

beforeEach(() => {
  learn('de', german());
  settings.language = 'de';
});

describe('a rule', () => {
  it('is English as it was sent, and German by its id', () => {
    const sent = rule('jail.third-turn', 'classic');
    expect(sent.says).toContain('50\u00a0$');
    expect(sent.section).toBe('Gefängnis');
    settings.language = 'en';
    expect([sent.says, sent.section, sent.source]).toEqual(['English.', 'Jail', 'rule book of 2017']);
  });
  it('reads as its edition has it, or one of those that it extends, the nearest first', () => {
    const reading = (id: string, edition: string, ...below: string[]) =>
      rule(id, edition, { extends: below, reading: 'English.' }).reading;
    expect(reading('tax.luxury', 'modern')).toBe('100\u00a0$.');
    expect(reading('tax.luxury', 'speed-die', 'classic')).toBe('75\u00a0$.');
    expect(reading('setup.cash', 'speed-die', 'classic')).toContain('2500\u00a0$');
    expect(reading('setup.cash', 'mine', 'speed-die', 'classic')).toContain('2500\u00a0$');
    expect(reading('tax.luxury', 'mine')).toBe('English.');
  });
  it('has nothing to read where English has nothing', () => {
    expect(rule('tax.luxury', 'modern').reading).toBe('');
    expect(rule('mortgage.lift', 'modern').ruled).toBe('');
    expect(rule('mortgage.lift', 'modern', { ruled: 'English.' }).ruled).toContain('aufgerundet');
  });
  it('names its source: its own, the print, or the book', () => {
    const source = (id: string, edition: string, status: string) => rule(id, edition, { status }).source;
    expect(source('short.deal', 'classic', 'option')).toBe('das kurze Spiel von 1935');
    expect(source('short.deal', '1935', 'book')).toBe('Regelblatt von 1935');
    expect(source('cards.repairs', 'modern', 'printed')).toContain('gedruckt');
    expect(rule('debt.fixed', 'modern', { status: 'ruling', source: '' }).source).toBe('');
  });
});

describe('a card', () => {
  const board = translateBoard({
    edition: 'modern',
    title: 'Modern',
    squares: [{ name: 'GO' }],
    chance: [
      { id: 'advance_to_go', text: 'English', target: 0 },
      { id: 'speeding_fine', text: 'English', amount: 15 },
    ],
    chest: [
      { id: 'street_repairs', text: 'English', per_house: 40, per_hotel: 1115 },
      { id: 'no_such_card', text: 'Only English' },
    ],
  } as unknown as Board);
  it('names the square and the sums that the server sent', () => {
    expect(board.chance.map((card) => card.text)).toEqual([
      'Alle Wege führen heim: zieh vor bis GO und nimm dein Gehalt.',
      'Zu schnell an der Bäckerei vorbei: zahle 15\u00a0$.',
    ]);
    expect(board.chest[0]!.text).toContain('40\u00a0$ für jedes Haus und 1.115\u00a0$ für jedes Hotel');
  });
  it('stays English without German words', () => {
    expect(board.chest[1]!.text).toBe('Only English');
    settings.language = 'en';
    expect(board.chance[0]!.text).toBe('English');
  });
});

describe('a refusal', () => {
  const refused = (text: string, reason: Refused['reason'], rule = ''): string =>
    translateAnswer({ type: 'refused', id: 'a', seq: 1, reason, text, rule } as unknown as Refused).text;
  it('is the rule’s, or the rule itself where it has none', () => {
    expect(refused('It is not your turn.', 'rule', 'setup.turn-order')).toBe('Du bist nicht am Zug.');
    expect(refused('The rules do not allow it: …', 'rule', 'rent.throw')).toMatch(
      /^Die Regeln erlauben es nicht: Ein Wurf/,
    );
    expect(refused('New.', 'rule', 'no.such-rule')).toBe('New.');
  });
  it('is the server’s own, or what its reason says', () => {
    expect(refused('There is nothing to take back.', 'no-undo')).toBe('Es gibt nichts zurückzunehmen.');
    expect(refused('Square 7 has no deed.', 'bad-action')).toBe('So ergibt das hier keinen Sinn.');
    settings.language = 'en';
    expect(refused('Square 7 has no deed.', 'bad-action')).toBe('Square 7 has no deed.');
  });
  it('of a check is put into words too; other answers stay as they are', () => {
    const checked = translateAnswer({
      type: 'checked',
      id: 'a',
      seq: 1,
      lawful: false,
      text: 'English',
      rule: 'build.evenly',
    } as unknown as Checked);
    expect(checked.text).toMatch(/^Baue gleichmäßig/);
    const done = { type: 'done', id: 'a', seq: 2 };
    expect(translateAnswer(done)).toBe(done);
  });
  it('of a request keeps what was filled in', () => {
    const problem = (text: string, status = 400, rule = '') => new Failed(status, text, rule).problem;
    expect(problem("two players are called 'Ann': names must differ by more than case")).toMatch(
      /^„Ann“ heißt hier schon jemand/,
    );
    expect(problem('no seat is free', 409)).toBe('kein Platz ist frei');
    expect(problem('something nobody thought of')).toBe('mit dieser Anfrage ist nichts anzufangen');
    expect(problem('', 0)).toBe('');
    settings.language = 'en';
    expect(problem('no seat is free', 409)).toBe('no seat is free');
  });
});

describe('another language', () => {
  it('is spoken when its words have come; the last wish counts', async () => {
    settings.language = 'en';
    const slow = settings.speak('de');
    await settings.speak('en');
    expect(await slow).toBe(true);
    expect(settings.language).toBe('en');
    expect(await settings.speak('de')).toBe(true);
    expect(settings.language).toBe('de');
  });
});
