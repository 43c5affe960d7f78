// Generated from the server's source by `passgo dev docs`. Edit the source, not this file.

export const VERSION = 1;

/** Squares of every board. */
export const SQUARES = 40;

/** Cards of each deck. */
export const DECK = 16;

/** The most seats of any edition. */
export const PLAYERS = 8;

/** Who pays and is paid where no seat does; the owner of what nobody owns. */
export const BANK = 8;

/** House rule: the money on Free Parking. */
export const POT = 9;

/** The level of a lot with a hotel; below it are the houses. */
export const HOTEL = 5;

/** The largest sum that a message may hold. */
export const MOST_CASH = 2147483647;

/**
 * Play an action.
 *
 * `seq` is that of the view it was chosen from; the same `id` again is the same move, not another.
 */
export interface Act {
  type: "act";
  id: string;
  seat: number;
  seq: number;
  action: Action;
  v?: number;
}

/**
 * What a player does. A legal list holds actions ready to be sent back as they are.
 *
 * `amount` and `most` of a listed Bid are the lowest and the highest; listed deals name the partner (`other`) and are
 * to be filled in. `card` of UseCard is the deck it came from.
 */
export interface Action {
  kind: "Accept" | "Bid" | "Build" | "Buy" | "ChooseSquare" | "ChooseSteps" | "ClaimRent" | "Counter" | "Decline" | "EndTurn" | "GoBankrupt" | "KeepMortgage" | "LiftMortgage" | "Mortgage" | "Offer" | "OfferSettlement" | "PassBuilding" | "PayCardFine" | "PayFine" | "PayFlatTax" | "PayWorthTax" | "PlaceBuilding" | "Refuse" | "Resign" | "SellBuilding" | "SellHotels" | "TakeChance" | "Throw" | "UseCard" | "WantBuilding" | "Withdraw" | "WithdrawOffer";
  square?: number | null;
  other?: number | null;
  amount?: number;
  most?: number;
  give?: number[];
  take?: number[];
  give_cash?: number;
  take_cash?: number;
  give_cards?: ("chance" | "chest")[];
  take_cards?: ("chance" | "chest")[];
  card?: "chance" | "chest" | null;
}

/** The answer of the adviser at entry `seq`; which of the parts are there depends on the question. */
export interface Advice {
  seq: number;
  label: string;
  games?: number;
  chances?: ChanceRange[];
  since?: Since[];
  changed?: number | null;
  worst?: WorstThrow | null;
  choices?: Choice[];
  deal?: DealEffect | null;
}

/**
 * A question to the table's adviser.
 *
 * `chances`: what is everybody's chance now, and what has changed it since `seat`'s last turn? `choices`: what could
 * `seat` do? `deal`: what would an offer change, if it were accepted? It is one that `seat` could make.
 */
export interface AdviceWanted {
  about: "chances" | "choices" | "deal";
  seat?: number | null;
  deal?: Action | null;
}

/**
 * The host of a real table says that entry `at` was wrong, with a reason, and what happened `instead`.
 *
 * What came later is played again, as far as it still holds.
 */
export interface Amend {
  type: "amend";
  id: string;
  seat: number;
  seq: number;
  at: number;
  instead: Instead[];
  reason: string;
  v?: number;
}

/**
 * What a finished game was decided by. All lists that are not of moments have an entry for each seat.
 *
 * `moments` are those that changed somebody's chance most, in the order of the game. `label` says whose chances these
 * are.
 */
export interface Analysis {
  label: string;
  verdict: string;
  start: number[];
  end: number[];
  parts: Parts[];
  points: ChancePoint[];
  moments: Moment[];
  deals: Moment[];
  mistakes: Slip[];
  decisions: Decided[];
}

