/** What fills the screens. The layout of a game (`Table.svelte`) knows these names and their props, nothing more. */
export { default as Board } from '../board/Board.svelte'; // the ring, lane and tokens; { size, stage }
export { default as Strip } from '../board/Strip.svelte'; // phone: full squares, by distance
export { default as Players } from '../board/Players.svelte'; // { form: 'rows' | 'cards' }
export { default as Replay } from '../board/Replay.svelte'; // { game }
export { default as Dice } from '../board/DicePage.svelte'; // { game }
export { default as Stage } from '../play/Stage.svelte'; // what the game waits for; { size }
export { default as Money } from '../board/Hand.svelte'; // bills and deeds of the active seat
export { default as Log } from '../board/Log.svelte'; // with "why?"
export { default as Deals } from '../play/Deals.svelte'; // the inbox
export { default as Rules } from '../play/Rules.svelte'; // the rulebook; { rule }
