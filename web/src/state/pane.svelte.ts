/** Which of the three forms a screen of this width has. Below the widths given the board changes form, not scale. */
import breakpoints from '../styles/breakpoints.json';

export type Size = 'desktop' | 'tablet' | 'phone';

const { tablet: TABLET, desktop: DESKTOP } = breakpoints.window;
/** A phone on its side: the small board left, the sheet right. */
const { low: LOW, short: SHORT } = breakpoints.height;

/** More than a scrollbar is wide, in px. */
const SCROLLBAR = 20;

/** The width that is laid out. A turned phone first shows the old, wider page made small, and calls that its inner width. */
function widthNow(): number {
  const laid = document.documentElement.clientWidth;
  return laid && innerWidth - laid > SCROLLBAR ? laid : innerWidth;
}

class Window {
  width = $state(globalThis.innerWidth ?? 1440);
  height = $state(globalThis.innerHeight ?? 900);

  constructor() {
    globalThis.addEventListener?.('resize', () => {
      this.width = widthNow();
      this.height = innerHeight;
    });
  }

  get landscapePhone(): boolean {
    return this.height < LOW && this.width > this.height;
  }
  /** A phone so low that what need not be seen at once gives way. */
  get shortPhone(): boolean {
    return this.size === 'phone' && this.height < SHORT;
  }
  get size(): Size {
    if (this.landscapePhone) return 'phone';
    return this.width >= DESKTOP ? 'desktop' : this.width >= TABLET ? 'tablet' : 'phone';
  }
}

export const pane = new Window();