/**
 * Why a bot refused an offer, by its own reckoning:
 *
 * `would-complete`: the other side would hold all of `group`. `would-break`: it holds all of `group`, and would no
 * longer. `wants-cash`: about `amount` dollars too little. `too-little-left`: it needs its cash for the rents ahead.
 * `not-for-sale`: no price would do for the deed of `square`. `no-use`: what it would get of `group` brings it no
 * nearer to it. `no-deals`: it never deals. `only-two`: two players are left, and what helps one hurts the other.
 * `too-soon`: the two dealt these deeds lately. `no-rescue`: without the deal the other side is bankrupt to it.
 * `too-little-gain`: looking ahead, it gains too little by the deal beside the other side.
 */
export interface AnswerReason {
  kind: "no-deals" | "no-rescue" | "no-use" | "not-for-sale" | "only-two" | "too-little-gain" | "too-little-left" | "too-soon" | "wants-cash" | "would-break" | "would-complete";
  group?: string;
  square?: number | null;
  amount?: number;
}

/**
 * A lot under the hammer, a square or another `lot`:
 *
 * `bidders` are still in, `next` calls next where one asks in order.
 */
export interface Auction {
  kind: "auction";
  bidders: number[];
  bid: number;
  square?: number | null;
  lot?: "chance card" | "chest card" | "hotel" | "house" | null;
  highest?: number | null;
  next?: number | null;
}

/** Take one's seat back from the bot. */
export interface Back {
  type: "back";
  id: string;
  seat: number;
  v?: number;
}

/** Everything needed to draw the board of an edition, as one table plays it. */
export interface Board {
  edition: string;
  title: string;
  squares: SquareInfo[];
  deeds: DeedInfo[];
  groups: GroupInfo[];
  chance: CardInfo[];
  chest: CardInfo[];
  tokens: string[];
  bills: ([number, number])[];
  houses: number;
  hotels: number;
  salary: number;
  jail_fine: number;
  speed_die: boolean;
  short_game: boolean;
  cash_private: boolean;
  taxes: { [name: string]: number };
}

/** A bot that can be given a seat. The levels are for people to play against, the weakest first. */
export interface BotInfo {
  name: string;
  description: string;
  level?: boolean;
}

/** The last message before the server closes the socket, and why. */
export interface Bye {
  type: "bye";
  reason: "bad-action" | "bad-key" | "bad-message" | "full" | "future" | "id-used" | "left" | "no-game" | "no-undo" | "not-host" | "not-open" | "not-playing" | "not-your-seat" | "replaced" | "rule" | "stale" | "too-fast" | "unavailable" | "version";
  text: string;
  v?: number;
}

/**
 * A card of a deck: what it says in English, what it does, and the square and the sums it names.
 *
 * Cards of a real table say it otherwise: there it is known by what it does.
 */
export interface CardInfo {
  id: string;
  text: string;
  target?: number | null;
  amount?: number;
  per_house?: number;
  per_hotel?: number;
  effect?: string;
}

/**
 * Say what the dice or the cards of a real table show: dice, the number of a card, or the square of a dealt deed.
 *
 * Dice also stand for the end of the turn before and for the player's own Throw, if nothing else is open.
 */
export interface Chance {
  type: "chance";
  id: string;
  seat: number;
  seq: number;
  dice?: number[];
  card?: number | null;
  square?: number | null;
  v?: number;
}

/** Everybody's chance when a turn began, with the ends of 95 % intervals. */
export interface ChancePoint {
  seq: number;
  turn: number;
  round: number;
  chances: number[];
  low: number[];
  high: number[];
}

/** A chance and the ends of its 95 % interval. */
export interface ChanceRange {
  low: number;
  mid: number;
  high: number;
}

/** Say something, in words or by a quick phrase that each browser shows in its own language. */
export interface Chat {
  type: "chat";
  id: string;
  seat: number;
  text?: string;
  phrase?: "good-game" | "good-luck" | "hello" | "hurry" | "nice-deal" | "no-deal" | "sorry" | "thanks" | "well-played" | null;
  v?: number;
}

/** Somebody said something. */
export interface ChatSaid {
  type: "chat";
  seq: number;
  said: Said;
  v?: number;
}

