/**
 * What others answered to the offers of the player at this screen, and which offers wait on the stage.
 *
 * A refusal with its reasons stays on the stage for a while, or until it is put away; then it is found among the deals.
 * An offer stays until it is answered, unless it is put off: then it lies beside the decision.
 */
import type { Event, Offer } from '../protocol';
import { settings } from '../state/settings.svelte';
import { table } from '../state/table.svelte';

/** How long a refusal stays, at speed 1. */
export const STAYS = 8000;
const LOOKED_AT = 60;

class Answered {
  /** Offers that were put off, by number. */
  #later: number[] = $state.raw([]);
  /** The refusal that was put away, or has been seen long enough, by its entry. */
  #seen = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Refusals of one's own offers that say why, the newest last. */
  get refusals(): Event[] {
    const { active, log } = table;
    return log.filter((event) => event.kind === 'OfferRefused' && event.player === active && event.reasons?.length);
  }

  /** The refusal that the stage shows: of the newest offer, as long as it is news. */
  get refusal(): Event | null {
    const { active } = table;
    if (active === null) return null;
    const recent = table.log.slice(-LOOKED_AT);
    const last = recent.findLast((event) => ofDeal(event, active));
    return last?.kind === 'OfferRefused' && last.reasons?.length && last.seq > this.#seen ? last : null;
  }

  /** The offer to the active seat that the stage shows. */
  get offer(): Offer | null {
    const { active, offers } = table;
    return offers.find((offer) => offer.partner === active && !this.#later.includes(offer.number)) ?? null;
  }

  /** The refusal that came with an offer: it is a counter-offer then. */
  answeredBy(offer: Offer): Event | null {
    const made = table.log.findLast((event) => event.kind === 'OfferMade' && event.player === offer.proposer);
    if (!made) return null;
    return (
      table.log.findLast(
        (event) =>
          event.kind === 'OfferRefused' &&
          event.seq === made.seq &&
          event.player === offer.partner &&
          event.other === offer.proposer,
      ) ?? null
    );
  }

  /** Put an offer off: it lies beside the decision from now on. */
  putOff(offer: Offer): void {
    this.#later = [...this.#later, offer.number];
  }
  putAway(refusal: Event): void {
    this.#seen = Math.max(this.#seen, refusal.seq);
  }
  /** Begin to count how long a refusal has been seen; while `held` it stays. Returns the way to stop. */
  watch(refusal: Event, held: () => boolean = () => false): () => void {
    clearTimeout(this.#timer);
    const leave = () => (held() ? void this.watch(refusal, held) : this.putAway(refusal));
    this.#timer = setTimeout(leave, STAYS * Math.max(0.5, settings.factor));
    return () => clearTimeout(this.#timer);
  }
}

/** Does an event tell of a deal in which this seat takes part? */
function ofDeal(event: Event, seat: number): boolean {
  return (
    (event.kind.startsWith('Offer') || event.kind === 'DealMade') && (event.player === seat || event.other === seat)
  );
}

export const answered = new Answered();
