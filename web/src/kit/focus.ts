/**
 * Who opens something has the focus back when it closes. The opener may have been drawn anew meanwhile: then the button
 * that does the same takes it, or the heading of the stage.
 */
import { tick } from 'svelte';

const STAGE = '#decision-title, [data-panel]';

/** Who had the focus last: an opener that was taken off the page has it no more when it is asked for. */
let last: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => (last = target instanceof HTMLElement ? target : null));

/** Remember who has the focus now. Returns the way to give it back. */
export function focusKept(): () => void {
  const now = document.activeElement;
  const before = now instanceof HTMLElement && now !== document.body ? now : last;
  const does = before?.dataset['do'];
  return () => {
    void tick().then(() => {
      if (document.activeElement && document.activeElement !== document.body) return; // somebody has taken it
      const again = does ? document.querySelector<HTMLElement>(`[data-do="${does}"]`) : null;
      const opener = before?.isConnected ? before : again;
      (opener ?? document.querySelector<HTMLElement>(STAGE))?.focus({ preventScroll: true });
    });
  };
}