/** Would this action be lawful, and what would it cost? Nothing is played. */
export interface Check {
  type: "check";
  id: string;
  seat: number;
  action: Action;
  v?: number;
}

/**
 * The answer to `Check`.
 *
 * `cost` is what the seat's cash would change by at once; the interest is what either side would owe on mortgaged
 * deeds of a deal.
 */
export interface Checked {
  type: "checked";
  id: string;
  seq: number;
  lawful: boolean;
  text?: string;
  rule?: string;
  cost?: number;
  interest?: number;
  partner_interest?: number;
  v?: number;
}

/** Something that a seat could do, the chance that it leaves, and by how much that is below the best. */
export interface Choice {
  action: Action;
  chance: ChanceRange;
  loss: number;
  error: number;
}

/** A rent that its owner may still claim. `said`: it was claimed during a matter, and is paid when none is open. */
export interface Claim {
  owner: number;
  lander: number;
  square: number;
  amount: number;
  said?: boolean;
}

/**
 * The clock on the wall.
 *
 * `deadline` is when the time of `seats` is over (0: never); after a grace a bot plays on, a silent bidder withdraws.
 *
 * `hour` is when the short game's hour strikes.
 */
export interface Clock {
  now: number;
  deadline?: number;
  kind?: "call" | "decision" | "grace" | "off";
  seats?: number[];
  hour?: number;
}

/** Seconds for a decision, for a call in an auction, of grace, and of the short game; 0 is no limit. */
export interface ClockSettings {
  decision?: number;
  call?: number;
  grace?: number;
  hour?: number;
}

/** Answer somebody's wish to undo: the one of `undo_asked` with this `seq`, and no other. */
export interface Consent {
  type: "consent";
  id: string;
  seat: number;
  seq: number;
  agree: boolean;
  v?: number;
}

/** The host of a real table sets something right, with a reason: `cash "Ann": 1340; lot 39: hotel`. */
export interface Correct {
  type: "correct";
  id: string;
  seat: number;
  seq: number;
  changes: string;
  reason: string;
  v?: number;
}

/** A correction at a real table: `changes` were set right, or something was taken back; and why. */
export interface Correction {
  seq: number;
  at: number;
  seat: number;
  reason: string;
  changes?: string;
}

/** The analysis is on its way: what is being done, how far it is, and how far it goes. Ask again in a moment. */
export interface Counting {
  what: string;
  done: number;
  of: number;
}

/**
 * A new game. At least one seat is the creator's; the first of those is the host's.
 *
 * `id` is a random text of the client's, which it keeps to itself. The same request with the same `id` again, because
 * no answer came, gets the same answer: no second game is created. With a `typed` dealer people say what their real
 * dice and cards show; then all seats are the creator's, who gives each player the key of one. With `advice` everybody
 * at the table may ask what their chances are and what would be best; all see that it is on.
 */
export interface CreateGame {
  edition: string;
  seats: SeatWanted[];
  options?: { [name: string]: boolean | number | string };
  title?: string;
  public?: boolean;
  undo?: boolean;
  clock?: ClockSettings;
  id?: string | null;
  dealer?: "server" | "typed";
  advice?: boolean;
}

/**
 * A new game: the keys of the creator's seats, a key that invites others to play, and one that lets them watch.
 *
 * In a link, `?card=` with the mark `card` lets whoever has the link see what it shows where it is shared.
 */
export interface Created {
  game: string;
  seats: SeatKey[];
  invite: string;
  watch: string;
  commit: string;
  card: string;
}

/**
 * What a deal would change for everybody, with standard errors.
 *
 * `even_cash`: dollars that the proposer would have to add for both to gain alike; below zero, the partner; none, if
 * no sum would do. `leans_to`: who gains more, beyond doubt.
 */
export interface DealEffect {
  gains: number[];
  errors: number[];
  even_cash?: number | null;
  leans_to?: number | null;
}

