import { describe, expect, it } from 'vitest';
import { unknownRooms, wrongWays } from '../scripts/rooms.mjs';

const wrong = (path, ...targets) =>
  wrongWays([[path, targets.map((target) => `import x from '${target}';`).join('\n')]]);

describe('imports between rooms', () => {
  it('go from later rooms to earlier ones', () => {
    expect(wrong('play/Stage.svelte', '../board/face', './legal', '../protocol', '../words')).toEqual([]);
    expect(wrong('screens/end/End.svelte', '../Table.svelte', '../../protocol')).toEqual([]);
    expect(wrong('App.svelte', './screens/Lobby.svelte')).toEqual([]);
    expect(wrong('referee/library.svelte.ts', '../../../passgo/rulebook/index.json?url')).toEqual([]);
  });
  it('are found where they go the other way, which every circle must somewhere', () => {
    expect(wrong('board/face.ts', '../play/legal')).toEqual(['board/face.ts imports play/legal']);
    expect(wrong('state/table.svelte.ts', '../../src/log/sentences')).toHaveLength(1);
    expect(wrong('kit/Button.svelte', '../App.svelte', '../settings')).toHaveLength(2);
    expect(wrong('protocol.ts', './words')).toHaveLength(1);
    expect(wrong('referee/library.svelte.ts', '../../../passgo/server/rules.ts')).toHaveLength(1);
  });
  it('know every room', () => {
    expect(unknownRooms(['words', 'board', 'styles', 'attic'])).toEqual(['attic']);
  });
});
