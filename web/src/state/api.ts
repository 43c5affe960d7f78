/** The REST part of the server. */
import type {
  Advice,
  AdviceWanted,
  Analysis,
  Board,
  BotInfo,
  Counting,
  Created,
  CreateGame,
  EditionDetail,
  EditionInfo,
  GameLine,
  Join,
  Joined,
  Problem,
  Replay,
  RuleInfo,
  Verdict,
} from '../protocol';
import { refusalText, translateBoard, translateEdition, translateRule } from '../words/server';
import { keysOf, newKey } from './keys';
import { at } from './root';

/** The server said no, or said nothing: `status` 0 is no answer at all. */
export class Failed extends Error {
  constructor(
    readonly status: number,
    readonly said: string,
    readonly rule = '',
  ) {
    super(said);
  }
  /** What the server said, in the language chosen. */
  get problem(): string {
    return this.said && refusalText(this.said, this.rule, `status.${this.status}`);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(at(path), init);
  } catch {
    throw new Failed(0, '');
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  const problem = (body ?? {}) as Partial<Problem>;
  throw new Failed(answer.status, problem.problem ?? '', problem.rule);
}

function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const json = { 'content-type': 'application/json', ...headers };
  return ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

const TRIES = 4;

/** Ask for something that must not be done twice. If no answer comes, ask again under the same id. */
async function postOnce<T>(path: string, body: object): Promise<T> {
  const wanted = { ...body, id: newKey() };
  for (let tries = 1; ; tries++) {
    try {
      return await post<T>(path, wanted);
    } catch (failed) {
      const { status } = failed as Failed;
      if (tries === TRIES || (status !== 0 && status !== 503)) throw failed;
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** tries));
    }
  }
}

/** A key of a game that this browser has, as a header: it never travels in an address. */
function keyed(game: string): Record<string, string> {
  const keys = keysOf(game);
  return headersFor(keys.seats[0] ?? keys.watch ?? keys.invite);
}

function headersFor(key: string | undefined): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

/** Ask about a game with whatever key of it this browser has. */
export function askGame<T>(game: string, what = ''): Promise<T> {
  return ask(`/api/games/${encodeURIComponent(game)}${what}`, { headers: keyed(game) });
}

async function fetchRecord(game: string, as: string): Promise<Response> {
  const path = at(`/api/games/${encodeURIComponent(game)}/record?as=${as}`);
  const answer = await fetch(path, { headers: keyed(game) }).catch(() => null);
  if (!answer) throw new Failed(0, '');
  if (answer.ok) return answer;
  throw new Failed(answer.status, ((await answer.json().catch(() => null)) as Problem | null)?.problem ?? '');
}

/** The record of a game as text. */
export async function recordOf(game: string): Promise<string> {
  return (await fetchRecord(game, 'text')).text();
}

/** Save a file of a game, with the key that a plain link could not bring along. */
export async function download(game: string, as: 'text' | 'json' | 'parquet'): Promise<void> {
  const answer = await fetchRecord(game, as);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${game}.${as === 'text' ? 'txt' : as}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Ask the adviser of a table. What a seat could do is told to its own key alone, which is one of this browser's. */
async function askAdviser(game: string, wanted: AdviceWanted): Promise<Advice> {
  const { seats, watch } = keysOf(game);
  const keys = seats.length ? seats : [watch];
  for (const [n, key] of keys.entries()) {
    try {
      return await post<Advice>(`/api/games/${encodeURIComponent(game)}/advice`, wanted, headersFor(key));
    } catch (failed) {
      if ((failed as Failed).status !== 403 || n === keys.length - 1) throw failed;
    }
  }
  throw new Failed(403, '');
}

export const api = {
  editions: async () => (await ask<EditionInfo[]>('/api/editions')).map(translateEdition),
  edition: async (edition: string) => {
    const detail = await ask<EditionDetail>(`/api/editions/${encodeURIComponent(edition)}`);
    return { ...detail, info: translateEdition(detail.info), board: translateBoard(detail.board) };
  },
  bots: () => ask<BotInfo[]>('/api/bots'),
  games: (status: 'open' | 'playing' | 'finished', before?: number) =>
    ask<GameLine[]>(`/api/games?status=${status}${before ? `&before=${before}` : ''}`),
  game: (game: string) => askGame<GameLine>(game),
  board: async (game: string) => translateBoard(await askGame<Board>(game, '/board')),
  create: (wanted: CreateGame) => postOnce<Created>('/api/games', wanted),
  join: (game: string, wanted: Join) => postOnce<Joined>(`/api/games/${encodeURIComponent(game)}/seats`, wanted),
  verify: (game: string) => askGame<Verdict>(game, '/verify'),
  replay: (game: string, after = 0, limit = 200) => askGame<Replay>(game, `/replay?after=${after}&limit=${limit}`),
  /** What decided a finished game, or how far the counting is. */
  analysis: (game: string) => askGame<Analysis | Counting>(game, '/analysis'),
  advice: askAdviser,
  rules: async (edition: string) =>
    (await ask<RuleInfo[]>(`/api/rules?edition=${encodeURIComponent(edition)}`)).map(translateRule),
  rule: async (rule: string, edition: string) =>
    translateRule(await ask<RuleInfo>(`/api/rules/${encodeURIComponent(rule)}?edition=${encodeURIComponent(edition)}`)),
};