/** What a player has to raise; `creditor` is a seat, 8 for the Bank, or 9. */
export interface Debt {
  kind: "debt";
  debtor: number;
  creditor: number;
  amount: number;
  rule: string;
}

/** How many decisions of a player were the best, could not be told from the best, or were mistakes. */
export interface Decided {
  best: number;
  fine: number;
  mistakes: number;
}

/**
 * A property: `rents` by level, by railroads held, or for a utility as multiples of the dice.
 *
 * `lift` is what lifting its mortgage costs, `keep` what a new owner pays to keep it, `house_sale` what the Bank
 * pays for a house.
 */
export interface DeedInfo {
  square: number;
  name: string;
  kind: "railroad" | "street" | "utility";
  group: string;
  price: number;
  mortgage: number;
  lift: number;
  keep: number;
  house_cost: number;
  house_sale: number;
  rents: number[];
}

/** A request was done; `seq` is the entry of the log that holds it. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
  v?: number;
}

/** An edition with its options and its board. */
export interface EditionDetail {
  info: EditionInfo;
  options: OptionInfo[];
  board: Board;
}

/** An edition. `extends` names the editions it stands on, the nearest first: where it has no words, theirs hold. */
export interface EditionInfo {
  edition: string;
  title: string;
  about: string;
  extends: string[];
  year: number;
  least_players: number;
  most_players: number;
  tokens: string[];
}

/** A move of an exported game. */
export interface Entered {
  seq: number;
  at: number;
  by: string;
  seat: number | null;
  actions: string[];
  events: Event[];
}

/** What is still to be auctioned of a player who left. */
export interface Estate {
  kind: "estate";
  player: number;
  squares: number[];
  cards: ("chance" | "chest")[];
}

/**
 * Something that happened, by which rule, and as a sentence.
 *
 * Fields that a kind does not use are left out; `docs/events.md` has them.
 *
 * `player` and `other` are seats, 8 the Bank, 9 the pot. `card` is its number in `deck`, `level` what stands on the
 * lot now, `asked` the seats asked in a shortage, `choice` the tax chosen. `amount` of a counted worth is left out
 * for everybody but its owner. `reasons` are those of a bot that refused an offer; if it countered, the event after
 * it is its own offer.
 */
export interface Event {
  seq: number;
  kind: "AuctionOpened" | "AuctionUnsold" | "AuctionWon" | "BidMade" | "BuildingPassed" | "BuildingSold" | "BuildingWanted" | "Built" | "BuyDeclined" | "CardDrawn" | "CardPassed" | "CardReturned" | "ClaimKept" | "ClaimLapsed" | "DealMade" | "DebtArose" | "DebtSettled" | "DeedBought" | "DeedDealt" | "DeedPassed" | "DiceThrown" | "FirstPlayerFound" | "GameWon" | "HourStruck" | "LeftJail" | "MortgageKept" | "MortgageLifted" | "Mortgaged" | "Moved" | "OfferLapsed" | "OfferMade" | "OfferRefused" | "OfferWithdrawn" | "Paid" | "RentCharged" | "RentClaimed" | "Resigned" | "SentToJail" | "ShortageAsked" | "SpeedDieGained" | "StayedInJail" | "TaxChosen" | "TurnBegan" | "TurnEnded" | "WentBankrupt" | "Withdrew" | "WorthCounted";
  rule: string;
  text: string;
  player?: number | null;
  other?: number | null;
  square?: number | null;
  lot?: "chance card" | "chest card" | "hotel" | "house" | null;
  amount?: number;
  dice?: number[];
  deck?: "chance" | "chest" | null;
  card?: number | null;
  level?: number | null;
  give?: number[];
  take?: number[];
  give_cash?: number;
  take_cash?: number;
  give_cards?: ("chance" | "chest")[];
  take_cards?: ("chance" | "chest")[];
  settles?: boolean;
  asked?: number[];
  choice?: string | null;
  reasons?: AnswerReason[];
}

