// A bot in JavaScript: it reads lines of JSON and writes lines of JSON. docs/programs.md describes the lines.
//
//     passgo tournament "cmd:node examples/line_bot.js" trader --matches 10

const gladly = ["Refuse", "Build", "ClaimRent", "Throw", "EndTurn", "Decline", "KeepMortgage", "PassBuilding"];
const must = ["Withdraw", "PlaceBuilding", "PayFine", "UseCard", "Mortgage", "SellBuilding", "SellHotels", "GoBankrupt"];
const never = ["Offer", "Counter", "Bid", "Resign"];
const reserve = 200;
const prices = new Map(); // of the deeds, by square

function choose(view, hand) {
  const can = new Map();
  for (const action of hand.legal) if (!can.has(action.kind)) can.set(action.kind, action);
  const here = view.players[hand.seat].square;
  if (can.has("Buy") && hand.cash >= (prices.get(here) ?? 0) + reserve) return can.get("Buy");
  if (can.has("Bid")) {
    const { amount } = can.get("Bid"); // one entry for all bids: the lowest
    const worth = prices.get(view.matters.at(-1).square) ?? 0;
    if (amount <= Math.min(worth, hand.cash - reserve)) return { kind: "Bid", amount };
  }
  for (const kind of [...gladly, ...must]) {
    if (can.has(kind) && (kind !== "Build" || hand.cash > 2 * reserve)) return can.get(kind);
  }
  return hand.legal.find((action) => !never.includes(action.kind));
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "board") for (const deed of message.board.deeds) prices.set(deed.square, deed.price);
  if (message.type === "welcome" || message.type === "update") {
    const [hand] = message.hands;
    const { seq, view } = message;
    const act = { v: 1, type: "act", id: `${seq}`, seat: hand.seat, seq, action: choose(view, hand) };
    console.log(JSON.stringify(act));
  }
});
