/**
 * Who opens something has the focus back when it closes. The opener may have been drawn anew meanwhile: then the button
 * that does the same takes it, or the heading of the stage.
 */
import { tick } from 'svelte';

const STAGE = '#decision-title, [data-panel]';

/** Who had the focus last: an opener that was taken off the page has it no more when it is asked for. */
let last: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => (last = target instanceof HTMLElement ? target : null));

/** What has the focus is drawn anew: the button that does the same has it then, or the panel in which it was. */
export function carryFocus(): void {
  const now = document.activeElement;
  const panel = now?.closest<HTMLElement>('[data-panel]')?.dataset['panel'];
  if (!(now instanceof HTMLElement) || !panel) return;
  const { do: does, act } = now.dataset;
  void tick().then(() => {
    const again = document.querySelector<HTMLElement>(`[data-panel="${panel}"]`);
    const taken = document.activeElement !== document.body && document.activeElement !== again;
    if (!again || taken) return;
    const same = does ? `[data-do="${does}"]` : act ? `[data-act="${act}"]` : null;
    ((same && again.querySelector<HTMLElement>(same)) || again).focus({ preventScroll: true });
  });
}

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