/** A moment of a replay: what happened, and how the table stood afterwards. */
export interface Frame {
  seq: number;
  at: number;
  events: Event[];
  view: View;
}

/**
 * A game as the lobby shows it. `winners` are seats.
 *
 * `asked`: the game waits for the player with whose key it was asked for. In a list it is never said.
 */
export interface GameLine {
  game: string;
  title: string;
  edition: string;
  status: string;
  public: boolean;
  created: number;
  changed: number;
  seats: SeatLine[];
  house_rules: string[];
  options: { [name: string]: boolean | number | string };
  winners?: number[];
  asked?: boolean;
}

/** A group of deeds; `colour` is the word for it in this edition. */
export interface GroupInfo {
  key: string;
  name: string;
  colour: string;
  deeds: number[];
}

/**
 * What a seat alone sees:
 *
 * its cash, as bills (count, value) too, and what it may do now. In debt also what it still owes and could still
 * raise. `undo`: there is an action of its own to take back, at once or with the others' consent.
 */
export interface Hand {
  seat: number;
  cash: number;
  bills: ([number, number])[];
  legal: Action[];
  owes?: number;
  can_raise?: number;
  undo?: boolean;
}

/** Whether the server can keep games now; if not, why. */
export interface Health {
  healthy: boolean;
  version: string;
  protocol: number;
  reason?: string;
}

/**
 * The first message of a socket.
 *
 * `seats` are the keys of the seats it holds (none: a watcher), `watch` the watch key of a game that is not public.
 *
 * `last` is the last `seq` this client has seen: the events since then come with the welcome.
 */
export interface Hello {
  type: "hello";
  game: string;
  seats?: string[];
  watch?: string | null;
  last?: number;
  v?: number;
}

/**
 * What happened at a real table instead of what was typed: dice, a card or a dealt deed; or an action of a seat; or
 * `changes` that set something right, as in `Correct`; or what was typed, `again`.
 */
export interface Instead {
  dice?: number[];
  card?: number | null;
  square?: number | null;
  seat?: number;
  action?: Action | null;
  changes?: string;
  again?: boolean;
}

/** A seated player asks for a new link: to play, or to watch. */
export interface Invite {
  type: "invite";
  id: string;
  seat: number;
  to: "play" | "watch";
  v?: number;
}

/** A new key for a link, and the mark with which the link shows a card where it is shared (`?card=`). */
export interface Invited {
  type: "invited";
  id: string;
  to: "play" | "watch";
  key: string;
  card: string;
  v?: number;
}

/**
 * Take a free seat. `invite` is needed unless the game is public; without `seat` it is the first that is free.
 *
 * `id` is a random text of the client's, which it keeps to itself: with the same `id` again, one gets the same seat.
 */
export interface Join {
  name: string;
  invite?: string | null;
  token?: string;
  seat?: number | null;
  id?: string | null;
}

/** The seat taken and its secret key. */
export interface Joined {
  game: string;
  seat: number;
  key: string;
}

/** Mortgaged deeds whose new owners have to decide, the first one now, by `seat`. */
export interface KeepOrLift {
  kind: "keep-or-lift";
  squares: number[];
  seat: number;
}

/** Stand up: before the game the seat is free again, later a bot plays it until `Back` or a new connection. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
  v?: number;
}

/**
 * What one step changed for everybody: a throw or card (`luck`), somebody's own decision, or a deal.
 *
 * `seat` threw, drew, decided or accepted.
 */
export interface Moment {
  seq: number;
  turn: number;
  round: number;
  kind: "deals" | "decisions" | "luck";
  seat: number;
  effects: number[];
}

/**
 * An open offer of a deal.
 *
 * `settles`: accepting it settles the proposer's debt. The interest is what each side would owe at once on mortgaged
 * deeds.
 */
export interface Offer {
  number: number;
  proposer: number;
  partner: number;
  give?: number[];
  take?: number[];
  give_cash?: number;
  take_cash?: number;
  give_cards?: ("chance" | "chest")[];
  take_cards?: ("chance" | "chest")[];
  settles?: boolean;
  proposer_interest?: number;
  partner_interest?: number;
}

/** An option of an edition, with a line of help; without `values` it is an amount from `least` to `most`. */
export interface OptionInfo {
  name: string;
  rule: string;
  title: string;
  help: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  least: number;
  most: number;
  unit: string;
  house_rule: boolean;
}

/**
 * Where a chance went from the start to the end: these four add up to the difference.
 *
 * `luck` is that of dice and cards, `decisions` are one's own, `unexplained` is the rest: others' decisions, and what
 * cannot be told apart.
 */
export interface Parts {
  luck: number;
  decisions: number;
  deals: number;
  unexplained: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
  v?: number;
}

/**
 * A player as everybody sees them.
 *
 * `cash` is there if the table is open or the game is over; `jail` is which turn in Jail comes next.
 */
export interface Player {
  square: number;
  cash?: number | null;
  jail?: number;
  out?: boolean;
  speed_die?: boolean;
  resigning?: boolean;
}

/** Yes. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
  v?: number;
}

/** Why a request was refused; `rule` is the rule of the book that forbids it, if it is one. */
export interface Problem {
  problem: string;
  rule?: string;
}

/**
 * A whole game as JSON. `seed` is there when it is over.
 *
 * `skipped` are numbers of the dealer, each pair from the first to the last: their chance was seen and taken back.
 */
export interface Record {
  game: string;
  edition: string;
  options: { [name: string]: boolean | number | string };
  players: string[];
  tokens: string[];
  bots: string[];
  commit: string;
  seed: string;
  skipped: ([number, number])[];
  status: string;
  winners: number[];
  worth: number[];
  moves: Entered[];
}

/** A request was not done, and nothing has changed. `rule` is the rule that forbids it, if it is one. */
export interface Refused {
  type: "refused";
  id: string;
  seq: number;
  reason: "bad-action" | "bad-key" | "bad-message" | "full" | "future" | "id-used" | "left" | "no-game" | "no-undo" | "not-host" | "not-open" | "not-playing" | "not-your-seat" | "replaced" | "rule" | "stale" | "too-fast" | "unavailable" | "version";
  text: string;
  rule?: string;
  v?: number;
}

/** A part of a finished game, from which a browser scrubs. `more` says whether there is something after it. */
export interface Replay {
  game: string;
  names: string[];
  tokens: string[];
  frames: Frame[];
  more: boolean;
}

/**
 * A rule in our own words; with an edition, how it reads there, whether that is our ruling, and its source.
 *
 * `extends` are the editions that this one is laid over, the nearest first: what it does not say, they say.
 */
export interface RuleInfo {
  id: string;
  section: string;
  says: string;
  edition?: string;
  extends?: string[];
  status?: string;
  reading?: string;
  ruled?: string;
  source?: string;
  why?: string;
  options?: string[];
}

/** A line of chat, from a seat. */
export interface Said {
  seq: number;
  at: number;
  seat: number;
  text?: string;
  phrase?: "good-game" | "good-luck" | "hello" | "hurry" | "nice-deal" | "no-deal" | "sorry" | "thanks" | "well-played" | null;
}

/** Who sits there. `bot` is the bot of a bot's seat, or of a person's that a bot plays while they are `away`. */
export interface SeatInfo {
  kind: "bot" | "free" | "person";
  name: string;
  token: string;
  host?: boolean;
  here?: boolean;
  away?: boolean;
  bot?: string;
}

/** The secret key of a seat: whoever has it plays the seat. */
export interface SeatKey {
  seat: number;
  key: string;
}

/** A seat as the lobby shows it. */
export interface SeatLine {
  kind: "bot" | "free" | "person";
  name: string;
  token: string;
}

/** A seat of a new game: the creator's own (`mine`; several for hot-seat), another person's, or a bot's. */
export interface SeatWanted {
  kind?: "bot" | "person";
  mine?: boolean;
  name?: string;
  token?: string;
  bot?: string;
}

/** The host allows or forbids undo or advice; what is left out stays as it is. */
export interface Settings {
  type: "settings";
  id: string;
  seat: number;
  undo?: boolean | null;
  advice?: boolean | null;
  v?: number;
}

/** A building that more than one may want. `placing` puts it on a lot now, for `price` (none: the printed one). */
export interface Shortage {
  kind: "shortage";
  building: "chance card" | "chest card" | "hotel" | "house";
  asked: number[];
  wanted: number[];
  placing?: number | null;
  price?: number;
}

/** By how much entry `seq` changed a seat's chance. */
export interface Since {
  seq: number;
  change: number;
}

/** A decision that cost `loss`, with its standard error, and what was better. `seq` is the entry that holds it. */
export interface Slip {
  seq: number;
  turn: number;
  round: number;
  seat: number;
  played: Action;
  better: Action;
  loss: number;
  error: number;
}

/** A square of the board. `name` is what is printed, `slug` tells squares of one name apart. */
export interface SquareInfo {
  name: string;
  slug: string;
  kind: "chance" | "chest" | "free_parking" | "go" | "go_to_jail" | "jail" | "railroad" | "street" | "tax" | "utility";
  group?: string;
  deed?: number | null;
}

/** The host begins the game. Seats that nobody took are played by bots. */
export interface Start {
  type: "start";
  id: string;
  seat: number;
  v?: number;
}

/** What would come of an `Amend`? Nothing is changed. Without `later`, nothing that came later is played again. */
export interface Suppose {
  type: "suppose";
  id: string;
  seat: number;
  seq: number;
  at: number;
  instead: Instead[];
  later?: boolean;
  v?: number;
}

/**
 * The answer to `Suppose`:
 *
 * the entries after the wrong one that would be `kept` and `dropped`, what would happen, and how it would stand. What
 * happens up to entry `instead` comes of the amendment itself, the rest of what is played again.
 */
export interface Supposed {
  type: "supposed";
  id: string;
  seq: number;
  instead: number;
  kept: number[];
  dropped: number[];
  events: Event[];
  view: View;
  hands: Hand[];
  v?: number;
}

/** Somebody sat down, left, came back, or the host changed something. */
export interface TableChanged {
  type: "table";
  seq: number;
  table: TableInfo;
  clock: Clock;
  v?: number;
}

/**
 * The game apart from its position. `commit` is the SHA-256 of the `seed`, which is shown when the game is over.
 *
 * With a `typed` dealer the table throws real dice, and `corrections` are the latest ones. With `advice` everybody may
 * ask the adviser (`POST /api/games/{game}/advice`).
 */
export interface TableInfo {
  game: string;
  title: string;
  status: "abandoned" | "finished" | "open" | "playing";
  edition: string;
  options: { [name: string]: boolean | number | string };
  house_rules: string[];
  public: boolean;
  seats: SeatInfo[];
  clock: ClockSettings;
  undo: boolean;
  commit: string;
  created: number;
  seed?: string;
  cash_private?: boolean;
  undo_asked?: UndoAsked | null;
  dealer?: "server" | "typed";
  corrections?: Correction[];
  advice?: boolean;
}

/**
 * Who took something back: everything that happened after entry `after` did not count.
 *
 * With `until`, only what happened before that entry: what comes after it was played instead.
 */
export interface TakenBack {
  seat: number;
  after: number;
  until?: number;
}

/**
 * Take back one's last action, or ask the others to agree to it.
 *
 * `seq` is that of the view it was chosen from: what one has done or taken back since then is left alone. At a real
 * table the last move of all is taken back at once, and `reason` says why.
 */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  seq?: number | null;
  reason?: string;
  v?: number;
}

/** Somebody wishes to undo; `waiting` have not agreed yet. A consent names the question by its `seq`. */
export interface UndoAsked {
  seat: number;
  waiting: number[];
  seq: number;
}

/**
 * The game went on:
 *
 * what happened after `after` up to `seq`, and how it stands. `undone`: a move was taken back, so draw the view
 * without animation; `taken_back` says by whom, and what no longer counts.
 */
export interface Update {
  type: "update";
  seq: number;
  after: number;
  events: Event[];
  view: View;
  hands: Hand[];
  clock: Clock;
  undone?: boolean;
  taken_back?: TakenBack | null;
  v?: number;
}

/**
 * Whether every throw and card of a finished game is what the published seed gives, and how many there were.
 *
 * `skipped` says how many more were taken back, so that their numbers were not used again.
 */
export interface Verdict {
  verified: boolean;
  chance_events: number;
  commit: string;
  seed: string;
  problem?: string;
  skipped?: number;
}

/**
 * What everybody at the table sees.
 *
 * `waiting` is whom the game waits for; `next` is who should answer first, which may be somebody who was offered a
 * deal; `matters` ends with the one to be settled first.
 *
 * By deed: `owner` (8 is the Bank), `level` (houses, 5 a hotel), `mortgaged`, and `rent`: what stopping there costs a
 * stranger now, for a utility as a multiple of the dice. `jail_cards` says who holds the get-out-of-jail card of each
 * deck. `card` is the one just drawn that asks for a choice. At a real table, `chance` is what it may say next.
 */
export interface View {
  turn: number;
  round: number;
  phase: "before-throw" | "begin-turn" | "buy" | "card" | "charge-rent" | "choose-bus" | "choose-square" | "choose-tax" | "collect-from-each" | "deal-deeds" | "draw" | "end-turn" | "fine-or-chance" | "game-over" | "land" | "move" | "next-turn" | "paid-fine" | "pay-each" | "rent" | "square-done" | "tax" | "throw" | "throw-for-first" | "throw-for-rent" | "to-jail";
  on_turn: number;
  waiting: number[];
  players: Player[];
  owner: number[];
  level: number[];
  mortgaged: boolean[];
  rent: number[];
  houses: number;
  hotels: number;
  jail_cards: number[];
  next?: number | null;
  dice?: number[];
  doubles?: number;
  throws?: number;
  pot?: number;
  deck?: "chance" | "chest" | null;
  card?: number | null;
  matters?: (Debt | Auction | KeepOrLift | Shortage | Estate)[];
  offers?: Offer[];
  claims?: Claim[];
  hour_struck?: boolean;
  winners?: number[];
  worth?: number[];
  chance?: Wanted | null;
}

/**
 * What a real table may say next of its dice or cards:
 *
 * `seat` throws two `dice` or three, or drew one of `cards` (numbers) from `deck`, or is dealt the deed of one of
 * `squares`. Dice may be said as soon as a turn can end: they end it.
 */
export interface Wanted {
  kind: "card" | "deed" | "dice";
  seat: number;
  dice?: number;
  deck?: "chance" | "chest" | null;
  cards?: number[];
  squares?: number[];
}

/**
 * The answer to `Hello`:
 *
 * everything, as it stands at `seq`. `you` are the seats this socket holds. `events` are those since `last`; `gap`
 * says that older ones were left out.
 */
export interface Welcome {
  type: "welcome";
  game: string;
  seq: number;
  you: number[];
  table: TableInfo;
  view: View | null;
  hands: Hand[];
  clock: Clock;
  events: Event[];
  chat: Said[];
  gap?: boolean;
  v?: number;
}

/** The throw that would cost a seat most: where it leads, what it costs, and in how many of how many cases. */
export interface WorstThrow {
  dice: number[];
  square: number;
  amount: number;
  change: number;
  ways: number;
  of: number;
}

export type ClientMessage = Hello | Act | Check | Chance | Correct | Amend | Suppose | Chat | Undo | Consent | Start | Leave | Back | Settings | Invite | Ping;

export type ServerMessage = Welcome | Update | TableChanged | ChatSaid | Done | Refused | Checked | Supposed | Invited | Pong | Bye;
